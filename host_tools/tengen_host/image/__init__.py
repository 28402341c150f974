"""Real MicroPython: the UF2 with Tengen frozen in, and the unix port for the tests."""

from .builder import ImageError, can_build
from .choose import Image, pico_image, unix_port

__all__ = ["Image", "ImageError", "can_build", "pico_image", "unix_port"]
