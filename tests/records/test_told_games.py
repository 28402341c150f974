"""Test games from the lines of a board. Each game must equal the game in the board's journal."""

import contextlib
import random
from dataclasses import replace

import pytest
from branches import paths
from records.test_from_journal import do_something, parts, play
from table import board
from telling_lines import Telling
from tengen.games import registry
from tengen.games.openings import table
from tengen_host.records import from_journal
from tengen_host.records.record import RecordError
from tengen_host.records.sgf import games as sgf
from tengen_relay.records import BoardGames


def taught(lines):
    teller = BoardGames("tartu.one")
    for at, line in enumerate(lines):
        teller.line(line, at)
    return teller.records()


@pytest.mark.parametrize("seed", range(6))
def test_a_game_from_its_lines_is_that_of_the_journal(seed):
    luck = random.Random(seed)
    opening, mode = luck.choice(registry.openings("renju")), luck.choice(("casual", "referee", "silent"))
    at_table = Telling(opening=opening, mode=mode, move="button", clock=luck.choice(("none", "10+5", "5/10x3")))
    at_table.wait(20)
    play(at_table, luck.choice(list(paths(table(opening)))), luck)
    for _ in range(luck.randrange(5, 60)):
        if at_table.session.match.result:
            break
        do_something(at_table, luck)
    journal = from_journal.of(at_table.keeper.archive.present, parts(at_table))
    (record,) = taught(at_table.lines)
    assert record.id.startswith("event-")
    assert replace(record, id="") == journal
    assert sgf.read(sgf.write([record])) == [record]


STAMP = {"id": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}
FIVE = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")
NAMES = {"p1": "Anna", "p2": "Bo", "event": "Spring Open", "round": "3", "table": "2"}


def playing(*points, **settings):
    """Return a table where these moves were made."""
    return Telling(**{"opening": "free centre", "move": "button", **settings}).wait(20).play_by_button(*points)


def again(lines):
    """Return the same lines with the numbers of a later game; the board was not switched off between the games."""
    later = []
    for line in lines:
        its = {**line, "seq": line["seq"] + 1000, "t": line["t"] + 20_000, "did": []}
        if "game" in line.get("is", {}):
            its["is"] = {"game": {**line["is"]["game"], "number": 7}}
        later.append(its)
    return later


def test_several_games_have_the_names_that_were_given_to_each():
    lines = playing(*FIVE).lines
    stamped = [dict(line, **{"is": {"game": {**line["is"]["game"], "stamp": STAMP}}}) if "game" in line.get("is", {})
               else line for line in lines]  # fmt: skip
    teller = BoardGames("tartu.one")
    teller.names(NAMES)
    for line in stamped:
        teller.line(line)
    teller.names({**NAMES, "p1": "Carl", "round": "4"})  # these names are for the next game, because this game is over
    for line in again(lines)[:-30]:
        teller.line(line)
    teller.names(dict.fromkeys(NAMES, ""))  # the laptop was restarted, and has no names yet
    first, second = teller.records()
    assert (first.black, first.white, first.round, first.id) == ("Anna", "Bo", "3", STAMP["id"])
    assert first.moves == FIVE and (first.over, first.winner, first.reason) == (True, "black", "five")
    assert (second.black, second.white, second.round, second.over) == ("Carl", "Bo", "4", False)
    assert second.moves == FIVE[: len(second.moves)] and second.moves, "it was cut off"


@pytest.mark.parametrize("cut", [5, 40, 90])
def test_what_is_told_once_more_counts_once(cut):
    lines = playing(*FIVE).lines
    whole = taught(lines)
    teller = BoardGames("tartu.one")
    for line in [*lines[:cut], *lines, *lines]:
        teller.line(line)
    assert [replace(its, id="") for its in teller.records()] == [replace(its, id="") for its in whole]


