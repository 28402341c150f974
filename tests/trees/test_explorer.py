"""Test the games of a folder as a tree: how often each continuation was played, and how these games ended."""

import random

import pytest
from portable import some
from real_games import games as real_games
from tengen.games import BLACK, points
from tengen_host.records.record import PASS, Record, RecordError
from tengen_host.records.sgf import games as sgf
from tengen_host.trees import explorer
from tengen_host.trees.explorer import Explorer
from tengen_host.trees.position_keys import keys_of

KEYS = keys_of(15)
START = ("h8", "i9", "g7")


def won(moves, winner="black", **said):
    """Return a game that is over."""
    return Record(tuple(moves), over=True, winner=winner, **said)


@pytest.fixture
def put(tmp_path):
    """Return a function that writes games into a file of the folder."""
    folder = tmp_path / "games"
    folder.mkdir()

    def write(name, *records):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(records[0] if isinstance(records[0], bytes) else sgf.write(records))

    return write


@pytest.fixture
def open_(tmp_path, monkeypatch):
    """Return a function that opens the folder."""
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    return lambda *kind: Explorer(tmp_path / "games", *kind)


def told(known):
    """Return the continuations as (point, how often, won by Black, by White, drawn)."""
    return [(its.point, its.count, its.black, its.white, its.draws) for its in known.continuations]


def turned(moves, turn):
    """Return moves on a rotated board."""
    return [move if move == PASS else points.name(KEYS.turned[turn][KEYS.index[move]], 15) for move in moves]


def test_how_often_and_with_what_result(put, open_):
    put("a.sgf", won(["h8", "i9", "j10"]), won(["h8", "i9", "j8"], "white"))
    put("more/b.sgf", won(["h8", "i9", "j10"], None), Record(("h8", "i9", "j10")), won(["h8", "h9"], "white"))
    games = open_()
    assert told(games.at(["h8"])) == [("i9", 4, 1, 1, 1), ("h9", 1, 0, 1, 0)]
    known = games.at(["h8", "i9"])
    assert told(known) == [("j10", 3, 1, 0, 1), ("j8", 1, 0, 1, 0)]
    assert (known.count, known.black, known.white, known.draws) == (4, 1, 1, 1)
    assert games.count == 5 and not games.left_out
    assert games.at(["a1"]) is None and told(games.at([])) == [("h8", 5, 1, 2, 1)]


@pytest.mark.parametrize("turn", range(8))
def test_turned_games_and_other_orders_are_counted_together(put, open_, turn):
    put("a.sgf", won(["h8", "i9", "j10", "h10"]))
    put("b.sgf", won(turned(["j10", "i9", "h8", "h10"], turn), "white"))
    games = open_()
    assert told(games.at(["h8", "i9", "j10"])) == [("h10", 2, 1, 1, 0)]
    assert [its[1:] for its in told(games.at(turned(["h8", "i9", "j10"], turn)))] == [(2, 1, 1, 0)]


def test_a_position_counts_once_in_a_game(put, open_):
    put("a.sgf", won(["h8", PASS, "i9", PASS]))
    assert open_().at(["h8"]).count == 1


def test_stones_that_are_taken(put, open_):
    taken = ((),) * 3 + ((("i8", "white", "empty"), ("j8", "white", "empty")),)
    moves = ("h8", "i8", "j8", "k8")
    colours = ("black", "white", "white", "black")
    put("a.sgf", Record(moves, size=19, game="pente", colours=colours, changes=taken))
    games = open_("pente", 19)
    assert games.at({points.index(name, 19): BLACK for name in ("h8", "k8")}).count == 1


def test_games_of_another_kind_or_size_are_left_out(put, open_):
    put("a.sgf", won(["h8"]), Record(("h8",), game="gomoku"), Record(("h8",), size=9))
    put("b.sgf", b"(;SZ[15")
    games = open_()
    assert games.count == 1
    assert games.left_out.startswith("2 games of another kind or size are not counted; 1 files can't be read")
    assert open_("gomoku").count == 1 and open_("renju", 9).count == 1


