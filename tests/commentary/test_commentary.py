"""One commentary at a board: it follows the game until it has a move of its own, and never touches the game."""

import asyncio
import threading
from dataclasses import replace

import pytest
import waiting
from fake_board import ToldBoard
from pages import WS, client_of, ready, state
from tengen_host.boards.interface import groups_of
from tengen_host.commentary import commentary
from tengen_host.hall.hall import Hall, Place
from tengen_host.i18n import Sentence
from tengen_host.records.record import Record, RecordError
from told_game import ToldGame

PLAYED = ["h8", "h9", "i8", "a1", "j9", "a3", "j10", "a5"]
PLAYERS = {"black": "p1", "white": "p2"}
STORED = Record(("h8", "i9", "j10"), black="Anna", white="Bo", id="stored")


class Told:
    """A place with a told game, and what its pages have heard about the commentary."""

    def __init__(self):
        self.board, self.game = ToldBoard(), ToldGame(15)
        self.place = Place("board", "board", self.board)
        self.heard = []
        self.end = self.place.subscribe(self.hear)
        self.begin("casual")

    def begin(self, mode):
        self.tell("new_game", size=15, turn="black", players=PLAYERS, settings={"game": "renju", "mode": mode})

    def hear(self, message):
        if "commentary" in groups_of(message):
            self.heard.append(groups_of(message)["commentary"])

    def tell(self, code, **fields):
        self.board.send(self.game.line(code, **fields))

    def moves(self, points, first=1):
        for number, point in enumerate(points, first):
            colours = ("black", "white") if number % 2 else ("white", "black")
            self.tell("move", n=number, point=point, colour=colours[0], turn=colours[1])

    def do(self, act, **its):
        asyncio.run(self.place.commentary.do({"act": act, **its}))

    def refused(self, act, **its):
        before = self.shown
        with pytest.raises(ValueError) as raised:
            self.do(act, **its)
        assert isinstance(raised.value.args[0], Sentence) and self.shown == before
        return str(raised.value.args[0])

    @property
    def shown(self):
        return groups_of(self.place.commentary.message())["commentary"]


@pytest.fixture
def told():
    return Told()


def moves_of(its):
    return its["record"]["moves"], its["own"], its["at"]


def test_without_own_moves_it_follows_the_game_and_then_stays(told):
    told.moves(PLAYED[:2])
    told.do("begin")
    told.moves(PLAYED[2:4], 3)
    assert moves_of(told.heard[-1]) == (tuple(PLAYED[:4]), 4, 4)
    told.do("put", point="b2")
    told.moves(PLAYED[4:], 5)
    assert moves_of(told.shown) == ((*PLAYED[:4], "b2"), 4, 5)
    assert told.place.board.replica.state.game.moves[-1].point == "a5"


def test_what_changes_nothing_in_the_line_is_not_told_and_all_pages_get_the_same_message(told):
    told.moves(PLAYED)
    told.do("begin")
    told.do("put", point="b2")
    count, message = len(told.heard), told.place.commentary.message()
    told.tell("move", n=9, point="b3", colour="black", turn="white")
    told.tell("clock", p1=60000, p2=60000, running="p1")
    told.do("begin")
    told.tell("clock", p1=60000, p2=59000, running="p2")
    assert len(told.heard) == count + 1 and message["line"]["is"]["commentary"]["at"] == 9
    assert told.place.commentary.message() is told.place.commentary.message()


def test_an_earlier_move_stays_shown_while_the_game_goes_on_and_its_later_moves_come_within_reach(told):
    told.moves(PLAYED[:4])
    told.do("begin", at="2")
    told.do("mark", point="a1", sign="A")
    told.moves(PLAYED[4:], 5)
    assert (told.shown["at"], told.shown["marks"], len(told.shown["record"]["moves"])) == (2, {"a1": "A"}, 8)
    told.do("go", at="8")
    assert told.shown["at"] == 8


def test_a_take_back_of_the_shown_move_is_followed_and_a_branch_stays(told):
    told.moves(PLAYED)
    told.do("begin")
    told.tell("taken_back", moves="".join(PLAYED[:6]), turn="black")
    assert moves_of(told.shown) == (tuple(PLAYED[:6]), 6, 6)
    told.do("put", point="b2")
    told.tell("taken_back", moves="".join(PLAYED[:4]), turn="black")
    assert moves_of(told.shown) == ((*PLAYED[:6], "b2"), 6, 7)


