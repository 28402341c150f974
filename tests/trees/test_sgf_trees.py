"""SGF with variations: all of it is read, written and read again; damaged files are a tree or one clear sentence."""

import random

import effort
import growing
import pytest
from support import some
from tengen_host.records import sgf_nodes
from tengen_host.records.record import RecordError
from tengen_host.records.sgf_nodes import inserted
from tengen_host.trees import sgf
from tengen_host.trees.tree import Tree, equal


def read(text):
    """Return the one tree of a text."""
    (found,) = sgf.read(text.encode() if isinstance(text, str) else text, "a.sgf")
    return found


def first(text):
    """Return the first node after the root."""
    return read(text).root.children[0]


def stays(tree):
    """Check that a tree is equal when it is written and read again, and its file the same."""
    written = sgf.write([tree])
    (again,) = sgf.read(written)
    assert equal(again, tree)
    assert sgf.write([again]) == written


def shape(node):
    """Return the moves of a small tree: `h8(i9(g7)j10)`."""
    its = "".join(shape(child) for child in node.children)
    return (node.point or "-") + (f"({its})" if its else "")


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
    stays(read("(;SZ[15];B[hh]DD[aa:cc]XX[a\\]\n b][][ c]HO[1])"))


def test_marks_that_can_not_be_understood_are_kept():
    tree = read("(;SZ[9];B[ee]TR[aa][zz]LB[aa:x][aa:y][q]CR[aa]AR[aa][aa:zz])")
    node = tree.root.children[0]
    assert node.marks == {"a9": "triangle"} and node.labels == {"a9": "x"} and not node.arrows
    assert node.others == {"TR": [b"zz"], "LB": [b"aa:y", b"q"], "CR": [b"aa"], "AR": [b"aa", b"aa:zz"]}
    stays(tree)


def test_a_property_that_is_there_twice_has_all_its_values():
    assert first("(;SZ[15];B[hh]TR[aa]XX[a]TR[bb]XX[b])").others == {"XX": [b"a", b"b"]}
    assert len(first("(;SZ[15];B[hh]TR[aa]C[x]TR[bb])").marks) == 2


def test_names_with_small_letters_and_digits():
    assert read("(;SiZe[9]AddBlack[aa]5A[hh])").root.others == {"FA": [b"hh"]}


@pytest.mark.parametrize("size", [5, 9, 15, 19])
def test_sizes(size):
    tree = read(f"(;SZ[{size}];B[ee])")
    assert tree.size == size and tree.root.children[0].point == f"e{size - 4}"
    stays(tree)


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
    stays(tree)


def test_several_games():
    trees = sgf.read(b"mail (;SZ[9];B[aa](;W[bb])(;W[cc])) and (;SZ[15];B[hh])")
    assert [(tree.size, shape(tree.root)) for tree in trees] == [(9, "-(a9(b8c7))"), (15, "-(h8)")]
    again = sgf.read(sgf.write(trees))
    assert all(equal(one, other) for one, other in zip(trees, again, strict=True))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030", "cp932", "euc-jp"])
def test_encodings(encoding):
    text = "(;CA[%s]SZ[15];B[hh]C[中村 対 飯尾、浦月])"
    named = "" if encoding == "utf-16" else encoding
    node = first((text % named).encode(encoding))
    assert node.comment == "中村 対 飯尾、浦月"


def test_nothing_else_is_said_of_a_plain_tree():
    assert sgf.write([Tree()]) == b"(;FF[4]CA[UTF-8]SZ[15]GM[4]AP[Tengen])\n"


@pytest.mark.parametrize("seed", range(some(40)))
def test_random_trees_there_and_back(seed):
    stays(growing.tree(seed))


@pytest.mark.proof
def test_five_hundred_random_trees_there_and_back():
    """500 random trees with all that the model can say are equal when they are written as SGF and read again."""
    for seed in range(1000, 1500):
        stays(growing.tree(seed, 400))


LINE = b"(;SZ[15]" + b";B[hh];W[ii]" * 200_000 + b")"
NESTED = b"(;SZ[15]" + b"(;B[hh](;W[ii]" * 20_000 + b"))" * 20_000 + b")"
WIDE = b"(;SZ[15]" + (b";B[hh]" + b"(;W[ii])" * 999 + b"(;W[jj]") * 40 + b")" * 41


