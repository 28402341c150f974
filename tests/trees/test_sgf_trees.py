"""Test SGF with variations.

Everything is read, written and read again. Damaged files must give a tree or one clear sentence.
"""

import effort
import pytest
from same_trees import equal, shape, stays
from tengen_host.records.record import RecordError
from tengen_host.records.sgf import nodes as sgf_nodes
from tengen_host.records.sgf import trees as sgf
from tengen_host.records.sgf.nodes import inserted
from tengen_host.records.tree import Tree


def read(text):
    """Return the only tree of a text."""
    (found,) = sgf.read(text.encode() if isinstance(text, str) else text, "a.sgf")
    return found


def first(text):
    """Return the first node after the root."""
    return read(text).root.children[0]


def test_variations_are_read_in_their_order():
    assert shape(read("(;SZ[15];B[hh](;W[ig];B[gi])(;W[hg](;B[aa])(;B[bb])))").root) == "-(h8(i9(g7)h9(a15b14)))"


def test_a_node_of_the_main_line_in_brackets_of_its_own_is_no_variation():
    assert shape(read("(;SZ[15](;B[hh](;W[ig])))").root) == "-(h8(i9))"


def test_a_move_of_the_root_is_the_first_node_after_it():
    tree = read("(;SZ[15]PB[Ann]AB[aa]B[hh]C[the middle]BL[30];W[ig])")
    assert shape(tree.root) == "-(h8(i9))"
    assert tree.root.others == {"PB": [b"Ann"]} and tree.root.setup == {"a15": "black"} and not tree.root.comment
    assert tree.root.children[0].comment == "the middle" and tree.root.children[0].others == {"BL": [b"30"]}


def test_two_moves_of_one_node_are_two_nodes():
    assert shape(read("(;SZ[15];B[hh];W[ig]B[gi]C[x]W[jf])").root) == "-(h8(i9(g7(j10))))"
    assert shape(read("(;SZ[19];B[j10];W[j9l11])").root) == "-(j10(j9(l11)))"  # as Little Golem writes Connect6


def test_comment_and_name():
    node = first("(;SZ[15];B[hh]C[one \\] \\\\ \\\ntwo\nthree]N[a\nname])")
    assert node.comment == "one ] \\ two\nthree" and node.name == "a name"


def test_marks():
    node = first("(;SZ[15];B[hh]TR[aa]SQ[ba]CR[ca]MA[da]SL[ea:fb])")
    assert node.marks == {
        "a15": "triangle", "b15": "square", "c15": "circle", "d15": "cross",
        "e14": "selected", "f14": "selected", "e15": "selected", "f15": "selected",
    }  # fmt: skip


def test_labels_arrows_and_lines():
    node = first("(;SZ[15];B[hh]LB[aa:A][ba:1:2]AR[aa:bb][aa:cc]LN[hh:ii])")
    assert node.labels == {"a15": "A", "b15": "1:2"}
    assert node.arrows == [("a15", "b14"), ("a15", "c13")] and node.lines == [("h8", "i7")]


def test_stones_that_are_set_up_anywhere():
    tree = read("(;SZ[15]AB[aa:ba]AW[hh];B[ii];AE[aa]AW[jj])")
    assert tree.root.setup == {"a15": "black", "b15": "black", "h8": "white"}
    assert tree.root.children[0].children[0].setup == {"a15": "empty", "j6": "white"}


def test_passes():
    assert shape(read("(;SZ[15];B[];W[tt])").root) == "-(--(--))"


def test_a_good_move_is_the_best():
    assert first("(;SZ[15];B[hh]TE[1])").best
    node = first("(;SZ[15];B[hh]TE[2])")
    assert not node.best and node.others == {"TE": [b"2"]}


def test_all_other_properties_are_kept_byte_for_byte():
    node = first("(;SZ[15];B[hh]DD[aa:cc]XX[a\\]\n b][][ c]HO[1])")
    assert node.others == {"DD": [b"aa:cc"], "XX": [b"a\\]\n b", b"", b" c"], "HO": [b"1"]}
    stays(sgf, read("(;SZ[15];B[hh]DD[aa:cc]XX[a\\]\n b][][ c]HO[1])"))


