"""Test RenLib's libraries: each feature in bytes written by hand, written and read, truncated, damaged, too large.

The meaning of the bytes is from RenLib's own code (gomoku/RenLib: LibraryFile.cpp, MoveNode.cpp, RenLibDoc.cpp).
"""

import random
import time
import tracemalloc

import effort
import growing
import ledger
import pytest
from renlib_trees import damaged, tree, written
from same_trees import equal
from tengen_host.records.record import PASS, RecordError
from tengen_host.records.tree import Node, Tree
from tengen_host.trees import renlib, renlib_bytes, renlib_writing

HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
ROOT = b"\x00\x00"
LEAF, SIBLING, LEAF_AND_SIBLING, INNER = 0x40, 0x80, 0xC0, 0x00
# 16 * (y - 1) + x: h8 is column 8 in row 8 from the top, h9 in row 7 from the top
H8, H9, I9, A15, O1 = 0x78, 0x68, 0x69, 0x01, 0xEF


def library(*nodes):
    return HEADER + ROOT + b"".join(node if isinstance(node, bytes) else bytes(node) for node in nodes)


def lines(found):
    """Return the tree as lines: the depth, the move, and the other data."""
    return [
        (depth, node.point, *filter(None, (node.name, node.comment, node.labels, node.best)))
        for depth, node in found.nodes()
    ]


def refused(data):
    with pytest.raises(RecordError) as error:
        renlib.read(data, "a.lib")
    words = str(error.value)
    assert words.startswith("a.lib") and ": " in words and "\n" not in words and len(words) < 200
    return words


# --- the nodes ---


def test_points_go_from_the_upper_left_corner():
    found = renlib.read(library((A15, INNER), (O1, INNER), (H9, LEAF)))
    assert [node.point for _, node in found.nodes()] == ["", "a15", "o1", "h9"]
    assert [node.colour for _, node in found.nodes()] == ["", "black", "white", "black"]


def test_the_flags_make_the_tree():
    # after h8 either h9 (followed by o1) or i9; and a15 as another first move
    data = library((H8, SIBLING), (H9, SIBLING), (O1, LEAF), (I9, LEAF), (A15, LEAF))
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8"), (2, "h9"), (3, "o1"), (2, "i9"), (1, "a15")]
    data = library((H8, INNER), (H9, LEAF_AND_SIBLING), (I9, LEAF_AND_SIBLING), (O1, LEAF))
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8"), (2, "h9"), (2, "i9"), (2, "o1")]


def test_a_library_without_moves():
    assert lines(renlib.read(library())) == [(0, "")]
    assert written(Tree()) == library()


def test_an_older_version_has_no_root_and_begins_with_h8():
    nodes = bytes((H8, INNER, H9, LEAF))
    for header in (HEADER.replace(b"\x03\x04", b"\x03\x00"), b""):
        assert lines(renlib.read(header + nodes)) == [(0, ""), (1, "h8"), (2, "h9")]


def test_a_pass_has_position_0():
    found = renlib.read(library((H8, INNER), (0, INNER), (I9, LEAF)))
    assert lines(found) == [(0, ""), (1, "h8"), (2, PASS), (3, "i9")]
    assert found.root.children[0].children[0].children[0].colour == "black"


def test_marks_and_the_start_position():
    found = renlib.read(library((H8, INNER | 0x10), (H9, LEAF | 0x04)))
    h8 = found.root.children[0]
    assert h8.best and not h8.others
    assert h8.children[0].others == {"START": [b""]} and not h8.children[0].best


def test_the_same_move_twice_is_one():
    # RenLibDoc.cpp, AddLibrary: GetVariant finds the existing node; no comment is lost here
    data = library((H8, SIBLING), (H9, LEAF), (H8, INNER | 8), b"\x08again\0\0", (I9, LEAF))
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8", "again"), (2, "h9"), (2, "i9")]
    data = library((H8, LEAF_AND_SIBLING | 8), b"a\x08b\0", (H8, LEAF | 8), b"c\x08d\0")
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8", "a", "b\nc\nd")]


