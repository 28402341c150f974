"""Build real MicroPython: the UF2 with Tengen frozen in, and the unix port for the tests."""

from .choose import (
    Image,
    built_image,
    compile_emulator,
    existing_unix_port,
    missing_image,
    missing_unix_port,
    pico_image,
)
from .steps import ImageError

__all__ = [
    "Image",
    "ImageError",
    "built_image",
    "compile_emulator",
    "existing_unix_port",
    "missing_image",
    "missing_unix_port",
    "pico_image",
]
