"""Test the pages' tables about the games: parameters, passes, historical Renju, the contract, the board.

Source: firmware/docs/family.md and firmware/docs/games/old_renju.md. Generated tables are compared in their committed
form.
"""

from examples import EXAMPLES, columns_of, each_page_line, match_of, set_up, table_rows
from tengen.games import BLACK, COLOUR_NAMES, COMMON, NEUTRAL, WHITE, registry
from tengen.games.openings import passes_after
from tengen.games.points import index

PASSES = ("opening", "stones before a pass")
PARAMETERS = ("game", "boards", "first", "line", "overline", "goal", "passes", "openings")
YEARS = ("year", "double-three forbidden for", "it is", "a four made with it", "Black's overline", "White's overline")
WORDS = ("word", "meaning")
AT_THE_BOARD = ("game", "what players do", "what the lights ask for")

# Renju accepts these in addition to the openings of its row
MORE_OF_RENJU = ("centre", "free")


def test_every_table_is_read_here_or_is_a_table_of_examples():
    known = (PASSES, PARAMETERS, YEARS, WORDS, AT_THE_BOARD, EXAMPLES)
    before: tuple = ()
    for line in each_page_line():
        columns = columns_of(line)
        if columns and not before:
            assert tuple(columns) in known, line
        before = columns


def test_the_openings():  # firmware/docs/openings.md#other-games
    rows = table_rows(PASSES)
    told = [row[0] for row in rows]
    assert set(told) == {opening for name in registry.NAMES for opening in registry.openings(name)}
    assert len(set(told)) == len(told)
    early = {"free": 1, "centre": 1, "free centre": 1, "pro": 3, "long pro": 3, "black's choice": 7}
    for opening, stones in rows:
        assert passes_after(opening) == int(stones) == early.get(opening, 5), opening


def test_the_parameters():
    rows = table_rows(PARAMETERS)
    assert [row[0] for row in rows] == list(registry.NAMES)
    for row in rows:
        declared(*row)


def declared(name, boards, first, line, overline, goal, passes, openings):
    """Compare a game with its row."""
    assert registry.sizes(name) == tuple([int(size) for size in boards.split(", ")]), name
    assert COLOUR_NAMES[registry.first(name)] == first, name
    assert registry.passes(name) == {"yes": True, "no": False}[passes], name
    game = registry.new(name)
    assert name == "renju" or game.line == int(line), name
    assert game.goal == (int(goal) if goal.isdigit() else 0), name
    assert registry.openings(name) == tuple(openings.split(", ")), name
    if name == "renju":
        for opening in MORE_OF_RENJU:
            assert registry.checked_opening(name, opening) == opening
    assert is_worth(name, overline), name


def is_worth(name, overline):
    """Whether a row with one stone more than a line has the effect in the table, for both colours."""
    size, line = registry.sizes(name)[0], 5 if name == "renju" else registry.new(name).line
    if line >= size:
        return overline == "-"
    start = 4 * size + 4 if line + 5 <= size else 0
    row = list(range(start, start + line + 1))
    gap = row.pop((line + 1) // 2)
    found = []
    for colour in (BLACK, WHITE):
        match = match_of(name, {})
        match.set_up(row if colour == BLACK else [], row if colour == WHITE else [], colour)
        match.stone(gap)
        result = match.game.result
        found.append("nothing" if not result else "wins" if result.winner == colour else "loses")
    return overline == (found[0] if found[0] == found[1] else "black %s, white %s" % tuple(found))


THREES = "f8 g8 h9 h10"  # with these stones H8 makes two threes
FOUR = "e5 f6 g7"  # with these stones H8 also makes a four, which a stone on D4 would make a five
FIVE_AND_ONE = "a1 b1 c1 e1 f1"  # D1 makes six


def test_the_years():  # firmware/docs/games/old_renju.md
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
    """Return the effect of a stone of a colour: "refused", "wins", "loses" or "on"."""
    match = match_of(name, {})
    mark = " BW"[colour]
    set_up(match, "%s %s, turn %s" % (mark, stones, mark))
    try:
        match.stone(index(point, match.game.size))
    except ValueError:
        return "refused"
    result = match.game.result
    return "on" if not result else "wins" if result.winner == colour else "loses"


def test_the_words_of_a_game():  # firmware/docs/family.md#contract
    words = []
    for row in table_rows(WORDS):
        words += row[0].strip("`").partition("(")[0].split(", ")
    assert len(words) > 30 and "wanted" in words and "changes_of" in words
    assert (NEUTRAL, COMMON) == (3, 4) and len(COLOUR_NAMES) == 5
    for name in registry.NAMES:
        game = registry.new(name)
        for word in words:
            assert hasattr(game, word), (name, word)
    assert registry.new("connect6", 15, {"torus": True}).torus
