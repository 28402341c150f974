"""Test trees as text, read, written and read again. Damaged texts must give a tree or one clear sentence."""

import pytest
from same_trees import shape, stays
from tengen_host.records.record import RecordError
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import text as lines


def read(text):
    """Return the only tree of a text."""
    (found,) = lines.read(text.encode(), "a.txt")
    return found


EXAMPLE = """tree 15 renju
h8 i9 "Black is free to choose" g7
  h6! g8
  f8 "weaker"
"""


def test_the_example():
    tree = read(EXAMPLE)
    assert shape(tree.root) == "-(h8(i9(g7(h6(g8)f8))))"
    assert lines.write([tree]).decode() == EXAMPLE.replace("h6! g8", "h6 ! g8")
    best = tree.root.children[0].children[0].children[0].children[0]
    assert best.best and best.colour == "white" and not best.comment


def test_moves_alone():
    assert shape(read("h8 i9\n\n# or else\n  g7\n    a1\n  J10b2\nh9").root) == "-(h8(i9(g7(a1)j10(b2)))h9)"
    assert read("h8 p16").size == 19 and read("h8 o15").size == 15


def test_colours_passes_and_nodes_without_a_move():
    node = read('h8 W:i9 W:a1 -- . "words" b2').root.children[0]
    found = []
    while True:
        found.append((node.point, node.colour))
        if not node.children:
            break
        (node,) = node.children
    assert found == [("h8", "black"), ("i9", "white"), ("a1", "white"), ("--", "black"), ("", ""), ("b2", "white")]


def test_what_is_said_of_a_node():
    (node,) = read(
        'h8 "two\\nlines" name:"a name" triangle:a1,b2 cross:c3 d4="A \\"x\\"" e5>f6 e5-g7 +black:a1 +empty:b2 '
        '{"XX": ["]"]}'
    ).root.children
    assert node.comment == "two\nlines" and node.name == "a name"
    assert node.marks == {"a1": "triangle", "b2": "triangle", "c3": "cross"} and node.labels == {"d4": 'A "x"'}
    assert node.arrows == [("e5", "f6")] and node.lines == [("e5", "g7")]
    assert node.setup == {"a1": "black", "b2": "empty"} and node.others == {"XX": [b"]"]}


def test_several_trees_and_what_belongs_to_the_root():
    one, other = lines.read(b'tree 9 pente +black:e5 "first"\na1\ntree 15 -\nh8\n')
    assert (one.size, one.game, one.root.setup, one.root.comment) == (9, "pente", {"e5": "black"}, "first")
    assert (other.size, other.game, shape(other.root)) == (15, "", "-(h8)")


def test_bytes_that_are_no_text_are_kept():
    stays(lines, Tree(root=Node(others={"XX": [b"\xff\x00]", b""], "YY": []}, comment="\u2028 \x01 \ud800")))


def test_a_long_line_and_branches_as_deep_as_they_may_be():
    tree = read(" ".join(["h8", "i9"] * 50_000))
    assert sum(1 for _ in tree.nodes()) == 100_001
    stays(lines, tree)
    tree = Tree()
    node = tree.root
    for _ in range(lines.DEEPEST + 1):
        node.children = [Node("h8", "black"), Node("i9", "black")]
        node = node.children[0]
    stays(lines, tree)
    node.children = [Node("h8", "black"), Node("i9", "black")]
    with pytest.raises(RecordError, match="more than 1000 nested branches"):
        lines.write([tree])
    with pytest.raises(RecordError, match="line 1002: .* more than 1000 nested branches"):
        read("\n".join(" " * depth + "h8" for depth in range(1100)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no tree in it"), ("# only this", "no tree in it"), ("h8 z9", "line 1, column 4: 'z9' is neither a move"),
        ("tree 9 renju\nh8 k10", "line 2, column 4: k10 is not on the board"), ("tree 40 renju", "no board has 40"),
        ('h8 "open', "line 1, column 4: this text has no end"), ('"words" h8', "data follow a move"),
        ("h8\n    i9\n  g7", "line 3: its indent is 2"), ("  h8\ni9", "line 2: its indent is 0"),
        ("tree 15 renju h8", "the first moves begin a line of their own"), ("h8 s20", "not on the board"),
        ('h8 {"XX": 1}', "needs a list of texts"), ("h8 triangle: i9", "no points follow triangle:"),
        ('h8 {"a":' + "[" * 100_000, "is not JSON"),
    ],
)  # fmt: skip
def test_a_bad_text_is_one_sentence(text, sentence):
    with pytest.raises(RecordError, match=sentence) as raised:
        read(text)
    assert str(raised.value).startswith("a.txt") and "\n" not in str(raised.value) and len(str(raised.value)) < 200


def test_limits(monkeypatch):
    monkeypatch.setattr(lines, "MOST_HELD", 1000)
    with pytest.raises(RecordError, match="1,000 positions"):
        read("h8 " * 1001)
    monkeypatch.setattr(lines, "MOST_BYTES", 1000)
    with pytest.raises(RecordError, match="a.txt has more than"):
        read(" " * 1001)
