"""Real MicroPython: the UF2 with Tengen frozen in, and the unix port for the tests."""

from .choose import Image, built_image, pico_image, unix_port
from .steps import ImageError

__all__ = ["Image", "ImageError", "built_image", "pico_image", "unix_port"]
