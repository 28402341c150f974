"""Finds Tengen's data files, in a checkout or in an installed wheel, and its folders for data and caches."""

import os
import tempfile
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent
_INSTALLED = _PACKAGE / "data"


def path(relative: str) -> Path:
    """Return the file or folder with the path `relative` in a checkout (for example `hardware/board.toml`).

    Raises FileNotFoundError, with both paths tried, if it does not exist.
    """
    for root in (_INSTALLED, _CHECKOUT):
        found = root / relative
        if found.exists():
            return found
    raise FileNotFoundError(
        f"{relative} is in neither {_INSTALLED} nor {_CHECKOUT}: reinstall tengen, or run it from a checkout"
    )


def checkout() -> Path | None:
    """Return the folder of this checkout; None in an installed wheel."""
    return _CHECKOUT if (_CHECKOUT / "pyproject.toml").exists() and (_CHECKOUT / "tests").is_dir() else None


def cache_root() -> Path:
    """Return the folder of all of Tengen's caches: TENGEN_CACHE, or the user's own cache folder."""
    root = os.environ.get("TENGEN_CACHE") or platformdirs.user_cache_dir("tengen", appauthor=False)
    return Path(root).absolute()


def data_folder() -> Path:
    """Return the folder of what Tengen keeps for itself: TENGEN_DATA, or the user's own data folder."""
    return Path(os.environ.get("TENGEN_DATA") or platformdirs.user_data_dir("tengen", appauthor=False))


def unwritable(folder: Path, variable: str) -> str | None:
    """Return why nothing can be stored in a folder, in a sentence with the variable that moves it; None if it can.

    The folder is not created: if it does not exist, the nearest existing folder above it is tried.
    """
    try:
        there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
        with tempfile.TemporaryFile(dir=there):
            return None
    except OSError as error:
        return f"{folder} can't be written ({error.strerror or error}): set {variable} to another folder"


def firmware_package() -> Path:
    """Return the folder of the firmware's package `tengen`, for the Pico."""
    import tengen

    return Path(tengen.__file__).resolve().parent


_FOR_LAPTOPS = "vocabulary.py"  # parts of the package tengen that no board needs


def firmware_files() -> dict[str, bytes]:
    """Return the files for a Pico, by their path there: the package tengen, and main.py."""
    package = firmware_package()
    found = {
        f"tengen/{file.relative_to(package).as_posix()}": file.read_bytes()
        for file in sorted(package.rglob("*.py"))
        if file.name != _FOR_LAPTOPS
    }
    found["main.py"] = path("firmware/main.py").read_bytes()
    return found