def test_no_branch_is_kept(put, open_, tmp_path):
    put("a.sgf", won(["h8", "i9"]))
    before = (tmp_path / "games" / "a.sgf").read_bytes()
    assert not open_().add(["h8", "i10"]) and (tmp_path / "games" / "a.sgf").read_bytes() == before


def test_an_empty_folder(put, open_):
    games = open_()
    assert games.count == 0 and games.at([]) is None


def test_a_move_that_is_no_point(put, open_):
    with pytest.raises(RecordError, match="move 1 is 'z99'"):
        open_().at(["z99"])


def test_files_that_are_new_changed_or_gone(put, open_, tmp_path):
    put("a.sgf", won(["h8", "i9"]))
    games = open_()
    assert not games.refresh()
    put("b.sgf", won(["h8", "h9"], "white"))
    assert games.refresh() and told(games.at(["h8"])) == [("h9", 1, 0, 1, 0), ("i9", 1, 1, 0, 0)]
    put("b.sgf", won(["h8", "i9"], "white"), won(["h8", "i9"], "white"))
    assert games.refresh() and told(games.at(["h8"])) == [("i9", 3, 1, 2, 0)]
    (tmp_path / "games" / "a.sgf").unlink()
    assert games.refresh() and told(games.at(["h8"])) == [("i9", 2, 0, 2, 0)]
    (tmp_path / "games" / "b.sgf").unlink()
    assert games.refresh() and games.at([]) is None


def test_only_what_has_changed_is_read(put, open_, tmp_path, monkeypatch):
    put("a.sgf", won(["h8", "i9"]))
    put("b.sgf", won(["h8", "i9"]))
    open_()
    put("b.sgf", won(["h8", "h9"]), won(["h8", "h9"]))
    read = []
    games_of = explorer.index.games_of
    monkeypatch.setattr(explorer.index, "games_of", lambda path: read.append(path.name) or games_of(path))
    assert open_().count == 3 and read == ["b.sgf"]


def test_a_damaged_cache_is_made_again(put, open_, tmp_path):
    put("a.sgf", *(won(game) for game in real_games()[:5]))
    expected = told(open_().at([]))
    (path,) = (tmp_path / "cache" / "games").iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"1", b"2"))
    assert told(open_().at([])) == expected and path.read_bytes() == whole


def canonical(stones):
    """Return a form that is the same for the same stones in any orientation, computed without keys."""
    return min(tuple(sorted((KEYS.turned[turn][point], colour) for point, colour in stones)) for turn in range(8))


def test_real_games_by_a_slow_second_way(put, open_):
    games = real_games()[: some(60)]
    luck = random.Random(4)
    counts = {}
    for number, moves in enumerate(games):
        winner = luck.choice(("black", "white", None))
        put(f"{number % 7}/{number}.sgf", won(turned(moves, luck.randrange(8)), winner, id=str(number)))
        line = [(KEYS.index[move], number % 2) for number, move in enumerate(moves)]
        for upto in range(min(len(line), 12) + 1):
            its = counts.setdefault(canonical(line[:upto]), {"black": 0, "white": 0, None: 0})
            its[winner] += 1
    asked = open_()
    for moves in luck.sample(games, min(len(games), 15)):
        upto = luck.randrange(10)
        known = asked.at(turned(moves[:upto], luck.randrange(8)))
        line = [(KEYS.index[move], number % 2) for number, move in enumerate(moves)]
        its = counts[canonical(line[:upto])]
        assert (known.black, known.white, known.draws) == tuple(its.values()) and known.count == sum(its.values())
        after = {canonical([*line[:upto], (point, upto % 2)]) for point in range(225)
                 if point not in dict(line[:upto])}  # fmt: skip
        assert sorted(sum(counts[one].values()) for one in after if one in counts) == sorted(
            one.count for one in known.continuations
        )
