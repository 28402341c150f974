"""Kept lines are variations of the game's SGF: stored once, safe at each cut of power, and never part of the game."""

import asyncio
import json
import os
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tengen_host import whole_files
from tengen_host.commentary import keeping as keeping_module
from tengen_host.commentary import line as lines
from tengen_host.commentary import variation
from tengen_host.commentary.keeping import FOLDER, Keeping
from tengen_host.hall.hall import Hall
from tengen_host.i18n import Sentence
from tengen_host.records import library as library_module
from tengen_host.records.library import Library
from tengen_host.records.record import Record, RecordError
from tengen_host.records.sgf import games as sgf
from tengen_host.trees import formats

ID = "20261121-1404-3f9a"
MOVES = ("h8", "h9", "i8", "a1", "j9", "a3")
ENDED = {"over": True, "winner": "white", "reason": "resignation"}
GAME = Record(MOVES, black="Anna", white="Bo", id=ID, date="2026-11-21T14:04:09", **ENDED)


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "games")


@pytest.fixture
def keeping(library):
    return Keeping(library, pytest.fail)


def line_of(base=GAME, own=3, *more):
    line = lines.begun(base, own)
    for point in more:
        line = lines.put(line, point)
    return line


def tree_of(path):
    return formats.read(path)[0]


def ways(path):
    """Return all lines of the tree from its root to a leaf, as texts."""
    found, stack = [], [(tree_of(path).root, ())]
    while stack:
        node, way = stack.pop()
        way = (*way, node.point) if node.point else way
        stack += [(child, way) for child in reversed(node.children)]
        if not node.children:
            found.append(" ".join(way))
    return found


def node_at(path, *points):
    node = tree_of(path).root
    for point in points:
        node = next(child for child in node.children if child.point == point)
    return node


MAIN = " ".join(MOVES)
BRANCHES = st.lists(st.sampled_from(["b2", "c3", "d4", "e5"]), min_size=1, max_size=3, unique=True)


def test_a_line_of_a_stored_game_is_a_variation_and_the_game_is_the_same(library, keeping):
    path = library.add(GAME)
    before = path.read_bytes()
    line = lines.arrow(lines.mark(lines.mark(line_of(GAME, 3, "b2", "c3"), "b2", "triangle"), "d4", "B"), "b2", "c3")
    keeping.keep(ID, line)
    assert ways(path) == [MAIN, "h8 h9 i8 b2 c3"]
    last = node_at(path, "h8", "h9", "i8", "b2", "c3")
    assert (last.colour, last.marks, last.labels) == ("black", {"b2": "triangle"}, {"d4": "B"})
    assert last.arrows == [("b2", "c3")]
    assert sgf.read(path.read_bytes()) == sgf.read(before) and library.load(ID) == GAME


def test_nothing_is_stored_twice(library, keeping):
    path = library.add(GAME)
    for more in (("b2", "c3"), ("b2",), ("b2", "d4", "e5"), ("b2", "c3")):
        keeping.keep(ID, line_of(GAME, 3, *more))
    assert ways(path) == [MAIN, "h8 h9 i8 b2 c3", "h8 h9 i8 b2 d4 e5"]


def test_marks_go_to_the_shown_position_even_if_the_file_has_it_already(library, keeping):
    path = library.add(GAME)
    line = line_of(GAME, 3, "b2", "c3")
    keeping.keep(ID, line)
    keeping.keep(ID, lines.mark(lines.go(line, 4), "h8", "cross"))
    keeping.keep(ID, lines.mark(lines.go(line, 2), "h8", "circle"))
    assert ways(path) == [MAIN, "h8 h9 i8 b2 c3"] and library.load(ID) == GAME
    assert node_at(path, "h8", "h9", "i8", "b2").marks == {"h8": "cross"}
    assert node_at(path, "h8", "h9").marks == {"h8": "circle"}


def test_a_line_from_the_last_move_does_not_make_the_game_longer(library, keeping):
    path = library.add(GAME)
    for more in (("b2", "c3"), ("b2", "d4"), ("k10",)):
        keeping.keep(ID, line_of(GAME, 6, *more))
    assert library.load(ID) == GAME
    assert ways(path) == [MAIN, f"{MAIN} b2 c3", f"{MAIN} b2 d4", f"{MAIN} k10"]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), BRANCHES), max_size=6))
def test_whatever_is_kept_is_there_and_the_game_is_the_same(tmp_path_factory, its):
    library = Library(tmp_path_factory.mktemp("games"))
    path = library.add(GAME)
    kept = [line_of(GAME, own, *more) for own, more in its]
    for line in kept:
        Keeping(library, pytest.fail).keep(ID, line)
    assert library.load(ID) == GAME
    found = ways(path)
    assert len(set(found)) == len(found)
    for line in kept:
        assert any(f"{way} ".startswith(" ".join(line.moves) + " ") for way in found)


