"""`tengen bench`: measures verdicts, lights, sleep and memory on this machine."""

from __future__ import annotations

import json

import typer

from .options import Stop, errors, progress


def bench(
    emulated: bool = typer.Option(False, "--emulated", help="Measure the firmware on an emulated Pico as well."),
    family: bool = typer.Option(
        False, "--family", help="Measure the time for a stone in each game, on an emulated Pico."
    ),
    fours: bool = typer.Option(False, "--fours", help="Measure the search for wins by fours, on an emulated Pico."),
    live: bool = typer.Option(False, "--live", help="Measure how messages reach the page, also during a quiz."),
    port: str = typer.Option(
        None, "--port", help="Measure the real Pico at this port, and compare it with an emulated one."
    ),
    relay: bool = typer.Option(False, "--relay", help="Measure a relay, from a club to many viewers."),
    nodes: int = typer.Option(3, min=1, help="With --relay: the number of NATS servers."),
    relays: int = typer.Option(2, min=1, help="With --relay: the number of relays."),
    boards: int = typer.Option(200, min=1, help="With --relay: the number of boards."),
    viewers: int = typer.Option(1000, min=1, help="With --relay: the number of viewers."),
    deliveries: int = typer.Option(
        2000, min=1, help="With --relay: the number of lines per second, to all viewers together."
    ),
    seconds: float = typer.Option(30.0, min=0.1, help="With --relay: the duration in seconds."),
    yes: Stop = False,
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object, on one line, instead of a table."),
) -> None:
    """Measure the speed of the rules on this machine; with --emulated also the firmware on an emulated Pico.

    With --family, --fours, --live, --port or --relay it measures only that.
    """
    # imported here because the import is slow, and other commands don't need it
    from ..image import compile_emulator, pico_image

    if emulated or family or fours or port:
        compile_emulator()
    from ..bench import evening
    from ..bench import figures as measured
    from ..bench.fours import fours_rows
    from ..bench.live import live_figures
    from ..bench.live import rows as live_rows
    from ..bench.port import beside, port_figures
    from ..bench.port import rows as port_rows
    from ..device.opened import board_port

    with errors(RuntimeError):
        if port:
            with board_port(port, False, yes) as at:
                figures = {"port": at, **port_figures(progress, at)}
            figures["emulated"] = beside(progress, pico_image())
            text = measured.aligned(port_rows(figures))
        elif live:
            figures = live_figures(progress) | evening.evening_figures(progress)
            text = measured.aligned(live_rows(figures) + evening.rows(figures))
        elif relay:
            from tengen_relay.bench.figures import Size, relay_figures
            from tengen_relay.bench.figures import rows as relay_rows

            figures = relay_figures(progress, Size(nodes, relays, boards, viewers, deliveries, seconds))
            text = measured.aligned(relay_rows(figures))
        elif family:
            figures = measured.family_figures(progress, pico_image())
            rows = measured.both_rows(lambda its: measured.stones_rows(its["family"]), figures)
            text = measured.aligned(rows)
        elif fours:
            figures = measured.vcf_figures(progress, pico_image())
            text = measured.aligned(measured.both_rows(fours_rows, figures))
        else:
            figures = measured.emulated_figures(progress, pico_image()) if emulated else {}
            figures |= measured.python_figures(progress)
            text = measured.table(figures)
    typer.echo(json.dumps(measured.stamp() | figures) if as_json else text)