def test_the_same_move_very_often_takes_no_more_time_each():
    node = bytes((H8, LEAF_AND_SIBLING | 8))

    def read(times):
        found = renlib.read(library(*(node + b"%07d\0" % number for number in range(times)), (I9, LEAF)))
        assert len(found.root.children) == 2 and len(found.root.children[0].comment) == (times - 1) * 8 - 1

    assert effort.grows_evenly(read, 5000)


# --- the texts ---


@pytest.mark.parametrize("text, name, comment", [
    (b"one line\0\0", "one line", ""),  # a second zero makes the length even
    (b"a line\x08\0", "a line", ""),
    (b"odd\0", "odd", ""),
    (b"\x08several\r\nlines\0", "", "several\nlines"),
    (b"one\x08two\r\n\r\nthree\0\0", "one", "two\n\nthree"),
    (b"\0\0", "", ""),
])  # fmt: skip
def test_comments_of_one_line_and_of_several(text, name, comment):
    assert len(text) % 2 == 0
    h8 = renlib.read(library((H8, INNER | 8), text, (H9, LEAF))).root.children[0]
    assert (h8.name, h8.comment) == (name, comment) and h8.children[0].point == "h9"


def test_an_old_comment_has_seven_bits_and_swedish_letters():
    # h{r {r en |ppen fyra, and 80 in the last character; of odd length, with one more byte
    text = b"h{r {r en |ppen fyr" + bytes((ord("a") | 0x80,))
    assert len(text) % 2 == 0
    assert lines(renlib.read(library((H8, INNER | 0x20), text, (H9, LEAF))))[1:] == [
        (1, "h8", "här är en öppen fyra"),
        (2, "h9"),
    ]
    text = b"[]\x08\\k}" + bytes((ord("d") | 0x80,))
    found = renlib.read(library((H8, INNER | 0x20), text + b"\0", (H9, LEAF)))
    assert lines(found)[1:] == [(1, "h8", "ÄÅ", "Ökåd"), (2, "h9")]


def test_a_board_text_is_a_label_of_the_position_before():
    # EXTENSION: two more bytes, 00 01 for a board text; first the comment, then the board text
    data = library((H8, INNER), (H9, LEAF_AND_SIBLING | 1 | 8), b"\x00\x01", b"why\0", b"A\0", (I9, LEAF))
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8", {"h9": "A"}), (2, "h9", "why"), (2, "i9")]


def test_a_board_text_on_an_empty_point_is_no_move():
    data = library((H8, INNER), (H9, LEAF_AND_SIBLING | 2 | 1), b"\x00\x01", b"?!\0\0", (I9, LEAF))
    found = renlib.read(data)
    assert lines(found) == [(0, ""), (1, "h8", {"h9": "?!"}), (2, "i9")]
    assert equal(renlib.read(written(found)), found)


def test_what_is_no_move_and_has_more_than_a_board_text_is_a_move():
    assert lines(renlib.read(library((H8, INNER | 2), (I9, LEAF)))) == [(0, ""), (1, "h8"), (2, "i9")]
    assert lines(renlib.read(library((H8, LEAF | 2 | 8), b"hm\0\0"))) == [(0, ""), (1, "h8", "hm")]
    assert lines(renlib.read(library((H8, LEAF | 2)))) == [(0, "")]


def test_the_first_node_is_the_root_whatever_its_flags_say():
    for flags in range(256):
        if not flags & 0x29:  # of these, each needs a text
            assert lines(renlib.read(HEADER + bytes((0, flags, H8, LEAF))))[1:] == [(1, "h8")], flags


@pytest.mark.parametrize("encoding, word", [
    ("cp1252", "för vit på brädet är det över"), ("cp1251", "белые выигрывают"), ("gbk", "黑棋必胜"),
    ("cp932", "ここで黒の追い詰めがあります"), ("utf-8", "黑棋 четвёрка õ"),
])  # fmt: skip
def test_the_code_page_is_guessed_from_all_texts(encoding, word):
    found = Tree(root=Node(comment=word, children=[Node("h8", "black", name=word, comment="plain")]))
    data = library()[:20] + b"\x00\x08" + renlib_bytes._closed(b"\b" + word.encode(encoding)) + bytes((H8, LEAF | 8))
    data += renlib_bytes._closed(word.encode(encoding) + b"\bplain")
    assert equal(renlib.read(data), found)
    assert written(found) == data and bool(renlib_writing.write(found)[1]) == (encoding == "utf-8")


