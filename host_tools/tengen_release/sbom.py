"""Write the bill of materials of a release, as CycloneDX."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tengen_host import extras

# MicroPython's C code is linked with these libraries
_LIBRARIES = ("libnewlib-arm-none-eabi", "gcc-arm-none-eabi")
# The image has parts of these packages. Its build also needs mbedtls, but no part of it is in the image
_IN_IMAGE = ("micropython", "pico-sdk-source", "tinyusb-source")


def make(wheel: Path, archives: Path, version: str) -> str:
    """Return the bill of materials of a wheel with the packages that pip installs with it, and of the image.

    `archives`: the folder of the packages from which the image was built. Raises ValueError.
    """
    if not find_spec("cyclonedx_py"):
        raise ValueError(extras.missing("cyclonedx-bom", "release"))
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)  # without pip, which is no part of Tengen
        python = str(Path(folder) / "bin" / "python")
        _run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile", str(wheel)])
        told = _run([sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", python])
    made = json.dumps(whole(json.loads(told), version, {**in_image(archives), **libraries()}), indent=2) + "\n"
    _validate(made)
    return made


def in_image(archives: Path) -> dict[str, str]:
    """Return the versions of the Debian packages that are parts of the image, by name. Raises ValueError."""
    found = {}
    for name in _IN_IMAGE:
        files = [path.name for ending in ("dsc", "deb") for path in archives.glob(f"{name}_*.{ending}")]
        if len(files) != 1:
            cure = f"remove {archives.parent}, and run it again"
            raise ValueError(f"{archives} has {len(files)} packages of {name}: {cure}")
        found[name] = files[0].removesuffix(".dsc").removesuffix(".deb").split("_")[1]
    return found


def libraries() -> dict[str, str]:
    """Return the versions of the compiler's libraries that the image is linked with, by their Debian packages."""
    told = _run(["dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *_LIBRARIES])
    return dict(line.split(" ", 1) for line in told.splitlines())


def whole(bom: dict[str, Any], version: str, firmware: dict[str, str]) -> dict[str, Any]:
    """Return a bill of materials of an environment, with the released program as its subject and the image added.

    `firmware`: the Debian packages that are parts of the image, with their versions.
    """
    (own,) = [each for each in bom["components"] if each["name"] == "tengen"]
    parts = [
        {"type": "library", "bom-ref": f"debian/{name}", "name": name, "version": its, "purl": _purl(name, its)}
        for name, its in sorted(firmware.items())
    ]
    # the tool has the wheel's address on this machine
    references = [{**each, "url": each["url"].rpartition("/")[2]} for each in own.get("externalReferences", [])]
    subject = {**own, "type": "application", "externalReferences": references}
    image = {"type": "firmware", "bom-ref": "image", "name": "tengen.uf2", "version": version, "components": parts}
    others = [each for each in bom["components"] if each is not own]
    links = [each for each in bom["dependencies"] if each["ref"] != own["bom-ref"]]
    (its,) = [each for each in bom["dependencies"] if each["ref"] == own["bom-ref"]]
    return {
        **bom,
        "metadata": {**bom["metadata"], "component": subject},
        "components": [*others, image],
        "dependencies": [
            {**its, "dependsOn": [*its.get("dependsOn", []), "image"]},
            {"ref": "image", "dependsOn": [part["bom-ref"] for part in parts]},
            *links,
        ],
    }


def _validate(made: str) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(made)
    if wrong:
        raise ValueError(f"the bill of materials is not valid CycloneDX: {wrong}")


def _purl(name: str, version: str) -> str:
    return f"pkg:deb/debian/{name}@{quote(version, safe='')}"


def _run(command: list[str]) -> str:
    # a new environment must not see the packages of this one
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise ValueError(f"{' '.join(command)} failed: {ended.stderr.strip() or ended.stdout.strip()}")
    return ended.stdout
