"""The list of games, from the registry and the pages of rules."""

from __future__ import annotations

from tengen.games import registry
from tengen_host.records.words import OPENINGS
from tengen_host.rules import drawing
from tengen_host.rules.examples import all_examples, shown
from tengen_host.rules.texts import texts

from ..pages import anchor

_FOLDER = "firmware/docs/pictures/games"
_WIDTH = 160  # the width of a picture on the page

# where the rules of games are that share a page: the page in the folder of pages, and a heading of that page
_SHARED = {
    "renju": "rules.md", "five": "games/five.md#free", "gomoku": "games/five.md#gomoku",
    "sapronov": "games/five.md#sapronov",
    "anti-renju": "games/variations.md#anti", "anti-pente": "games/variations.md#anti",
    "common-centre": "games/variations.md#common-centre", "bomb-renju": "games/variations.md#bomb",
    "bomb-pente": "games/variations.md#bomb", "repensi": "games/variations.md#repensi",
    "neutral-pente": "games/variations.md#neutral",
    **dict.fromkeys(registry.family("old renju"), "games/old_renju.md"),
}  # fmt: skip

# by game: the example with the best picture; the other games use their first example
_TELLING = {"five": "F2", "common-centre": "C6", "sapronov": "sapronov-offer", "ninuki": "N6",
            "connect6": "six-turns", "early-renju": "early-33",
            "bomb-pente": "M6", "anti-pente": "A8", "irensei": "I9"}  # fmt: skip


def page(game: str) -> str:
    """Return the page that has a game's rules: a page of its own, if it shares no page."""
    return _SHARED.get(game) or f"games/{game.replace('-', '_')}.md"


def _example(game: str) -> tuple[str, str]:
    """Return a game's picture, and the sentence below it. Raises ValueError if the game has no example."""
    examples = [each for each in all_examples() if each.name == game]
    if not examples:
        raise ValueError(f"{game} has no example in host_tools/tengen_host/rules/examples.txt: write two to four")
    example = next((each for each in examples if each.id == _TELLING.get(game)), examples[0])
    return drawing.picture(shown(example)), texts("en")[f"picture.{example.caption}"]


def games() -> str:
    """Return a paragraph for each game: its picture, a sentence, sizes, openings, options, and a link to its rules."""
    words, found = texts("en"), []
    for game in registry.NAMES:
        _, caption = _example(game)
        sizes = " or ".join(f"{size}x{size}" for size in registry.sizes(game))
        openings = ", ".join(OPENINGS[name] for name in registry.openings(game))
        fits = min(registry.sizes(game)) <= 15
        found += [
            f"### {registry.title(game)}",
            "",
            f"![{caption}](pictures/games/{game}.svg)",
            "",
            f"{words[f'one.{game}']} [The rules]({page(game)})",
            "",
            f"*{caption}*",
            "",
            f"- `{game}`, on {sizes} points" + ("" if fits else ", which needs a virtual board of 19x19"),
            f"- openings: {openings}",
        ]
        for option, values, _ in registry.options(game):
            said = [option if value is True else f"{option}={value}" for value in values if value not in (False, "")]
            found.append(f"- option {', '.join(f'`{each}`' for each in said)}: {words[f'option.{option}']}")
        found.append("")
    return "\n".join(found)


def listed() -> str:
    """Return a list of all games, each with a link to its paragraph."""
    words = texts("en")
    rows = ["| game | what it is |", "|---|---|"]
    rows += [f"| [{title}](#{anchor(title)}) | {words[f'one.{game}']} |" for game in registry.NAMES
             if (title := registry.title(game))]  # fmt: skip
    return "\n".join(rows)


def pictures() -> dict[str, str]:
    """Return a picture of each game."""
    found = {}
    for game in registry.NAMES:
        drawn, _ = _example(game)
        side = drawn.partition('viewBox="0 0 ')[2].partition(" ")[0]
        small = drawn.replace(f'width="{side}" height="{side}" role', f'width="{_WIDTH}" height="{_WIDTH}" role', 1)
        found[f"{_FOLDER}/{game}.svg"] = small
    return found
