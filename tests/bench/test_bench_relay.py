"""A small run of the relay's bench, with all its processes. Its viewers notice lost and repeated lines."""

import asyncio
import json
import sys

import pytest
import typer
from tengen_host.commands import bench
from tengen_relay.bench import figures as relay
from tengen_relay.bench.viewers import Page, Tally
from typer.testing import CliRunner

KEYS = {"relay_ms_p50", "relay_ms_p99", "relay_lost", "relay_doubled", "relay_bytes_per_viewer", "relay_viewers"}
SMALL = ("--nodes", "1", "--relays", "1", "--boards", "2", "--viewers", "4", "--deliveries", "80", "--seconds", "0.5")

app = typer.Typer()
app.command()(bench.bench)


@pytest.mark.skipif(sys.platform != "linux", reason="the figures of the processes are read from /proc")
def test_a_small_relay_is_measured_and_loses_nothing():
    told = CliRunner().invoke(app, ["--relay", "--json", *SMALL])
    assert told.exit_code == 0, told.output
    figures = json.loads(told.stdout.splitlines()[-1])
    assert set(figures) > KEYS
    assert (figures["relay_lost"], figures["relay_doubled"], figures["relay_viewers"]) == (0, 0, 4)
    assert 0 < figures["relay_ms_p50"] <= figures["relay_ms_p99"] and figures["relay_deliveries"] > 10
    words = [row[0] for row in relay.rows(figures)]
    assert "from the board's line to the viewer" in words and "lines lost" in words


def line(seq, **others):
    told = {"line": {"seq": seq, "t": 1}, "at": seq + 100, **others}
    return json.dumps({"type": "line", **told}).encode()


WHOLE = {"run": "ab12"}
READY = b'{"type": "ready", "role": "watcher", "may": []}'
LOG = b'{"type": "log", "log": [{"seq": 1, "t": 1, "did": []}]}'


def paged(*messages):
    """A page that received these messages, with its records of them."""

    async def told():
        tally = Tally()
        page = Page(tally, [1], "one")
        for message in messages:
            if message == "cut":
                page.begin_again()
            else:
                page.take(message)
        return page, tally

    return asyncio.run(told())


def test_a_viewer_notices_what_is_lost_and_what_comes_twice():
    page, tally = paged(line(2, **WHOLE), LOG, READY, line(3), line(6), line(5), line(6), line(7))
    assert (page.seq, tally.lost, tally.again) == (7, 2, 2)
    page, tally = paged(line(1, **WHOLE), READY, line(9).replace(b'"t"', b'"whole": true, "t"'), line(10))
    assert (page.seq, tally.lost, tally.again) == (10, 0, 0)


def test_a_viewer_that_comes_back_says_what_it_has_and_goes_on_from_there():
    page, _ = paged(line(5, **WHOLE), READY, line(6))
    assert page.since() == "?since=ab12.106"
    page, tally = paged(line(5, **WHOLE), READY, "cut", line(6, run="cd34"), LOG, READY, line(7))
    assert (page.seq, tally.lost, tally.again, page.since()) == (7, 0, 0, "?since=cd34.107")
    # the state from another relay may be older than the page's state
    page, tally = paged(line(5, **WHOLE), READY, "cut", line(3, **WHOLE), READY, line(4))
    assert (page.seq, tally.lost, tally.again) == (4, 0, 0)
