"""The settings in the menus: modes, clocks, and the signs of all entries."""

from __future__ import annotations

from tengen.lights.signs import sign
from tengen.session.arbiter import BRIGHTNESSES, CORRECTIONS
from tengen.session.clock import control
from tengen.session.settings import CLOCKS, MODES, moves_by_button
from tengen_host import i18n

_BY = {True: "the button", False: "lying still"}
# by menu: the meaning of each of its entries
MENUS = {
    "players": {
        "pass": "Pass the turn.",
        "draw": "Offer a draw, after your own move.",
        "take back": "Ask the other player to take back the last move. Casual games only.",
        "withdraw": "Withdraw this request.",
        "resign": "Resign. It asks once more.",
        "new game": "Begin a new game on a clear board. Casual games only.",
        "five": "Declare a five, in other games a four, six or seven. Silent games only.",
        "foul": "Claim a foul. Silent games only.",
        "time": "Claim that the opponent's time is over. Silent games only.",
        "bomb": "The next stone is a bomb.",
        "neutral": "The next stone is neutral.",
        "own": "The next stone is ordinary after all.",
        "win": "Show a win by fours. Renju only, in teach games and when hints are on.",
        "next step": "Show the next stones of that win.",
        "end": "Stop showing it. In a lesson, end the lesson.",
        "missed win": "After the end, show the win that was missed. Renju only.",
        "puzzle": "Begin a puzzle, by grade. Before the first stone, in casual and teach games.",
        "hint": "Light the points to look at. Lessons only.",
        "next": "Go to the next position of the lessons, when this one is solved.",
        "again": "Begin the position of the lesson again.",
    },
    "arbiter": {
        "new game": "Begin a new game on a clear board.",
        "take back": "Take back as many moves as the number says.",
        "time": f"Correct a clock by a minute or a period: {', '.join(CORRECTIONS).upper()}.",
        "laptop": "Let the laptop act in a referee or silent game.",
        "opening": "Choose the opening of the next game.",
        "mode": "Choose the mode of the next game.",
        "clock": "Choose the clock of the next game.",
        "lamps": f"Set the brightness: {', '.join(BRIGHTNESSES)} percent.",
        "game": "Choose the next game. A sign with `+` opens a list of related games.",
        "partner": "Let the board play one side in the next game.",
        "hints": "Allow hints in the next casual game.",
        "lessons": "Begin a lesson, by its number, while no game is under way.",
        "options": "Choose the options of the next game.",
    },
}


def modes() -> str:
    """Return a table of the modes: name, sign, and when a stone becomes a move."""
    rows = ["| mode | sign | a stone becomes a move by | with a clock |", "|---|---|---|---|"]
    for mode in MODES:
        by = [_BY[moves_by_button("auto", mode, clock)] for clock in ("none", "10")]
        rows.append(f"| {i18n.Sentence(f'mode.{mode}')} | `{sign(mode)}` | {by[0]} | {by[1]} |")
    return "\n".join(rows)


def clocks() -> str:
    """Return a table of the clocks in the arbiter's menu."""
    rows = ["| clock | sign | what it means |", "|---|---|---|"]
    for text in CLOCKS:
        rows.append(f"| `{text}` | `{sign(text)}` | {_told(text)} |")
    return "\n".join(rows)


def _told(text: str) -> str:
    its = control(text)
    if its is None:
        return i18n.Sentence("control.none")
    main = f"{its.main_ms / 60_000:g}"
    if its.increment_ms:
        return i18n.Sentence("control.increment", main=main, increment=f"{its.increment_ms / 1000:g}")
    if its.periods:
        return i18n.Sentence("control.periods", main=main, n=its.periods, period=f"{its.period_ms / 1000:g}")
    return i18n.Sentence("control.main", main=main)


def menu(whose: str) -> str:
    """A table of the entries of a menu, `players` or `arbiter`: sign and meaning."""
    rows = ["| sign | what it does |", "|---|---|"]
    return "\n".join(rows + [f"| `{sign(entry)}` | {means} |" for entry, means in MENUS[whose].items()])
