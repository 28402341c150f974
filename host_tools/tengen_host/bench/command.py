"""`tengen bench`: verdicts, lights, sleep and memory, measured afresh on this machine."""

from __future__ import annotations

import json

import typer

from ..file_errors import in_words


def bench(
    emulated: bool = typer.Option(False, "--emulated", help="Measure the firmware on an emulated Pico as well."),
    family: bool = typer.Option(False, "--family", help="Measure instead each game's stones, on an emulated Pico."),
    fours: bool = typer.Option(False, "--fours", help="Measure instead the search for wins by fours, on one."),
    live: bool = typer.Option(False, "--live", help="Measure instead how fast and surely the page hears."),
    port: str = typer.Option(None, "--port", help="Measure instead a real Pico with Tengen, beside emulated ones."),
    relay: bool = typer.Option(False, "--relay", help="Measure instead a relay, from a club to many viewers."),
    nodes: int = typer.Option(3, min=1, help="With --relay: so many servers of NATS."),
    relays: int = typer.Option(2, min=1, help="With --relay: so many relays."),
    boards: int = typer.Option(200, min=1, help="With --relay: so many boards."),
    viewers: int = typer.Option(1000, min=1, help="With --relay: so many viewers."),
    deliveries: int = typer.Option(2000, min=1, help="With --relay: so many lines reach a viewer in a second."),
    seconds: float = typer.Option(30.0, min=0.1, help="With --relay: for so long."),
    yes: bool = typer.Option(False, "--yes", "-y", help="With --port: stop even a game that is under way: it is kept."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object, on one line, instead of a table."),
) -> None:
    """Measure the rules on the laptop and, emulated, on the Pico, and the Pico's whole firmware from touch to light."""
    # imported here because the import is slow, and other commands don't need it
    from ..device.errors import DeviceError
    from ..device.opened import board_port
    from ..image import ImageError, compile_emulator, pico_image

    if emulated or family or fours or port:
        compile_emulator()
    from .figures import (
        aligned,
        both_rows,
        emulated_figures,
        family_figures,
        python_figures,
        stones_rows,
        table,
        vcf_figures,
    )
    from .fours import fours_rows
    from .live import live_figures
    from .live import rows as live_rows
    from .port import beside, port_figures
    from .port import rows as port_rows
    from .relay import Size, relay_figures
    from .relay import rows as relay_rows

    try:
        if port:
            with board_port(port, False, yes) as at:
                figures = {"port": at, **port_figures(_say, at)}
            figures["emulated"] = beside(_say, pico_image())
            typer.echo(json.dumps(figures) if as_json else aligned(port_rows(figures)))
            return
        if live:
            figures = live_figures(_say)
            typer.echo(json.dumps(figures) if as_json else aligned(live_rows(figures)))
            return
        if relay:
            figures = relay_figures(_say, Size(nodes, relays, boards, viewers, deliveries, seconds))
            typer.echo(json.dumps(figures) if as_json else aligned(relay_rows(figures)))
            return
        if family:
            figures = family_figures(_say, pico_image())
            rows = both_rows(lambda its: stones_rows(its["family"]), figures)
            typer.echo(json.dumps(figures) if as_json else aligned(rows))
            return
        if fours:
            figures = vcf_figures(_say, pico_image())
            typer.echo(json.dumps(figures) if as_json else aligned(both_rows(fours_rows, figures)))
            return
        figures = emulated_figures(_say, pico_image()) if emulated else {}
        figures |= python_figures(_say)
    except ModuleNotFoundError as error:
        typer.echo(f"error: {error.name} is missing: pip install 'tengen[relay]'", err=True)
        raise typer.Exit(1) from None
    except (DeviceError, ImageError, OSError, RuntimeError) as error:
        typer.echo(f"error: {in_words(error)}", err=True)
        raise typer.Exit(1) from None
    typer.echo(json.dumps(figures) if as_json else table(figures))


def _say(progress: str) -> None:
    typer.echo(progress, err=True)
