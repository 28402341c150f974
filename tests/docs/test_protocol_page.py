"""The page of the protocol contains all tables, and the tables contain everything that boards send."""

import ast
import asyncio
import random
import re
from pathlib import Path

import pytest
import tengen
from tengen import vocabulary
from tengen.games import points, registry
from tengen.laptop import ANSWERS
from tengen.link import commands
from tengen.session import state
from tengen.session.settings import MODES
from tengen_docs.makers.protocol import OF_ANY_LINE, commands_list, may_refuse, refusals
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock


def sections():
    found = re.split(r"^### `(\w+)`\n", commands_list(), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_each_command_has_its_section_with_each_of_its_fields():
    assert list(sections()) == list(commands.COMMANDS)
    for word, text in sections().items():
        assert vocabulary.COMMANDS[word] in text and "None" not in text and "{" not in text, word
        rows = re.findall(r"^\| `(\w+)` \| (needed)? *\| (.+) \| (.+) \|$", text, re.MULTILINE)
        named = [(name, bool(needed)) for name, needed, _, _ in rows]
        assert named == [(name, needed) for name, _, needed in commands.fields(word)], word
        assert all(what == vocabulary.FIELDS[f"{word}.{name}"] and value for name, _, what, value in rows), word


def test_a_section_says_what_the_table_says():
    text = sections()["back"]
    assert "| `count` | needed | the number of moves | a whole number from 1 to 9999 |" in text
    assert "Allowed while nobody probes the board; in a referee or silent game that is under way, only if" in text
    assert "Answered by `done`." in text and "`device.not_allowed`" in text and "`refused.*`" in text
    assert "that is under way and has no result yet, only if" in sections()["new"]
    assert "Allowed always.\nAnswered by `snapshot`, then `done`." in sections()["snapshot"]
    assert "Allowed while the board is probed." in sections()["light"]
    assert "| `sound` |  | true if the buzzer is on | true or false |" in sections()["set"]
    assert "one of p1, p2, arbiter" in sections()["do"]


def test_what_may_refuse_a_command():
    assert refusals("hold") == ["device.asked_again"]
    assert may_refuse("device.no_json", None) and not may_refuse("device.no_matrix", None)
    assert may_refuse("device.no_matrix", "probe") and not may_refuse("device.no_matrix", "hold")
    assert may_refuse("refused.occupied", "do") and not may_refuse("refused.occupied", "hold")
    assert set(OF_ANY_LINE) <= set(vocabulary.CODES)


def said():
    """Return the code of each action and each answer in the firmware."""
    for path in Path(tengen.__file__).parent.rglob("[!v]*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            pairs = zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
            pairs = [node.elts] if isinstance(node, ast.Tuple) and len(node.elts) == 2 else pairs
            for key, its in pairs:
                if isinstance(key, ast.Constant) and key.value == "code":
                    either = (its.body, its.orelse) if isinstance(its, ast.IfExp) else (its,)
                    yield from (each.value for each in either if isinstance(each, ast.Constant))


def test_each_code_that_is_said_has_its_words():
    assert set(said()) == {*vocabulary.DONE, *vocabulary.ANSWERS} and set(ANSWERS) == set(vocabulary.ANSWERS)


def test_each_group_has_its_words_and_each_field_of_a_group_that_is_a_list():
    names = list(state._groups()[::3])
    assert set(names) | {"board", "moves", "record", "device", "fault", "open"} == set(vocabulary.STATE)
    for name, fields in (("asks", state._ASKS), ("hand", state._HAND), ("wiring", state._WIRING)):
        assert tuple(vocabulary.STATE[name][1]) == fields


def strange(line):
    """Return everything in a line that is not in the vocabulary."""
    assert set(line) <= {"seq", "t", "is", "did", "more", "whole", "re", "answer"}
    for group, its in line.get("is", {}).items():
        name = "open" if group.startswith("open_") else group
        known = {*vocabulary.STATE[name][1]}
        if name == "next":
            known |= {field for field, _, _ in commands.fields("set")}
        if name == "record":
            known |= {field for _, fields in vocabulary.DONE.values() if isinstance(fields, dict) for field in fields}
        items = {"moves": lambda its: its[1], "record": lambda its: its[1], "menus": lambda its: its.values()}
        for each in items.get(name, lambda its: [its] if isinstance(its, dict) else [])(its):
            yield from ((group, field) for field in each if field not in known)
    answers = [(vocabulary.ANSWERS, line["answer"])] if "answer" in line else []
    for table, did in [*((vocabulary.DONE, did) for did in line.get("did", ())), *answers]:
        fields = table[did["code"]][1]
        known = vocabulary.STATE[fields][1] if isinstance(fields, str) else fields
        yield from ((did["code"], field) for field in did if field not in ("code", *known))


class Player:
    """A player who does any available action at a virtual board, and knows only the board's lines."""

    def __init__(self, seed):
        self.luck = random.Random(seed)
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock, seed)

    async def play(self, deeds):
        living = asyncio.ensure_future(self.board.live())
        await self.clock.advance(500)
        for _ in range(deeds):
            self.luck.choice((*3 * [self.stone], *2 * [self.press], self.entry, self.ask, self.lift))()
            await self.clock.advance(self.luck.choice((100, 400, 1600)))
            for who in ("p1", "p2", "arbiter"):
                self.board.release(who)
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)

    def stone(self):
        free = [name for name in points.names(range(225), 15) if name not in self.board.state()[0]["stones"]]
        self.board.put(self.luck.choice(free[80:140]))

    def lift(self):
        if self.board.stones:
            self.board.lift(points.name(self.luck.choice(list(self.board.stones)), 15))

    def press(self):
        self.board.press(self.luck.choice(("p1", "p2", "p1", "p2", "arbiter")))

    def entry(self):
        who = self.luck.choice(("p1", "p2", "arbiter"))
        now = [entry for entry, why in self.board.replica.state.groups.get(f"open_{who}", ()) if not why]
        if now:
            self.board.ask({"cmd": "do", "who": who, "entry": self.luck.choice(now)})

    def ask(self):
        game = self.luck.choice([name for name in registry.NAMES if min(registry.sizes(name)) <= 15])
        strict = {"game": game, "opening": self.luck.choice(registry.openings(game)), "mode": self.luck.choice(MODES)}
        self.board.ask(self.luck.choice([
            {"cmd": "set", **strict}, {"cmd": "set", "clock": "10+5", "move": "button"}, {"cmd": "set", "hints": True},
            {"cmd": "new", "wait": True}, {"cmd": "back", "count": 1, "id": 7}, {"cmd": "puzzle"}, {"cmd": "health"},
            {"cmd": "lesson", "number": 3},
            {"cmd": "snapshot", "id": "all"}, {"cmd": "set", "partner": "p2 1"}, {"cmd": "prove", "id": 1},
            {"cmd": "show", "points": ["h8", "a1"], "moves": 0, "best": ["a1"]}, {"cmd": "games"},
            {"cmd": "setup", "board": "X".rjust(113, ".").ljust(225, ".")},
            {"cmd": "stamp", "record": "1", "date": "2026-11-27"},
        ]))  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_each_field_of_each_line_of_random_games_has_its_words(seed):
    player = Player(seed)
    asyncio.run(player.play(150))
    assert {each for line in player.board.lines for each in strange(line)} == set()
