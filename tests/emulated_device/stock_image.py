"""A MicroPython without Tengen, made from the image with Tengen: the names of the frozen files are changed."""

from pathlib import Path

from tengen_host.image import Image
from tengen_host.image.uf2 import BLOCK

_HEAD = 32  # of a block, before its data
_SIZE = 256


def without_tengen(image: Image, folder: Path) -> Image:
    """An image as of a stock MicroPython: it finds neither the frozen package nor main.py."""
    data = bytearray(image.uf2.read_bytes())
    starts = range(_HEAD, len(data), BLOCK)
    payload = b"".join(data[at : at + _SIZE] for at in starts)
    # only the "main.py" at the end of the table of frozen names: MicroPython also has the string for the file it runs
    for name, other in ((b"\0tengen/", b"\0_engen/"), (b".py\0main.py\0", b".py\0_ain.py\0")):
        assert name in payload
        payload = payload.replace(name, other)
    for number, at in enumerate(starts):
        data[at : at + _SIZE] = payload[number * _SIZE : (number + 1) * _SIZE]
    made = folder / "stock.uf2"
    made.write_bytes(data)
    return Image(made, True, "given")  # `frozen`: flash puts no files on this board
