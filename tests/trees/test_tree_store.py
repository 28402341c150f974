"""Test an open tree: queries about a position in any order and orientation, the store, new branches."""

import os
import random
import subprocess
import sys

import foreign
import growing
import ledger
import pytest
from portable import some
from renlib_trees import written
from tengen.games import BLACK, COLOUR_NAMES, WHITE, points
from tengen.games.symmetry import TURNS
from tengen_host import whole_files
from tengen_host.records.record import PASS, RecordError
from tengen_host.records.sgf import trees as sgf
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import cache, formats, store
from tengen_host.trees.cache import ENDING
from tengen_host.trees.editing import COMMENT, Change
from tengen_host.trees.position_keys import keys_of
from tengen_host.trees.store import Opened


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens a tree, given as SGF."""
    trees = []

    def open_(text=None, path=tmp_path / "a.sgf", **more):
        if text is not None:
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        trees.append(Opened(path, tmp_path / "cache", **more))
        return trees[-1]

    yield open_
    for tree in trees:
        tree.close()


def nexts(known):
    """Return the points of the continuations."""
    return [its.point for its in known.continuations]


# Queries


def test_the_continuations_of_a_position_in_the_order_of_the_tree(opened):
    tree = opened("(;SZ[15];B[hh](;W[ig];B[gi])(;W[hg]C[direct];B[aa](;W[bb])(;W[cc])))")
    known = tree.at(["h8"])
    assert [(its.point, its.colour, its.comment, its.count) for its in known.continuations] == [
        ("i9", "white", "", 2), ("h9", "white", "direct", 4),
    ]  # fmt: skip
    assert known.count == 7 and known.places == 1 and not known.turned
    assert tree.size == 15 and tree.game == "renju" and tree.count == 8


def test_a_position_that_is_in_no_tree(opened):
    tree = opened("(;SZ[15];B[hh];W[ig])")
    assert tree.at(["h8", "i10"]) is None and tree.at({0: BLACK, 1: BLACK}) is None


def test_stones_may_be_given_by_their_points(opened):
    tree = opened("(;SZ[15];B[hh];W[ig])")
    assert nexts(tree.at({112: BLACK})) == ["i9"] and nexts(tree.at({})) == ["h8"]
    assert nexts(tree.at({112: BLACK, 3: 0})) == ["i9"]


def test_a_position_is_found_in_any_order_of_its_stones(opened):
    tree = opened("(;SZ[15];B[hh];W[ig];B[ff];W[aa]C[there])")
    assert nexts(tree.at(["f10", "i9", "h8"])) == ["a15"]
    assert tree.at(["f10", "a15", "h8", "i9"]).comment == "there"


def test_two_branches_with_the_same_stones_are_told_together(opened):
    tree = opened("(;SZ[15](;B[hh];W[ig];B[ff]C[one];W[aa])(;B[ff];W[ig];B[hh]C[other];W[ab](;B[oo])))")
    known = tree.at(["h8", "i9", "f10"])
    assert known.comment == "one\n\nother" and known.places == 2 and known.count == 5
    assert [(its.point, its.count) for its in known.continuations] == [("a15", 1), ("a14", 2)]


def test_a_stone_that_leads_to_another_branch_is_a_continuation(opened):
    tree = opened("(;SZ[15](;B[hh];W[ig];B[ff]C[known])(;B[ff];W[ig]))")
    (its,) = tree.at(["f10", "i9"]).continuations
    assert its.point == "h8" and its.comment == "known"


@pytest.mark.parametrize("turn", range(8))
def test_a_turned_or_mirrored_position_is_found_with_its_points_turned(opened, turn):
    tree = opened("(;SZ[15];B[hh];W[ig];B[fi]TR[aa]LB[ab:A][bd:text]AR[aa:ab]LN[ac:ad](;W[ab])(;W[ae]))")
    keys = keys_of(15)
    at = {name: points.name(keys.turned[turn][keys.index[name]], 15) for name in keys.index}
    known = tree.at([at["h8"], at["i9"], at["f7"]])
    assert known.marks == {at["a15"]: "triangle"} and known.labels == {at["a14"]: "A", at["b12"]: "text"}
    assert known.arrows == ((at["a15"], at["a14"]),) and known.lines == ((at["a13"], at["a12"]),)
    assert [(its.point, its.label) for its in known.continuations] == [(at["a14"], "A"), (at["a11"], "")]
    assert known.turned == (turn != 0)


def test_continuations_that_are_one_by_symmetry_are_told_once(opened):
    tree = opened("(;SZ[15];B[hh](;W[hg];B[aa])(;W[ih];B[bb])(;W[ig]))")
    assert [(its.point, its.count) for its in tree.at(["h8"]).continuations] == [("h9", 4), ("i9", 1)]


def test_the_label_of_a_continuation(opened):
    # the label is in the parent's node, as in SGF, or in the move's own node; without a label, the mark's name is used
    tree = opened("(;SZ[15];B[hh]LB[ab:A]SQ[ac][ab](;W[ab])(;W[ac])(;W[ad]LB[ad:+3])(;W[ae]TE[1]))")
    assert [(its.label, its.best) for its in tree.at(["h8"]).continuations] == [
        ("A", False), ("square", False), ("+3", False), ("", True),
    ]  # fmt: skip


def test_nodes_without_a_move_belong_to_their_position(opened):
    tree = opened("(;SZ[15];B[hh]C[one];C[two];W[ig])")
    known = tree.at(["h8"])
    assert known.comment == "one\n\ntwo" and nexts(known) == ["i9"] and known.count == 2


def test_stones_that_are_set_up_and_taken_off(opened):
    tree = opened("(;SZ[15]AB[hh]AW[ig];B[ff](;AE[ig];W[aa])(;W[bb]))")
    start = {112: BLACK, points.index("i9", 15): WHITE}
    assert nexts(tree.at(start)) == ["f10"]
    after = {112: BLACK, points.index("f10", 15): BLACK}
    assert nexts(tree.at(after)) == ["a15", "i9"]  # White's i9 would give the position before i9 was removed
    assert nexts(tree.at({**start, **after})) == ["b14"]


def test_a_pass_is_a_continuation(opened):
    tree = opened("(;SZ[15];B[hh];W[];B[ig])")
    assert nexts(tree.at(["h8"])) == [PASS, "i9"] and nexts(tree.at(["h8", PASS])) == [PASS, "i9"]


def test_trees_of_another_size_are_left_out_with_a_sentence(opened):
    tree = opened("(;SZ[15];B[hh])(;SZ[9];B[ee])(;SZ[15];B[aa])")
    assert nexts(tree.at([])) == ["h8", "a15"]
    assert tree.left_out.startswith("1 of 3 trees are on boards of another size")


def test_a_move_that_is_no_point_of_the_board(opened):
    with pytest.raises(RecordError, match="move 2 is 'k10'"):
        opened("(;SZ[9];B[ee])").at(["e5", "k10"])


def image(stones, turn, size):
    """Return rotated or mirrored stones, computed with coordinates from the middle."""
    xx, xy, yx, yy = TURNS[turn]
    half = (size - 1) / 2
    found = set()
    for point, colour in stones:
        x, y = point % size - half, point // size - half
        found.add((int(round((yx * x + yy * y + half) * size + xx * x + xy * y + half)), colour))
    return frozenset(found)


@pytest.mark.parametrize("seed", range(some(40)))
def test_random_trees_by_a_slow_second_way(opened, seed):
    grown = growing.tree(seed, 60)
    size, luck = grown.size, random.Random(seed)
    tree = opened(sgf.write([grown]))
    path, there = [], []
    for depth, node in grown.nodes():
        del path[depth:]
        held = dict(path[-1]) if path else {}
        if node.point not in ("", PASS):
            held[points.index(node.point, size)] = COLOUR_NAMES.index(node.colour)
        for name, colour in node.setup.items():
            held[points.index(name, size)] = COLOUR_NAMES.index(colour)
        path.append({point: colour for point, colour in held.items() if colour})
        there.append((node, frozenset(path[-1].items()), path[-2] if depth else None))
    for _, stones, _ in luck.sample(there, min(len(there), 12)):
        asked = image(stones, luck.randrange(8), size)
        known = tree.at(dict(asked))
        images = [image(asked, turn, size) for turn in range(8)]
        same = [node for node, its, _ in there if its in images]
        assert known.places == len(same)
        assert known.turned == (asked not in [its for _, its, _ in there])
        assert all(node.comment in known.comment for node in same)
        assert sorted({label for node in same for label in node.labels.values()} - {""}) >= sorted(
            set(known.labels.values()) - {""}
        )
        moves = {its for node, its, before in there if before is not None and node.point not in ("", PASS)
                 and frozenset(before.items()) in images}  # fmt: skip
        shown = {frozenset({**dict(asked), points.index(its.point, size): COLOUR_NAMES.index(its.colour)}.items())
                 for its in known.continuations if its.point != PASS}  # fmt: skip
        for its in moves:
            if not any(node.setup for node, here, _ in there if here == its):
                assert any(image(its, turn, size) in shown for turn in range(8))


# New branches


def test_a_new_branch_is_in_the_file_and_known_at_once(opened, tmp_path):
    tree = opened("(;SZ[15];B[hh](;W[ig]C[stays];B[gi])(;W[hg]))")
    assert tree.add(["h8", "i9", "a1", "b2"], comment="why ] not\n好")
    assert (tmp_path / "a.sgf").read_text() == (
        "(;SZ[15];B[hh](;W[ig]C[stays](;B[gi])(;B[ao];W[bn]C[why \\] not\n好]))(;W[hg]))"
    )
    for its in (tree, opened()):
        assert nexts(its.at(["h8", "i9"])) == ["g7", "a1"] and its.count == 7
        assert its.at(["h8", "i9", "a1", "b2"]).comment == "why ] not\n好"
        assert [one.count for one in its.at(["h8"]).continuations] == [4, 1]


def test_nothing_is_written_if_nothing_is_new(opened, tmp_path):
    tree = opened("(;SZ[15];B[hh];W[ig];B[gi])")
    before = os.stat(tmp_path / "a.sgf")
    assert not tree.add(["h8", "i9"]) and not tree.add(["g7", "i9", "h8"]) and not tree.add([])
    assert os.stat(tmp_path / "a.sgf") == before


def test_a_branch_goes_where_its_position_is_known_turned_or_in_another_order(opened):
    tree = opened("(;SZ[15];B[hh];W[ig];B[ff])")
    turned = keys_of(15).turned[3]
    line = [points.name(turned[points.index(name, 15)], 15) for name in ("f10", "i9", "h8", "a1", "c2")]
    assert tree.add(line)
    assert nexts(tree.at(["h8", "i9", "f10"])) == ["a1"] and nexts(tree.at(["h8", "i9", "f10", "a1"])) == ["c2"]
    assert nexts(tree.at(line[:3])) == [line[3]]


def test_branches_one_after_another_are_the_same_as_when_the_file_is_opened_anew(opened):
    tree = opened("(;SZ[9];B[ee](;W[ed])(;W[fd]))")
    luck = random.Random(7)
    for _ in range(30):
        tree.add([points.name(point, 9) for point in [40, *luck.sample([0, 1, 2, 11, 12, 41, 49], 5)]])
    anew = opened((tree.path).read_bytes())
    assert anew.count == tree.count
    for _ in range(30):
        line = [points.name(point, 9) for point in [40, *luck.sample([0, 1, 2, 11, 12, 41, 49], luck.randrange(6))]]
        one, other = tree.at(line), anew.at(line)
        # the reopened tree may list the places in another order, and give continuations in another orientation
        if one:
            assert (one.count, one.places) == (other.count, other.places)
            assert sorted(its.count for its in one.continuations) == sorted(its.count for its in other.continuations)
        else:
            assert other is None


def test_colours_and_passes_of_a_new_branch(opened, tmp_path):
    tree = opened("(;SZ[15];B[hh])")
    assert tree.add(["h8", "i9", PASS, "a1"], colours=["black", "white", "white", "black"])
    assert (tmp_path / "a.sgf").read_bytes() == b"(;SZ[15];B[hh];W[ig];W[];B[ao])"
    assert nexts(tree.at(["h8", "i9"])) == [PASS, "a1"]


@pytest.mark.parametrize("encoding, text", [
    ("gb18030", "(;CA[GBK]SZ[15];B[hh]C[陳誠]%s)"), ("big5", "(;SZ[15];B[hh]C[成功]%s)"),
    ("cp1252", "(;SZ[15];B[hh]C[René Zoé]%s)"), ("utf-8-sig", "(;SZ[15];B[hh]C[中村]%s)"),
    ("cp932", "(;SZ[15];B[hh]C[ﾅｶﾑﾗ 十]%s)"), ("koi8-r", "(;SZ[15];B[hh]C[ничья, ход чёрных]%s)"),
])  # fmt: skip
def test_a_file_of_another_encoding_keeps_it_and_its_bytes(opened, tmp_path, encoding, text):
    tree = opened((text % ";W[ig]").encode(encoding))
    before = tree.at(["h8"]).comment
    assert tree.add(["h8", "i10"]) and tree.add(["h8", "i9", "g7"])
    assert (tmp_path / "a.sgf").read_bytes() == (text % "(;W[ig];B[gi])(;W[if])").encode(encoding)
    assert tree.at(["h8"]).comment == before and nexts(opened().at(["h8"])) == ["i9", "i10"]


def test_a_changed_file_keeps_its_encoding_as_long_as_that_has_all_letters(opened, tmp_path):
    told = []
    path = tmp_path / "a.sgf"
    path.write_bytes("(;CA[Big5]SZ[15];B[hh]C[成功];W[ig])".encode("big5"))
    tree = opened(tell=told.append)
    assert tree.change(["h8"], Change(COMMENT, text="許功蓋"))
    assert path.read_bytes().decode("big5") == "(;FF[4]CA[Big5]SZ[15]GM[4]AP[Tengen];B[hh]C[許功蓋];W[ig])\n"
    assert told == []
    assert tree.change(["h8"], Change(COMMENT, text="許功蓋 õ"))
    assert "CA[UTF-8]" in path.read_text(encoding="utf-8") and opened().at(["h8"]).comment == "許功蓋 õ"
    assert told == [
        "a.sgf: The file is in UTF-8 now: in Big5, as before, it could not be read again with all its letters. "
        "a.sgf.bak has it as it was."
    ]


def test_a_guess_that_would_change_with_the_file_is_written_as_utf_8(opened, tmp_path):
    tree = opened("(;SZ[15];B[hh]C[René Lefèvre];W[ig])".encode("cp1252"))
    before = tree.at(["h8"]).comment
    assert tree.change(["h8", "i9"], Change(COMMENT, text="ход чёрных"))
    assert "CA[UTF-8]" in (tmp_path / "a.sgf").read_text(encoding="utf-8") and opened().at(["h8"]).comment == before


def test_the_first_write_of_a_run_leaves_the_file_of_before(opened, tmp_path):
    path, copy = tmp_path / "a.sgf", tmp_path / "a.sgf.bak"
    tree = opened("(;SZ[15];B[hh])")
    assert not copy.exists()
    assert tree.add(["h8", "i9"]) and tree.change(["h8"], Change(COMMENT, text="x"))
    assert copy.read_bytes() == b"(;SZ[15];B[hh])"
    between = path.read_bytes()
    assert opened().change(["h8"], Change(COMMENT, text="y"))
    assert copy.read_bytes() == between


def test_an_encoding_that_is_given_counts_also_when_the_file_is_written(opened, tmp_path):
    for name in ("a.sgf", "a.lib"):
        path = tmp_path / name
        word = "Лефевр"
        path.write_bytes(foreign.data(name[2:], "cp1251", "", "", ["", word], ["h8", "i9"]))
        tree = opened(path=path, encoding="windows-1251")
        assert tree.at(["h8"]).comment == word
        assert tree.change(["h8"], Change(COMMENT, text="чёрные")) and tree.at(["h8"]).comment == "чёрные"
        assert "чёрные".encode("cp1251") in path.read_bytes()
    assert b"CA[windows-1251]" in (tmp_path / "a.sgf").read_bytes()


def test_a_file_with_two_moves_in_a_node_is_written_anew(opened):
    tree = opened("(;SZ[15]B[hh]C[x];W[ig])")
    assert tree.add(["h8", "i10"])
    assert nexts(opened().at(["h8"])) == ["i9", "i10"] and opened().at(["h8"]).comment == "x"


def test_a_file_that_has_changed_meanwhile_is_read_again_first(opened, tmp_path):
    tree = opened("(;SZ[15];B[hh];W[ig])")
    (tmp_path / "a.sgf").write_bytes(b"(;SZ[15];B[hh](;W[ab])(;W[ig]))")
    assert tree.add(["h8", "i9", "g7"])
    assert (tmp_path / "a.sgf").read_bytes() == b"(;SZ[15];B[hh](;W[ab])(;W[ig];B[gi]))"
    assert not tree.refresh()
    (tmp_path / "a.sgf").write_bytes(b"(;SZ[9];B[ee])")
    assert tree.refresh() and tree.size == 9 and nexts(tree.at([])) == ["e5"]


def test_a_file_that_changes_while_a_branch_is_put_in_loses_nothing(opened, tmp_path, monkeypatch):
    tree = opened("(;SZ[15];B[hh];W[ig])")
    extended = store.formats.extended

    def meanwhile(data, *rest):
        if b"gi" not in data:
            (tmp_path / "a.sgf").write_bytes(b"(;SZ[15];B[hh];W[ig];B[gi])")
        return extended(data, *rest)

    monkeypatch.setattr(store.formats, "extended", meanwhile)
    assert tree.add(["h8", "i9", "a1"])
    assert (tmp_path / "a.sgf").read_bytes() == b"(;SZ[15];B[hh];W[ig](;B[gi])(;B[ao]))"


def test_a_branch_that_can_not_be_written_leaves_the_file_as_it_was(opened, tmp_path, monkeypatch):
    tree = opened("(;SZ[15];B[hh];W[ig])")

    def full(folder, data, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files, "write_aside", full)
    with pytest.raises(OSError, match="No space"):
        tree.add(["h8", "i10"])
    assert (tmp_path / "a.sgf").read_bytes() == b"(;SZ[15];B[hh];W[ig])" and nexts(tree.at(["h8"])) == ["i9"]
    assert os.listdir(tmp_path) != [] and not [name for name in os.listdir(tmp_path) if name.endswith(".part")]


def test_a_line_that_does_not_begin_like_the_tree(opened):
    with pytest.raises(RecordError, match="begins? with other stones"):
        opened("(;SZ[15]AB[hh];W[ig])").add(["a1", "b1"])


# Libraries of RenLib, and text


@pytest.fixture
def library(tmp_path):
    """A tree as an open library: two continuations of h8 i9, one with a label, and a label on an empty point."""
    last = Node("g7", "black", comment="a comment", best=True)
    before = Node("i9", "white", name="a name", labels={"g7": "A", "o1": "there"})
    before.children = [last, Node("j10", "black")]
    root = Node(children=[Node("h8", "black", children=[before])])
    (tmp_path / "a.lib").write_bytes(written(Tree(root=root)))
    tree = Opened(tmp_path / "a.lib", tmp_path / "cache")
    yield tree
    tree.close()


def test_a_library_of_renlib(library):
    known = library.at(["h8", "i9"])
    assert known.name == "a name" and known.labels == {"g7": "A", "o1": "there"}
    assert [(its.point, its.label, its.comment, its.best, its.count) for its in known.continuations] == [
        ("g7", "A", "a comment", True, 1), ("j10", "", "", False, 1),
    ]  # fmt: skip
    assert library.count == 5 and known.count == 3 and not library.at(["h8", "i9", "g7"]).labels


def test_a_new_branch_of_a_library(library, tmp_path):
    assert library.add(["h8", "i9", "a1", "b2"], comment="new") and not library.add(["h8", "i9", "a1"])
    (tree,) = formats.read(tmp_path / "a.lib")
    anew = Opened(tmp_path / "a.lib", tmp_path / "other")
    for its in (library, anew):
        assert sorted(nexts(its.at(["h8", "i9"]))) == ["a1", "g7", "j10"] and its.count == 7
        assert its.at(["h8", "i9", "a1", "b2"]).comment == "new" and its.at(["h8", "i9"]).labels["g7"] == "A"
    anew.close()
    assert sum(1 for _ in tree.nodes()) == 7


def test_a_branch_that_a_library_can_hold_with_passes_only(library):
    assert library.add(["h8", "i9", "a1"], colours=["black", "white", "white"])
    assert PASS in nexts(library.at(["h8", "i9"]))


def test_a_text_as_a_tree(tmp_path):
    (tmp_path / "a.txt").write_text('h8 i9 "words"\n  g7\n  j10\n')
    tree = Opened(tmp_path / "a.txt", tmp_path / "cache")
    assert nexts(tree.at(["h8", "i9"])) == ["g7", "j10"] and tree.at(["h8", "i9"]).comment == "words"
    assert tree.add(["h8", "i9", "a1"])
    assert (tmp_path / "a.txt").read_text() == 'tree 15 renju\nh8 i9 "words"\n  g7\n  j10\n  a1\n'
    tree.close()


# The store


def stores(tmp_path):
    """Return the stores in the cache."""
    return sorted((tmp_path / "cache").glob("*" + ENDING))


def test_the_second_time_the_file_is_not_read(opened, tmp_path, monkeypatch):
    opened("(;SZ[15];B[hh];W[ig])").close()
    monkeypatch.setattr(store.formats, "steps", None)
    assert nexts(opened().at(["h8"])) == ["i9"]


def test_a_file_that_has_changed_has_a_new_store(opened, tmp_path):
    opened("(;SZ[15];B[hh];W[ig])")
    assert nexts(opened("(;SZ[15];B[hh];W[hg])").at(["h8"])) == ["h9"]
    assert len(stores(tmp_path)) == 1


def test_a_store_of_another_version_is_made_again(opened, monkeypatch):
    opened("(;SZ[15];B[hh];W[ig])").close()
    monkeypatch.setattr(store.tengen, "__version__", "99")
    assert nexts(opened().at(["h8"])) == ["i9"]


def test_a_damaged_store_is_made_again(opened, tmp_path):
    opened(sgf.write([growing.tree(3, 100, 15)])).close()
    (path,) = stores(tmp_path)
    sound, luck = path.read_bytes(), random.Random(1)
    expected = opened().at([])
    for number in range(some(60)):
        data = bytearray(sound)
        for _ in range(luck.choice((1, 30, 300))):
            data[luck.randrange(len(data)) if number % 2 else luck.randrange(200)] = luck.randrange(256)
        path.write_bytes(data[: luck.randrange(len(data))] if number % 5 == 0 else data)
        tree = opened()
        assert tree.at([]) is not None and expected is not None
        tree.close()
    path.write_bytes(b"something else")
    assert opened().at([]) == expected


def test_a_store_that_is_damaged_while_it_is_open(opened, tmp_path):
    tree = opened(sgf.write([growing.tree(3, 400, 15)]))
    expected = tree.at([])
    (path,) = stores(tmp_path)
    path.write_bytes(b"x" * len(path.read_bytes()))
    assert tree.at([]) == expected


def test_without_a_place_for_the_cache_the_store_is_in_memory(tmp_path):
    (tmp_path / "a.sgf").write_bytes(b"(;SZ[15];B[hh];W[ig])")
    (tmp_path / "cache").write_bytes(b"a file")
    tree = Opened(tmp_path / "a.sgf", tmp_path / "cache")
    assert nexts(tree.at(["h8"])) == ["i9"] and tree.add(["h8", "i10"]) and nexts(tree.at(["h8"])) == ["i9", "i10"]
    tree.close()


def test_only_so_many_stores_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "MOST", 3)
    for number in range(6):
        (tmp_path / f"{number}.sgf").write_bytes(b"(;SZ[15];B[hh])")
        Opened(tmp_path / f"{number}.sgf", tmp_path / "cache").close()
        for path in stores(tmp_path):
            os.utime(path, (number, number))
    assert len(stores(tmp_path)) == 3


@pytest.mark.parametrize("data", [b"", b"\x00" * 100, b"no tree", b"(;SZ[15]", b"(;GM[2])"])
def test_a_file_that_is_no_tree_is_a_sentence_and_leaves_nothing(tmp_path, data):
    (tmp_path / "a.sgf").write_bytes(data)
    with pytest.raises(RecordError, match="a.sgf"):
        Opened(tmp_path / "a.sgf", tmp_path / "cache")
    assert os.listdir(tmp_path / "cache") == []


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OSError):
        Opened(tmp_path / "a.sgf", tmp_path / "cache")


MILLION = """
import sys, time
from pathlib import Path
from tengen_host.trees.store import Opened
began = time.process_time()
tree = Opened(Path(sys.argv[1]), Path(sys.argv[2]))
(peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(time.process_time() - began, tree.count, int(peak) // 1024)
assert tree.at([]).continuations
"""


@pytest.mark.proof
def test_a_tree_of_a_million_nodes(tmp_path):
    """A tree of a million nodes opens in 300 MB.

    The second time it is not read again, and opens in at most a tenth of the time.
    """
    (tmp_path / "a.sgf").write_bytes(million())
    times = []
    for _ in range(2):
        command = [sys.executable, "-c", MILLION, tmp_path / "a.sgf", tmp_path / "cache"]
        seconds, count, megabytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        assert int(count) == 1_000_001 and int(megabytes) < 300
        times.append(float(seconds))
    assert times[1] < times[0] / 10
    (path,) = stores(tmp_path)
    size = path.stat().st_size / 1e6
    assert size < 300
    ledger.note(f"a tree of a million nodes: at first {times[0]:.1f} s; then {times[1]:.1f} s; its store {size:.0f} MB")


def million():
    """Return a file of a tree with a million moves, in lines of up to 40 moves that branch off other lines."""
    luck = random.Random(5)
    letters = "abcdefghijklmno"
    parts, line, count = ["(;SZ[15]"], [], 0
    while count < 1_000_000:
        for _ in range(luck.randrange(1, 40 - len(line)) if len(line) < 39 else 1):
            if count == 1_000_000:
                break
            # most moves are near the middle, so that different lines reach the same positions
            move = ""
            while not move or move in line:
                move = "".join(luck.choice(letters[5:10] if luck.random() < 0.8 else letters) for _ in "xy")
            parts.append(f"(;{'BW'[len(line) % 2]}[{move}]")
            if luck.random() < 0.05:
                parts.append(f"C[comment {count} of this tree]")
            line.append(move)
            count += 1
        back = luck.randrange(1, (len(line) if luck.random() < 0.02 else min(6, len(line))) + 1)
        parts.append(")" * back)
        del line[-back:]
    return "".join([*parts, ")" * (len(line) + 1)]).encode()
