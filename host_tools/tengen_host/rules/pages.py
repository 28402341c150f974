"""Make the page of rules of a game, as lines of text or as a picture to print, and the list of all games.

This module chooses the sentences and pictures of a page. Openings, options and sizes come from the registry.

The facts in the sentences are from firmware/docs/rules.md, openings.md, family.md and games/*.md.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from tengen.games import BLACK, registry

from .. import game_names
from ..i18n import error_text
from . import drawing
from .examples import Example, Shown, all_examples, shown
from .texts import texts, titles
from .wrapping import wrap

# The keys of texts/*.json in the order of the page: goal, beginning, turn, special rules, passes and end.
_BEGIN_BLACK = ("black begins", "one a turn")
_BEGIN_WHITE = ("white begins", "one a turn")
_BEGIN_CENTRE = ("black on the centre", "one a turn")
_PASSES = ("passes", "tie-breaker", "full board")
_NO_PASS = ("no passes", "full board")
_CAPTURES = ("capture", "capture is no choice", "walking in", "lift captured")
_THREES = ("three", "five never forbidden")
_SENTENCES: dict[str, tuple[str, ...]] = {
    "renju": ("goal renju", *_BEGIN_CENTRE, "fouls", "four", "three", "double-three real", "five before foul",
              "four-three", "white free", "silent", *_PASSES),
    "five": ("goal five or more", *_BEGIN_BLACK, "nothing forbidden", *_PASSES),
    "gomoku": ("goal exactly five", *_BEGIN_BLACK, "each line by itself", "threes and fours free", *_PASSES),
    "sapronov": ("goal exactly five", *_BEGIN_BLACK, "each line by itself", "threes and fours free", "offers lie",
                 *_PASSES),
    "renju-1899": ("goal five or more", *_BEGIN_CENTRE, "double-three refused both", "four excuses it",
                   "double-fours free", *_THREES, *_PASSES),
    "renju-1903": ("goal five or more", *_BEGIN_CENTRE, "double-three refused black", "four excuses it",
                   "double-fours free", *_THREES, *_PASSES),
    "renju-1912": ("goal five or more", *_BEGIN_CENTRE, "double-three loses black", "even in defence",
                   "four excuses it", "double-fours free", *_THREES, *_PASSES),
    "renju-1916": ("goal renju", *_BEGIN_CENTRE, "double-three loses black", "even in defence", "four excuses it",
                   "overline loses black", "double-fours free", *_THREES, *_PASSES),
    "renju-1918": ("goal renju", *_BEGIN_CENTRE, "double-three loses black", "even in defence",
                   "four excuses it no more", "overline loses black", "double-fours free", *_THREES, *_PASSES),
    "early-renju": ("goal renju", "1918 on the big board", *_BEGIN_CENTRE, "double-three loses black",
                    "four excuses it no more", "overline loses black", "double-fours free", *_THREES, *_PASSES),
    "pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, *_NO_PASS),
    "ninuki": ("goal ninuki", *_BEGIN_CENTRE, *_CAPTURES, "line must outlive", "ninuki double-three",
               "ninuki allowed", "ninuki six cut", *_NO_PASS),
    "anti-renju": ("goal five or more", *_BEGIN_BLACK, "open four", "open four not", "five beats open four", *_PASSES),
    "anti-pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, "open four", "open four not", "open four weighed",
                   *_NO_PASS),
    "common-centre": ("goal five or more", "centre is common", "one a turn", "centre counts", "centre needs a stone",
                      *_PASSES),
    "bomb-renju": ("goal five or more", *_BEGIN_BLACK, "bomb", "bomb blast", "bomb stays", "no bomb in openings",
                   "bomb by menu", *_PASSES),
    "bomb-pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, "bomb", "bomb blast", "bomb captures none",
                   "bomb stays", "no bomb in openings", "bomb by menu", *_NO_PASS),
    "repensi": ("goal five or more", *_BEGIN_BLACK, "turning", "turning no chain", "turning any five", "walking in",
                "turn by hand", *_PASSES),
    "neutral-pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, "neutral", "neutral blocks",
                      "no neutral in openings", "neutral by menu", *_NO_PASS),
    "connect6": ("goal six", "black begins", "two a turn", "first of two wins", "whole passes", *_PASSES),
    "four": ("goal four", *_BEGIN_BLACK, "stones rest", "stones rest no slide", *_NO_PASS),
    "irensei": ("goal irensei black", "irensei eight", "goal irensei white", *_BEGIN_BLACK, "go capture rule",
                "suicide", "ko rule", *_PASSES),
}  # fmt: skip


def sentences(game: str) -> tuple[str, ...]:
    """Return the keys of a game's sentences. Raises ValueError if there is no such game."""
    _known(game)
    return _SENTENCES.get(game) or _usual(game)


