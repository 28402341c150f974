"""Test SGF of other programs: several moves in a node, stones in the programs' own properties, missing parts."""

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portable import some
from tengen.games.points import names
from tengen_host.records import stones
from tengen_host.records.record import RecordError
from tengen_host.records.sgf import games as sgf
from tengen_host.records.sgf import nodes as sgf_nodes
from tengen_host.records.sgf import trees
from tengen_host.records.sgf.values import value_of_move

POINTS = names(range(225), 15)
UNREAD = "may hold stones, which are not read: compare it with the program that wrote it"
TOLD = "what is there is read: save it once more in the program that wrote it"


def read(written):
    """Return the only game of a text, and the warnings from reading it."""
    told = []
    (record,) = sgf.read(written.encode(), "a.sgf", told.append)
    return record, told


def moves(written):
    return " ".join(read(written)[0].moves)


# Several moves in a node


@st.composite
def nodes_of_several_moves(draw):
    """Generate moves (colour, point), and a game that has them in this order, in nodes with any number of moves."""
    points = draw(st.lists(st.sampled_from(POINTS), unique=True, min_size=1, max_size=12))
    made = [(draw(st.sampled_from("BW")), point) for point in points]
    written, before = "(;SZ[15]RU[Freestyle]", ""
    for colour, point in made:
        # the property's name may be left out if the colour stays the same
        if colour != before or draw(st.booleans()):
            written += draw(st.sampled_from(("", "", ";", "C[x]", " ", "XX[1]"))) + colour
        written += f"[{value_of_move(point, 15).decode()}]"
        before = colour
    return made, written + ")"


@settings(max_examples=some(300), deadline=None)
@given(nodes_of_several_moves())
def test_any_order_of_moves_in_a_node_is_kept_by_reading_and_writing(given_):
    made, written = given_
    record, _ = read(written)
    found = [(stones.colour_of(record, number)[0].upper(), move) for number, move in enumerate(record.moves, 1)]
    assert found == made
    assert sgf.read(sgf.write([record])) == [record]
    (tree,) = trees.read(written.encode())
    assert [(node.colour[0].upper(), node.point) for _, node in tree.nodes() if node.point] == made
    (again,) = trees.read(trees.write([tree]))
    assert [(node.colour[0].upper(), node.point) for _, node in again.nodes() if node.point] == made


def test_a_game_as_yixins_collections_have_it():
    assert moves("(;FF[4]GM[4]SZ[15]B[hh]W[ig]B[gj]W[jf]C[x]B[ii])") == "h8 i9 g6 j10 i7"
    with pytest.raises(RecordError, match="move 3 is White's, who has just moved"):
        read("(;GM[4]RU[RIF];B[hh]W[ig];W[gi]B[aa])")


# A resignation as a move


def test_a_player_resigns_by_a_move_as_on_little_golem():
    for head in ("", "RE[?]", "RE[W+R]", "RE[W+]"):
        game, _ = read(f"(;GM[4]{head};B[hh];W[ig];B[resign])")
        assert game.moves == ("h8", "i9"), head
        assert (game.over, game.winner, game.reason) == (True, "white", "resignation"), head
    assert read("(;B[hh];W[Resign])")[0].winner == "black"
    assert read("(;RE[W+T];B[hh];W[ig];B[resign])")[0].reason == "time", "the file says more"
    assert read("(;RE[B+];B[hh];W[ig];B[resign])")[0].winner == "black"
    tree = trees.read(b"(;SZ[15];B[hh];W[ig]B[resign])")[0]
    assert trees.write([tree]).endswith(b";B[hh];W[ig]B[resign])\n")
    assert trees.write(trees.read(b"(;SZ[15]B[resign])")).endswith(b"B[resign])\n")
    assert trees.write(trees.read(b"(;SZ[15];B[hh][resign])")).endswith(b";B[hh][resign])\n")
    assert read("(;B[hh];W[ig][resign])")[0].winner == "black"


# Unknown properties


def test_stones_in_properties_of_gomoku_quest_are_told():
    game, told = read("(;GM[4]SZ[15]QPR[hhig]QSLW[gj];B[aa])")
    assert game.moves == ("a15",)
    assert told == [f"a.sgf: QPR, QSLW {UNREAD}"]


UNKNOWN = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8).filter(
    lambda name: not sgf._KNOWN.fullmatch(name)
)


@settings(max_examples=some(200), deadline=None)
@given(UNKNOWN, st.lists(st.sampled_from(POINTS), min_size=1, max_size=30), st.booleans(), st.integers(0, 2), st.data())
def test_any_unknown_property_with_points_is_told_by_its_name_and_place(name, points, letters, at, data):
    written = [value_of_move(point, 15).decode() if letters else point for point in points]
    between = data.draw(st.sampled_from(("", " ", ",", "][")))
    nodes = ["SZ[15]", "B[hh]", "W[ig]"]
    nodes[at] += f"{name}[{between.join(written)}]"
    told = []
    sgf.read(f"(;B[hh])(;{';'.join(nodes)})".encode(), "a.sgf", told.append)
    assert told == [f"a.sgf, game 2: {name} {UNREAD}"]


