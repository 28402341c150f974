"""Test edits of a tree: comments, labels, marked moves, branches. The file must change completely or not at all."""

import growing
import pytest
from renlib_trees import written
from same_trees import equal
from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen_host import whole_files
from tengen_host.records.record import RecordError
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import formats, store
from tengen_host.trees.editing import BEST, COMMENT, DELETE, LABEL, Change
from tengen_host.trees.store import Opened

# H8, then I9 (best, with a comment, and J10 after it) or H9
TREE = "(;GM[4]SZ[15]KM[0];B[hh]C[Centre](;W[ig]TE[1]C[Strong];B[jf])(;W[hg]))"


@pytest.fixture
def opened(tmp_path):
    trees = []

    def open_(text=TREE, name="a.sgf"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        trees.append(Opened(path, tmp_path / "cache"))
        return trees[-1]

    yield open_
    for tree in trees:
        tree.close()


def nexts(tree, *moves):
    return [(its.point, its.label, its.best) for its in tree.at(moves).continuations]


def test_a_comment_is_written_into_the_file_and_found_when_it_is_opened_anew(opened, tmp_path):
    tree = opened()
    assert tree.change(["h8"], Change(COMMENT, text="The middle\nof it ]"))
    assert tree.at(["h8"]).comment == "The middle\nof it ]"
    assert b"C[The middle\nof it \\]]" in tree.path.read_bytes()
    assert Opened(tree.path, tmp_path / "another").at(["h8"]).comment == "The middle\nof it ]"
    assert not tree.change(["h8"], Change(COMMENT, text="The middle\nof it ]")), "it says so already"
    assert tree.change(["h8"], Change(COMMENT)) and tree.at(["h8"]).comment == ""


def test_a_comment_of_a_turned_position_is_that_of_its_place_in_the_tree(opened):
    tree = opened()
    assert tree.change(["h8", "g7"], Change(COMMENT, text="one by symmetry"))
    assert tree.at(["h8", "i9"]).comment == "one by symmetry"


def test_where_two_places_say_something_both_say_the_new_text(opened):
    tree = opened("(;SZ[15](;B[hh];W[ig];B[ff]C[one])(;B[ff];W[ig];B[hh]C[other]))")
    tree.change(["h8", "i9", "f10"], Change(COMMENT, text="one\n\nother, joined"))
    assert tree.at(["h8", "i9", "f10"]).comment == "one\n\nother, joined"


def test_a_continuation_gets_a_label_and_loses_it(opened):
    tree = opened()
    assert tree.change(["h8"], Change(LABEL, "h9", "white", "B"))
    assert nexts(tree, "h8") == [("i9", "", True), ("h9", "B", False)]
    assert tree.change(["h8"], Change(LABEL, "h9", "white", "")) and nexts(tree, "h8")[1] == ("h9", "", False)
    assert not tree.change(["h8"], Change(LABEL, "h9", "white", ""))


def test_a_label_on_a_turned_board_stands_at_the_point_that_is_meant(opened):
    tree = opened("(;SZ[15];B[hh];W[ig];B[kf](;W[aa])(;W[bb]))")
    mirrored = ["h8", "g9", "e10"]  # the stones of the tree, mirrored
    assert nexts(tree, *mirrored) == [("o15", "", False), ("n14", "", False)]
    tree.change(mirrored, Change(LABEL, "n14", "white", "x"))
    assert nexts(tree, *mirrored) == [("o15", "", False), ("n14", "x", False)]
    assert b"LB[bb:x]" in tree.path.read_bytes()


def test_a_continuation_is_marked_as_best_and_no_longer(opened):
    tree = opened()
    assert tree.change(["h8"], Change(BEST, "h9", "white", on=True))
    assert nexts(tree, "h8") == [("i9", "", True), ("h9", "", True)]
    assert tree.change(["h8"], Change(BEST, "i9", "white", on=False))
    assert nexts(tree, "h8") == [("i9", "", False), ("h9", "", True)]
    assert not tree.change(["h8"], Change(BEST, "i9", "white", on=False))


def test_a_branch_is_deleted_with_all_after_it(opened):
    tree = opened()
    assert tree.change(["h8"], Change(DELETE, "i9", "white"))
    assert nexts(tree, "h8") == [("h9", "", False)] and tree.count == 3
    assert tree.at(["h8", "i9", "j10"]) is None
    assert b"KM[0]" in tree.path.read_bytes(), "what else the file says stays"


def test_what_is_not_there_is_refused_and_the_file_stays(opened):
    tree = opened("(;SZ[15](;B[hh];W[ig];B[ff]C[known])(;B[ff];W[ig]))")
    before = tree.path.read_bytes()
    with pytest.raises(RecordError, match="does not have this position"):
        tree.change(["a1"], Change(COMMENT, text="x"))
    with pytest.raises(RecordError, match="does not continue with a2"):
        tree.change(["h8"], Change(DELETE, "a2", "white"))
    with pytest.raises(RecordError, match="h8 leads from here into another branch"):
        tree.change(["f10", "i9"], Change(DELETE, "h8", "black"))
    with pytest.raises(RecordError, match="not a stone of a continuation"):
        tree.change(["h8"], Change(LABEL, "z9", "white", "x"))
    assert tree.path.read_bytes() == before


def test_a_file_that_can_not_be_written_stays_as_it_is(opened, monkeypatch):
    tree = opened()

    def full(folder, data, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files, "write_aside", full)
    with pytest.raises(OSError, match="No space"):
        tree.change(["h8"], Change(COMMENT, text="lost"))
    assert tree.path.read_text() == TREE and tree.at(["h8"]).comment == "Centre"


def test_a_large_tree_is_not_written_anew(opened, monkeypatch):
    monkeypatch.setattr(store, "MOST_CHANGED", 3)
    with pytest.raises(RecordError, match="more than 3 positions"):
        opened().change(["h8"], Change(COMMENT, text="x"))


def test_a_library_is_changed_too(opened):
    root = Node(children=[Node("h8", "black", children=[Node("i9", "white"), Node("h9", "white")])])
    tree = opened(written(Tree(root=root)), "a.lib")
    tree.change(["h8"], Change(COMMENT, text="Middle"))
    tree.change(["h8"], Change(LABEL, "h9", "white", "B"))
    tree.change(["h8"], Change(BEST, "h9", "white"))
    assert tree.at(["h8"]).comment == "Middle" and nexts(tree, "h8") == [("i9", "", False), ("h9", "B", True)]
    tree.change(["h8"], Change(DELETE, "i9", "white"))
    assert nexts(tree, "h8") == [("h9", "B", True)]


def test_a_text_that_the_encoding_of_a_library_does_not_have_is_refused(opened):
    comment = "Ответ белых сильнее, чем кажется: ход чёрных не выигрывает"
    root = Node(children=[Node("h8", "black", comment=comment)])
    tree = opened(written(Tree(root=root)), "a.lib")
    before = tree.path.read_bytes()
    with pytest.raises(RecordError, match="UTF-8, which RenLib shows as other letters"):
        tree.change(["h8"], Change(COMMENT, text=comment + " ひらがな Öä"))
    assert tree.path.read_bytes() == before
    tree.change(["h8"], Change(COMMENT, text=comment + " !"))
    assert tree.path.read_bytes() == before.replace(comment.encode("cp1251"), comment.encode("cp1251") + b" !")


@pytest.mark.parametrize("seed", range(12))
def test_in_a_random_tree_a_comment_changes_nothing_else(opened, seed):
    grown = growing.tree(seed, size=15)
    tree = opened(formats.FORMATS[".sgf"].write([grown])[0])
    before = formats.read(tree.path)[0]
    ways = ((its, way(before, its)) for _, its in reversed([*before.nodes()]))
    node, moves = next((its, stones) for its, stones in ways if tree.at(stones).places == 1)
    tree.change(moves, Change(COMMENT, text="changed"))
    node.comment = "changed"
    assert equal(formats.read(tree.path)[0], before)


def way(tree, wanted):
    """Return the stones on the way to a node, by their points."""
    held, path = {}, []
    for depth, node in tree.nodes():
        del path[depth:]
        path.append(node)
        if node is wanted:
            break
    for node in path:
        colours = {**({node.point: node.colour} if node.point not in ("", "--") else {}), **node.setup}
        for point, colour in colours.items():
            held[(int(point[1:]) - 1) * 15 + ord(point[0]) - ord("a")] = COLOUR_NAMES.index(colour)
    return {point: colour for point, colour in held.items() if colour in (BLACK, WHITE)}
