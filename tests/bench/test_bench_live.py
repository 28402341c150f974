"""A small run of the page's bench: its figures have the documented names, and lost lines are noticed."""

import asyncio
import json
import sys

import pytest
import typer
from tengen_host.bench import evening, live
from tengen_host.bench.figures import stamp
from tengen_host.commands import bench
from typer.testing import CliRunner

KEYS = {"page_ms_median", "page_ms_p99", "page_ms_room_median", "page_ms_room_p99", "page_lines", "lost_lines"}
KEYS |= {"live_lines", "live_boards", "live_viewers"}
OF_EVENING = {"answer_ms_median", "answer_ms_p99", "answer_ms_worst", "answers", "page_ms_quiz_median"}
OF_EVENING |= {"page_ms_quiz_p99", "quiz_phones", "quiz_boards", "quiz_lost_pages", "quiz_memory_mb"}

app = typer.Typer()
app.command()(bench.bench)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_small_room_is_measured_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(live.live_figures, "__defaults__", (2, 4, 8, 1.0))
    monkeypatch.setattr(evening.evening_figures, "__defaults__", (1, 2, 5, 2, 0.2))
    told = CliRunner().invoke(app, ["--live", "--json"])
    assert told.exit_code == 0, told.output
    figures = json.loads(told.stdout.splitlines()[-1])
    assert set(figures) == KEYS | OF_EVENING | set(stamp())
    assert (figures["answers"], figures["quiz_lost_pages"]) == (10, 0)
    assert 0 < figures["answer_ms_median"] <= figures["answer_ms_p99"] <= figures["answer_ms_worst"]
    assert (figures["live_boards"], figures["live_viewers"], figures["lost_lines"]) == (2, 4, 0)
    assert 0 < figures["page_ms_median"] <= figures["page_ms_p99"] and figures["live_lines"] > 0


def test_what_has_not_come_is_lost():
    told = {"board-0": [1, 2, 3], "board-1": [1, 2]}
    at_board, in_hall = live.Viewer("board/board-0/ws", "board-0"), live.Viewer("hall/ws", None)
    at_board.seqs = {"board-0": {1, 3}}
    in_hall.seqs = {"board-0": {2, 3, 4}}  # line 1 counts as received, because line 2 includes all earlier lines
    assert (at_board.lacks(told), in_hall.lacks(told)) == (1, 2)


def test_an_answer_is_counted_when_the_number_on_the_projector_includes_it():
    took = evening.counted([1.2, 1.0, 1.1], [(1.05, 0), (1.15, 2), (1.3, 2), (1.4, 3)])
    assert list(map(round, took)) == [150, 50, 200]


def test_the_figures_in_words():
    figures = dict.fromkeys(KEYS, 7) | {"lost_lines": 3}
    words = [" ".join(row) for row in live.rows(figures)]
    assert "lines that did not reach a viewer 3 " in words and "  median 7.0 ms one page" in words
    words = [" ".join(row) for row in evening.rows(dict.fromkeys(OF_EVENING, 7))]
    assert "  99 of 100 within 7 ms " in words and "memory of the server 7 MB " in words


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_line_that_never_reaches_the_page_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(live, "START_S", 0.01)

    async def test():
        line = live.SerialLine(tmp_path / "line")
        page = live.Viewer("ws", "line")
        try:
            with pytest.raises(RuntimeError, match="has not received the board"):
                await live.timed(line, page, 1)
            page.seqs["line"] = {1}
            with pytest.raises(RuntimeError, match="line 1 of the serial line has not reached the page within 0.01 s"):
                await live.timed(line, page, 1)
        finally:
            line.close()

    asyncio.run(test())


def test_a_room_that_does_not_open_is_said(monkeypatch):
    def fails(say):
        raise RuntimeError("the room with the boards has not opened")

    monkeypatch.setattr(live, "live_figures", fails)
    told = CliRunner().invoke(app, ["--live"])
    assert told.exit_code == 1 and "error: the room" in told.output
