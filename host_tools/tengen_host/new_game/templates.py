"""The texts of a new game's parts. TODO marks what a person must still write; tests/house/test_new_game.py names it."""

from __future__ import annotations

from tengen.games import registry

from .names import New

MARK = "TODO"

# by line: the key of a sentence, and of a caption, that all languages have already
_GOALS = {4: "goal four", 5: "goal five or more", 6: "goal six"}
_CAPTIONS = {4: "four wins", 5: "five wins", 6: "six in a row"}

_MODULE = '''\
"""{title}: {word} in a row win. Source: firmware/docs/games/{module}.md."""

from .game import Game


class {class_name}(Game):
    """TODO: the rules in one sentence."""

    # The parameters of a game and their defaults are in the classes Game (game.py) and Turns (turns.py). Set only those
    # that differ, for example may_pass, first, overline or goal. Where the row of GAMES (family.py) says the same, like
    # "passes", change both.
    name = "{name}"
    line = {line}

    # A rule of its own is a method that replaces one of Game, from its section "Methods that games override":
    # - _forbidden() says why a stone is refused; then also set `refuses`.
    # - _changes() returns what a move changes: its own stone, and the captured or moved stones.
    # - _fault() names the foul by which a move loses.


new = {class_name}
'''

_PAGE = """\
# {title}

TODO: the rules, and their source.

<!-- made: family.notes -->
<!-- /made -->

<!-- made: family.picture {name} {first} -->
<!-- /made -->

| id | game | before | moves | outcome |
|---|---|---|---|---|
{rows}
"""


def module(new: New) -> str:
    """Return the game's module."""
    return _filled(_MODULE, new)


def row(new: New) -> str:
    """Return the row of GAMES."""
    sign = registry.sign_of(new.word) or "THR EE"
    return (
        f'    ("{new.name}", "{new.title}", "{new.module}", "{new.sign}", ({new.size},), "black", "passes silent",\n'
        f'     ("free",), (("{new.word}", "{sign}"),), ()),\n'
    )


def page(new: New, first: int) -> str:
    """Return the page, with examples that tests play. `first`: the number of the first example."""
    rows = [*_examples(new, first), (_id(new, first + 2), new.name, "-", "a1 -- --", "draw two passes")]
    lines = "\n".join(f"| {' | '.join(columns)} |" for columns in rows)
    return _filled(_PAGE, new).replace("{first}", _id(new, first)).replace("{rows}", lines)


def examples(new: New, first: int) -> str:
    """Return the lines of rules/examples.txt, the first examples of the page with captions."""
    captions = (_caption(new), f"{new.name} continues")
    rows = [(*columns, caption) for columns, caption in zip(_examples(new, first), captions, strict=True)]
    return "".join(" | ".join(columns) + "\n" for columns in rows)


def sentences(new: New) -> str:
    """Return the row of rules/pages.py: the keys of the game's sentences."""
    return f'    "{new.name}": ("{_goal(new)}", *_BEGIN_BLACK, *_PASSES),\n'


def page_words(new: New, language: str) -> dict[str, str]:
    """Return the new texts of the page, by their keys."""
    mark = "" if language == "en" else f"{MARK}: "
    return {
        f"game.{new.name}": mark + new.title,
        f"choice.{new.name}": f"{MARK}: {new.word.capitalize()} stones in a row win",
    }


def rules_words(new: New) -> dict[str, str]:
    """Return the new texts of the rules, by their keys; some games need fewer, because other games have them too."""
    line = f"{MARK}: {new.word.capitalize()}"
    return {
        f"one.{new.name}": f"{line} stones in a row win.",
        _goal(new): f"{line} or more of your stones in an unbroken line win: across, upwards or diagonally.",
        f"picture.{_caption(new)}": f"{line} in a row win.",
        f"picture.{new.name} continues": f"{MARK}: What this picture shows.",
    }


def link(new: New) -> str:
    """Return the line of zensical.toml, the navigation of the documents' site."""
    return f'    {{ "{new.title}" = "firmware/docs/games/{new.module}.md" }},\n'


def _examples(new: New, first: int) -> list[tuple[str, ...]]:
    stones = [f"{letter}1" for letter in "abcdefg"[: new.line]]
    before = f"B {' '.join(stones[:-1])}, turn B"
    return [
        (_id(new, first), new.name, before, stones[-1], f"B wins {new.word}"),
        (_id(new, first + 1), new.name, before, "a2", "on, turn W"),
    ]


def _id(new: New, number: int) -> str:
    return f"{new.name[0].upper()}{number}"


def _goal(new: New) -> str:
    return _GOALS.get(new.line, f"goal {new.word}")


def _caption(new: New) -> str:
    return _CAPTIONS.get(new.line, f"{new.word} in a row")


def _filled(text: str, new: New) -> str:
    for word in ("title", "word", "module", "class_name", "name", "line"):
        text = text.replace(f"{{{word}}}", str(getattr(new, word)))
    return text