@settings(max_examples=some(100), deadline=None)
@given(st.sampled_from(sgf._KNOWN.pattern.split("|")), st.sampled_from(("hh", "h8", "", "aa:cc")))
def test_nothing_is_told_of_a_property_that_is_known(name, value):
    told = []
    with contextlib.suppress(RecordError):
        sgf.read(f"(;SZ[15];B[oo];{name}[{value}])".encode(), "a.sgf", told.append)
    assert told == []


def test_other_words_are_no_stones():
    for value in ("", "hello", "1", "h20", "abcde", "x" * 5000, "aa" * 5000):
        assert read(f"(;B[hh]XX[{value}])")[1] == [], value[:9]


# Missing parts


CUT = "the file is cut off, or its last ) is missing, after node"
HEADLESS = "the first ; of the game is missing"


@pytest.mark.parametrize(
    ("written", "read_as", "told"),
    [
        ("(;B[hh];W[ig]", "h8 i9", f": {CUT} 2"),
        ("(;B[hh];W[ig](;B[gi])(;B[aa]", "h8 i9 g7", f": {CUT} 4"),
        ("(;B[hh];W[ig](;B[gi])\n", "h8 i9 g7", f": {CUT} 3"),
        ("(B[hh];W[ig])", "h8 i9", f", line 1, column 2: {HEADLESS}"),
        ("\n ( GM[4]SZ[9]B[aa];W[ee])", "a9 e5", f", line 2, column 3: {HEADLESS}"),
    ],
)
def test_a_bracket_or_semicolon_that_is_missing_is_mended_with_a_word(written, read_as, told):
    game, said = read(written)
    assert " ".join(game.moves) == read_as and said == [f"a.sgf{told}; {TOLD}"]
    with pytest.raises(RecordError, match=re.escape(told)):
        sgf.read(written.encode(), "a.sgf")
    said.clear()
    (tree,) = trees.read(written.encode(), "a.sgf", tell=said.append)
    line = [node for _, node in tree.nodes() if node.point]
    assert said == [f"a.sgf{told}; {TOLD}"] and [node.point for node in line][: len(game.moves)] == [*game.moves]


def test_a_file_cut_off_anywhere_tells_so_or_is_refused():
    written = "(;GM[4]SZ[15]PB[A\\]]RE[?];B[hh]C[x];W[ig](;B[gi];W[jf])(;B[aa]))"
    full, told = read(written)
    assert not told
    for size in range(len(written)):
        with contextlib.suppress(RecordError):
            game, told = read(written[:size])
            assert game.moves == full.moves[: len(game.moves)] and len(told) == 1 and CUT in told[0], size


def test_the_second_game_may_lack_its_semicolon():
    told = []
    found = sgf.read(b"(;B[hh])\n(B[ss])", "a.sgf", told.append)
    assert [(game.moves, game.size) for game in found] == [(("h8",), 15), (("s1",), 19)]
    assert len(told) == 1 and told[0].startswith("a.sgf, game 2, line 2, column 2: the first ;")
    assert [tree.size for tree in trees.read(b"(;B[hh])\n(B[ss])", "a.sgf", tell=told.append)] == [15, 19]


def test_words_before_a_game_are_no_game():
    assert read("see (FF[4]) and\n(;B[hh])") == read("(;B[hh])")


@pytest.mark.parametrize("written", ["(;B[hh](", "(;B[hh]C", "(;B[hh];C[x", "(;B[hh](;W[ig]C", "(", "(B"])
def test_what_ends_within_a_property_or_a_bracket_is_not_mended(written):
    with pytest.raises(RecordError):
        read(written)


# A ] in a text


@settings(max_examples=some(300), deadline=None)
@given(st.text("abc ä\n.,:-1", max_size=30), st.text("abc ä.,:-1", max_size=20), st.sampled_from(("PB", "C", "GC")))
def test_a_bracket_within_a_text_that_is_not_escaped_is_refused_with_its_place(before, after, name):
    written = f"(;GM[4]\nSZ[15]{name}[{before}]{after} ];B[hh])"
    upto = written[: written.index("]", written.index(f"{name}["))]
    place = f"line {upto.count(chr(10)) + 1}, column {len(upto) - upto.rfind(chr(10))}"
    for reader in (sgf.read, trees.read):
        with pytest.raises(RecordError, match=re.escape(f"a.sgf, {place}: this ] ends a value, and ")) as error:
            reader(written.encode(), "a.sgf")
        assert "write it as \\]" in str(error.value) and len(str(error.value)) < 250


def test_a_node_has_so_many_properties_at_most():
    with pytest.raises(RecordError, match="node 1 has more than 1000 properties"):
        read("(;" + "B[aa]W[bb]" * sgf_nodes.MOST_PROPERTIES + ")")
    with pytest.raises(RecordError, match="more than 1000 moves"):
        read("(;" + "B[]W[]" * 400 + ";B[]W[]" * 120 + ")")
