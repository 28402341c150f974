"""A MicroPython without Tengen, made from the image with Tengen: the names of the frozen files are changed."""

from pathlib import Path

from renamed import renamed
from tengen_host.image import Image

_FILES = {b"\0tengen/": b"\0_engen/", b".py\0boot.py\0": b".py\0_oot.py\0", b".py\0main.py\0": b".py\0_ain.py\0"}


def without_tengen(image: Image, folder: Path) -> Image:
    """An image as of a stock MicroPython: it finds neither the frozen package nor boot.py and main.py."""
    return renamed(image, folder, _FILES)
