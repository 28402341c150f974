"""Play a game from words and return the board and the result, for `tengen judge --play` and `--game`.

This works for every game of the registry.

The words are played through session/match.py, as at the board, so rules, openings and refusals are the same code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from tengen.games import BLACK, CELL_MARKS, COLOUR_NAMES, EMPTY, WHITE, points, registry
from tengen.games.openings import passes_after, table
from tengen.session.match import Match

from ..i18n import error_text

# the options that every game has; the registry has all other options
SIZE, OPENING, TIEBREAK = "size", "opening", "tiebreak"

_COLOUR_LETTERS = "-BW"
_MARKS = bytes.maketrans(bytes(range(len(CELL_MARKS))), CELL_MARKS.encode())
_POINT = re.compile(r"[A-Za-z]\d+")
_POINTS = {
    size: {points.name(point, size): point for point in range(size * size)}
    for size in {size for name in registry.NAMES for size in registry.sizes(name)}
}


class Refused(ValueError):
    """An illegal move, with its number from 0, and the reason why it is illegal."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number
        self.why = why


def answer_line(line: bytes) -> bytes:
    """Answer a line of `--play`, which is a JSON object, with a JSON object. Never raises an error for wrong input."""
    return json.dumps(_answered(line)).encode()


def _answered(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"no JSON object: {error}"}
    if not isinstance(told, dict):
        return {"error": 'no JSON object: {"game": ..., "options": {...}, "moves": [...]}'}
    moves, options = told.get("moves"), told.get("options", {})
    if not isinstance(moves, list) or not all(isinstance(word, str) for word in moves):
        return {"error": "moves: a list of words is needed"}
    if not isinstance(options, dict):
        return {"error": "options: an object is needed"}
    try:
        match = new_match(told.get("game"), options)
    except ValueError as error:
        return {"error": str(error)}
    try:
        play_all(match, moves)
    except Refused as refused:
        return {"refused": refused.number, "why": refused.why}
    return answer(match)


def new_match(name: Any, options: Mapping[str, Any]) -> Match:
    """Return a match of a game with these options. Raises ValueError for an unknown game, option or value."""
    own = {option: value for option, value in options.items() if option not in (SIZE, OPENING, TIEBREAK)}
    if SIZE in options and (type(options[SIZE]) is not int or options[SIZE] == 0):
        own_size: Any = str(options[SIZE])  # a text is not a size, so it is refused below
    else:
        own_size = options.get(SIZE)
    # in the registry "" and None mean the usual opening; here they are refused
    wanted = {OPENING: options[OPENING] or repr(options[OPENING])} if OPENING in options else {}
    try:
        size, own = registry.checked(name, own_size, own)
        opening = registry.checked_opening(name, wanted.get(OPENING))
    except ValueError as error:
        raise ValueError(error_text(error)) from None
    tiebreak = options.get(TIEBREAK, False)
    if type(tiebreak) is not bool:
        raise ValueError(f"tiebreak can't be {str(tiebreak)[:40]!r}: false, true")

    game = registry.new(
        name,
        size,
        own,
        free_centre=True,
        passes_after=passes_after(opening),
        first_passer_wins_draws=tiebreak,
    )
    return Match(game, table(opening))


def play_all(match: Match, words: Iterable[str]) -> None:
    """Play the words. Raises Refused for the first illegal word."""
    for number, word in enumerate(words):
        try:
            play(match, word)
        except ValueError as error:
            raise Refused(number, error_text(error)) from None


def play(match: Match, word: str) -> None:
    """Do the action of one word (firmware/docs/family.md#for-programs). Raises ValueError if this action is illegal."""
    if match.result:
        raise ValueError("the game is over")
    size = match.game.size
    point = _POINTS[size].get(word)
    what, colon, rest = word.partition(":")
    if point is not None:
        _put(match, point)
    elif word == "--":
        match.pass_()
    elif what == "offer":
        match.offer([points.index(each, size) for each in rest.split(",")])
    elif what == "keep":
        match.keep(points.index(rest, size))
    elif colon:
        _put(match, points.index(rest, size), what)
    elif match.expects.do == "choose":
        match.choose(word)
    elif _POINT.fullmatch(word):
        _put(match, points.index(word, size))
    else:
        raise ValueError(f"{word[:40]!r} is not a move here")