def test_a_tree_of_400_000_nodes_in_one_line():
    assert max(depth for _, depth, _ in sgf.steps(LINE)) == 400_000


@pytest.mark.proof
def test_a_tree_of_400_000_nodes_in_one_line_is_held_whole():
    """A tree of 400,000 nodes, each the continuation of the one before, is read, written and read again."""
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


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "no game"), (b"hello", "no game"), (b"(;SZ[15];B[hh]", "cut off"), (b"(;SZ[15];B[hh", "cut off"),
        (b"(;SZ[15];B[hh\\", "cut off"), (b"(;SZ[15];B[h\\", "cut off"), (b"(;B[aa];W)", "no value"),
        (b"(;B[aa];[bb])", "no property"), (b"(;B[aa]())", "no tree"), (b"(;B[aa](B[bb]))", "is in no node"),
        (b"(;B[aa](;W[bb]);B[cc])", "no tree"), (b"(;B[aa] \xff ;W[bb])", "no SGF"), (b"(;SZ[15];B[zz])", "no point"),
        (b"(;SZ[9:7])", "no board"), (b"(;SZ[40])", "no board"), (b"(;GM[2])", "another game"),
        (b"(;SZ[9]AB[zz])", "no point"), (b"(;B[aa];aa[bb])", "in no node"),
    ],
)  # fmt: skip
def test_a_bad_file_is_one_sentence(data, sentence):
    with pytest.raises(RecordError, match=sentence) as raised:
        sgf.read(data, "a.sgf")
    assert str(raised.value).startswith("a.sgf") and "\n" not in str(raised.value)


def test_limits(monkeypatch):
    for name, data in (
        ("MOST_BYTES", b" " * 1001 + b"(;)"),
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


def mutated(seed):
    """Return a file of a random tree with a few bytes changed, cut out, doubled or moved."""
    luck = random.Random(f"mutated {seed}")
    data = bytearray(sgf.write([growing.tree(seed % 97, 30)]))
    for _ in range(luck.choice((1, 1, 2, 4))):
        at = luck.randrange(len(data) + 1)
        kind = luck.choice((0, 0, 0, 1, 1, 2, 3))
        if kind == 0:
            data[at : at + luck.randrange(1, 9)] = luck.randbytes(luck.randrange(3))
        elif kind == 1:
            data[at:at] = luck.choice((b"(", b")", b";", b"[", b"]", b"\\", b"\xff\xfe", b"(;", b"B[j9l11]", b"SZ[5]"))
        elif kind == 2:
            data[at:at] = data[: luck.randrange(len(data) + 1)]
        else:
            del data[at:]
    return bytes(data)


def must_stand(seeds):
    """Check that each of the mutated files is trees that stay, or a sentence; return how many were trees."""
    good = 0
    for seed in seeds:
        try:
            trees = growing.read_in_bounds(sgf.read, mutated(seed), "a.sgf")
        except RecordError as error:
            assert str(error).startswith("a.sgf") and "\n" not in str(error) and len(str(error)) < 250, seed
            continue
        good += 1
        written = sgf.write(trees)
        again = sgf.read(written)
        assert all(equal(one, other) for one, other in zip(trees, again, strict=True)), seed
        assert sgf.write(again) == written, seed
    return good


def test_mutated_files():
    assert some(500) // 10 < must_stand(range(some(500))) < some(500)


@pytest.mark.proof
def test_a_hundred_thousand_mutated_files():
    """100,000 damaged SGF files of trees are read, and then stay so, or refused in a sentence, in little memory."""
    assert must_stand(range(1000, 101_000)) > 10_000


@pytest.mark.parametrize("part", [b"(;", b"[", b"]", b"(", b";B[aa]", b"\\", b" ", b"C[\\a", b"(;)", b"a"])
def test_the_time_for_anything_grows_with_its_length(part):
    def read(size):
        try:
            sgf.read(b"(;" + part * (size // len(part)), "a.sgf")
        except RecordError as error:
            assert len(str(error)) < 250

    assert effort.grows_evenly(read, 40_000)
