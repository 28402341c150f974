"""Games from what a board has told: each is the one that its own journal has."""

import json
import random
from dataclasses import replace

import pytest
from branches import paths
from records.test_kept import do_something, parts, play
from table import Table
from tengen.games import registry
from tengen.games.openings import table
from tengen_host.records import kept, sgf
from tengen_host.records.told import Teller


def started(at_table):
    """The beginning that a laptop hears when it comes: a snapshot of the board."""
    snapshot = json.loads(json.dumps(at_table.snapshot()))
    return {**snapshot, "played": snapshot["settings"], "seq": 0, "t": 0}


def told(heard, first=1):
    """Events as they are on the link, with their numbers and times."""
    return [{**json.loads(json.dumps(event)), "seq": at, "t": 20 * at} for at, event in enumerate(heard, first)]


def taught(events):
    teller = Teller("tartu.one")
    for at, event in enumerate(events):
        teller.event(event, at)
    return teller.records()


@pytest.mark.parametrize("seed", range(6))
def test_a_game_from_its_events_is_that_of_the_journal(seed):
    luck = random.Random(seed)
    opening, mode = luck.choice(registry.openings("renju")), luck.choice(("casual", "referee", "silent"))
    at_table = Table(opening=opening, mode=mode, move="button", clock=luck.choice(("none", "10+5")))
    first = started(at_table)
    at_table.heard.clear()
    at_table.wait(20)
    play(at_table, luck.choice(list(paths(table(opening)))), luck)
    for _ in range(luck.randrange(5, 60)):
        if at_table.session.match.result:
            break
        do_something(at_table, luck)
    journal = kept.of(at_table.keeper.archive.present, parts(at_table))
    (record,) = taught([first, *told(at_table.heard)])
    assert record.id.startswith("told-")
    assert replace(record, id="") == journal
    assert sgf.read(sgf.write([record])) == [record]


STAMP = {"id": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}
FIVE = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")
NAMES = {"p1": "Anna", "p2": "Bo", "event": "Spring Open", "round": "3", "table": "2"}


def played(*points, opening="free centre"):
    """What a board tells of these moves, from its first snapshot on."""
    at_table = Table(opening=opening, move="button")
    first = started(at_table)
    at_table.heard.clear()
    at_table.wait(20).play_by_button(*points)
    return [first, *told(at_table.heard)]


def later(events, by=1000):
    """The same events, as of a later game of the board."""
    return [{**event, "seq": event["seq"] + by, "t": event["t"] + by * 20} for event in events]


def new_game(events):
    return {**events[0], "event": "new_game", "settings": events[0]["played"]}


def test_several_games_have_the_names_that_were_given_to_each():
    game = played(*FIVE)
    teller = Teller("tartu.one")
    teller.details(NAMES)
    for event in [game[0], {**STAMP, "event": "stamped", "seq": 1, "t": 1}, *later(game[1:])]:
        teller.event(event)
    teller.details({**NAMES, "p1": "Carl", "round": "4"})  # for the next game: this one is over
    again = later(game, 2000)
    for event in [new_game(again), *again[1:20]]:
        teller.event(event)
    teller.details(dict.fromkeys(NAMES, ""))  # the laptop was started anew, and has no names yet
    first, second = teller.records()
    assert (first.black, first.white, first.round, first.id) == ("Anna", "Bo", "3", STAMP["id"])
    assert first.moves == FIVE and (first.over, first.winner, first.reason) == (True, "black", "five")
    assert (second.black, second.white, second.round, second.over) == ("Carl", "Bo", "4", False)
    assert second.moves == FIVE[: len(second.moves)] and second.moves, "it was cut off"


@pytest.mark.parametrize("cut", [5, 12, 20])
def test_what_is_told_once_more_counts_once(cut):
    game = played(*FIVE)
    whole = taught(game)
    assert taught([*game[:cut], *game]) == taught([*game, *game]) == whole
    # a laptop that comes back begins with a snapshot of its own
    at_table = Table(move="button").play_by_button(*FIVE[:4])
    at_table.session.stamp = STAMP
    middle = started(at_table)
    at_table.heard.clear()
    at_table.play_by_button(*FIVE[4:])
    (record,) = taught([*game[:cut], {**middle, "seq": 500}, *told(at_table.heard, 501)])
    assert (record.moves, record.id, record.over) == (FIVE, STAMP["id"], True)


def test_a_board_that_is_switched_on_again_and_tells_the_same_at_first_plays_another_game():
    game = played(*FIVE[:6])
    begun = {**new_game(game), "event": "started"}
    other = [{**event, "t": event["t"] + 7} for event in played("h8", "i9")[1:]]
    first, second = taught([begun, *game[1:], begun, *other])
    assert (first.moves, second.moves) == (FIVE[:6], ("h8", "i9")) and first.id != second.id


def test_nothing_that_a_hostile_board_tells_is_more_than_a_strange_record():
    rubbish = [
        {"event": "snapshot"}, {"event": "started", "settings": 7, "size": "x", "stamp": []}, {"event": "move"},
        {"event": "new_game", "settings": {"options": [1], "opening": ["<b>"]}, "stamp": {"id": [], "date": 7}},
        {"event": "move", "point": "h8", "colour": "black", "players": {"black": []}}, {"event": "clock", "p1": "x"},
        {"event": "taken_back", "moves": 7}, {"event": "snapshot", "setup": 5, "board": "." * 225},
        {"event": "result", "winner": "<b>", "reason": "\ud800\x1b", "line": ["h8"]},
    ]  # fmt: skip
    for record in taught([{**event, "seq": at} for at, event in enumerate(rubbish)]):
        assert sgf.read(sgf.write([record]))
