"""Make random trees that a library of RenLib can express, and libraries with wrong bytes."""

import random

from tengen_host.records.record import COLOURS, PASS
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import renlib_bytes as raw
from tengen_host.trees import renlib_writing

POINTS = sorted(set(raw.POSITIONS) - {PASS})
WORDS = {
    "English": ("White wins by fours.", "only move", "?!", "(see D4)"),
    "Swedish": ("Här är den enda räddningen för vit på brädet", "Å, nej!", "öppen fyra"),
    "Russian": ("Белые выигрывают четвёрками", "единственный ход", "хуже"),
    "Chinese": ("黑棋必胜", "这里是唯一的防守", "不好"),
    "Japanese": ("ここで黒の追い詰めがあります", "白は止められない", "四々"),
    "several": ("黑棋必胜", "четвёрка", "õ", "ở đây trắng thắng", "흑 승"),
}


def written(tree: Tree) -> bytes:
    """Return the library of a tree."""
    return renlib_writing.write(tree)[0]


def tree(seed: int, most: int = 60) -> Tree:
    """Return a tree of up to `most` nodes with everything that a library can express."""
    luck = random.Random(seed)
    words = WORDS[luck.choice(sorted(WORDS))]
    root = Node()
    open_: list[tuple[Node, int, frozenset[str]]] = [(root, 1, frozenset())]
    for _ in range(luck.randrange(most)):
        node, depth, taken = luck.choice(open_)
        free = set(POINTS) - taken - {child.point for child in node.children}
        point = luck.choice(sorted(free))
        if luck.random() < 0.05 and not any(child.is_pass for child in node.children):
            point = PASS
        child = Node(point, COLOURS[(depth - 1) % 2])
        node.children.append(child)
        open_.append((child, depth + 1, taken | {point}))
    for node, *_ in open_:
        if luck.random() < 0.3:
            node.comment = "\n".join(luck.choices(words, k=luck.randrange(1, 4)))
        if luck.random() < 0.2:
            node.name = luck.choice(words)
        if luck.random() < 0.2:
            node.labels = {luck.choice(POINTS): luck.choice((*words, "A", "1", "+3")) for _ in range(3)}
        node.labels |= {child.point: "x" for child in node.children if not child.is_pass and luck.random() < 0.2}
        node.best = luck.random() < 0.1
        if luck.random() < 0.02:
            node.others = {"START": [b""]}
    return Tree(root=root)


def damaged(data: bytes, luck: random.Random) -> bytes:
    """Return a library with some bytes changed, taken out or put in, or cut off."""
    changed = bytearray(data)
    for _ in range(luck.randrange(1, 6)):
        at = luck.randrange(len(changed) or 1)
        some = bytes(luck.choice((0, 8, 0x40, 0x80, 0xC0, 0xFF, luck.randrange(256))) for _ in range(luck.randrange(4)))
        changed[at : at + luck.randrange(4)] = some
    return bytes(changed[: luck.randrange(len(changed) + 1)] if luck.random() < 0.3 else changed)
