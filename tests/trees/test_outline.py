"""Test the next moves after a position as a small tree."""

from tengen.games import BLACK
from tengen_host.records.record import PASS
from tengen_host.trees.outline import MOST, outline
from tengen_host.trees.position import Continuation, Known
from tengen_host.trees.store import Opened


def shown(plies):
    return [(ply.point, shown(ply.after)) for ply in plies]


def test_the_next_three_moves_of_each_continuation(tmp_path):
    path = tmp_path / "a.sgf"
    path.write_text("(;SZ[15];B[hh](;W[ig]LB[jf:A];B[jf];W[aa];B[bb])(;W[hg]TE[1](;B[cc])(;B[dd])(;B[ee])))")
    tree = Opened(path, tmp_path / "cache")
    found = outline(tree.at, {112: BLACK}, tree.at(["h8"]), 15)
    assert shown(found) == [("i9", [("j10", [("a15", [])])]), ("h9", [("c13", []), ("d12", [])])]
    assert [ply.best for ply in found] == [False, True] and found[0].after[0].label == "A"
    tree.close()


def test_it_is_bounded_whatever_the_tree_has():
    points = [f"{letter}{number}" for letter in "abcdef" for number in range(1, 10)]
    asked = []

    def at(stones):
        asked.append(stones)
        free = [point for point in points if index(point) not in stones]
        return Known(continuations=tuple(Continuation(point, "black", count=1) for point in free))

    found = outline(at, {}, at({}), 15)
    assert count(found) == MOST and len(found) == 5 and len(asked) == 1 + 5 + 10


def test_a_pass_is_left_out():
    known = Known(continuations=(Continuation(PASS, "white"), Continuation("a1", "white")))
    assert shown(outline(lambda stones: None, {}, known, 15)) == [("a1", [])]


def index(point):
    return (int(point[1:]) - 1) * 15 + ord(point[0]) - ord("a")


def count(plies):
    return sum(1 + count(ply.after) for ply in plies)
