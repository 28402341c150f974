"""Random trees of variations with all features of the tree model. The same seed gives the same tree."""

import random
import tracemalloc

from tengen.games import points, registry
from tengen_host.records import encoding
from tengen_host.records.record import PASS
from tengen_host.records.tree import MARKS, Node, Tree

TEXTS = ("a", "A better move", "two\nlines", "[;B[hh](", "a \\ b\\", "黒 中村", "Soosõrv: 5", "\\]", "x" * 300, ":")
LABELS = ("A", "1", "+3", "a:b", "]", "\\", "三", "")
OTHERS = {"KM": [b"0"], "XX": [b"\\]", b"", b" a\n b "], "PL": [b"B"], "DD": [b"aa:cc"], "HO": [b"1"], "V": [b"-3.5"]}
COLOURS = ("black", "white")


def tree(seed, nodes=60, size=None):
    """Return a tree with up to `nodes` nodes, on a board of any size."""
    luck = random.Random(f"tree {seed}")
    size = size or luck.choice((5, 9, 15, 15, 15, 19))
    game = luck.choice(("renju", "renju", "renju", "", luck.choice(registry.NAMES)))
    grown = Tree(size, game, _node(luck, size, False))
    there = [grown.root]
    for _ in range(luck.randrange(nodes)):
        # mostly continue a line, sometimes begin a line at any node
        before = there[-1] if luck.random() < 0.7 else luck.choice(there)
        node = _node(luck, size, luck.random() < 0.95)
        before.children.append(node)
        there.append(node)
    return grown


def _node(luck, size, moves):
    node = Node()
    if moves:
        node.point = PASS if luck.random() < 0.05 else _point(luck, size)
        node.colour = luck.choice(COLOURS)
        node.best = luck.random() < 0.1
    if luck.random() < 0.6:
        return node
    node.comment = luck.choice(("", *TEXTS))
    node.name = luck.choice(("", "", "a name"))
    for _ in range(luck.randrange(4)):
        node.marks[_point(luck, size)] = luck.choice(MARKS)
        node.labels[_point(luck, size)] = luck.choice(LABELS)
    if luck.random() < 0.2:
        node.arrows = [(_point(luck, size), _point(luck, size)) for _ in range(2)]
        node.lines = [(_point(luck, size), _point(luck, size))]
        node.setup = {_point(luck, size): luck.choice((*COLOURS, "empty")) for _ in range(4)}
    for name, values in OTHERS.items():
        if luck.random() < 0.05:
            node.others[name] = list(values)
    return node


def _point(luck, size):
    return points.name(luck.randrange(size * size), size)


def read_in_bounds(read, data, *more):
    """Return read(data, *more), and check that it uses no more memory than the size of the file explains."""
    encoding.guess("é".encode("cp1252"))  # load the detector's tables once, outside the measurement
    tracemalloc.start()
    try:
        return read(data, *more)
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        # the detector of encodings takes about 530,000 bytes for a text of any length
        assert most < 800_000 + 100 * len(data), (most, data)
