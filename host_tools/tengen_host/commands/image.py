"""`tengen image`: builds or checks the images, and prints their paths and contents."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Annotated

import typer

from ..file_errors import in_words
from .options import ends_with, error, errors

_OUT = typer.Option(callback=ends_with(".uf2", "the image"), help="Copy the UF2 to this file, to flash it by hand.")


def image(
    check: Path | None = typer.Option(None, metavar="FILE", help="Only check this UF2, and describe it."),
    watch: bool = typer.Option(False, "--watch", help="Build the Pico's UF2 again after each change of its sources."),
    sizes: bool = typer.Option(False, "--sizes", help="List the sizes of the parts of the Pico's UF2."),
    wheel_in: Path | None = typer.Option(
        None,
        "--wheel",
        metavar="FOLDER",
        help="Build a wheel of this checkout into this folder, with the Pico's UF2 in it.",
    ),
    pico: bool = typer.Option(
        True, help="Build the Pico's UF2, with Tengen frozen in, and the emulator for this Python."
    ),
    unix: bool = typer.Option(True, help="Build MicroPython's unix port for the tests."),
    if_possible: bool = typer.Option(False, help="If nothing can be built, say so and exit with status 0."),
    out: Annotated[Path | None, _OUT] = None,
) -> None:
    """Build real MicroPython: the Pico's image with Tengen frozen in, and the unix port.

    The image is for boards of up to 15x15 points, because the matrix has 16 rows and 16 columns. For 19x19 points use
    tengen play --board 19.
    """
    modes = {"--check": check is not None, "--watch": watch, "--sizes": sizes, "--wheel": wheel_in is not None}
    given = [name for name, is_given in modes.items() if is_given]
    if len(given) > 1:
        raise typer.BadParameter("choose one of them", param_hint=", ".join(given))
    if given and (out is not None or not pico or not unix):
        raise typer.BadParameter("it builds no images: leave out --out, --no-pico and --no-unix", param_hint=given[0])
    if not (pico or unix):
        raise typer.BadParameter("nothing is left to build: leave one out", param_hint="--no-pico, --no-unix")
    if out is not None and not pico:
        raise typer.BadParameter("it is the Pico's UF2: leave out --no-pico", param_hint="--out")
    # imported here because the imports are slow, and other commands don't need them
    from ..image import ImageError, builder, wheel
    from ..image import watch as watching

    with errors():
        try:
            if check is not None:
                typer.echo(_about(check))
            elif watch:
                watching.watch(typer.echo, error)
            elif sizes:
                typer.echo(builder.build_pico().with_suffix(".sizes").read_text(encoding="utf-8"), nl=False)
            elif wheel_in is not None:
                _tell("wheel", wheel.build(wheel_in))
            else:
                _build(pico, unix, out)
        except (ImageError, OSError) as why:
            if not if_possible:
                raise
            typer.echo(f"no image is built: {in_words(why)}")


def _about(file: Path) -> str:
    """Return the description of a UF2. Raises ImageError if the UF2 is not an image of Tengen for the Pico."""
    from ..image.choose import checked

    its = checked(file, "given")
    return f"{file}: for the RP2040, Tengen {its.tengen.version} ({its.tengen.build}), {_room(file)}; {its.compared}"


def _room(file: Path) -> str:
    """Return how much of the flash an image uses, and how much is left before the files."""
    from ..image import uf2

    end = max(uf2.pages(file)) + uf2.PAGE
    used, free = (f"{size / 1000:.0f} kB" for size in (end - uf2.FLASH, uf2.SPARE - end))
    return f"{used} of flash (the UF2 file is twice as large); {free} are free"


def _build(pico: bool, unix: bool, out: Path | None) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from ..image import builder, choose

    started = time.monotonic()
    if unix:
        _tell("unix port", builder.build_unix())
    if pico:
        with ThreadPoolExecutor() as beside:
            emulator = beside.submit(choose.compile_emulator)
            its = choose.pico_image()
            emulator.result()
        typer.echo(f"Pico image: {its.uf2}: {its.source}, {_room(its.uf2)}")
        if out is not None:
            shutil.copyfile(its.uf2, out)
            _tell("copied to", out)
    typer.echo(f"in {time.monotonic() - started:.0f} s")


def _tell(what: str, path: Path) -> None:
    typer.echo(f"{what}: {path} ({path.stat().st_size / 1000:.0f} kB)")
