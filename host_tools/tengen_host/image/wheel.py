"""Make a wheel of Tengen that contains the Pico's image."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from .. import resources
from . import builder, choose
from .steps import ImageError, Steps

LARGEST = 3_000_000  # bytes


def build(folder: Path) -> Path:
    """Build the image, and a wheel with it, in `folder`; return the wheel's path. Raises ImageError.

    The image is built from exactly the sources in the wheel.
    """
    checkout = resources.checkout()
    if checkout is None:
        raise ImageError(
            "a wheel is made from a checkout of the project: run this in a checkout, or use the existing wheel"
        )
    image = builder.build_pico()
    steps = Steps(resources.cache_root() / "wheel" / "logs")
    with tempfile.TemporaryDirectory() as made, steps.step("build the wheel", 6):
        steps.run(
            [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", made, str(checkout)],
            checkout,
            env={"TENGEN_IMAGE": str(image), **dated(checkout)},
            cure="if pip can't get hatchling, check the network; else correct the named fault",
        )
        (wheel,) = Path(made).glob("*.whl")
        prove(wheel, image)
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, folder))


def dated(checkout: Path) -> dict[str, str]:
    """Return the variable with the date of all files in a package, so that a commit always gives the same bytes.

    It is the date of the commit, unless the variable is set; sources without git have the date of the build program.
    """
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return {"SOURCE_DATE_EPOCH": given}
    try:
        command = ["git", "log", "-1", "--format=%ct"]
        told = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return {}
    return {"SOURCE_DATE_EPOCH": told}


def prove(wheel: Path, image: Path) -> None:
    """Raise ImageError if a wheel lacks this image of the present sources, or has more than LARGEST bytes."""
    if wheel.stat().st_size > LARGEST:
        raise ImageError(f"{wheel.name} has {wheel.stat().st_size} bytes, and may have {LARGEST}: take something out")
    its = choose.checked(image, "built here")
    if its.differs:
        raise ImageError(f"{image} is not for this wheel: {its.compared}: if they were edited meanwhile, run it again")
    with zipfile.ZipFile(wheel) as archive:
        if choose.IN_WHEEL not in archive.namelist() or archive.read(choose.IN_WHEEL) != image.read_bytes():
            raise ImageError(f"{image} is not in {wheel.name}: look at host_tools/build_hook.py")