def _put(match: Match, point: int, kind: str = "own") -> None:
    expects = match.expects
    if expects.do == "choose":  # here a choice needs a word; at the board a stone would imply "no swap"
        raise ValueError(f"{expects.who} must decide first: {' or '.join(expects.options)}")
    match.stone(point, kind)


def answer(match: Match) -> dict[str, Any]:
    """Return the state of a match: board, captures, turn, seats, result (firmware/docs/family.md#for-programs)."""
    game, seats, result = match.game, match.players, match.result
    return {
        "cells": "".join(board_rows(match)),
        "captures": {"B": game.captured[BLACK], "W": game.captured[WHITE]},
        "turn": _COLOUR_LETTERS[game.turn],
        "left": game.wanted(),
        "seats": {"B": seats[BLACK], "W": seats[WHITE]},
        "result": result
        and [_COLOUR_LETTERS[result.winner], result.reason, points.names(sorted(result.points), game.size)],
    }


def board_rows(match: Match) -> list[str]:
    """Return the stones, without tentative fifths, as a text for each row, the highest row first."""
    size = match.game.size
    marks = bytes(match.game.cells).translate(_MARKS).decode()
    return [marks[at : at + size] for at in range(size * (size - 1), -1, -size)]


def read_options(texts: Iterable[str]) -> dict[str, Any]:
    """Return the options from texts like `keryo`, `poof=true`, `size=19`, `opening=swap-2`."""
    found: dict[str, Any] = {}
    for text in texts:
        option, given, value = text.partition("=")
        if not given or value in ("true", "false"):
            found[option] = value != "false"
        else:
            found[option] = int(value) if option == SIZE and value.isdecimal() else value
    return found


def read_words(text: str) -> list[str]:
    """Return the words of a text.

    Blanks or commas separate the words. Points may also be written without separators, like `h8i9--`.
    """
    words: list[str] = []
    for word in re.sub(r"\bno\s+swap\b", "no_swap", text).split():
        run = re.fullmatch(r"(?:[A-Za-z]\d+|--)+", word)
        words += re.findall(r"[A-Za-z]\d+|--", word.lower()) if run else [word.replace("no_swap", "no swap")]
    return words


def in_words(match: Match) -> str:
    """Return the board with coordinates, captures, and the result or the next player, for a person."""
    game = match.game
    letters = "    " + " ".join(points.LETTERS[: game.size].upper())
    said = [letters]
    for number, row in zip(range(game.size, 0, -1), board_rows(match), strict=True):
        said.append(f"{number:2}  {' '.join(row)}  {number:2}")
    said += [letters, ""]
    if game.goal or game.counts_removed:
        counts = (f"{COLOUR_NAMES[colour].capitalize()} {game.captured[colour]}" for colour in (BLACK, WHITE))
        that_win = f", of {game.goal} that win" if game.goal else ""
        said.append(f"Captured stones{that_win}: {', '.join(counts)}.")
    if game.standing:
        line = " ".join(points.names(sorted(game.standing), game.size)).upper()
        said.append(f"A line stands, and wins unless the reply breaks it: {line}.")
    said.append(_next_in_words(match))
    return "\n".join(said)


def _next_in_words(match: Match) -> str:
    game, expects, result = match.game, match.expects, match.result
    if result:
        where = " ".join(points.names(sorted(result.points), game.size)).upper()
        who = "a draw" if result.winner == EMPTY else f"{COLOUR_NAMES[result.winner].capitalize()} wins"
        return f"The game is over: {who}, {result.reason}{where and ' ' + where}."
    if expects.do == "choose":
        return f"{_player(expects.who)} decides: {', '.join(expects.options)}."
    if expects.do == "offer":
        return f"{_player(expects.who)} offers {expects.count} tentative fifths."
    if expects.do == "keep":
        return f"{_player(expects.who)} keeps one of {' '.join(points.names(match.offers, game.size)).upper()}."
    stones = f", {game.wanted()} stones" if game.wanted() > 1 else ""
    return f"{COLOUR_NAMES[game.turn].capitalize()} ({_player(expects.who).lower()}) to play{stones}."


def _player(seat: str | None) -> str:
    return "Player 1" if seat == "p1" else "Player 2"
