"""A MicroPython without Tengen, made of the image with it: the names of what is frozen in are changed."""

from pathlib import Path

from tengen_host.image import Image
from tengen_host.image.uf2 import BLOCK

_HEAD = 32  # of a block, before its bytes
_SIZE = 256


def without_tengen(image: Image, folder: Path) -> Image:
    """The image as a stock MicroPython has it: nothing finds the frozen package or main.py."""
    data = bytearray(image.uf2.read_bytes())
    starts = range(_HEAD, len(data), BLOCK)
    payload = b"".join(data[at : at + _SIZE] for at in starts)
    # main.py is the last in the table of names; elsewhere it is what MicroPython runs
    for name, other in ((b"\0tengen/", b"\0_engen/"), (b".py\0main.py\0", b".py\0_ain.py\0")):
        assert name in payload
        payload = payload.replace(name, other)
    for number, at in enumerate(starts):
        data[at : at + _SIZE] = payload[number * _SIZE : (number + 1) * _SIZE]
    made = folder / "stock.uf2"
    made.write_bytes(data)
    return Image(made, True, "given")  # `frozen`: no files are put on its flash
