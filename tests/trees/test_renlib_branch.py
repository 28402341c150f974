"""Test a new branch in a library of RenLib.

The tree must be the same as in a library that is written again, and no other byte may change.
"""

import random

import pytest
import renlib_trees
from portable import some
from renlib_trees import written
from same_trees import equal
from tengen_host.records.record import COLOURS, PASS
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import renlib
from tengen_host.trees import renlib_bytes as raw
from tengen_host.trees.renlib_branch import inserted


def line(depth, *moves):
    """Return a line of nodes with this number of moves."""
    return [Node(move, COLOURS[(depth + number) % 2]) for number, move in enumerate(moves)]


def joined(nodes):
    """Join the nodes to a line, and return the first one."""
    for one, other in zip(nodes, nodes[1:], strict=False):
        one.children = [other]
    return nodes[0]


def h8_i9():
    """Return h8, then i9 or i10."""
    first = Node("h8", "black", children=[Node("i9", "white"), Node("i10", "white")])
    return Tree(root=Node(children=[first]))


@pytest.mark.parametrize(
    ("way", "flags"),
    # only one flag changes: DOWN of the last continuation, or RIGHT of the node itself
    [([], 1), (["h8"], 1), (["h8", "i9"], 1), (["h8", "i10"], 1)],
)
def test_where_a_branch_goes(way, flags):
    data = written(h8_i9())
    changed = inserted(data, "a.lib", way, line(len(way), "a1", "b2"))
    expected = h8_i9()
    node = expected.root
    for point in way:
        node = next(child for child in node.children if child.point == point)
    node.children.append(joined(line(len(way), "a1", "b2")))
    assert equal(renlib.read(changed), expected) and changed == written(expected)
    new = raw.node(raw.POSITIONS["a1"], 0, b"", b"") + raw.node(raw.POSITIONS["b2"], raw.RIGHT, b"", b"")
    rest = changed.replace(new, b"")
    assert sum(one != other for one, other in zip(rest, data, strict=True)) == flags


def test_the_first_branch_of_an_empty_library():
    changed = inserted(written(Tree()), "a.lib", [], line(0, "h8"))
    assert equal(renlib.read(changed), Tree(root=Node(children=line(0, "h8"))))


@pytest.mark.parametrize(
    ("way", "nodes"),
    [
        (["h8"], [Node("a1", "white", comment="words")]), (["h8"], [Node(PASS, "white")]),
        (["h8"], [Node("a1", "black")]), (["h8"], [Node("h8", "white")]), (["h8"], line(1, "i9", "a1")),
        (["h9"], line(1, "a1")), (["h8", "o15"], line(2, "a1")),
    ],
)  # fmt: skip
def test_what_the_whole_library_is_written_for(way, nodes):
    assert inserted(written(h8_i9()), "a.lib", way, nodes) is None


def test_a_library_of_an_older_version_is_written_as_a_whole():
    data = bytearray(written(h8_i9()))
    data[9] = 0
    assert inserted(bytes(data), "a.lib", ["h8"], line(1, "a1")) is None


def test_a_saved_branch_without_its_siblings_is_written_as_a_whole():
    data = bytearray(written(Tree(root=Node(children=[joined(line(0, "h8", "i9"))]))))
    data[len(raw.HEADER) + 3] |= raw.DOWN  # of h8
    assert inserted(bytes(data), "a.lib", [], line(0, "a1")) is None
    assert len(renlib.read(inserted(bytes(data), "a.lib", ["h8"], line(1, "a1"))).root.children[0].children) == 2


@pytest.mark.parametrize("seed", range(some(40)))
def test_random_libraries(seed):
    luck = random.Random(seed)
    tree = renlib_trees.tree(seed)
    data = written(tree)
    places = []
    path = []
    for depth, node in tree.nodes():
        path[depth:] = [node]
        places.append((list(path), node))
    path, node = luck.choice(places)
    way = [one.point for one in path[1:]]
    free = sorted(set(renlib_trees.POINTS) - set(way))
    nodes = line(len(way), *luck.sample(free, min(3, len(free))))
    changed = inserted(data, "a.lib", way, nodes)
    if changed is None:
        assert PASS in way or nodes[0].point in {child.point for child in node.children} | set(node.labels)
        return
    expected = renlib.read(data)
    there = expected.root
    for point in way:
        there = next(child for child in there.children if child.point == point)
    there.children.append(joined(nodes))
    assert equal(renlib.read(changed), expected)
