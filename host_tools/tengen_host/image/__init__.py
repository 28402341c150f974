"""Real MicroPython: the UF2 with Tengen frozen in, and the unix port for the tests."""

from .choose import Image, built_image, compile_emulator, pico_image, unix_port
from .steps import ImageError

__all__ = ["Image", "ImageError", "built_image", "compile_emulator", "pico_image", "unix_port"]
