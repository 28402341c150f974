"""Commands with an id. Each is completed once, by an error or by "done", and all its answers have the id."""

import json

from table import Table
from tengen.codes import coded, error
from tengen.laptop import Laptop
from tengen.link import commands
from tengen.session.state import OPEN

NOW = 1000


class Console:
    def __init__(self):
        self.incoming = b""
        self.lines = []

    def read(self):
        data, self.incoming = self.incoming, b""
        return data

    def write(self, line):
        self.lines.append(json.loads(line[1:].decode()))

    def waiting(self):
        return 0


class Watchdog:
    armed = True

    def stage(self, part):
        pass

    def hold(self):
        self.armed = False


class Board:
    def __init__(self):
        self.console, self.watchdog = Console(), Watchdog()


class Upkeep:
    """The part of upkeep.py that a laptop uses. The test sets its reports."""

    asked = ()

    def tell_health(self):
        self.asked += ("health",)

    def prove_chain(self):
        self.asked += ("prove",)

    def state(self):
        return {}

    def key(self):
        return ()


class Link:
    """A Laptop for a table's session. say() returns the immediate answer lines of a command."""

    def __init__(self, table):
        self.board = Board()
        self.laptop = Laptop(self.board, table.director, table.keeper, Upkeep(), _Wired())
        while self.heard():
            pass  # skip the whole state, which is sent first

    def say(self, **command):
        self.board.console.incoming = json.dumps(command).encode() + b"\n"
        self.laptop.listen(NOW)
        return self.heard()

    def tell(self, *events):
        self.laptop.tell(list(events))
        return self.heard()

    def heard(self):
        self.board.console.lines = []
        self.laptop.flush(NOW)
        self.laptop.flush(NOW, OPEN)
        for line in self.board.console.lines:
            del line["seq"], line["t"]
        return self.board.console.lines


class _Wired:
    rows = columns = bytes(range(16))
    learned = False

    def fields(self):
        return {}


def link(*points):
    table = Table(move="button").play_by_button(*points).wait(50)
    for _ in range(9):
        table.wait(20)
    return Link(table)


def ends(lines, its):
    """Return the "done" and "error" answers with this id in these lines."""
    return [kind for kind, re in said(lines) if re == its and kind in ("done", "error")]


def said(lines):
    """Return each event or answer in these lines, with the id of the answered command or None."""
    found = []
    for line in lines:
        found += [(did["code"], did.get("re")) for did in line.get("did", ())]
        if "answer" in line:
            found.append((line["answer"]["code"], line["re"]))
    return found


def test_what_is_obeyed_at_once_is_done_after_what_it_leads_to():
    here = link()
    for its in (0, 7, "a"):
        lines = here.say(cmd="set", brightness=40, id=its)
        assert lines[-1] == {"answer": {"code": "done"}, "re": its} and len(lines) > 1
        assert ends(lines, its) == ["done"]


def test_without_an_id_nothing_is_done_and_nothing_has_a_re():
    for command in ({"cmd": "set", "brightness": 30}, {"cmd": "games"}, {"cmd": "hold"}, {"cmd": "dance"}):
        heard = said(link().say(**command))
        assert heard and not any(kind == "done" or its is not None for kind, its in heard)


def test_what_is_refused_is_an_error_with_the_id_and_never_done():
    here = link("h8")
    for command in (
        {"cmd": "dance"},
        {"cmd": "back"},
        {"cmd": "back", "count": 0},
        {"cmd": "light", "pixels": []},
        {"cmd": "game", "number": 77},
        {"cmd": "do", "who": "p1", "entry": "nothing"},
    ):
        (line,) = here.say(id="x", **command)
        assert said((line,)) == [("error", "x")], command
        assert here.laptop._asked == {}, "nothing more will come"
    (line,) = here.say(cmd="back", count=0, id="x" * 41)
    assert line["re"] is None, "that is no id"


def test_the_events_that_a_command_asks_for_have_its_id():
    here = link()
    assert said(here.say(cmd="games", id=3)) == [("games", 3), ("done", 3)]
    assert said(here.say(cmd="hold", id="h")) == [("watchdog", None), ("done", "h")]
    lines = here.say(cmd="snapshot", id=4)
    while "whole" not in lines[-1]:
        assert "re" not in lines[-1]
        lines += here.heard()
    assert lines[-1]["re"] == 4 and said(lines) == []


def test_an_answer_of_several_events_is_done_with_the_last():
    here = link()
    assert here.say(cmd="health", id="h") == []
    assert here.tell({"code": "health", "row": 1, "last": False}) == [
        {"answer": {"code": "health", "row": 1, "last": False}, "re": "h"}
    ]
    lines = here.tell({"code": "journal"}, {"code": "health", "row": 15, "last": True}, {"code": "supply"})
    assert said(lines) == [("journal", None), ("supply", None), ("health", "h"), ("done", "h")]
    assert said(here.tell({"code": "health", "row": 1, "last": False})) == [("health", None)], "somebody else's"


def test_what_is_asked_again_before_its_answer_is_answered_once_to_who_asked_last():
    here = link()
    here.say(cmd="health", id="a")
    assert here.say(cmd="health", id="b") == [{"answer": error(coded("device.asked_again")), "re": "a"}]
    lines = here.tell({"code": "health", "row": 15, "last": True})
    assert said(lines) == [("health", "b"), ("done", "b")]


def test_an_answer_to_another_does_not_get_the_id_of_who_asks_after_it():
    here = link()
    here.board.console.incoming = b'{"cmd": "games"}\n{"cmd": "games", "id": 5}\n'
    here.laptop.listen(NOW)
    assert said(here.heard()) == [("games", None), ("games", 5), ("done", 5)]


def test_ids_take_no_memory_however_many_ask():
    here = link()
    for its in range(1000):
        here.say(cmd="health", id=its)
        here.say(cmd="prove", id=-its)
    assert len(here.laptop._asked) == 2


def test_each_command_is_answered_or_done():
    kinds = ("snapshot", "health", "chain", "games", "part", "watchdog", "probe", "wired", None)
    for word in commands.COMMANDS:
        assert commands.answer_of(word) in kinds, word
