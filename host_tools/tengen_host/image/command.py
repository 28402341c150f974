"""`tengen image`: build or check the images, and say where they are."""

from __future__ import annotations

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import typer
from rich.console import Console

from ..file_errors import check_ending, in_words
from . import builder, uf2
from .choose import compile_emulator
from .steps import ImageError, Steps


def image(
    uf2_file: Path | None = typer.Option(None, "--uf2", help="Only check this UF2."),
    pico: bool = typer.Option(True, help="The Pico's UF2, with Tengen frozen in; and the emulator, for this Python."),
    unix: bool = typer.Option(True, help="MicroPython's unix port, which the tests use."),
    if_possible: bool = typer.Option(False, help="Where nothing can be built, say so and go on."),
    out: Path | None = typer.Option(None, help="Copy the UF2 to this file, to be flashed by hand."),
) -> None:
    """Build real MicroPython: the Pico's image with Tengen frozen in, and the unix port.

    The image is for a board of 15x15 points at most: its matrix has 16 lines each way. 19x19: tengen play --board 19.
    """
    check_ending(out, ".uf2", "the image", "--out")
    try:
        if uf2_file is not None:
            frozen = "Tengen frozen in" if uf2.has_tengen(uf2_file) else "no Tengen in it"
            typer.echo(f"{uf2_file}: an image for the RP2040, {frozen}")
            return
        _build(pico, unix, out)
    except (ImageError, OSError) as error:
        if if_possible:
            typer.echo(f"no image is built: {in_words(error)}")
            return
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None


def _build(pico: bool, unix: bool, out: Path | None) -> None:
    wanted = [path for path, asked in ((builder.pico_path(), pico), (builder.unix_path(), unix)) if asked]
    reason = builder.can_build()
    if reason and not all(path.exists() for path in wanted):
        raise ImageError(reason)
    started = time.monotonic()
    with ThreadPoolExecutor() as beside:
        # without a spinner: two of them would disturb each other
        quiet = Steps(builder.cache_root() / "rp2040py" / "logs", Console(stderr=True, force_terminal=False))
        emulator = beside.submit(compile_emulator, quiet) if pico else None
        if unix:
            _tell("unix port", builder.build_unix())
        if pico:
            built = builder.build_pico()
            _tell("Pico image", built)
            if out is not None:
                shutil.copyfile(built, out)
                _tell("copied to", out)
        if emulator:
            emulator.result()
    typer.echo(f"in {time.monotonic() - started:.0f} s")


def _tell(what: str, path: Path) -> None:
    typer.echo(f"{what}: {path} ({path.stat().st_size // 1024} kB)")
