"""Test two openings on the emulated Pico, from reed and button to light. Only the settings are sent over the link."""

import json

import ledger
import pytest
from portable import lit
from tengen.lights import colours
from test_game import LIGHT_MS, PRESS_MS, SETTLE_MS, answer, button, events, groups, told

HOLD_MS = 1100
SETTINGS_MS = 1000  # the time in which the board writes the settings to the flash, and creates the files of a new game


def set_game(bench, **settings):
    done = told(bench, "settings", SETTINGS_MS)
    bench.board.send(json.dumps({"cmd": "set", **settings}).encode() + b"\n")
    done()


def stone(bench, who, point):
    """Put a stone and make it a move with a player's button."""
    bench.board.put(point)
    bench.do(bench.board.advance(SETTLE_MS))
    answer(bench, who, "move")


def take(bench, who, entry):
    """Choose an entry of the player's menu with the button, when the menu has opened."""
    board = bench.board
    bench.do(board.until(lambda: who in groups(board)["menus"], PRESS_MS))
    menu = groups(board)["menus"][who]
    assert menu["entries"] and menu["at"] == 0
    for _ in range(menu["entries"].index(entry)):
        button(bench, who)
    assert answer(bench, who, "chosen", HOLD_MS)["option"] == entry


def clear(bench, points):
    """Remove all stones, let the arbiter begin a new game, and restore the settings."""
    board, do = bench.board, bench.do
    for point in points:
        board.lift(point)
    do(board.advance(80))
    answer(bench, "arbiter", "new_game")
    set_game(bench, opening="free centre", mode="casual")


def expects(bench, *wanted):
    """Wait until the board expects this action by this player, with these colours."""

    def is_expected():
        asks, game = groups(bench.board)["asks"], groups(bench.board)["game"]
        return (asks["do"], asks.get("who"), game["players"])[: len(wanted)] == wanted

    bench.do(bench.board.until(is_expected, PRESS_MS))


def shown(bench, lights):
    bench.do(bench.board.until(lambda: lit(bench.board.frame) == lights, 3 * LIGHT_MS))


@pytest.mark.proof
def test_soosyrv_8_with_two_fifths_and_a_swap(bench):
    """Soosyrv-8 with two fifths and a swap on the emulated Pico."""
    board, do = bench.board, bench.do
    began = board.now_ms()
    set_game(bench, opening="soosyrv-8", mode="referee")
    for point in ("h8", "h9", "i9"):
        stone(bench, "p1", point)
    do(board.until(lambda: "opening" in groups(board)["game"], PRESS_MS))
    named = groups(board)["game"]["opening"]
    assert (named["code"], named["name"], named["kanji"]) == ("D4", "Kagetsu", "花月")
    expects(bench, "choose", "p2")
    stone(bench, "p2", "a1")  # White declines the swap by putting the stone
    take(bench, "p2", "2")
    expects(bench, "choose", "p1", {"black": "p1", "white": "p2"})
    take(bench, "p1", "swap")
    expects(bench, "offer", "p2", {"black": "p2", "white": "p1"})

    for point in ("b2", "d3"):
        board.put(point)
        do(board.advance(SETTLE_MS))
    shown(bench, {"a1": colours.LAST, "b2": colours.OFFER, "d3": colours.OFFER})
    answer(bench, "p2", "offered")
    board.put("o15")  # White puts the next stone before removing the other offer
    board.lift("b2")
    do(board.advance(2 * SETTLE_MS))
    answer(bench, "p1", "kept")
    assert [event["point"] for event in events(board, "move")[-6:]] == ["h8", "h9", "i9", "a1", "d3", "o15"]
    expects(bench, "stone", "p2", {"black": "p2", "white": "p1"})
    ledger.note(f"emulated Pico: an opening of six stones took {board.now_ms() - began} ms of the board's time")
    clear(bench, ("h8", "h9", "i9", "a1", "d3", "o15"))


def test_swap_2_with_two_stones_added_and_black_taken(bench):
    set_game(bench, opening="swap-2", mode="referee")
    for point in ("h8", "c3", "m13"):
        stone(bench, "p1", point)
    take(bench, "p2", "add")
    for point in ("d4", "k9"):
        stone(bench, "p2", point)
    take(bench, "p1", "black")
    expects(bench, "stone", "p2", {"black": "p1", "white": "p2"})
    stone(bench, "p2", "j10")
    assert events(bench.board, "move")[-1]["colour"] == "white"
    expects(bench, "stone", "p1", {"black": "p1", "white": "p2"})
    clear(bench, ("h8", "c3", "m13", "d4", "k9", "j10"))