def test_marks_that_can_not_be_understood_are_kept():
    tree = read("(;SZ[9];B[ee]TR[aa][zz]LB[aa:x][aa:y][q]CR[aa]AR[aa][aa:zz])")
    node = tree.root.children[0]
    assert node.marks == {"a9": "triangle"} and node.labels == {"a9": "x"} and not node.arrows
    assert node.others == {"TR": [b"zz"], "LB": [b"aa:y", b"q"], "CR": [b"aa"], "AR": [b"aa", b"aa:zz"]}
    stays(sgf, tree)


def test_a_property_that_is_there_twice_has_all_its_values():
    assert first("(;SZ[15];B[hh]TR[aa]XX[a]TR[bb]XX[b])").others == {"XX": [b"a", b"b"]}
    assert len(first("(;SZ[15];B[hh]TR[aa]C[x]TR[bb])").marks) == 2


def test_names_with_small_letters_and_digits():
    assert read("(;SiZe[9]AddBlack[aa]5A[hh])").root.others == {"FA": [b"hh"]}


@pytest.mark.parametrize("size", [5, 9, 15, 19])
def test_sizes(size):
    tree = read(f"(;SZ[{size}];B[ee])")
    assert tree.size == size and tree.root.children[0].point == f"e{size - 4}"
    stays(sgf, tree)


def test_a_file_without_a_size():
    assert read("(;B[hh](;W[aa])(;W[oo]))").size == 15
    assert read("(;B[hh](;W[aa])(;W[ss]))").size == 19
    assert [tree.size for tree in sgf.read(b"(;B[hh])(;B[ss])(;B[hh])")] == [15, 19, 15]


@pytest.mark.parametrize(
    ("head", "game"),
    [("", "renju"), ("GM[4]", "renju"), ("GM[1]", "renju"), ("GM[511]", "connect6"), ("RU[RIF]", "renju"),
     ("RU[Pente, opening=none]", "pente"), ("GM[1]RU[Gomoku]", "gomoku"), ("RU[Five in a row]", "five"),
     ("RU[Freestyle]", ""), ("GN[Connect5]", "")],
)  # fmt: skip
def test_games(head, game):
    tree = read(f"(;SZ[19]{head};B[aa])")
    assert tree.game == game
    stays(sgf, tree)


def test_several_games():
    trees = sgf.read(b"mail (;SZ[9];B[aa](;W[bb])(;W[cc])) and (;SZ[15];B[hh])")
    assert [(tree.size, shape(tree.root)) for tree in trees] == [(9, "-(a9(b8c7))"), (15, "-(h8)")]
    again = sgf.read(sgf.write(trees))
    assert all(equal(one, other) for one, other in zip(trees, again, strict=True))


def test_nothing_else_is_said_of_a_plain_tree():
    assert sgf.write([Tree()]) == b"(;FF[4]CA[UTF-8]SZ[15]GM[4]AP[Tengen])\n"


LINE = b"(;SZ[15]" + b";B[hh];W[ii]" * 200_000 + b")"
NESTED = b"(;SZ[15]" + b"(;B[hh](;W[ii]" * 20_000 + b"))" * 20_000 + b")"
WIDE = b"(;SZ[15]" + (b";B[hh]" + b"(;W[ii])" * 999 + b"(;W[jj]") * 40 + b")" * 41


def test_a_tree_of_400_000_nodes_in_one_line():
    assert max(depth for _, depth, _ in sgf.steps(LINE)) == 400_000


@pytest.mark.proof
def test_a_tree_of_400_000_nodes_in_one_line_is_held_whole():
    """A tree with 400,000 nodes in a single line is read, written and read again."""
    tree = read(LINE)
    assert equal(read(sgf.write([tree])), tree)


