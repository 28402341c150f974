"""Build the Pico's image after each change of its sources, for `tengen image --watch`."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from . import builder
from .steps import ImageError

LOOK_S = 0.5


def watch(tell: Callable[[str], None], trouble: Callable[[str], None]) -> None:
    """Build after each change until Ctrl-C.

    `tell` gets the path of the image. `trouble` gets the error if a build fails.

    Raises ImageError if this computer can't build, or if this program itself has changed.
    """
    lacking = builder.can_build()
    if lacking:
        raise ImageError(lacking)
    first = builder.sources()
    before: dict[str, bytes] = {}
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            now = before
            with contextlib.suppress(OSError):  # an editor is just replacing a file
                now = builder.sources()
            if now != before:
                _check_program(now, first)
                try:
                    tell(_built(now))
                except ImageError as error:
                    trouble(str(error))
            before = now
            time.sleep(LOOK_S)


def _check_program(files: dict[str, bytes], first: dict[str, bytes]) -> None:
    for name in builder.OF_THIS_PROGRAM:
        if files[name] != first[name]:
            raise ImageError(f"image/{name} has changed, which is a part of this program: start it again")


def _built(files: dict[str, bytes]) -> str:
    """Build the image of some sources; return its path. Raises ImageError."""
    there, started = builder.pico_path(files).exists(), time.monotonic()
    path = builder.build_pico(files=files)
    return f"{path} " + ("is there" if there else f"in {time.monotonic() - started:.1f} s")
