"""The tiers of the tests: the folders of each, and what keeps it from running on this machine.

A test belongs to a tier by its folder. All other folders are the tier `cpython`, which needs pip's packages only.
"""

import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parent
CPYTHON = "cpython"


class Tier(NamedTuple):
    """Tests with the same needs. `missing()` returns None if they can run here; else one sentence.

    The sentence says what is missing, too old or broken. `cure` is the command that gets it, or returns it.
    """

    name: str
    folders: tuple[str, ...]
    missing: Callable[[], str | None]
    cure: str | Callable[[], str]


def missing_unix_port():
    from tengen_host import image

    return image.missing_unix_port()


def missing_image():
    from tengen_host import image

    return image.missing_image()


def missing_browser():
    from tengen_host.live import browser

    return browser.missing()


def missing_hardware():
    if sys.version_info < (3, 11):
        return "the geometry of the hardware needs Python 3.11 or newer"
    from tengen_hardware import programs

    return programs.missing()


def missing_deployment():
    absent = [name for name in ("nginx", "systemd-analyze") if shutil.which(name) is None]
    return f"no {' and no '.join(absent)}" if absent else None


def image_cure():
    """The command that builds unix port and image; it gets the compilers first where they are missing."""
    from tengen_host.image import builder

    return f"{builder.INSTALL} && make image" if builder.can_build() else "make image"


TIERS = (
    Tier("unix port", ("micropython",), missing_unix_port, image_cure),
    Tier("emulated", ("emulated", "emulated_device"), missing_image, image_cure),
    Tier("browser", ("browser",), missing_browser, "apt-get install chromium-headless-shell"),
    Tier(
        "hardware",
        ("hardware",),
        missing_hardware,
        "apt-get install --no-install-recommends kicad kicad-footprints ngspice graphviz",
    ),
    Tier("deployment", ("deployment",), missing_deployment, "apt-get install nginx-light systemd"),
)
_OF_FOLDER = {folder: tier.name for tier in TIERS for folder in tier.folders}


def tier_of(path):
    """The name of the tier of a test file, of a folder in tests/, or of a test by its id."""
    parts = Path(str(path).split("::")[0]).parts
    after = parts[len(parts) - parts[::-1].index("tests") :] if "tests" in parts else parts
    return _OF_FOLDER.get(after[0] if after else "", CPYTHON)


def missing(asked):
    """The tiers that can't run here: {name: the sentence}. Only tiers with files in the paths `asked` are looked at."""
    tiers = [tier for tier in TIERS if any(_meet(TESTS / folder, path) for folder in tier.folders for path in asked)]
    with ThreadPoolExecutor() as pool:
        found = pool.map(_why, tiers)
    return {tier.name: why for tier, why in zip(tiers, found, strict=True) if why}


def _why(tier):
    """What `tier` lacks, or None. A check that itself fails is a reason too: the other tiers run."""
    try:
        return tier.missing()
    except Exception as error:
        return f"its check failed: {type(error).__name__}: {error}"


def cure_of(name):
    """The command that gets what a tier needs."""
    (cure,) = (tier.cure for tier in TIERS if tier.name == name)
    return cure if isinstance(cure, str) else cure()


def _meet(folder, path):
    return folder.is_dir() and (folder == path or folder in path.parents or path in folder.parents)


from ledger import note  # noqa
