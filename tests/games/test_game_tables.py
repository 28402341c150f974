"""The tables of games.md that declare the games: openings, boards, colours, passes, historical Renju, words, hands."""

from examples import columns_of, match_of, set_up, table_rows
from portable import each_line
from tengen.games import BLACK, COLOUR_NAMES, COMMON, NEUTRAL, WHITE, registry
from tengen.games.openings import passes_after
from tengen.games.points import index

OPENINGS = ("name", "steps")
DECLARATIONS = (
    "game",
    "boards",
    "FIRST",
    "line",
    "overline",
    "captures, goal",
    "special",
    "passes",
    "opening (default first)",
)
YEARS = ("year", "double-three forbidden for", "it is", "a four made with it", "Black's overline", "White's overline")
WORDS = ("word", "meaning", "who needs it")
AT_THE_BOARD = ("game", "hands", "lights ask for")

# Names that a row gives in short
NAMES = {
    "five (free)": ("five",),
    "renju-1899 ... 1918": ("renju-1899", "renju-1903", "renju-1912", "renju-1916", "renju-1918"),
    "bomb-renju / -pente": ("bomb-renju", "bomb-pente"),
}
# Openings that a row does not list, or not by their names alone
FIVE = ("free", "centre", "pro", "long pro", "swap-2", "swap-5")
PENTE = ("pro", "long pro", "centre", "free", "swap-2", "swap-5")
CENTRE = ("centre", "free", "pro", "long pro", "swap-2", "swap-5")
LISTS = {
    "pro (a-f), black's choice (a-g)": ("pro", "black's choice"),
    "centre, and the others of five": CENTRE,
    "as 1918": CENTRE,
    "as five": FIVE,
    "as pente": PENTE,
    "as five / pente": (FIVE, PENTE),
    "pro, long pro, centre, free, swap-2, -5": PENTE,
}
# Renju's own openings are those of its rules (RULES 6); these are the others of its row
OF_RENJU = ("centre", "free centre", "free", "pro", "long pro", "swap-2", "swap-5")


def test_every_table_is_read_here_or_is_a_table_of_examples():
    known = (OPENINGS, DECLARATIONS, YEARS, WORDS, AT_THE_BOARD, ("id", "game", "before", "moves", "outcome"))
    before: tuple = ()
    for line in each_line("games.md"):
        columns = columns_of(line)
        if columns and not before:
            assert tuple(columns) in known, line
        before = columns


def test_the_openings():  # GAMES 2
    told = []
    for row in table_rows(OPENINGS):
        told += row[0].split(" / ")
    offered = {opening for name in registry.NAMES if name != "renju" for opening in registry.openings(name)}
    assert set(told) == offered and len(told) == len(offered)
    for opening in told:
        assert passes_after(opening) == {"free": 1, "centre": 1, "pro": 3, "long pro": 3, "black's choice": 7}.get(
            opening, 5
        ), opening


def test_the_declarations():  # GAMES 3
    told = []
    for row in table_rows(DECLARATIONS):
        names = NAMES.get(row[0], (row[0],))
        for number, name in enumerate(names):
            told.append(name)
            declared(name, [column.split(" / ")[number] if " / " in column else column for column in row], number)
    assert sorted(told) == sorted(registry.NAMES)


def declared(name, row, number):
    """Compare a game with its row, whose columns have been parted where it stands for two games."""
    _, boards, first, line, _, captures, _, passes, opening = row
    sizes = tuple([int(size) for size in boards.split(", ") if size.isdigit()])
    assert registry.sizes(name) == sizes, name
    assert registry.first(name) == {"B": BLACK, "W": WHITE}[first], name
    assert registry.passes(name) == {"yes": True, "no": False}[passes], name
    game = registry.new(name)
    assert name == "renju" or game.line == int(line.strip("*")), name
    goal = captures.rpartition(", ")[2]
    assert game.goal == (int(goal) if goal.isdigit() else 0), name
    if name == "renju":
        for each in OF_RENJU:
            assert registry.checked_opening(name, each) == each
        return
    openings = LISTS.get(table_column(name, -1)) or tuple(opening.split(", "))
    if openings and isinstance(openings[0], tuple):
        openings = openings[number]
    assert registry.openings(name) == openings, name


def table_column(name, number):
    """A column of a game's row in the table of declarations, as it stands there."""
    for row in table_rows(DECLARATIONS):
        if name in NAMES.get(row[0], (row[0],)):
            return row[number]
    raise AssertionError(name)


THREES = "f8 g8 h9 h10"  # H8 makes two threes of these
FOUR = "e5 f6 g7"  # and with these a four besides, to which nothing is put at D4
FIVE_AND_ONE = "a1 b1 c1 e1 f1"  # D1 makes six


def test_the_years():  # GAMES 6
    rows = table_rows(YEARS)
    assert [row[0] for row in rows] == ["1899", "1903", "1912", "1916", "1918, early"]
    for row in rows:
        year, for_whom, is_what, four = row[:4]
        for name in ("renju-1918", "early-renju") if year == "1918, early" else ("renju-" + year,):
            for colour in (BLACK, WHITE):
                forbidden = for_whom == "both" or colour == BLACK
                assert for_whom in ("both", "Black")
                assert tried(name, colour, THREES, "h8") == (is_what if forbidden else "on"), (name, colour)
                excuses = four == "excuses it"
                assert excuses or four == "does not (4-3-3 forbidden)"
                found = tried(name, colour, THREES + " " + FOUR, "h8")
                assert found == (is_what if forbidden and not excuses else "on"), (name, colour)
                assert tried(name, colour, FIVE_AND_ONE, "d1") == row[3 + colour], (name, colour)


def tried(name, colour, stones, point):
    """What comes of a stone of a colour: "refused", "wins", "loses" or "on"."""
    match = match_of(name, {})
    mark = " BW"[colour]
    set_up(match, "%s %s, turn %s" % (mark, stones, mark))
    try:
        match.stone(index(point, match.game.size))
    except ValueError:
        return "refused"
    result = match.game.result
    return "on" if not result else "wins" if result.winner == colour else "loses"


def test_the_words_of_a_game():  # GAMES 13
    rows = table_rows(WORDS)
    words = []
    for row in rows:
        for number, part in enumerate(row[0].split("`")):
            if number % 2:
                words.append(part.partition("(")[0])
    assert [row[0] for row in rows if "`" not in row[0]] == ["cells 3 NEUTRAL, 4 COMMON", "*changes*"]
    assert (NEUTRAL, COMMON) == (3, 4) and len(COLOUR_NAMES) == 5
    for name in registry.NAMES:
        game = registry.new(name)
        for word in words:
            assert hasattr(game, word) or word == "torus", (name, word)
    assert registry.new("connect6", 15, {"torus": True}).torus