def test_a_page_that_comes_later_sees_what_the_game_did_while_nobody_watched():
    told = Told()
    hall = Hall()
    told.place = hall.add(told.board, "one")
    with client_of(hall) as client:
        with client.websocket_connect(WS) as page:
            ready(page)
            page.send_json({"do": "comment", "act": "begin"})
            while "commentary" not in groups_of(page.receive_json()):
                pass
        told.moves(PLAYED)
        with client.websocket_connect(WS) as page:
            (its,) = [groups_of(each)["commentary"] for each in state(page) if "commentary" in groups_of(each)]
    assert moves_of(its) == (PLAYED, 8, 8)


def test_each_step_counts_from_the_last_one_until_an_end(told):
    told.moves(PLAYED)
    told.do("begin", at="6")
    for act, at in (("back", 5), ("back", 4), ("on", 5)):
        told.do(act)
        assert told.shown["at"] == at
    for act, end in (("on", 8), ("back", 0)):
        for _ in range(len(PLAYED) + 1):
            told.do(act)
        assert told.shown["at"] == end


def test_several_stones_are_one_change_and_all_are_refused_with_one_of_them(told):
    told.moves(PLAYED)
    told.do("begin")
    told.do("put", at="2", point="i9 b2 c3")
    assert moves_of(told.shown) == (("h8", "h9", "i9", "b2", "c3"), 2, 5)
    assert told.refused("put", at="3", point="d4 h8") == "H8 is taken: choose an empty point"
    assert told.refused("put", at="3", point="") and told.refused("put", at=None, point="d4")
    told.do("undo")
    assert moves_of(told.shown) == (tuple(PLAYED), 8, 8)


def test_undo_takes_back_each_change_and_a_return_to_the_game(told):
    told.moves(PLAYED)
    told.do("begin")
    told.do("put", point="b2")
    told.do("arrow", point="h8", to="b2")
    told.do("begin")
    assert told.shown["own"] == told.shown["at"] == 8
    told.do("undo")
    assert told.shown["arrows"] == [["h8", "b2"]] and told.shown["at"] == 9
    told.do("undo")
    assert told.shown["arrows"] == [] and told.shown["at"] == 9
    told.do("undo")
    assert moves_of(told.shown) == (tuple(PLAYED), 8, 8)
    assert told.refused("undo") == "There is nothing to undo"


@pytest.mark.parametrize("work", [("put", {"point": "b2"}), ("mark", {"point": "b2", "sign": "A"})])
@pytest.mark.parametrize(
    "leaves", [[("begin", {})], [("begin", {"demo": "overline"})], [("end", {})], [("end", {}), ("begin", {})]]
)
def test_undo_shows_a_line_again_that_somebody_has_left(told, work, leaves):
    told.moves(PLAYED)
    told.do("begin", at="4")
    told.do(work[0], **work[1])
    before = told.shown
    for act, its in leaves:
        told.do(act, **its)
    assert told.shown != before
    told.do("undo")
    assert told.shown == before


def test_undo_shows_the_signs_again_that_were_at_another_move(told):
    told.moves(PLAYED)
    told.do("begin", at="4")
    told.do("mark", point="b2", sign="A")
    for at in ("3", "2"):
        told.do("go", at=at)
    told.do("undo")
    assert (told.shown["at"], told.shown["marks"]) == (4, {"b2": "A"})


def test_a_line_that_a_referee_game_has_ended_comes_back_after_it(told):
    told.moves(PLAYED)
    told.do("begin")
    told.do("put", point="b2")
    before = told.shown
    told.begin("referee")
    told.moves(["h8"])
    assert told.refused("undo") == "In a silent or referee game nobody comments before its end"
    told.tell("result", winner="black", reason="resigned")
    told.do("undo")
    assert told.shown == before


def test_the_kept_lines_of_each_game_are_counted_and_the_same_line_once(told):
    kept, its = [], told.place.commentary
    its.load = {"stored": STORED, "other": replace(STORED, id="other")}.__getitem__
    its.keep = lambda id_, line: kept.append((id_, line.moves))

    def keep(*points):
        for point in points:
            told.do("put", point=point)
        told.do("keep")
        return told.shown["kept"]

    told.do("begin", game="stored")
    assert (keep("b2"), keep(), keep("c3")) == (1, 1, 2)
    told.do("begin", game="other")
    assert (told.shown["kept"], keep("b2")) == (0, 1)
    told.do("begin", game="stored", at="2")
    assert (told.shown["kept"], keep("d4")) == (2, 3)
    assert [id_ for id_, _ in kept] == ["stored"] * 3 + ["other", "stored"]


