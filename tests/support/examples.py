"""Games in words: the tables in the pages of games, and games as in data/family.jsonl.

The notation is in firmware/docs/family.md#examples, the words are in firmware/docs/family.md#for-programs.
"""

from portable import page_lines, pages_of_games
from tengen.games import BLACK, CELL_MARKS, COLOUR_NAMES, COMMON, EMPTY, NEUTRAL, WHITE, registry
from tengen.games.openings import passes_after, table
from tengen.games.points import LETTERS, index, names
from tengen.session.match import Match

COLOURS = {"B": BLACK, "W": WHITE, "N": NEUTRAL, "C": COMMON, "-": EMPTY, ".": EMPTY}
MARKS = "-BW"
SWITCHES = ("keryo", "poof", "boat", "torus", "tiebreak", "both", "clear")

EXAMPLES = ("id", "game", "before", "moves", "outcome")  # the columns of a table of examples


class Example:
    """A row of a table of examples, with its columns as texts."""

    def __init__(self, columns):
        self.id, self.game, self.before, self.moves, self.outcome = columns

    def match(self):
        """Return the match before the moves."""
        name, options = options_of(self.game)
        match = match_of(name, options)
        if self.before != "-":
            set_up(match, self.before)
        return match


def examples():
    """Return all examples of the pages, in order."""
    return [Example(columns) for columns in table_rows(EXAMPLES)]


def table_rows(heading):
    """Return the rows, as lists of texts, of all tables of the pages with these names of columns."""
    heading = list(heading)
    found, inside = [], False
    for line in each_page_line():
        columns = columns_of(line)
        if not columns:
            inside = False
        elif columns == heading:
            inside = True
        elif inside and columns[0].strip("-"):
            found.append(columns)
    return found


def each_page_line():
    """Yield the lines of the pages in firmware/docs that have tables, with an empty line between two pages."""
    for page in ["family.md"] + pages_of_games():
        yield from page_lines(page)
        yield ""


def columns_of(line):
    """Return the columns of a table's line, as texts; () for any other line."""
    line = line.strip()
    return [column.strip() for column in line.strip("|").split("|")] if line[:1] == "|" else ()


def options_of(text):
    """Return (name, options) of a text like `connect6 torus rules=collinear6`; a value with blanks is in quotes."""
    name, _, rest = text.partition(" ")
    options = {}
    while rest:
        option, _, rest = rest.partition(" ")
        if "=" not in option:
            assert option in SWITCHES, option
            options[option] = True
            continue
        option, _, value = option.partition("=")
        if value[0] == '"':
            more, _, rest = rest.partition('"')
            value, rest = value[1:] + " " + more, rest.strip()
        options[option] = int(value) if option == "size" else value
    return name, options


def match_of(name, options, **rules):
    """Return a match of a game with its options, also `size`, `opening` and `tiebreak`."""
    own = {option: value for option, value in options.items() if option not in ("size", "opening", "tiebreak")}
    opening = registry.checked_opening(name, options.get("opening"))

    game = registry.new(
        name,
        options.get("size"),
        own,
        free_centre=True,
        passes_after=passes_after(opening),
        first_passer_wins_draws=options.get("tiebreak", False),
        **rules,
    )
    return Match(game, table(opening))


def set_up(match, text):
    """Set up a position like `B e8 f8, W d8, turn W, cap W8`."""
    size = match.game.size
    stones, turn, captured = {"B": [], "W": [], "C": [], "N": []}, EMPTY, [0, 0, 0]
    for part in text.split(", "):
        word, *rest = part.split()
        if word == "turn":
            turn = COLOURS[rest[0]]
        elif word == "cap":
            for count in rest:
                captured[COLOURS[count[0]]] = int(count[1:])
        else:
            stones[word] = [index(point, size) for point in rest]
    match.set_up(stones["B"] + stones["C"], stones["W"], turn)  # the stone on the centre is the common stone
    for point in stones["N"]:
        match.game.cells[point] = NEUTRAL
    if match.game.goal:
        match.game.captured[:] = captured


def play(match, word):
    """Do the action of a word. Raises ValueError if the action is not allowed."""
    size = match.game.size
    if match.result:
        raise ValueError("the game is over")
    what, colon, rest = word.partition(":")
    if word == "--":
        match.pass_()
    elif what == "offer":
        match.offer([index(point, size) for point in rest.split(",")])
    elif what == "keep":
        match.keep(index(rest, size))
    elif colon:
        match.stone(index(rest, size), what)
    elif word[0] in LETTERS and word[1:].isdigit():
        if match.expects.do == "choose":
            raise ValueError("first decide")
        match.stone(index(word, size))
    else:
        match.choose(word)


def cells_text(match):
    """Return the stones except tentative fifths: a character for each point, the highest row first."""
    cells, size = match.game.cells, match.game.size
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    return "".join(["".join([CELL_MARKS[cell] for cell in row]) for row in reversed(rows)])


def check(match, outcome):
    """Check an outcome like `on, cap W2 B0, gone e8 f8`. "refused" is checked elsewhere."""
    game = match.game
    for part in outcome.split(", "):
        words = part.split()
        if part == "on":
            assert game.result is None, game.result.reason
        elif words[1:2] == ["wins"]:
            assert (game.result.winner, game.result.reason) == (COLOURS[words[0]], " ".join(words[2:]))
        elif words[0] == "draw":
            assert (game.result.winner, game.result.reason) == (EMPTY, " ".join(words[1:]))
        elif words[0] == "turn":
            assert game.turn == COLOURS[words[1]]
        elif words[0] == "left":
            assert match.wanted() == int(words[1])
        elif words[0] == "mover":
            assert match.expects.who == words[1]
        elif words[0] == "cap":
            for count in words[1:]:
                assert game.captured[COLOURS[count[0]]] == int(count[1:]), game.captured
        elif words[0] == "gone":
            for point in words[1:]:
                assert game.cells[index(point, game.size)] == EMPTY, point
        elif words[0] in ("only", "may", "not"):
            free = [point for point in range(len(game.cells)) if not match.refusal(point)]
            assert game.zone() is None or free == sorted(game.zone())
            free = names(free, game.size)
            for point in words[1:]:
                assert (point in free) == (words[0] != "not"), point
            assert words[0] != "only" or len(free) == len(words) - 1
        elif words[0] == "stands":
            assert game.standing and game.cells[game.standing[0]] == COLOURS[words[1]]
        else:
            for word in words:
                point, _, mark = word.partition("=")
                assert game.cells[index(point, game.size)] == COLOURS[mark], word


def state(match):
    """Return everything that a take-back must restore, as one comparable value."""
    game = match.game
    result = game.result and (game.result.winner, game.result.reason, sorted(game.result.points))
    return (
        bytes(match.cells),
        list(game.moves),
        game.turn,
        game.wanted(),
        list(game.captured),
        sorted(game.standing),
        result,
        match.expects.do,
        match.expects.who,
        match.expects.options,
        match.players[BLACK],
        COLOUR_NAMES[game.first],
    )


def answer(match):
    """Return the answer of `tengen judge --play` for a match."""
    game = match.game
    result = game.result
    return {
        "cells": cells_text(match),
        "captures": {"B": game.captured[BLACK], "W": game.captured[WHITE]},
        "turn": MARKS[game.turn],
        "left": game.wanted(),
        "seats": {"B": match.players[BLACK], "W": match.players[WHITE]},
        "result": result and [MARKS[result.winner], result.reason, sorted(names(result.points, game.size))],
    }
