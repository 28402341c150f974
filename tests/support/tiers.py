"""The tiers of the tests: the folders of each tier, and the reason if a tier can't run on this machine.

The folder of a test decides its tier. Folders that are not listed are the tier `cpython`, which needs only packages
from pip.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[1]
CPYTHON = "cpython"


class Tier(NamedTuple):
    """Tests with the same requirements. `missing()` returns None if they can run here, else a sentence.

    The sentence says what is missing, too old or broken. A command that helps follows after a colon.
    """

    name: str
    folders: tuple[str, ...]
    missing: Callable[[], str | None]


def missing_unix_port():
    from tengen_host import image

    return _to_be_built(image.missing_unix_port())


def missing_image():
    from tengen_host import image

    return _to_be_built(image.missing_image())


def _to_be_built(why):
    from tengen_host.image import builder

    compilers = f"{builder.INSTALL} && " if builder.can_build() else ""
    return why and f"{why}: {compilers}make image"


def missing_browser():
    from tengen_host.pictures import browser

    return browser.missing()


def missing_hardware():
    from tengen_hardware import programs

    return programs.missing()


def program(name):
    """Return the path of a program, or None. This also finds programs for administrators, in sbin."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def missing_deployment():
    absent = [name for name in ("nginx", "systemd-analyze") if program(name) is None]
    if absent:
        return f"no {' and no '.join(absent)}: sudo apt-get install nginx-light systemd"
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder, "empty.service")
        unit.write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
        done = subprocess.run([program("systemd-analyze"), "verify", unit], capture_output=True, text=True)
    # in a container, the folder of a running systemd may be missing
    return done.returncode and f"systemd-analyze fails ({done.stderr.strip()}): as root, mkdir -p /run/systemd"


def missing_film():
    from tengen_host.records import ffmpeg

    return None if program("ffmpeg") else f"no ffmpeg: {ffmpeg.install()}"


TIERS = (
    Tier("unix port", ("micropython",), missing_unix_port),
    Tier("emulated", ("emulated", "emulated_device"), missing_image),
    Tier("browser", ("browser",), missing_browser),
    Tier("emulated page", ("emulated_page",), lambda: missing_image() or missing_browser()),
    Tier("hardware", ("hardware",), missing_hardware),
    Tier("deployment", ("deployment",), missing_deployment),
    Tier("film", ("film",), missing_film),
)
_OF_FOLDER = {folder: tier.name for tier in TIERS for folder in tier.folders}


def tier_of(path):
    """Return the name of the tier of a test file, a folder in tests/, or the id of a test."""
    parts = Path(str(path).split("::")[0]).parts
    after = parts[len(parts) - parts[::-1].index("tests") :] if "tests" in parts else parts
    return _OF_FOLDER.get(after[0] if after else "", CPYTHON)


def missing(asked):
    """Return the tiers that can't run here: {name: sentence}. Only tiers with files in `asked` (paths) are checked."""
    tiers = [tier for tier in TIERS if any(_meet(TESTS / folder, path) for folder in tier.folders for path in asked)]
    with ThreadPoolExecutor() as pool:
        found = pool.map(_why, tiers)
    return {tier.name: why for tier, why in zip(tiers, found, strict=True) if why}


def _why(tier):
    """Return why `tier` can't run, as a sentence, or None. If the check fails, its error is the reason."""
    try:
        return tier.missing()
    except Exception as error:
        return f"its check failed: {type(error).__name__}: {error}"


def _meet(folder, path):
    return folder.is_dir() and (folder == path or folder in path.parents or path in folder.parents)
