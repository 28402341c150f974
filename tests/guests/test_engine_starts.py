"""The start of an engine beside the open page, and new attempts, with real processes that hang, crash, or are late."""

import asyncio
import fcntl
import sys
from pathlib import Path

import pytest
from at_the_board import at_the_table
from tengen_host.engines.gomocup import Engine
from tengen_host.guests.engine import AGAIN, OWN, EngineGuest
from tengen_host.guests.guest import started
from waiting import LIMIT_S

WICKED = Path(__file__).parents[1] / "engines" / "wicked_engine.py"
A_MOMENT_S = 0.3  # the limit for answers that never come, or come late
NEVER_READY, NEVER_MOVES = ("no about", "late about", "no start"), ("hang", "hang and deaf", "late")


class Own:
    """A simple player instead of the board's partner: it puts its stone on the lowest free point."""

    offers_draw = False

    def begin(self, game, asked, refusal, *more, **named):
        self.answer = "stone", next(point for point in range(225) if not refusal(point))

    def think(self, budget_us):
        return True


class Guest(EngineGuest):
    """A guest with a real engine that makes a mistake."""

    def __init__(self, tell, fault, mark="", **limits):
        command = [sys.executable, "-S", "-E", str(WICKED), fault, str(mark)]
        ready_s, margin_s = (A_MOMENT_S if fault in faults else LIMIT_S for faults in (NEVER_READY, NEVER_MOVES))
        its = Engine(command, margin_s=margin_s, ready_s=ready_s, end_s=A_MOMENT_S)
        super().__init__("", "p2", 0.01, tell, make=lambda command: its, player=Own, **limits)

    def give_time(self):
        """From now on only the limit of a new attempt can end a wait for the engine."""
        self._engine._margin_s = self._engine._ready_s = LIMIT_S

    @property
    def shown(self):
        """The keys of the two sentences on the page, and whether the game waits."""
        its = self.message()["line"]["is"]["engine"]
        return *(its[name] and its[name]["key"] for name in ("doing", "fault")), its["waits"]


def playing(fault, scenario, mark="", **limits):
    """Run scenario(table, guest, until) at a board; until(condition) also waits for the engine's process."""

    async def run(table, guest):
        async def until(condition):
            async def look():
                while not condition():
                    await table.step()
                    await asyncio.sleep(0.002)

            await asyncio.wait_for(look(), LIMIT_S)

        await scenario(table, guest, until)

    at_the_table(lambda table: Guest(table.told.append, fault, mark, **limits), run, partner="p2 laptop")


STARTING, LATE, ENDED = "engine.starting", "engine.late", "engine.ended_code"


def test_the_page_does_not_wait_for_an_engine_that_never_says_that_it_is_ready():
    guest, opened = Guest(print, "no about"), []
    guest.give_time()

    async def page():
        opened.append(guest.shown)
        while guest.shown != (STARTING, None, False):
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(started([guest], page), LIMIT_S))
    assert opened


