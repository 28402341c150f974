"""A small run of the relay's bench, with all its processes; and its viewers notice what is lost or comes twice."""

import asyncio
import json
import sys
import zlib

import pytest
import typer
from tengen_host.bench import command, relay
from tengen_host.bench.viewers import Page, Tally
from typer.testing import CliRunner

KEYS = {"relay_ms_p50", "relay_ms_p99", "relay_lost", "relay_doubled", "relay_bytes_per_viewer", "relay_viewers"}
SMALL = ("--nodes", "1", "--relays", "1", "--boards", "2", "--viewers", "4", "--deliveries", "80", "--seconds", "0.5")

app = typer.Typer()
app.command()(command.bench)


@pytest.mark.skipif(sys.platform != "linux", reason="the figures of the processes are read from /proc")
def test_a_small_relay_is_measured_and_loses_nothing():
    told = CliRunner().invoke(app, ["--relay", "--json", *SMALL])
    assert told.exit_code == 0, told.output
    figures = json.loads(told.stdout.splitlines()[-1])
    assert set(figures) > KEYS
    assert (figures["relay_lost"], figures["relay_doubled"], figures["relay_viewers"]) == (0, 0, 4)
    assert 0 < figures["relay_ms_p50"] <= figures["relay_ms_p99"] and figures["relay_deliveries"] > 10
    words = [row[0] for row in relay.rows(figures)]
    assert "from the board's line to the viewer" in words and "events lost" in words


def event(seq, kind="button"):
    return json.dumps({"type": "event", "event": {"event": kind, "seq": seq, "t": 1}}).encode()


READY, SINCE = b'{"type": "ready", "acts": false}', b'{"type": "since"}'


def paged(*messages):
    """A page that was told these messages, and what it has noted of them."""

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
    page, tally = paged(event(1, "started"), event(2), READY, event(3), event(6), event(5), event(6), event(7))
    assert (tally.lost, tally.again) == (2, 2)
    page, tally = paged(event(1, "started"), READY, event(9, "snapshot"), event(10))
    assert (tally.lost, tally.again, page.seqs) == (0, 0, [1, 9, 10])


def test_a_viewer_that_comes_back_says_what_it_has_and_goes_on_from_there():
    told = [event(4, "snapshot"), event(5)]
    page, _ = paged(*told, READY)
    assert page.since() == f"?since=5.{zlib.crc32(b''.join(told))}"
    page, tally = paged(*told, READY, "cut", SINCE, event(6), READY, event(7))
    assert page.seqs == [4, 5, 6, 7] and (tally.lost, tally.again) == (0, 0)
    assert page.since() == f"?since=7.{zlib.crc32(b''.join([*told, event(6), event(7)]))}"
    # where the relay can't go on from there, it sends the whole state
    page, tally = paged(event(1, "started"), *told, READY, "cut", *told, event(6), READY)
    assert page.seqs == [1, 4, 5, 6] and page.since() == f"?since=6.{zlib.crc32(b''.join([*told, event(6)]))}"
