"""Facts that the games define in code: parameters, the contract, reasons for results, pictures with their captions."""

from __future__ import annotations

import re

from tengen import games
from tengen.games import BLACK, COLOUR_NAMES, WHITE, registry
from tengen.games.openings import passes_after
from tengen_host.rules.examples import all_examples
from tengen_host.rules.texts import texts

# A line of the contract in the docstring of tengen/games: its names, and the beginning of their meaning
_ENTRY = re.compile(r"    (\S.*?)(?:  +)(\S.*)")
_CONTINUED = " " * 16


def parameters() -> str:
    """Return a table with a row for each game: boards, who begins, line, overline, goal, passes, openings."""
    rows = [
        "| game | boards | first | line | overline | goal | passes | openings |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in registry.NAMES:
        game = registry.new(name)
        columns = (
            name,
            ", ".join(map(str, registry.sizes(name))),
            COLOUR_NAMES[registry.first(name)],
            str(_line(name)),
            _overlines(name),
            str(game.goal or "-"),
            "yes" if registry.passes(name) else "no",
            ", ".join(registry.openings(name)),
        )
        rows.append(f"| {' | '.join(columns)} |")
    return "\n".join(rows)


def _line(name: str) -> int:
    """Return how many stones make a line. Renju's class lacks this parameter, as its rules are a separate package."""
    return int(getattr(registry.new(name), "line", 5))


def _overlines(name: str) -> str:
    """Return the value of an overline, a row of one stone more than a line, for Black and for White."""
    black, white = (_overline(name, colour) for colour in (BLACK, WHITE))
    return black if black == white else f"black {black}, white {white}"


def _overline(name: str, colour: int) -> str:
    """Return the result of a stone that completes an overline on row 5, or on row 1 of a small field.

    The result is "-" if the field is too small for an overline.
    """
    game, line = registry.new(name), _line(name)
    if line >= game.size:
        return "-"
    first = 4 * game.size + 4 if line + 5 <= game.size else 0
    row = list(range(first, first + line + 1))
    gap = row.pop((line + 1) // 2)
    game.set_up(row if colour == BLACK else [], row if colour == WHITE else [], colour)
    if game.refusal(gap):
        return "refused"
    game.play(gap)
    if not game.result:
        return "nothing"
    return "wins" if game.result.winner == colour else "loses"


def contract() -> str:
    """Return the contract between a game and its users, from the docstring of tengen/games."""
    found: list[tuple[str, str]] = []
    for line in (games.__doc__ or "").splitlines():
        if line.startswith(_CONTINUED):
            words, meaning = found.pop()
            found.append((words, f"{meaning} {line.strip()}"))
        elif entry := _ENTRY.fullmatch(line):
            found.append((entry[1], entry[2]))
    return "\n".join(["| word | meaning |", "|---|---|", *(f"| `{words}` | {meaning} |" for words, meaning in found)])


def reasons() -> str:
    """Return the reasons for results that only single games have."""
    found = {reason for name in registry.NAMES for reason, _ in registry.results(name)}
    return ", ".join(f"`{reason}`" for reason in sorted(found))


def picture(game: str, example: str) -> str:
    """Return a link to the game's picture on the page of games, with the caption of the example."""
    caption = next(each.caption for each in all_examples() if each.id == example)
    return f"![{texts('en')[f'picture.{caption}']}](../pictures/games/{game}.svg)"


def passes() -> str:
    """Return the number of stones after which players may pass, by opening; the earliest pass comes first."""
    openings = sorted({opening for name in registry.NAMES for opening in registry.openings(name)})
    rows = [f"| {opening} | {passes_after(opening)} |" for opening in sorted(openings, key=passes_after)]
    return "\n".join(["| opening | stones before a pass |", "|---|---|", *rows])


def notes() -> str:
    """Return the links at the end of a game's page."""
    return (
        "All games share [some rules](../family.md#shared-rules). The tables below have examples that tests play;\n"
        "[another page](../family.md#examples) explains their notation."
    )