@pytest.mark.parametrize("data", [NESTED, WIDE], ids=["each in brackets", "1000 variations each"])
def test_large_trees(data):
    tree = read(data)
    assert sum(1 for _ in tree.nodes()) == data.count(b";")
    assert equal(read(sgf.write([tree])), tree)


# New branches


FILE = b"(;SZ[15]C[a\\]b)]\n;B[hh] TR[aa](;W[ii];B[gg])(;W[hg](;B[aa])(;B[bb])))  tail"


@pytest.mark.parametrize(
    ("path", "shape_"),
    [
        ([0], "-(h8(i7(g9)h9(a15b14))o15)"),
        ([0, 0], "-(h8(i7(g9)h9(a15b14)o15))"),
        ([0, 0, 0], "-(h8(i7(g9o15)h9(a15b14)))"),
        ([0, 0, 0, 0], "-(h8(i7(g9(o15))h9(a15b14)))"),
        ([0, 0, 1], "-(h8(i7(g9)h9(a15b14o15)))"),
        ([0, 0, 1, 1], "-(h8(i7(g9)h9(a15b14(o15))))"),
    ],
)
def test_a_new_branch_is_the_last_continuation_and_no_other_byte_changes(path, shape_):
    changed = inserted(FILE, path, b";B[oa]")
    assert shape(read(changed).root) == shape_
    left = changed.replace(b";B[oa]", b"")
    assert sorted(left.translate(None, b"()")) == sorted(FILE.translate(None, b"()"))
    assert left.endswith(b"  tail") and b"C[a\\]b)]" in left and b"\n;B[hh] TR[aa]" in left


def test_a_new_branch_in_a_further_game():
    changed = inserted(b"(;SZ[9];B[aa]) (;SZ[15];B[hh])", [1, 0], b";W[ii]")
    assert changed == b"(;SZ[9];B[aa]) (;SZ[15];B[hh];W[ii])"


@pytest.mark.parametrize("data", [b"(;SZ[15]B[hh];W[ii])", b"(;SZ[19];B[hh];W[j9l11])", b"(;SZ[15];B[hh]W[ii])"])
def test_a_node_that_is_several_of_the_model_has_no_place_for_a_branch(data):
    assert any(inserted(data, path, b";B[aa]") is None for path in ([0], [0, 0], [0, 0, 0]))


def test_a_branch_of_a_node_that_is_not_there():
    with pytest.raises(RecordError, match="has changed"):
        inserted(FILE, [0, 7], b";B[aa]")


# Bad files


def test_limits(monkeypatch):
    with pytest.raises(RecordError, match="a.sgf has more than 64 MB"):
        sgf.read(b"(;)".ljust(sgf_nodes.MOST_BYTES + 1), "a.sgf")
    for name, data in (
        ("MOST_NODES", b"(" + b";" * 1001 + b")"),
        ("MOST_PARTS", b"(;C" + b"[]" * 1001 + b";)"),
        ("MOST_PARTS", b"(;C[" + b"\\a" * 1001 + b"];)"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sgf_nodes, name, 1000)
            with pytest.raises(RecordError, match="a.sgf has more than"):
                sgf.read(data, "a.sgf")
    monkeypatch.setattr(sgf, "MOST_PARTS", 1000)
    with pytest.raises(RecordError, match="points are marked or set up"):
        sgf.read(b"(;SZ[19]" + b";TR[aa:ss]" * 3 + b")", "a.sgf")
    monkeypatch.setattr(sgf, "MOST_HELD", 1000)
    with pytest.raises(RecordError, match="1,000 positions"):
        sgf.read(b"(" + b";" * 1001 + b")", "a.sgf")


@pytest.mark.parametrize("part", [b"(;", b"[", b"]", b"(", b";B[aa]", b"\\", b" ", b"C[\\a", b"(;)", b"a"])
def test_the_time_for_anything_grows_with_its_length(part):
    def read(size):
        try:
            sgf.read(b"(;" + part * (size // len(part)), "a.sgf")
        except RecordError as error:
            assert len(str(error)) < 250

    assert effort.grows_evenly(read, 40_000)