def test_a_line_is_counted_with_its_game_when_another_begins_while_it_is_kept(told):
    its = told.place.commentary
    its.load = {"stored": STORED, "other": replace(STORED, id="other")}.__getitem__

    async def kept_slowly():
        begins, goes_on = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def keep(id_, line):
            loop.call_soon_threadsafe(begins.set)
            assert goes_on.wait(waiting.LIMIT_S)

        its.keep = keep
        await its.do({"act": "begin", "game": "stored"})
        await its.do({"act": "put", "point": "b2"})
        keeping = asyncio.create_task(its.do({"act": "keep"}))
        await begins.wait()
        await its.do({"act": "begin", "game": "other"})
        goes_on.set()
        await keeping

    asyncio.run(kept_slowly())
    assert (told.shown["of"], told.shown["kept"]) == ("other", 0)
    told.do("begin", game="stored")
    assert told.shown["kept"] == 1


def test_a_game_has_not_endless_kept_lines(told, monkeypatch):
    monkeypatch.setattr(commentary, "MOST_KEPT", 3)
    told.place.commentary.load = {"stored": STORED, "other": replace(STORED, id="other")}.__getitem__
    told.place.commentary.keep = lambda id_, line: None
    told.do("begin", game="stored")
    for point in ("b2", "c3", "d4"):
        told.do("go", at="3")
        told.do("put", point=point)
        told.do("keep")
    told.do("put", point="e5")
    assert told.refused("keep").startswith("3 lines of this game are kept")
    told.do("begin", game="other")
    told.do("put", point="b2")
    told.do("keep")


def test_undo_does_not_go_back_endlessly(monkeypatch):
    monkeypatch.setattr(commentary, "MOST_UNDONE", 5)
    told = Told()
    told.do("begin")
    for _ in range(6):
        told.do("mark", point="b2", sign="A")
    for _ in range(5):
        told.do("undo")
    assert told.refused("undo") == "There is nothing to undo"


def test_a_stored_game_is_shown_at_any_move_and_leaves_the_board_alone(told):
    told.place.commentary.load = {"stored": STORED}.__getitem__
    told.do("begin", game="stored", at="1")
    assert (told.shown["of"], told.shown["record"]["black"], told.shown["at"]) == ("stored", "Anna", 1)
    told.moves(PLAYED)
    assert told.shown["record"]["moves"] == STORED.moves


def gone(id_):
    raise RecordError(f"there is no game {id_}")


def unreadable(id_):
    raise OSError(5, "the disk is broken")


def test_what_is_not_possible_is_refused_in_a_sentence_and_changes_nothing(told):
    assert told.refused("put", point="h8") == "There is no commentary: begin one first"
    assert told.refused("begin", game="x") == "Tengen stores no games here"
    told.place.commentary.load = gone
    assert "no game with this number" in told.refused("begin", game="x")
    told.place.commentary.load = unreadable
    assert "the disk is broken" in told.refused("begin", game="x")
    told.moves(PLAYED)
    told.do("begin")
    assert "J8 is forbidden to Black: double-three" in told.refused("put", point="j8")
    assert told.refused("keep") == "The line has no move of its own yet: put a stone"
    told.do("put", point="b2")
    assert told.refused("keep") == "Tengen stores no games here"
    for keep in (gone, unreadable):
        told.place.commentary.keep = lambda id_, line, keep=keep: keep(id_)
        assert told.refused("keep").startswith("The line was not kept: ")
    assert "no act" in told.refused("dance") and "number" in told.refused("go", at="-1")


def test_a_referee_game_ends_it_and_refuses_another(told):
    told.do("begin")
    told.begin("referee")
    told.moves(PLAYED)
    assert told.heard[-1] is None and told.shown is None
    assert told.refused("begin") == "In a silent or referee game nobody comments before its end"


def test_a_clock_that_runs_before_the_first_move_ends_it(told):
    told.begin("referee")
    told.do("begin")
    told.tell("clock", p1=60000, p2=60000, running="p1")
    assert told.heard[-1] is None


def test_the_end_of_the_shown_moves_is_told(told):
    told.moves(["h8", "o1", "i8", "o2", "j8", "o3", "k8", "o5"])
    told.do("begin")
    assert (told.shown["turn"], told.shown["end"]) == ("black", None)
    told.do("put", point="l8")
    assert told.shown["turn"] is None
    assert told.shown["end"] == {"winner": "black", "reason": "five", "line": ["h8", "i8", "j8", "k8", "l8"]}


def test_a_demonstration_keeps_no_line(told):
    class NoKeeping:
        load = keep = staticmethod(lambda *its: pytest.fail("it must not be asked"))
        merge = staticmethod(lambda: None)

    hall = Hall()
    hall.keep_lines(NoKeeping())
    place = hall.add(told.board, "one")
    place.demonstrates = True
    told.moves(PLAYED)
    asyncio.run(place.commentary.do({"act": "begin"}))
    asyncio.run(place.commentary.do({"act": "put", "point": "b2"}))
    with pytest.raises(ValueError, match="demonstration"):
        asyncio.run(place.commentary.do({"act": "keep"}))