def test_people_s_own_words_and_variations_in_the_file_stay(library, keeping):
    path = library.add(GAME)
    text = path.read_text().replace(";B[hh]", ";B[hh]C[The centre]", 1)
    path.write_text(text)
    keeping.keep(ID, line_of(GAME, 3, "b2"))
    assert "C[The centre]" in path.read_text() and ways(path) == [MAIN, "h8 h9 i8 b2"]


def test_a_file_of_another_format_is_refused_and_stays(library, keeping):
    library.folder.mkdir()
    data = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,0\n0\nA\nB\n"
    (library.folder / "one.psq").write_bytes(data)
    (entry,) = library.find()
    with pytest.raises(RecordError, match="SGF"):
        keeping.keep(entry.id, line_of(library.load(entry.id), 2, "b2"))
    assert (library.folder / "one.psq").read_bytes() == data


def test_a_line_of_the_game_on_the_board_waits_until_the_game_is_stored(library, keeping):
    under_way = replace(GAME, moves=MOVES[:4], over=False, winner=None, reason="")
    keeping.keep("", line_of(under_way, 3, "b2"))
    keeping.keep("", line_of(under_way, 4, "c3"))
    keeping.keep("", line_of(under_way, 4, "c3"))
    assert library.find() == [] and len(list((library.folder / FOLDER).iterdir())) == 2
    path = library.add(GAME)
    Keeping(library, pytest.fail).merge()
    assert ways(path) == [MAIN, f"{' '.join(MOVES[:4])} c3", "h8 h9 i8 b2"]
    assert list((library.folder / FOLDER).iterdir()) == []


def test_moves_that_were_taken_back_are_part_of_the_variation(library, keeping):
    keeping.keep("", line_of(replace(GAME, moves=("h8", "h9", "g7", "g8"), over=False), 4, "b2"))
    path = library.add(GAME)
    keeping.merge()
    assert ways(path) == [MAIN, "h8 h9 g7 g8 b2"]


def test_a_game_that_is_stored_before_its_end_keeps_its_lines_at_the_end(library, keeping):
    begun = replace(GAME, moves=MOVES[:4], over=False, winner=None, reason="")
    library.add(begun)
    keeping.keep("", line_of(begun, 3, "b2"))
    path = library.add(GAME)
    keeping.merge()
    assert ways(path) == [MAIN, "h8 h9 i8 b2"]


def test_a_line_of_a_stored_game_that_is_not_over_is_there_when_the_finished_game_replaces_it(library, keeping):
    begun = replace(GAME, moves=MOVES[:4], over=False, winner=None, reason="")
    path = library.add(begun)
    keeping.keep(ID, line_of(begun, 3, "b2"))
    assert ways(path) == [" ".join(MOVES[:4]), "h8 h9 i8 b2"]
    path = library.add(GAME)
    keeping.merge()
    assert ways(path) == [MAIN, "h8 h9 i8 b2"] and library.load(ID) == GAME
    assert list((library.folder / FOLDER).glob("*.json")) == []


def test_a_line_that_was_begun_before_the_game_ended_does_not_wait(library, keeping):
    path = library.add(GAME)
    keeping.keep(ID, line_of(replace(GAME, moves=MOVES[:4], over=False, winner=None, reason=""), 3, "b2"))
    assert ways(path) == [MAIN, "h8 h9 i8 b2"] and list((library.folder / FOLDER).glob("*.json")) == []


def test_a_game_that_ends_while_a_line_is_kept_is_not_replaced_by_its_earlier_state(library, monkeypatch):
    path = library.add(replace(GAME, moves=MOVES[:4], over=False, winner=None, reason=""))
    replaced, locked = whole_files.replace, {}

    def replace_and_look(to, data):
        locked[to] = library_module._CHANGING.locked()
        replaced(to, data)

    monkeypatch.setattr(whole_files, "replace", replace_and_look)
    library.add(GAME)
    assert locked[path]


def test_a_board_s_game_without_a_number_keeps_no_line(keeping):
    with pytest.raises(ValueError) as raised:
        keeping.keep("", line_of(Record(MOVES[:4]), 3, "b2"))
    assert raised.value.args[0] == Sentence("commentary.not_begun")


def test_strange_files_among_the_waiting_lines_are_reported_and_stay(library):
    told = []
    keeping = Keeping(library, told.append)
    library.add(GAME)
    (library.folder / FOLDER).mkdir()
    for name, text in (("a", "{"), ("b", "[1]"), ("c", '{"id": "x", "line": {"moves": 3}}'), ("d", "{}")):
        (library.folder / FOLDER / f"{name}.json").write_text(text)
    its = variation.dump(variation.of(line_of(GAME, 3, "b2")))
    other = {"id": ID, "game": "gomoku", "size": 15, "line": its}
    (library.folder / FOLDER / "e.json").write_text(json.dumps(other))
    keeping.merge()
    assert len(told) == 4 and len(list((library.folder / FOLDER).iterdir())) == 5


