"""The hand that puts the stones of a partner or puzzle on a virtual board, with real firmware and a fast clock."""

import asyncio

import heard
import pytest
from tengen.games.points import name
from tengen.partner import lessons, puzzles
from tengen_host.lessons.checking import line_of
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.virtual.helping_hand import PAUSE_MS, HelpingHand


class Table:
    """A virtual board with the hand. `later`: the planned actions with their times."""

    def __init__(self, size=15):
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock, size=size)
        self.later = []
        HelpingHand(self.board, lambda ms, action: self.later.append((self.clock.now() + ms, action)))

    async def advance(self, ms, step=20):
        for _ in range(0, ms, step):
            await self.clock.advance(step)
            due = [action for at, action in self.later if at <= self.clock.now()]
            self.later = [each for each in self.later if each[0] > self.clock.now()]
            for action in due:
                action()

    def events(self, kind):
        return [event for event in heard.said(self.board.lines) if event["code"] == kind]

    def asked(self):
        """The action that the board waits for, and its player."""
        asks = self.board.replica.state.groups["asks"]
        return asks["do"], asks["who"]

    def in_game(self):
        """The colours of the stones on the board, by the points' names in the game."""
        return {self.board._in_game(at): colour for at, colour in self.board.stones.items()}

    async def press(self, button):
        self.board.press(button)
        await self.advance(60)
        self.board.release(button)
        await self.advance(60)

    async def until(self, condition, within_ms):
        for _ in range(0, within_ms, 100):
            if condition():
                return
            await self.advance(100)
        raise AssertionError([event["code"] for event in heard.said(self.board.lines)][-8:])