def _usual(game: str) -> tuple[str, ...]:
    """Return what the registry knows about a game that has no row of sentences yet."""
    beginning = _BEGIN_BLACK if registry.first(game) == BLACK else _BEGIN_WHITE
    return (*beginning, *(_PASSES if registry.passes(game) else _NO_PASS))


def pictures(game: str) -> list[tuple[Example, Shown]]:
    """Return the examples of a game's page, played. Raises ValueError if there is no such game."""
    return [(example, its) for example, its in _played(game) if isinstance(its, Shown)]


def missing(game: str) -> list[str]:
    """Return a sentence for each part that the page of a new game lacks. Raises ValueError as sentences() does."""
    examples = _played(game)
    found = [f"(example {its.id} in rules/examples.txt fails: {why})" for its, why in examples if isinstance(why, str)]
    if not examples:
        found.append("(the examples are missing in rules/examples.txt)")
    if game not in _SENTENCES:
        found.append("(the sentences are missing in rules/pages.py)")
    return found


@functools.cache
def _played(game: str) -> list[tuple[Example, Shown | str]]:
    """Return a game's examples, each with its result, or with the reason why it can't be played."""
    _known(game)
    found: list[tuple[Example, Shown | str]] = []
    for example in all_examples():
        if example.name == game:
            try:
                found.append((example, shown(example)))
            except Exception as error:  # a game that somebody is writing can have any mistake
                found.append((example, f"{type(error).__name__}: {error_text(error)}"))
    return found


def _known(game: str) -> None:
    if game not in registry.NAMES:
        there_are = f"there are {', '.join(registry.NAMES)}{game_names.question(game)}"
        raise ValueError(f"there are no rules of {game[:40]!r}: {there_are}")


def _title(game: str, language: str) -> str:
    return titles(language).get(f"game.{game}", registry.title(game))


def listed(language: str) -> Iterator[str]:
    """Yield a line for each game: its name, title and a sentence."""
    words, title_of = texts(language), {name: _title(name, language) for name in registry.NAMES}
    names = max(map(len, registry.NAMES))
    widest = max(map(cell_len, title_of.values()))
    for name in registry.NAMES:
        yield f"{name:{names}}  {set_cell_size(title_of[name], widest)}  {words[f'one.{name}']}"


def text(name: str, language: str, columns: int) -> Iterator[str]:
    """Yield the page's lines, with at most `columns` columns. Raises ValueError if there is no such game."""
    words, lines = texts(language), said(name, language)
    yield _title(name, language)
    yield from wrap(words[f"one.{name}"], columns)
    yield ""
    for sentence in lines:
        yield from wrap(sentence, columns, "- ", "  ")
    options = tuple(option for option, _, _ in registry.options(name))
    for heading, rows in (("openings", registry.openings(name)), ("options", options)):
        if not rows:
            continue
        yield ""
        yield words[heading] + ":"
        for each in rows:
            yield from wrap(f"{each}: {words[f'{heading[:-1]}.{each}']}", columns, "  ", "    ")
    for example, its in pictures(name):
        result = drawing.text(its)
        yield ""
        yield from result
        yield from wrap(words[f"picture.{example.caption}"], columns)
        board = "\n".join(result[1:])
        meant = [f"{mark} {words[f'mark.{word}']}" for mark, word, used in drawing.LEGEND if used(board)]
        yield from wrap("; ".join(meant), columns, "  ", "  ")


def said(name: str, language: str) -> list[str]:
    """Return a page's sentences, the board sizes and the missing parts last. Raises ValueError as sentences() does."""
    words, keys = texts(language), sentences(name)
    sizes = ", ".join(f"{size}x{size}" for size in registry.sizes(name))
    return [*(words[key] for key in keys), words["boards"].replace("{sizes}", sizes), *missing(name)]


def sheet(name: str, language: str) -> str:
    """Return the page as an SVG document. Raises ValueError if there is no such game."""
    words = texts(language)
    drawn = [(its, words[f"picture.{example.caption}"]) for example, its in pictures(name)]
    return drawing.sheet(_title(name, language), said(name, language), drawn, language)
