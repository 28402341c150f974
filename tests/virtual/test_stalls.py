"""The chip stops for 45 to 400 ms while the flash is erased (W25Q16JV data sheet, tSE), and hands continue.

Times that count only while the board does not change, like the dwell time, must not include time without frames.
"""

import itertools
import random

import ledger
import pytest
from simulation import Table
from tengen import wiring
from tengen.games import registry
from tengen.sensing.buttons import HOLD_MS
from tengen.session.board_state import CALM, PROVISIONAL
from tengen.session.timing import FREE_MS

STALL_MS = (45, 400)
FRAME_MS = wiring.SCAN_MS
SOON_MS = wiring.DWELL_MS - 2 * FRAME_MS  # a stone that is lifted at this time has rested for less than the dwell time
STONES = 24  # on each board
PROOF_STONES = 2500  # stones in each game, which are more than 20,000 in all

GAMES = [game for game in registry.NAMES if wiring.SIZE in registry.sizes(game)]


class Stalled(Table):
    """A table with a game of the family. The chip may stop while hands act."""

    def __init__(self, seed, game):
        super().__init__(seed)
        self.chance = random.Random(seed)
        opening = next((each for each in registry.openings(game) if each == "free"), None)
        settings = self.session.settings.with_({"game": game, "mode": "casual", "move": "dwell"})
        self.director.obey(("change", settings.with_({"opening": opening}) if opening else settings), 0)
        self.wait(500)
        self.same("game", self.session.match.game.name, game)

    def count(self):
        self.see()
        return len(self.session.match.game.moves)

    def allowed(self):
        """The points where a stone is allowed now, in random order."""
        points = self.empty()
        self.chance.shuffle(points)
        return [point for point in points if not self.session.match.refusal(point)]

    def lies_in_a_stall(self, lies_ms):
        """Let `lies_ms` pass. The chip stops before their end, and runs again after it. Return the stall's length."""
        stall_ms = self.chance.randint(*STALL_MS)
        seen_ms = max(0, lies_ms - self.chance.randint(1, stall_ms))
        self.wait(seen_ms)
        self.stall(stall_ms)
        self.wait(lies_ms - seen_ms)
        return stall_ms

    def turn(self):
        """Put a turn's stones; the chip stops while the last one rests. Return the number of stones.

        The last stone may be lifted too early and must not become a move; otherwise it must become one.
        """
        before, wanted = self.count(), self.session.match.wanted()
        points = []
        for _ in range(wanted):
            free = [point for point in self.allowed() if point not in points]
            if not free:
                return 0
            points.append(free[0])
            self.put(free[0])
            if len(points) < wanted:
                self.wait(200)
        if self.chance.random() < 0.5:
            stall_ms = self.lies_in_a_stall(self.chance.randint(SOON_MS - 400, SOON_MS))
            self.lift(points[-1])
            self.wait(stall_ms + 100, 2 * wiring.DWELL_MS)
            self.same("moves, though a stone was lifted before its time", self.count(), before)
            for point in points[:-1]:
                self.lift(point)
            self.wait(stall_ms + 100)
            self.same("state", self.session.board_state.state, CALM)
            return wanted
        stall_ms = self.lies_in_a_stall(self.chance.randint(100, 2 * wiring.DWELL_MS))
        self.wait(stall_ms + wiring.DWELL_MS + 100)
        state = self.session.board_state
        if state.state == PROVISIONAL and state.foul:
            return 0  # the foul stone does not become a move by itself: it waits for the button, or is lifted
        self.same("moves", self.count(), before + wanted)
        return wanted


def stones(game, seed, most):
    """Play boards of this game, with seeds from `seed` on, until `most` stones were put. Return their number."""
    put = 0
    while put < most:
        table, first = Stalled(seed, game), put
        while put < most and put - first < STONES:
            more = table.turn()
            put += more
            # if the stone has won, captured or turned other stones, continue on a new board
            if not more or table.session.match.result or table.session.board_state.state != CALM:
                break
        seed += 1
    return put


@pytest.mark.parametrize("game", GAMES)
def test_no_stone_that_is_lifted_in_an_erase_is_a_move_and_none_that_lies_is_lost(game):
    assert stones(game, GAMES.index(game), 16) >= 16


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_stones_in_erases(game):
    """2,500 stones of each game, put or lifted while erases stall the chip: no lifted stone is a move, none is lost."""
    seed = random.SystemRandom().randrange(1 << 30)
    ledger.note(f"{game}: {stones(game, seed, PROOF_STONES)} stones in stalls of 45 to 400 ms, from seed {seed} on")


def test_a_button_that_is_released_in_an_erase_was_pressed_and_not_held():
    for stall_ms, phase in itertools.product((45, 100, 400), range(0, 20, 7)):
        table = Table(phase)
        table.wait(1000 + phase)
        table.press("p1")
        table.wait(HOLD_MS - 20)
        table.stall(stall_ms)
        table.wait(15)
        table.release("p1")
        table.wait(600)
        table.see()
        actions = [event["action"] for event in table.heard if event["code"] == "button"]
        assert actions == ["press"], (stall_ms, phase)


def test_a_lifted_stone_that_the_app_has_not_handled_yet_is_no_move():
    for phase in range(0, 60, 3):
        table = Stalled(phase, "renju")
        table.late_ms = 30
        table.wait(phase)
        table.put(table.allowed()[0])
        table.wait(SOON_MS - 4)
        table.lift(next(iter(table.lies)))
        table.wait(500)
        assert table.count() == 0, phase


def test_a_disturbance_that_ends_in_an_erase_stops_no_clock():
    for phase in range(0, 20, 7):
        table = Stalled(phase, "renju")
        settings = table.session.settings.with_({"clock": "10", "mode": "casual", "move": "dwell"})
        table.director.obey(("change", settings), 500)
        table.wait(100)
        for point in (112, 16):
            table.put(point)
            table.wait(1500)
        table.same("moves", table.count(), 2)
        table.lift(16)
        table.wait(FREE_MS - 100 + phase)
        table.stall(STALL_MS[1])
        table.wait(20)
        table.put(16)
        table.wait(1500)
        table.see()
        stops = [event["stopped"] for event in table.heard if event["code"] == "clock"]
        assert "disturbed" not in stops, phase


def test_chatter_and_failing_lines_are_looked_for_in_the_time_that_frames_have_shown():
    table, looked = Table(3), []
    table.app.wiring_check.look = lambda director, proved, now: looked.append(now - proved)
    table.wait(1000)
    table.stall(STALL_MS[1])
    table.wait(1000)
    table.see()
    assert set(looked[:8]) == {0} and set(looked[-4:]) == {STALL_MS[1]}
