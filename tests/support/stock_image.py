"""Make a MicroPython without Tengen from the image with Tengen, by renaming the frozen files."""

from pathlib import Path

from renamed import renamed
from tengen_host.image import Image

_FILES = {b"\0tengen/": b"\0_engen/", b".py\0boot.py\0": b".py\0_oot.py\0", b".py\0main.py\0": b".py\0_ain.py\0"}


def without_tengen(image: Image, folder: Path) -> Image:
    """Return an image like that of a stock MicroPython, without the frozen package, boot.py and main.py."""
    return renamed(image, folder, _FILES)