def test_a_library_keeps_its_code_page_when_it_is_changed():
    # the Japanese text has kana, because kanji alone could also be Chinese, which has another code page
    for encoding, word in (("cp932", "黒勝ち、白は受け無し。"), ("cp1252", "är"), ("utf-8", "är")):
        h8 = bytes((H8, LEAF | 8))
        data = library(h8 + renlib_bytes._closed(word.encode(encoding)))
        found = renlib.read(data)
        assert written(found) == data
        found.root.comment = "new"
        assert h8 + renlib_bytes._closed(word.encode(encoding)) in written(found)
        assert renlib_writing.write(found)[1] == []


# --- errors in a file ---


@pytest.mark.parametrize("data, words", [
    (b"", "is empty"),
    (b"(;FF[4]SZ[15];B[hh])", "is not a library of RenLib"),
    (b"xyz", "is not a library of RenLib"),  # the byte for h8 is also an 'x'
    (HEADER, "has a header and no node"),
    (HEADER[:12], "in its header"),
    (HEADER.replace(b"\x03\x04", b"\x04\x00") + ROOT,
     "a.lib is of version 4.0, 3.4 is the newest that is read: save it as that"),
    (HEADER.replace(b"\x03\x04", b"\x03\x05") + ROOT, "3.5"),
    (library((H8, INNER), (0x10, LEAF)), "node 3, at byte 24, lies at column 16 and row 2 from the top, off the 15x15"),
    (library((H8, INNER), (0xF0, LEAF)), "lies at column 16 and row 16 from the top"),
    (library((H8, INNER), (0xF8, LEAF)), "lies at column 8 and row 16 from the top"),
    (library((H8, INNER), (I9, INNER), (H8, LEAF)),
     "a.lib: node 4, at byte 26, puts a stone on h8, where one lies already: correct it there"),
    (library((H8, LEAF), (I9, LEAF)), "the tree ends at byte 24, the file 2 bytes later"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(data, words):
    assert words in refused(data)


def test_a_saved_branch_lacks_the_siblings_on_the_way_to_it():
    # RenLib's "Save Position As" writes one branch: nodes on the path to it announce siblings that are not in the file
    data = library((H8, SIBLING), (H9, SIBLING))
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8"), (2, "h9")]
    data = library((H8, SIBLING), (H9, SIBLING), (I9, LEAF_AND_SIBLING), (O1, LEAF))
    assert lines(renlib.read(data)) == [(0, ""), (1, "h8"), (2, "h9"), (3, "i9"), (3, "o1")]


def test_a_file_cut_off():
    data = library((H8, INNER), (H9, SIBLING), (O1, LEAF), (I9, INNER | 8), b"word\0\0")
    data += bytes((O1, SIBLING | 1)) + b"\x00\x01A\0" + bytes((A15, LEAF, A15, LEAF))
    assert len(renlib.read(data).root.children[0].children[1].children) == 2
    accepted = []
    for size in range(len(data)):
        try:
            renlib.read(data[:size], "a.lib")
            accepted.append(size)
        except RecordError as error:
            assert "cut off" in str(error) or size in (0, 20) or size < 8, (size, error)
    # accepted are the root alone, and moves without variations, because they may be a saved branch
    assert accepted == [22, 24, 26, 28]


def test_bounds(monkeypatch):
    assert "more than 1000 moves in a row" in refused(library(*[(0, INNER)] * 1001))
    assert "a text of more than 1 MB" in refused(library((H8, LEAF | 8), b"x" * 1_000_010))
    assert "a text of more than 1 MB" in refused(library((H8, LEAF | 0x20), b"x" * 1_000_010))
    monkeypatch.setattr(renlib_bytes, "MOST_NODES", 3)
    renlib.read(library((H8, INNER), (H9, LEAF)))
    assert "more than 3 nodes" in refused(library((H8, INNER), (H9, INNER), (I9, LEAF)))
    monkeypatch.setattr(renlib_bytes, "MOST_BYTES", 30)
    assert "too much" in refused(library(*[(0, INNER)] * 5))


# --- writing ---


def test_what_a_library_has_no_place_for_is_in_the_comment_or_told():
    h8 = Node("h8", "black", comment="Why?", arrows=[("h8", "i9")], lines=[("a1", "b2")],
              marks={"a1": "triangle", "b2": "triangle", "c3": "cross"}, others={"BL": [b"100"]})  # fmt: skip
    root = Node(children=[h8], others={"PW": [b"Bo \\]"], "PB": ["Ants Soosõrv".encode()], "KM": [b"0"]})
    found = Tree(game="pente", root=root)
    assert renlib.read(written(found)).root.comment == "Black: Ants Soosõrv\nWhite: Bo ]"
    again = renlib.read(written(found)).root.children[0]
    assert again.comment == "Why?\nArrows: h8 i9\nLines: a1 b2\nTriangle: a1, b2\nCross: c3"
    assert renlib_writing.write(found)[1] == [
        "Arrows, lines, marks and names of 2 positions are words in their comments.",
        "The tree's data BL, KM are not in the library.",
        "The library doesn't say that the game is pente.",
    ]


def test_nodes_without_a_move_are_joined_with_the_position_before():
    silent = Node(comment="two", labels={"a1": "B"}, children=[Node(comment="three", children=[Node("h8", "black")])])
    found = Tree(root=Node(comment="one", children=[silent, Node("i9", "black")]))
    assert lines(renlib.read(written(found))) == [(0, "", "one\ntwo\nthree", {"a1": "B"}), (1, "h8"), (1, "i9")]
    assert renlib_writing.write(found)[1] == ["2 nodes without a move are joined with the position before."]


def test_stones_that_are_set_up_are_moves_in_turn():
    setup = {"h8": "black", "i9": "white", "g7": "black", "j10": "black"}
    found = Tree(root=Node(comment="Black wins", setup=setup, children=[Node("a1", "white"), Node("b1", "black")]))
    assert lines(renlib.read(written(found))) == [
        (0, ""), (1, "h8"), (2, "i9"), (3, "g7"), (4, PASS), (5, "j10", "Black wins"), (6, "a1"), (6, PASS), (7, "b1"),
    ]  # fmt: skip
    assert renlib_writing.write(found)[1] == [
        "The 4 stones that are set up are moves, with passes where a colour has no more.",
        "A pass stands where a colour moves twice.",
    ]


def test_a_colour_that_moves_twice_has_a_pass_between():
    found = Tree(root=Node(children=[Node("h8", "black", children=[Node("i9", "black"), Node("g9", "white")])]))
    assert lines(renlib.read(written(found))) == [(0, ""), (1, "h8"), (2, PASS), (3, "i9"), (2, "g9")]


@pytest.mark.parametrize("found, words", [
    (Tree(size=19), "has a board of 15x15, not 19x19: write it as sgf"),
    (Tree(root=Node(children=[Node("p3", "black")])), "'p3' is not a point of a 15x15 board"),
    (Tree(root=Node(children=[Node("h8", "black", setup={"a1": "white"})])), "changes stones after the beginning"),
    (Tree(root=Node(setup={"a1": "empty"})), "takes stones away at its beginning"),
    (Tree(root=Node(children=[Node("h8", "black", children=[Node("h8", "white", children=[Node("a1", "black")])])])),
     "move 2 puts a stone on h8, where one lies already"),
])  # fmt: skip
def test_a_tree_that_no_library_can_hold(found, words):
    with pytest.raises(RecordError, match="the tree can't be written as .lib") as error:
        written(found)
    assert words in str(error.value) and "\n" not in str(error.value)


# --- many ---


def another_reader(data):
    """Return (point, marked, subtree) of each first move.

    This reader is recursive, and reads two bytes at a time like RenLib.
    """
    pairs = iter(zip(data[20::2], data[21::2], strict=True))

    def skip_text():
        while 0 not in next(pairs):
            pass

    def node():
        position, flags = next(pairs)
        extension = next(pairs)[1] if flags & 0x01 else 0
        for there in (flags & 0x08, extension & 0x01):
            if there:
                skip_text()
        return position, flags

    def siblings():
        found, flags = [], SIBLING
        while flags & SIBLING:
            position, flags = node()
            found.append((position, bool(flags & 0x10), [] if flags & LEAF else siblings()))
        return found

    assert node()[0] == 0
    found = siblings()
    assert next(pairs, None) is None
    return found


def as_written(node):
    """Return the same for a tree: first its moves, then the points with only a label."""
    positions = renlib_bytes.POSITIONS
    moves = [(positions[child.point], child.best, as_written(child)) for child in node.children]
    its = {child.point for child in node.children}
    return moves + [(positions[point], False, []) for point in node.labels if point not in its]


def test_another_reader_finds_the_same_tree():
    for seed in range(100, 140):
        its = tree(seed)
        if its.root.children:
            assert another_reader(written(its)) == as_written(its.root), seed


def there_and_back(seeds):
    for seed in seeds:
        its = tree(seed)
        data, lost = renlib_writing.write(its)
        again = renlib.read(data)
        assert equal(again, its), seed
        assert written(again) == data
        assert all("UTF-8" in words for words in lost)
        moves = [node for _, depth, node in renlib.steps(data) if node.point or not depth]
        assert [(node.point, node.name) for node in moves] == [(node.point, node.name) for _, node in its.nodes()]


def test_random_trees_there_and_back():
    there_and_back(range(40))


def test_any_tree_is_written_or_says_why_not():
    count = 0
    for seed in range(200):
        its = growing.tree(seed, nodes=12, size=15)
        try:
            data = written(its)
        except RecordError as error:
            assert str(error).startswith("the tree can't be written as .lib, ") and "\n" not in str(error)
            continue
        count += 1
        again = renlib.read(data)
        points = {node.point for _, node in its.nodes()} - {""}
        assert points <= {node.point for _, node in again.nodes()}, seed
        assert equal(renlib.read(written(again)), again), seed
    assert count > 20


def test_files_that_are_damaged():
    survive(500)


def survive(count):
    """Check that there is no other error than RecordError, and that time and memory are bounded by the file's size."""
    luck = random.Random(25)
    libraries = [written(tree(seed, 30)) for seed in range(20)]
    opened = 0
    tracemalloc.start()
    for number in range(count):
        data = damaged(luck.choice(libraries), luck)
        try:
            found = renlib.read(data, "a.lib")
            opened += 1
        except RecordError as error:
            words = str(error)
            assert words.startswith("a.lib") and "\n" not in words and len(words) < 200, number
            continue
        points = [node.point for _, node in found.nodes()]
        assert len(points) <= len(data), number
        again = renlib.read(written(found))
        assert [node.point for _, node in again.nodes()] == points, number
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert opened > count / 20 and most < 5_000_000


@pytest.mark.proof
def test_500_random_trees_there_and_back():
    """500 random trees are equal after being written as libraries of RenLib and read again."""
    there_and_back(range(500))


@pytest.mark.proof
def test_100000_damaged_files():
    """100,000 damaged libraries of RenLib are read as trees or refused with a reason, in bounded time and memory."""
    survive(100_000)


@pytest.mark.proof
def test_a_million_nodes():
    """A library of RenLib with a million nodes is read as a tree, and also node by node with little memory."""
    data = million()
    tracemalloc.start()
    assert sum(1 for _ in renlib.steps(data)) == 1_008_226
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    begin = time.process_time()
    assert sum(1 for _ in renlib.steps(data)) == 1_008_226
    one_by_one = time.process_time() - begin
    begin = time.process_time()
    found = renlib.read(data)
    whole = time.process_time() - begin
    assert sum(1 for _ in found.nodes()) == 1_008_226
    ledger.note(f"1,008,226 nodes: {one_by_one:.1f} s one by one, {most / 1e6:.1f} MB; {whole:.1f} s as a tree")
    assert most < 1_000_000


def million():
    """Return a library: each first move, each answer, and 20 moves after that."""
    points = [at for at in range(1, 240) if at % 16]
    nodes = []
    for first in points:
        nodes.append((first, SIBLING if first != points[-1] else INNER))
        answers = [at for at in points if at != first]
        for answer in answers:
            nodes.append((answer, SIBLING if answer != answers[-1] else INNER))
            ends = [at for at in points[:22] if at not in (first, answer)][:19]
            nodes += [(end, LEAF_AND_SIBLING if end != ends[-1] else LEAF) for end in ends]
    return library(*nodes)