def test_a_damaged_file_is_not_overwritten_and_waiting_lines_of_similar_ids_stay_apart(library):
    told = []
    keeping = Keeping(library, told.append)
    games = [replace(GAME, id=id_) for id_ in ("a/b", "a_b")]
    keeping.keep("", line_of(games[0], 3, "b2"))
    (first,) = (library.folder / FOLDER).iterdir()
    whole = first.read_bytes()
    first.write_bytes(whole[:20])
    keeping.keep("", line_of(games[0], 3, "c3"))
    keeping.keep("", line_of(games[1], 3, "d4"))
    assert first.read_bytes() == whole[:20] and told == [f"{first} is no line of a commentary: delete it"] * 2
    first.write_bytes(whole)
    paths = [library.add(each) for each in games]
    keeping.merge()
    assert [set(ways(path)) for path in paths] == [{MAIN, "h8 h9 i8 b2", "h8 h9 i8 c3"}, {MAIN, "h8 h9 i8 d4"}]


def test_a_line_that_another_process_keeps_at_the_same_time_is_not_lost(library, monkeypatch):
    one, other = (Keeping(library, pytest.fail) for _ in range(2))
    under_way = replace(GAME, moves=MOVES[:4], over=False, winner=None, reason="")
    replaced, first = whole_files.replace, []

    def replace_later(to, data, *mode):
        if not first:
            first.append(to)
            other.keep("", line_of(under_way, 3, "c3"))
        replaced(to, data, *mode)

    monkeypatch.setattr(whole_files, "replace", replace_later)
    one.keep("", line_of(under_way, 3, "b2"))
    monkeypatch.undo()
    path = library.add(GAME)
    one.merge()
    assert set(ways(path)) == {MAIN, "h8 h9 i8 b2", "h8 h9 i8 c3"}


def test_waiting_lines_are_added_in_the_order_in_which_they_were_kept(library, keeping):
    for second, point in enumerate(("e5", "d4", "c3", "b2", "f6"), 1):
        before = {*(library.folder / FOLDER).glob("*")}
        keeping.keep("", line_of(GAME, 3, point))
        (new,) = {*(library.folder / FOLDER).glob("*")} - before
        os.utime(new, (second, second))
    path = library.add(GAME)
    keeping.merge()
    assert ways(path)[1:] == [f"h8 h9 i8 {point}" for point in ("e5", "d4", "c3", "b2", "f6")]


class Cut(Exception):
    """The power fails."""


@pytest.mark.parametrize("number", range(12))
def test_a_cut_of_power_at_any_write_loses_no_kept_line(library, monkeypatch, number):
    path = library.add(GAME)
    done = []

    def failing(real):
        def work(*its, **named):
            done.append(real.__name__)
            if len(done) == number + 1:
                raise Cut
            return real(*its, **named)

        return work

    safe = []
    with monkeypatch.context() as patched:
        for name in ("replace", "unlink"):
            patched.setattr(whole_files.os, name, failing(getattr(whole_files.os, name)))
        patched.setattr(keeping_module.Path, "unlink", failing(keeping_module.Path.unlink))
        keeping = Keeping(library, pytest.fail)
        try:
            for more in (("b2",), ("c3",)):
                keeping.keep("", line_of(GAME, 3, *more))
                safe.append(f"h8 h9 i8 {more[0]}")
        except Cut:
            pass
    assert library.load(ID) == GAME, "the file is complete at each moment"
    keeping = Keeping(library, pytest.fail)
    keeping.merge()
    assert set(ways(path)) >= {MAIN, *safe} and library.load(ID) == GAME
    assert len(ways(path)) == len(set(ways(path)))
    assert list((library.folder / FOLDER).glob("*.json")) == []


def test_the_hall_merges_waiting_lines_when_it_starts_and_when_a_game_is_stored(library, keeping):
    keeping.keep("", line_of(GAME, 3, "b2"))
    path = library.add(GAME)
    hall = Hall()
    hall.keep_lines(keeping)
    assert ways(path) == [MAIN, "h8 h9 i8 b2"]
    other = replace(GAME, id="20261122-1404-3f9a", moves=MOVES[:5])
    keeping.keep("", line_of(other, 3, "c3"))

    async def stored():
        saved = hall.saver()
        there = library.add(other)
        await asyncio.to_thread(saved, None, other.id)
        return there

    assert ways(asyncio.run(stored())) == [" ".join(MOVES[:5]), "h8 h9 i8 c3"]


def test_a_variation_survives_json():
    its = variation.of(lines.mark(line_of(GAME, 3, "b2"), "a5", "C"))
    assert variation.load(json.loads(json.dumps(variation.dump(its)))) == its
