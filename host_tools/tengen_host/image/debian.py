"""Fetch MicroPython's sources as packages of Debian 13, through the package sources of this computer.

The set-up of the computer is not changed, and this file contains no address. Instead, the computer's first package
source is copied to a private folder, and the release in the copy is changed.
"""

from __future__ import annotations

import re
from pathlib import Path

from .steps import ImageError, Steps

RELEASE = "trixie"
SOURCES = ("micropython", "mbedtls")
PACKAGES = ("pico-sdk-source", "tinyusb-source")
# The version in Debian 13; it is part of the cache folder's name. 1.26 and 1.27 would break the firmware: their viper
# overwrites the index register in indexed loads and stores (MicroPython's PRs 17144, 18821). CONTRIBUTING.md says what
# to check before the next version. drivers/pico.py also has the newest version that was tried.
MICROPYTHON = "1.25.0"

_CURE = "check that this machine reaches its Debian packages (apt-get update), then run it again"


def deb822(text: str) -> str:
    """Return the first stanza of a `.sources` file, changed to RELEASE, deb and deb-src; "" if it has no stanza."""
    stanza = re.split(r"\n\s*\n", re.sub(r"(?m)^#.*\n?", "", text).strip())[0]
    for field, value in (("Suites", RELEASE), ("Types", "deb deb-src")):
        stanza = re.sub(rf"(?mi)^{field}:.*", f"{field}: {value}", stanza)
    return stanza and stanza + "\n"


def one_line(text: str) -> str:
    """Return the first source of an old `sources.list`, as a stanza for RELEASE; "" if it has no source."""
    for line in text.splitlines():
        found = re.match(r"\s*deb\s+(?:\[([^]]*)\]\s*)?(\S+)\s+\S+\s+(.+)", line)
        if found:
            options, uri, components = found.groups()
            stanza = f"Types: deb deb-src\nURIs: {uri}\nSuites: {RELEASE}\nComponents: {components.strip()}\n"
            signed = re.search(r"signed-by=(\S+)", options or "")
            return stanza + (f"Signed-By: {signed.group(1)}\n" if signed else "")
    return ""


def stanza_of(etc_apt: Path) -> str:
    """Return the computer's own first package source, for RELEASE. Raises ImageError if there is none."""
    newer = sorted(etc_apt.glob("sources.list.d/*.sources"), key=lambda path: path.name != "debian.sources")
    older = [etc_apt / "sources.list", *sorted(etc_apt.glob("sources.list.d/*.list"))]
    for path in filter(Path.exists, [*newer, *older]):
        read = deb822 if path.suffix == ".sources" else one_line
        stanza = read(path.read_text(encoding="utf-8"))
        if stanza:
            return stanza
    raise ImageError(f"no package source in {etc_apt}: this machine can't fetch MicroPython's sources")


def fetch(steps: Steps, folder: Path, etc_apt: Path = Path("/etc/apt")) -> None:
    """Put the source archives and the two packages into `folder`. Raises ImageError."""
    private = folder / "apt"
    for name in ("lists/partial", "parts", "cache/archives/partial"):
        (private / name).mkdir(parents=True, exist_ok=True)
    (private / "parts" / "debian.sources").write_text(stanza_of(etc_apt), encoding="utf-8")
    apt = [
        "apt-get",
        *("-o", "Dir::Etc::sourcelist=/dev/null"),
        *("-o", f"Dir::Etc::sourceparts={private / 'parts'}"),
        *("-o", f"Dir::State::lists={private / 'lists'}"),
        *("-o", f"Dir::Cache={private / 'cache'}"),
        # apt's sandbox user may lack the permission to write here
        *("-o", "APT::Sandbox::User=root"),
    ]
    with steps.step("fetch the sources", 10):
        steps.run([*apt, "update"], folder, cure=_CURE)
        steps.run([*apt, "source", "--download-only", *SOURCES], folder, cure=_CURE)
        steps.run([*apt, "download", *PACKAGES], folder, cure=_CURE)


def unpack(steps: Steps, archives: Path, target: Path) -> None:
    """Unpack the files of fetch() into `target`, a whole MicroPython tree. Raises ImageError."""
    scratch = archives / "unpacked"
    lib = target / "lib"
    with steps.step("unpack the sources", 3):
        steps.run(["rm", "-rf", str(scratch), str(target)], archives)
        scratch.mkdir()
        target.mkdir(parents=True)
        into = {"micropython": target, "mbedtls": lib / "mbedtls"}
        for name, folder in into.items():
            archive = _the(archives, f"{name}_*.orig.tar.*")
            folder.mkdir(parents=True, exist_ok=True)
            steps.run(["tar", "--strip-components=1", "-xf", str(archive), "-C", str(folder)], archives)
        for name in PACKAGES:
            steps.run(["dpkg-deb", "-x", str(_the(archives, f"{name}_*.deb")), str(scratch)], archives)
        for name in ("pico-sdk", "tinyusb"):
            steps.run(["cp", "-a", f"{scratch}/usr/src/{name}/.", str(lib / name)], archives)
        # the build needs these files, and Debian's packages lack them
        for name in ("pico-sdk", "micropython-lib"):
            (lib / name).mkdir(exist_ok=True)
            (lib / name / "README.md").touch()
        steps.run(["rm", "-rf", str(scratch)], archives)


def _the(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise ImageError(f"the packages hold no {pattern}: remove {folder} and run it again")
    if pattern.startswith("micropython") and f"_{MICROPYTHON}" not in found[-1].name:
        raise ImageError(f"Debian's MicroPython is {found[-1].name}, not {MICROPYTHON}: a newer tengen is needed")
    return found[-1]
