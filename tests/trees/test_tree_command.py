"""Test `tengen tree`, which shows, converts and describes trees in files. Errors are a sentence with status 1."""

import json

import pytest
from renlib_trees import written
from same_trees import equal
from tengen_host.cli import app
from tengen_host.records.sgf import trees as sgf
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import terminal
from typer.testing import CliRunner


def tengen(*arguments):
    return CliRunner().invoke(app, ["tree", *map(str, arguments)])


def line(*moves, **last):
    """Return a node with these moves one after another. The last move has a comment."""
    nodes = [Node(move) for move in moves]
    for before, after in zip(nodes, nodes[1:], strict=False):
        before.children = [after]
    for name, its in last.items():
        setattr(nodes[-1], name, its)
    return nodes[0]


def alternating(root):
    found = Tree(root=root)
    for depth, node in found.nodes():
        if depth:
            node.colour = ("black", "white")[(depth - 1) % 2]
    return found


@pytest.fixture
def tree():
    wins = line("g7", "g8", "g9", comment="Black has a win by fours.\nAt once.", best=True)
    ends = [wins, line("j8", "j9"), line("i8", "i7", "g8", name="also wins")]
    i10 = Node("i10", labels={"g7": "A", "j8": "B", "f6": "?"}, children=ends)
    h8 = Node("h8", children=[Node("h9", children=[i10]), line("i9", "--", "a1", "b1")])
    return alternating(Node(comment="The direct opening.", children=[h8]))


@pytest.fixture
def path(tree, tmp_path):
    path = tmp_path / "d4.lib"
    path.write_bytes(written(tree))
    return path


def test_a_tree_is_shown_with_variations_and_comments(path):
    said = tengen("show", path)
    assert said.exit_code == 0
    assert (
        said.stdout
        == """\
| The direct opening.
1 H8
  2 H9  3 I10
    | F6 [?]
    4 G7 [A]  5 G8  6 G9!
      | Black has a win by fours.
      | At once.
    4 J8 [B]  5 J9
    4 I8  5 I7  6 G8: also wins
  2 I9  3 pass  4 A1  5 B1
"""
    )


def test_what_follows_a_position(path):
    said = tengen("show", path, "--at", "h8 H9i10", "--depth", 2).stdout
    assert said == (
        "| F6 [?]\n  4 G7 [A]  5 G8\n    ... 1 move more\n  4 J8 [B]  5 J9\n  4 I8  5 I7\n    ... 1 move more\n"
    )
    assert tengen("show", path, "--at", "h8 i9 pass a1").stdout == "5 B1\n"
    assert tengen("show", path, "--at", "h8i9--a1b1").stdout == ""
    said = tengen("show", path, "--lines", 2)
    assert said.stdout == "| The direct opening.\n1 H8\n"
    assert said.stderr == "there is more: use --lines for more lines, --at for another position\n"


def test_a_position_that_is_not_there(path):
    said = tengen("show", path, "--at", "h8 a1")
    assert said.exit_code == 1
    assert said.stderr == "error: d4.lib: the tree has no A1 as move 2: there it has H9, I9\n"
    assert "as move 6: there it ends" in tengen("show", path, "--at", "h8 i9 -- a1 b1 c1").stderr
    assert tengen("show", path, "--at", "h8 z9").exit_code == 2


def test_both_ways_between_lib_and_sgf(path, tree, tmp_path):
    said = tengen("convert", path, "--out", tmp_path / "d4.sgf")
    assert said.exit_code == 0 and said.stderr == f"{tmp_path / 'd4.sgf'}: 1 tree, 15 positions\n"
    (found,) = sgf.read((tmp_path / "d4.sgf").read_bytes())
    assert equal(found, tree)
    again = tmp_path / "again.LIB"
    assert tengen("convert", tmp_path / "d4.sgf", "--out", again).exit_code == 0
    assert again.read_bytes() == path.read_bytes()
    said = tengen("convert", path, "--out", again)
    assert said.exit_code == 1 and said.stderr.endswith(
        "exists already: name another file, or overwrite it with --force\n"
    )
    assert tengen("convert", path, "--out", again, "--force").exit_code == 0


def test_what_a_library_can_not_hold_is_told(tmp_path):
    path, out = tmp_path / "a.sgf", tmp_path / "a.lib"
    path.write_bytes(b"(;GM[4]SZ[15];B[hh]AR[hh:ii]BL[100];W[ii])")
    said = tengen("convert", path, "--out", out)
    assert said.exit_code == 0
    assert "warning: Arrows, lines, marks and names of a position are words in its comment.\n" in said.stderr
    assert "warning: The tree's data BL are not in the library.\n" in said.stderr
    path.write_bytes(b"(;GM[4]SZ[19];B[hh])")
    said = tengen("convert", path, "--out", tmp_path / "b.lib")
    assert said.exit_code == 1 and "has a board of 15x15, not 19x19: write it as sgf" in said.stderr
    assert not (tmp_path / "b.lib").exists()