def at_the_table(scenario, size=15):
    async def run():
        table = Table(size)
        live = asyncio.create_task(table.board.live())
        try:
            await table.advance(1000)
            await scenario(table)
        finally:
            live.cancel()
            await asyncio.gather(live, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.parametrize("size", [15, 19])
def test_a_partners_stone_is_put_where_it_is_asked_for(size):
    async def scenario(table):
        table.board.ask({"cmd": "set", "game": "renju", "partner": "p1 1", "opening": "free centre"})
        await table.until(lambda: len(table.events("move")) == 1, 8000)
        centre = "hj"[size == 19] + str((size + 1) // 2)
        assert list(table.board.stones.values()) == ["black"]
        assert table.events("move")[0]["who"] == "p1" and table.events("move")[0]["point"] == "h8"
        assert centre in (table.board._shown(point).lower() for point in table.board.stones)

    at_the_table(scenario, size)


async def after_its_reply(table):
    """Let the person p1 put a stone and the hand the partner's reply; return both points."""
    table.board.ask({"cmd": "set", "partner": "p2 1", "opening": "free centre", "mode": "casual"})
    await table.advance(200)
    table.board.put("h8")
    await table.until(lambda: len(table.events("move")) == 2, 20000)
    return [move["point"] for move in table.events("move")]


def test_the_stones_of_a_take_back_against_the_partner_are_lifted_and_the_person_is_to_move():
    async def scenario(table):
        points = await after_its_reply(table)
        table.board.ask({"cmd": "do", "who": "p1", "entry": "take back"})
        await table.until(lambda: table.events("taken_back"), 8000)
        assert len(table.board.stones) == 2, "first a person sees which stones go"
        await table.until(lambda: not table.board.stones, PAUSE_MS + 2000)
        assert sorted(table.events("taken_back")[0]["removed"]) == sorted(points)
        await table.advance(1000)
        assert table.asked() == ("stone", "p1") and not table.board.game.extra

    at_the_table(scenario)


def test_a_take_back_while_the_partner_asks_for_its_stone_lifts_the_persons_stone():
    async def scenario(table):
        table.board.ask({"cmd": "set", "partner": "p2 1", "opening": "free centre", "mode": "casual"})
        await table.advance(200)
        table.board.put("h8")
        await table.until(lambda: (table.events("partner") or [{}])[-1].get("state") == "asks", 20000)
        table.board.ask({"cmd": "do", "who": "p1", "entry": "take back"})
        await table.until(lambda: table.events("taken_back"), 8000)
        await table.until(lambda: not table.board.stones, PAUSE_MS + 2000)
        await table.advance(2 * PAUSE_MS)
        assert not table.board.stones, "the stone that it had asked for is not put any more"

    at_the_table(scenario)


def test_stones_that_a_person_has_put_out_of_turn_are_not_lifted():
    async def scenario(table):
        (_, reply) = await after_its_reply(table)
        table.board.slide("h8", "a1")
        await table.advance(4 * PAUSE_MS)
        assert len(table.board.stones) == 2 and "a1" in table.board.game.extra and reply not in table.board.game.extra

    at_the_table(scenario)


def test_a_page_is_told_whether_a_hand_helps():
    board = VirtualBoard(FastClock())
    assert board.description()["helped"] is False
    HelpingHand(board, lambda ms, action: None)
    assert board.description()["helped"] is True


def test_a_person_who_is_faster_is_left_alone():
    async def scenario(table):
        table.board.ask({"cmd": "set", "partner": "p1 1", "opening": "free centre"})
        await table.until(lambda: (table.events("partner") or [{}])[-1].get("state") == "asks", 8000)
        table.board.put("h8")
        await table.advance(PAUSE_MS + 2000)
        assert len(table.events("move")) == 1 and len(table.board.stones) == 1

    at_the_table(scenario)


def test_a_position_after_a_game_is_laid_and_the_partner_answers_in_it():
    async def scenario(table):
        table.board.ask({"cmd": "set", "partner": "p2 1", "opening": "free centre"})
        await table.advance(500)
        table.board.put("h8")
        await table.until(lambda: len(table.events("move")) == 2, 8000)
        table.board.ask({"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"})
        await table.until(lambda: table.events("result"), 2000)
        rows = ["." * 15 for _ in range(15)]
        rows[7], rows[0] = "." * 7 + "X" + "." * 7, "O" + "." * 14
        table.board.ask({"cmd": "setup", "board": "".join(rows), "turn": "black", "confirm": True})
        await table.until(lambda: table.in_game() == {"h8": "black", "a15": "white"}, 8000)
        await table.until(lambda: table.asked() == ("stone", "p1"), 8000)
        table.board.put("h9")
        await table.until(lambda: len(table.board.stones) == 4, 8000)

    at_the_table(scenario)


def to_the_fourth(entry):
    """Return the beginning of a scenario: the partner begins RIF's opening, and p2 decides about the swap."""

    async def begin(table):
        table.board.ask({"cmd": "set", "game": "renju", "opening": "rif", "partner": "p1 1"})
        await table.until(lambda: table.asked() == ("choose", "p2"), 20000)
        assert len(table.board.stones) == 3
        table.board.ask({"cmd": "do", "who": "p2", "entry": entry})

    return begin


@pytest.mark.parametrize("cut", [False, True], ids=["at once", "after a power cut"])
def test_tentative_fifths_that_a_partner_does_not_keep_are_taken_away(cut):
    async def scenario(table):
        await to_the_fourth("swap")(table)
        await table.until(lambda: table.asked() == ("offer", "p2"), 8000)
        for fifth in ("k12", "d4"):
            table.board.put(fifth)
        await table.advance(400)
        await table.press("p2")
        if cut:
            await table.until(lambda: (table.events("partner")[-1]["do"]) == "keep", 8000)
            table.board.unplug()
            await table.advance(2000)
            table.board.plug()
            await table.until(lambda: table.events("resuming"), 8000)
            assert len(table.board.stones) == 6
            await table.press("p2")
        await table.until(lambda: len(table.events("kept")) == 1, 8000)
        assert len(table.board.stones) == 5
        await table.until(lambda: len(table.board.stones) == 6, 8000)
        await table.until(lambda: table.asked() == ("stone", "p2"), 8000)

    at_the_table(scenario)


def test_tentative_fifths_are_put_for_a_partner():
    async def scenario(table):
        await to_the_fourth("no swap")(table)
        await table.until(lambda: table.asked() == ("stone", "p2"), 8000)
        table.board.put("k12")
        await table.until(lambda: table.asked() == ("keep", "p2"), 8000)
        assert len(table.board.stones) == 6 and len(table.board.game.offered) == 2
        table.board.lift(table.board.game.offered[0])
        await table.advance(PAUSE_MS + 2000)
        assert len(table.board.stones) == 5, "what p2 has taken away stays away"

    at_the_table(scenario)


def test_a_puzzle_is_set_up_and_answered():
    async def scenario(table):
        number = next(each for each in puzzles.numbers(2) if puzzles.puzzle(each).fours > 1)
        its = puzzles.puzzle(number)
        table.board.ask({"cmd": "puzzle", "number": number})
        await table.until(lambda: len(table.board.stones) == len(its.black) + len(its.white), 8000)
        await table.advance(1000)
        table.board.put(table.board._shown(its.first).lower())
        await table.until(lambda: len(table.events("move")) == 2, 8000)
        assert table.events("puzzle")[-1]["state"] == "right"

    at_the_table(scenario)


def test_a_lesson_is_set_up_answered_followed_by_the_next_position_and_cleared_away():
    async def scenario(table):
        board = table.board
        board.ask({"cmd": "lesson", "number": 10})
        await table.until(lambda: board.game.settings.get("lesson") and table.in_game() == board.game.cells, 8000)
        its = lessons.position(board.game.settings["lesson"])
        four, answer, second = (name(point, 15) for point in line_of(its))
        await table.advance(1000)
        board.put(four)
        await table.until(lambda: len(table.events("move")) == 2, 8000)
        assert (table.events("lesson")[-1]["state"], table.events("lesson")[-1]["answer"]) == ("right", answer)
        board.put(second)
        await table.until(lambda: table.events("lesson")[-1]["answer"] is None, 8000)
        board.press("p2")
        await table.advance(100)
        board.release("p2")
        await table.until(lambda: table.events("lesson")[-1]["position"] == 2, 8000)
        await table.until(lambda: table.in_game() == board.game.cells and not board.game.to_turn, 12_000)
        board.ask({"cmd": "do", "who": "p1", "entry": "end"})
        await table.until(lambda: not board.stones, 8000)

    at_the_table(scenario)


def test_a_stone_that_is_exchanged_already_is_not_lifted_again():
    async def scenario(table):
        board = table.board
        board.ask({"cmd": "lesson", "number": 1, "position": 1})
        await table.until(lambda: board.game.settings.get("lesson") and table.in_game() == board.game.cells, 8000)
        board.ask({"cmd": "lesson", "number": 2, "position": 1})
        await table.until(lambda: board.replica.state.groups["hand"]["state"] == "lifting", 8000)
        assert board.game.to_turn == ("e8",)
        board.lift("e8")  # a person is faster
        await table.advance(200)
        board.put("e8", board.game.colour_of("e8"))
        await table.advance(200)
        assert not board.game.to_turn
        await table.advance(3 * PAUSE_MS)
        assert "e8" in table.in_game() and not board.game.missing

    at_the_table(scenario)


def test_the_answer_to_a_four_is_put_again_before_it_is_a_move_and_asked_back_after_that():
    async def scenario(table):
        board = table.board
        board.ask({"cmd": "lesson", "number": 10})
        await table.until(lambda: board.game.settings.get("lesson") and table.in_game() == board.game.cells, 8000)
        board.put("h8")
        await table.until(lambda: "i8" in table.in_game(), 8000)
        board.lift("i8")
        await table.until(lambda: len(table.events("move")) == 2, 8000)
        board.lift("i8")
        await table.advance(3 * PAUSE_MS)
        assert board.game.missing == ("i8",) and "i8" not in table.in_game(), "a person lifted it, and puts it back"
        board.put("i8")
        await table.until(lambda: table.asked() == ("stone", "p1") and not board.game.missing, 2000)

    at_the_table(scenario)


@pytest.mark.parametrize("size", [15, 19])
def test_stones_of_the_puzzle_before_are_exchanged_where_the_next_one_has_the_other_colour(size):
    first, then = 560, 675  # in these two puzzles, 20 points have stones of different colours

    async def scenario(table):
        for number in (first, then):
            table.board.ask({"cmd": "puzzle", "number": number})
            await table.advance(8000)
            game = table.board.game
            assert (game.settings["puzzle"], game.missing, dict(game.extra), game.to_turn) == (number, (), {}, ())
            assert table.in_game() == game.cells and game.cells == cells(puzzles.puzzle(number))

    def cells(its):
        colours = {**dict.fromkeys(its.black, "black"), **dict.fromkeys(its.white, "white")}
        return {name(point, 15): colour for point, colour in colours.items()}

    one, other = cells(puzzles.puzzle(first)), cells(puzzles.puzzle(then))
    assert len([point for point in one if other.get(point, one[point]) != one[point]]) == 20
    at_the_table(scenario, size)


def test_what_was_asked_for_in_the_puzzle_before_is_not_put():
    async def scenario(table):
        number = next(each for each in puzzles.numbers(2) if puzzles.puzzle(each).fours > 1)
        table.board.ask({"cmd": "puzzle", "number": number})
        await table.advance(4000)
        table.board.put(name(puzzles.puzzle(number).first, 15))
        await table.until(lambda: table.events("puzzle")[-1]["state"] == "right", 8000)
        table.board.ask({"cmd": "puzzle", "number": number})
        await table.advance(4000)
        assert len(table.board.stones) == len(table.board.game.cells)
        assert not table.events("refused")

    at_the_table(scenario)


def test_stones_beside_the_field_of_a_puzzle_are_taken_away():
    async def scenario(table):
        table.board.ask({"cmd": "set", "game": "irensei"})
        await table.advance(1000)
        table.board.put("a1")
        await table.until(lambda: table.events("move"), 8000)
        table.board.ask({"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"})
        await table.until(lambda: table.events("result"), 8000)
        table.board.ask({"cmd": "puzzle", "grade": 1})
        await table.until(lambda: table.board.game.settings.get("puzzle"), 8000)
        await table.advance(8000)
        assert table.in_game() == table.board.game.cells

    at_the_table(scenario, 19)
