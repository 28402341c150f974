"""A listener who comes late to the virtual board: whatever happened before, he gets the present state."""

import pytest
from soak import Page
from tengen_host.virtual import tabletop
from test_plug import play, press
from test_tabletop import Quiet
from test_upkeep import hold
from test_virtual_board import DWELL_MS, on_board
from test_watchdog import failing_once, living

KEPT = 60
ROW_7 = [f"{letter}7" for letter in "abcdefghijklmno"]


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(tabletop, "KEPT_EVENTS", KEPT)


def state(board):
    return [message["event"] for message in board.state() if message["type"] == "event"]


def heard(board):
    """The state of a listener who has heard only the events that a newcomer gets."""
    page = Page()
    for event in state(board):
        page.hear(event, event["t"])
    return page


async def snapshot(board, clock):
    told = []
    unsubscribe = board.subscribe(lambda message: told.append(message["event"]) if "event" in message else None)
    board.ask({"cmd": "snapshot"})
    await clock.advance(100)
    unsubscribe()
    return next(event for event in told if event["event"] == "snapshot")


async def tire(board, clock, presses):
    """Press a button many times, and check that the board keeps no more events than a newcomer needs."""
    for _ in range(presses):
        await press(board, clock, "p2")
        assert len(board.events) < KEPT + 20


def test_after_ever_so_many_events_the_present_state_is_told():
    async def go(board, clock):
        await play(board, clock, "h8")
        board.fault("dead row", "7", True)
        await clock.advance(200)
        await hold(board, clock, "arbiter")
        for _ in range(3):
            await tire(board, clock, KEPT)
            late = heard(board)
            assert late.snapshot["unproved"] == ROW_7 and not late.snapshot["waits"]
            assert late.moves.startswith("h8")
            late.check(await snapshot(board, clock), clock.now())
        await play(board, clock, "i9")
        late = heard(board)
        assert late.moves == "h8i9"
        late.check(await snapshot(board, clock), clock.now())

    on_board(go)


def test_before_that_he_is_told_all_of_it():
    async def go(board, clock):
        await play(board, clock, "h8")
        await snapshot(board, clock)
        await snapshot(board, clock)
        assert [event["seq"] for event in state(board)] == list(range(1, board.events[-1]["seq"] + 1))

    on_board(go)


def test_a_plug_pulled_before_the_board_has_answered_costs_nothing():
    async def go(board, clock):
        await play(board, clock, "h8")
        board.send = lambda data: board.unplug()
        await tire(board, clock, KEPT)
        assert not board.powered
        del board.send
        board.plug()
        await clock.advance(500)
        assert state(board)[0]["event"] == "started" and len(board.events) < KEPT
        assert heard(board).moves == "h8" and heard(board).resuming

    on_board(go)


def test_why_the_board_was_started_anew_is_known_until_the_next_game():
    async def go(board, clock):
        await play(board, clock, "h8")
        await failing_once(board, clock)
        await tire(board, clock, 2 * KEPT)
        kinds = [event["event"] for event in state(board)]
        assert kinds[:4] == ["started", "fault", "resumed", "snapshot"]
        assert heard(board).moves == "h8"
        board.lift("h8")
        await clock.advance(DWELL_MS)
        board.ask({"cmd": "new"})
        await clock.advance(100)
        await tire(board, clock, 2 * KEPT)
        kinds = [event["event"] for event in state(board)]
        assert kinds.index("fault") < kinds.index("new_game") < kinds.index("snapshot")

    living(go)


def test_a_board_that_does_not_answer_is_asked_again():
    asked = []

    class Deaf(Quiet):
        def send(self, data):
            asked.append((data, len(self.events)))

    board = Deaf()
    for seq in range(1, 3 * KEPT):
        board.told({"event": "button", "seq": seq})
    assert asked == [(b'{"cmd": "snapshot"}\n', KEPT), (b'{"cmd": "snapshot"}\n', 2 * KEPT)]
    board.told({"event": "snapshot", "seq": 3 * KEPT, "board": "." * 225})
    assert [event["event"] for event in state(board)] == ["snapshot"]


def test_a_firmware_that_fails_before_it_answers_fills_no_memory():
    board = Quiet()
    board.send = lambda data: None
    for _ in range(3 * KEPT):
        for event in ({"event": "started"}, {"event": "fault", "cause": "exception"}):
            board.told(event)
            assert len(board.events) < KEPT + 20
    assert [event["event"] for event in state(board)][-2:] == ["started", "fault"]