def test_one_of_several_trees_is_chosen(tmp_path):
    path = tmp_path / "a.sgf"
    path.write_bytes(b"(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[ii];W[hh])")
    said = tengen("convert", path, "--out", tmp_path / "a.lib")
    assert said.exit_code == 1 and "a .lib has one tree, not 2" in said.stderr
    assert "choose one with --which" in tengen("show", path).stderr
    assert tengen("show", path, "--which", 2).stdout == "1 I7  2 H8\n"
    assert tengen("show", path, "--which", 3).stderr == "error: a.sgf has 2 trees: there is no tree 3\n"
    assert "a.sgf, tree 2 of 2: SGF, 15x15, Renju" in tengen("info", path).stdout


def test_what_is_in_a_tree(path):
    said = tengen("info", path)
    assert said.exit_code == 0
    assert said.stdout == (
        "d4.lib: RenLib 3.4, 15x15, Renju\n"
        "15 positions in 4 lines, 0 transpositions; the longest has 6 moves\n"
        "3 comments, 3 texts on points, 1 marked move\n"
    )
    (told,) = json.loads(tengen("info", path, "--json").stdout)
    assert told["format"] == "RenLib 3.4" and told["positions"] == 15 and told["game"] == "renju"


def test_transpositions():
    both = alternating(Node(children=[line("h8", "i9", "g7", "a1"), line("g7", "i9", "h8", "a1")]))
    assert terminal.counts(both).transpositions == 2  # the second line's h8 and a1 give positions of the first line
    # not counted: the same stones in other colours, or with the other colour to move
    other = alternating(Node(children=[line("h8", "i9"), line("i9", "h8"), line("h8", "--", "--", "i9")]))
    assert terminal.counts(other).transpositions == 3  # in the third line: h8, the second pass, and i9


@pytest.mark.parametrize("data, name, words", [
    (b"", "a.lib", "a.lib is empty: choose a file with a tree"),
    (b"\xffRenLib\xff\x04\x00" + b"\xff" * 10, "a.lib", "a.lib is of version 4.0"),
    (b"hello", "a.lib", "a.lib is not a library of RenLib"),
    (b"hello", "a.bin", "a.bin is not a known tree file: choose a .lib of RenLib, an .sgf, or a .txt"),
    (b"h8 hello", "a.txt", "a.txt, line 1, column 4: 'hello' is neither a move"),
    (b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0\x78\x00\x78\x40", "a.lib", "puts a stone on h8"),
    (b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0\xf0\x40", "a.lib", "off the 15x15 board"),
])  # fmt: skip
def test_bad_files_are_a_sentence(data, name, words, tmp_path):
    (tmp_path / name).write_bytes(data)
    for verb in (("show",), ("info",), ("convert", "--out", tmp_path / "out.sgf")):
        said = tengen(verb[0], tmp_path / name, *verb[1:])
        assert said.exit_code == 1 and said.stderr.startswith("error: ") and said.stderr.count("\n") == 1, said.output
        assert words in said.stderr


def test_files_that_can_not_be_read_or_written(path, tmp_path):
    assert "can't be read" in tengen("show", tmp_path / "none.lib").stderr
    assert "can't be read" in tengen("show", tmp_path).stderr
    for out, words in (("a.bin", "name it .lib, .sgf, .txt"), ("no/a.sgf", "is not a folder")):
        said = tengen("convert", path, "--out", tmp_path / out)
        assert said.exit_code == 1 and words in said.stderr


def test_names_and_comments_never_act_on_the_terminal(tmp_path):
    evil = "\x1b[31mred\x07\u202e"
    path = tmp_path / "evil.lib"
    node = Node("h8", "black", name=evil, comment=evil)
    path.write_bytes(written(Tree(root=Node(comment=evil, labels={"h8": evil, "a1": evil}, children=[node]))))
    said = tengen("show", path).output + tengen("info", path).output
    assert "red" in said and not {"\x1b", "\x07", "\u202e"} & set(said)


def test_a_deep_and_a_wide_tree_are_shown():
    deep = line(*["--"] * 900)
    assert len(list(terminal.lines(Tree(root=Node(children=[deep])).root, 0, 10_000))) == 1
    stairs = Node()
    at = stairs
    for _ in range(5000):
        at.children = [Node("a1"), Node("b1")]
        at = at.children[0]
    last = list(terminal.lines(stairs, 0, 10_000))
    assert len(last) == 10_000 and max(map(len, last)) < 60


def test_lines_are_cut_at_the_width_of_the_terminal():
    assert terminal.cut("黑棋必胜" * 10, 20) == "黑棋必胜黑棋必胜..."
    assert terminal.cut("short", 20) == "short"
