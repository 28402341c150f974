"""The wall's hardware: NeoPixels on a pin of a Raspberry Pi, with Adafruit's own driver."""

from __future__ import annotations

import contextlib
from typing import Any

from .. import extras


class NoWall(Exception):
    """This machine can't drive a wall. The message says why, and what to do."""


def open_strip(pin: str, pixels: int) -> Any:
    """Open a neopixel.NeoPixel of `pixels` pixels on a pin; the pin has Blinka's name ("D18"). Raises NoWall."""
    try:
        import board
        import neopixel
    except ImportError as error:
        raise NoWall(f"the wall can't be driven: {extras.missing(error, 'mirror')}") from None
    except (NotImplementedError, RuntimeError):  # Blinka raises these errors on a computer without these pins
        raise NoWall(
            "this computer has no pins that Blinka knows: run it on a Raspberry Pi, or try it with --dry-run"
        ) from None
    if not hasattr(board, pin):
        raise NoWall(f"this computer has no pin {pin!r}: on a Raspberry Pi connect NeoPixels to D10, D12, D18 or D21")
    try:
        # full brightness here, because the frames are already dimmed
        strip = neopixel.NeoPixel(
            getattr(board, pin), pixels, brightness=1.0, auto_write=False, pixel_order=neopixel.GRB
        )
        strip.show()  # a Raspberry Pi checks its permissions only at the first frame
    except (RuntimeError, ValueError, OSError, NotImplementedError) as error:
        words = f"pin {pin} can't drive NeoPixels ({error}): run it as root (sudo), and check that the pin is free"
        raise NoWall(words) from None
    return strip


def send(strip: Any, frame: bytes) -> None:
    """Show a frame: three bytes for each pixel (green, red, blue). Raises NoWall."""
    for at in range(len(frame) // 3):
        green, red, blue = frame[3 * at : 3 * at + 3]
        strip[at] = (red, green, blue)
    try:
        strip.show()
    except (RuntimeError, OSError) as error:
        raise NoWall(f"the NeoPixels accept no more frames ({error}): start it again") from None


def darken(strip: Any) -> None:
    """Darken all pixels and release the pin, if still possible."""
    with contextlib.suppress(RuntimeError, OSError):
        strip.deinit()