@pytest.fixture
def mark(tmp_path):
    """A file that is locked until the test closes it; an engine that is "late" waits for that."""
    with open(tmp_path / "mark", "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def test_a_game_begins_while_the_engine_starts(mark):

    async def scenario(table, guest, until):
        await table.play("h8")
        await until(lambda: table.board.replica.state.groups["partner"]["state"] == "thinking")
        assert guest.shown == (STARTING, None, False) and table.told == []
        mark.close()
        await until(lambda: len(table.moves()) == 2)
        assert guest.shown == (None, None, False) and table.told == ["Wicked 1.0 plays, with 0.01 s for each stone"]

    playing("late about", scenario, mark.name)


@pytest.mark.parametrize("fault", ["no about", "ends", "no start"])
def test_an_engine_that_does_not_start_is_shown_and_tengen_can_play(fault):
    async def scenario(table, guest, until):
        if fault != "no start":
            await until(lambda: guest.waits)
            assert guest.shown == (None, ENDED if fault == "ends" else "engine.silent", False)
            assert "The game waits" not in table.told[-1], "the person can put the first stone"
        await table.play("h8")
        await until(lambda: guest.shown[2])
        assert guest.shown[1] == (ENDED if fault == "ends" else "engine.silent")
        guest.choose(OWN)
        await until(lambda: len(table.moves()) == 2)
        assert table.moves() == ["h8", "a1"] and guest.shown == (None, None, False)

    playing(fault, scenario)


@pytest.mark.parametrize(
    ("fault", "before", "after", "again_s"),
    [
        ("hang", "engine.silent", LATE, A_MOMENT_S),
        ("hang and deaf", "engine.silent", LATE, A_MOMENT_S),
        ("no start", "engine.silent", LATE, A_MOMENT_S),
        ("crash", "engine.ended_line", "engine.ended_line", LIMIT_S),
    ],
)
def test_a_new_attempt_without_an_answer_says_why_long_before_the_limits_of_the_engine(fault, before, after, again_s):
    async def scenario(table, guest, until):
        await table.play("h8")
        await until(lambda: guest.shown[2])
        assert guest.shown == (None, before, True)
        guest.give_time()
        guest.choose(AGAIN)
        assert not guest.waits
        await until(lambda: guest.waits and guest.shown[0] is None)
        assert guest.shown == (None, after, True)
        guest.choose(OWN)
        await until(lambda: len(table.moves()) == 2)
        assert guest.shown == (None, None, False)

    playing(fault, scenario, again_s=again_s)


def test_an_engine_that_is_late_to_start_again_says_so_and_counts_when_it_is_there(mark):

    async def scenario(table, guest, until):
        await until(lambda: guest.waits)
        guest.give_time()
        guest.choose(AGAIN)
        await until(lambda: guest.waits)
        assert guest.shown == (None, LATE, False), "one sentence, and not its two limits"
        mark.close()
        await until(lambda: not guest.waits)
        await table.play("h8")
        await until(lambda: len(table.moves()) == 2)

    playing("late about", scenario, mark.name, again_s=A_MOMENT_S)


def test_after_own_a_start_that_fails_late_shows_nothing(mark):

    async def scenario(table, guest, until):
        fcntl.flock(mark, fcntl.LOCK_UN)
        await table.play("h8")
        await until(lambda: guest.shown == (None, ENDED, True))
        fcntl.flock(mark, fcntl.LOCK_EX)
        guest.choose(AGAIN)
        await until(lambda: guest.shown == (None, LATE, True))
        guest.choose(OWN)
        await until(lambda: len(table.moves()) == 2)
        told = len(table.told)
        mark.close()
        await until(lambda: guest._failed_to_start)
        assert guest.shown == (None, None, False) and len(table.told) == told

    playing("ends late", scenario, mark.name, again_s=A_MOMENT_S)


def test_in_a_new_game_the_engine_is_named_as_the_player_again():
    async def scenario(table, guest, until):
        told = []
        guest.subscribe(lambda message: told.append(message["line"]["is"]["engine"]["own"]))
        await until(lambda: guest.waits)
        await table.play("h8")
        await until(lambda: guest.shown[2])
        guest.choose(OWN)
        await until(lambda: len(table.moves()) == 2)
        assert told[-1] is True
        guest._hear({"type": "line", "line": {"did": [{"code": "new_game"}]}})
        assert told[-1] is False

    playing("ends", scenario)


def test_after_a_power_cut_the_boards_partner_plays_on(mark):

    async def scenario(table, guest, until):
        fcntl.flock(mark, fcntl.LOCK_UN)
        await table.play("h8")
        await until(lambda: guest.shown == (None, ENDED, True))
        guest.choose(OWN)
        await until(lambda: len(table.moves()) == 2)
        table.board.unplug()
        await table.step()
        table.board.plug()
        await until(lambda: table.done("started")[-1]["restored"])
        table.board.press("p1")
        await table.wait(200)
        table.board.release("p1")
        await until(lambda: table.done("resumed"))
        await table.play("h9")
        await until(lambda: len(table.moves()) == 4)
        assert guest.shown == (None, None, False)

    playing("ends late", scenario, mark.name)


def test_a_late_answer_to_a_new_attempt_counts(mark):

    async def scenario(table, guest, until):
        await table.play("h8")
        await until(lambda: guest.waits)
        guest.give_time()
        guest.choose(AGAIN)
        await until(lambda: guest.shown == (None, LATE, True))
        mark.close()
        await until(lambda: len(table.moves()) == 2)
        assert guest.shown == (None, None, False)

    playing("late", scenario, mark.name, again_s=A_MOMENT_S)


def test_an_engine_that_has_crashed_once_answers_a_new_attempt(tmp_path):
    async def scenario(table, guest, until):
        await table.play("h8")
        await until(lambda: guest.waits)
        guest.choose(AGAIN)
        await until(lambda: len(table.moves()) == 2)
        assert not guest.waits and sum("plays, with" in line for line in table.told) == 1

    playing("crash once", scenario, tmp_path / "crashed", again_s=LIMIT_S)