@pytest.mark.parametrize("stamp", [STAMP, None])
def test_a_laptop_that_comes_back_goes_on_with_the_game_that_it_finds(stamp):
    at_table = playing(*FIVE[:4], clock="10+5")
    at_table.session.stamp = stamp
    at_table.tell()
    before = list(at_table.lines)
    at_table.play_by_button(*FIVE[4:6])
    later = at_table.whole()
    at_table.lines.clear()
    at_table.play_by_button(*FIVE[6:])
    (record,) = taught([*before, *later, *at_table.lines])
    assert (record.moves, record.over) == (FIVE, True) and record.id == (stamp or {}).get("id", record.id)
    assert [pair is None for pair in record.clocks] == [False] * 4 + [True] * 2 + [False] * 3, "nobody heard those"


def test_a_game_with_its_stamp_is_the_same_whatever_was_done_while_the_laptop_was_away():
    at_table = playing(*FIVE[:4])
    at_table.session.stamp = STAMP
    at_table.tell()
    before = list(at_table.lines)
    at_table.back(2).wait(20).lift("i8", "c1").wait(50)
    (record,) = taught([*before, *at_table.whole()])
    assert record.moves == FIVE[:2] and [note.kind for note in record.notes] == ["taken_back"]
    at_table.session.stamp = {**STAMP, "id": "another"}
    assert len(taught([*before, *at_table.whole()])) == 2


def test_a_board_that_was_switched_off_goes_on_with_its_game_or_begins_another():
    at_table = playing(*FIVE[:4])
    assert at_table.restart()
    at_table.press("p1").play_by_button(*FIVE[4:])
    (record,) = taught(at_table.lines)
    assert (record.moves, record.over) == (FIVE, True)
    lines = playing(*FIVE[:6]).lines
    first, second = taught([*lines, *playing(*FIVE[:6]).lines])  # the same game again, after the board was switched off
    assert first.moves == second.moves == FIVE[:6] and first.id != second.id


def test_a_position_that_was_set_up_is_in_the_record_with_the_colour_that_begins():
    at_table = Telling(move="button").wait(20)
    at_table.set_up(board("h8", "h9"), "white", True)
    at_table.put("h8", "h9").wait(50).play_by_button("i9", "j9")
    journal = from_journal.of(at_table.keeper.archive.present, parts(at_table))
    (record,) = taught(at_table.lines)
    assert record.setup == (("h8",), ("h9",)) and record.first == "white" and record.rule == ""
    assert replace(record, id="") == journal


def strange(luck):
    """Generate a line of a hostile board, with any values in the groups from which records are made."""
    odd = [7, "x", None, [], {}, [[]], {"id": 5}, ["h8"], "<b>\ud800", {"black": ["z99"]}, -1, [0, [{}]], [0, 5]]
    groups = {}
    for name in luck.sample(("game", "moves", "record", "result", "clock"), 2):
        groups[name] = luck.choice(odd)
        if luck.random() < 0.7:
            its = {each: luck.choice(odd) for each in luck.sample(_FIELDS[name], min(4, len(_FIELDS[name])))}
            groups[name] = [luck.choice((0, 1, -1)), [its]] if name in ("moves", "record") else its
    return {"seq": luck.randrange(9), "t": 0, "is": groups, **luck.choice(({}, {"whole": 1}, {"more": True}))}


_FIELDS = {
    "game": ("number", "name", "size", "players", "settings", "setup", "begins", "stamp", "first", "torus"),
    "moves": ("point", "colour", "changes", "who"),
    "record": ("code", "n", "who"),
    "result": ("winner", "reason", "line"),
    "clock": ("p1", "p2"),
}


@pytest.mark.parametrize("seed", range(300))
def test_nothing_that_a_hostile_board_tells_is_more_than_a_strange_record(seed):
    luck = random.Random(seed)
    lines = playing(*FIVE).lines if seed % 10 == 0 else []
    lines += [strange(luck) for _ in range(12)]
    luck.shuffle(lines)
    told = []
    teller = BoardGames("tartu.one")
    for at, line in enumerate(lines):
        teller.line(line, at)
    for record in teller.records(told.append):
        with contextlib.suppress(RecordError):
            assert sgf.read(sgf.write([record])) == [record]
    assert all(words.endswith("and is left out") for words in told)
