"""Test games from the bytes of the journal.

The record must equal the board's reports during the game, move by move.
"""

import asyncio
import json
import random
from dataclasses import replace

import pytest
from branches import paths
from hypothesis import given, settings
from hypothesis import strategies as st
from portable import some
from table import Table, board
from tengen.games import COLOUR_NAMES, WHITE, registry
from tengen.games.openings import table
from tengen.games.points import index, name
from tengen.journal import partfile
from tengen.journal.archive import FOLDER
from tengen.session.match import Match
from tengen.session.settings import Settings
from tengen_host.records import from_journal, from_state, rules, stones
from tengen_host.records.record import Note, RecordError, notes
from tengen_host.records.sgf import games as sgf
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.wire.state import State, snapshot

FOUL = ("h8", "a1", "i8", "c1", "j7", "e1", "j6", "g1", "j8")  # Black's double-three on j8
FIVE = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")

def parts(table, number=None):
    """Return the bytes of the files of a game, by default of the present game."""
    number = number or table.keeper.archive.present
    found = []
    for file in sorted(table.store.files):
        if file.startswith(FOLDER):
            data = bytes(table.store.files[file])
            entries = partfile.decode(data)
            if entries and (file.endswith(f"{number:05d}") or entries[0][:2] == ("more", number)):
                found.append(data)
    return found


def recorded(table):
    """Return the record of a table's present game, after comparing it with the state on the link."""
    record = from_journal.of(table.keeper.archive.present, parts(table))
    groups = json.loads(json.dumps(table.groups()))
    game, result = groups["game"], groups["result"]
    assert record.moves == tuple(move["point"] for move in groups["moves"])
    assert (record.size, record.game, record.settings) == (game["size"], game["name"], game["settings"])
    assert record.over == bool(result)
    if result:
        assert (record.winner, record.reason, list(record.line)) == (result["winner"], result["reason"], result["line"])
    items = [{("code" if name == "event" else name): its for name, its in item.items()} for item in groups["record"]]
    assert record.notes == notes(items)
    assert len(record.clocks) == (len(record.moves) if groups["clock"] else 0) and None not in record.clocks
    assert sgf.read(sgf.write([record])) == [record]
    shown = State().merge({"seq": 1, "t": 0, "is": snapshot(groups)})
    assert from_state.of(shown, {}) == replace(record, clocks=())
    return record


def play(table, path, luck):
    """Play a path through an opening (branches.py) at random points; some swaps are declined by a stone."""
    session = table.session
    for at, action in enumerate(path):
        asked = session.match.expects
        if action[0] == "choose":
            by_stone = action[1] == session.match.play_on and luck.random() < 0.5
            if not by_stone or path[at + 1 : at + 2] == [] or path[at + 1][0] not in ("stone", "offer"):
                table.do(asked.who, action[1])
        elif action[0] == "stone":
            put(table, luck)
        elif action[0] == "offer":
            offer(table, luck)
        elif session.match.offers:  # a single offer is played at once
            dropped = list(session.match.offers)
            dropped.remove(luck.choice(dropped))
            table.put(*names(dropped)).wait(20).press(asked.who)
    assert not session.match.opening.expects


def names(points):
    return [name(point, 15) for point in points]


def put(table, luck):
    """Put a stone that is not a foul, or any stone in a silent game.

    Most stones are in the middle, so that there are fives and fouls.
    """
    session = table.session
    match = session.match
    free = [point for point in match.zone() or range(225) if not match.refusal(point)]
    free = [point for point in free if session.silent or not match.warning(point)]
    middle = [point for point in free if 4 <= point % 15 <= 10 and 5 <= point // 15 <= 9]
    table.play_by_button(name(luck.choice(middle if middle and luck.random() < 0.9 else free), 15))


def offer(table, luck):
    match = table.session.match
    asked = match.asked()
    free = [point for point in range(225) if not match.cells[point]]
    luck.shuffle(free)
    chosen = []
    for point in free:
        if len(chosen) < asked.count and not match.equal_offers([*chosen, point]):
            chosen.append(point)
    table.put(*names(chosen)).wait(20).press(asked.who)
    assert match.expects.do == "keep" or len(match.game.moves) == 5


@pytest.mark.parametrize("opening", registry.openings("renju"))
def test_every_branch_of_every_opening(opening):
    for seed, path in enumerate(paths(table(opening))):
        at_table = Table(opening=opening, mode="casual", move="button", clock=("none", "10+5")[seed % 2])
        luck = random.Random(seed)
        at_table.wait(20)
        play(at_table, path, luck)
        put(at_table, luck)
        chosen = [action[1] for action in path if action[0] == "choose"]
        record = recorded(at_table)
        assert [note.fields["option"] for note in record.notes if note.kind == "chosen"] == chosen
        assert record.rule == opening and not record.over
        put(at_table, luck)
        at_table.enter("p1", "resign").enter("p1", "resign")
        record = recorded(at_table)
        players = at_table.groups()["game"]["players"]
        assert (record.winner, record.reason) == ("white" if players["black"] == "p1" else "black", "resignation")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_at_a_board(seed):
    """Random claims, draws, passes, take-backs, corrected clocks, stopped clocks and power failures."""
    luck = random.Random(seed)
    opening, mode = luck.choice(registry.openings("renju")), luck.choice(("casual", "referee", "silent"))
    table_ = Table(opening=opening, mode=mode, move="button", clock=luck.choice(("none", "10+5", "5/10x3")))
    table_.wait(20)
    play(table_, luck.choice(list(paths(table(opening)))), luck)
    for _ in range(luck.randrange(5, 100)):
        if table_.session.match.result:
            break
        do_something(table_, luck)
        recorded(table_)
    recorded(table_)


def do_something(table, luck):
    match, session = table.session.match, table.session
    waiting = match.asked()
    table.wait(luck.randrange(10, 4000))
    if match.result or not waiting or waiting.do != "stone":
        return  # a player's time has run out, or a player must answer an offer
    deed = luck.randrange(20)
    try:
        if deed == 0:
            table.do(luck.choice(("p1", "p2")), luck.choice(("five", "foul", "foul", "time")))
        elif deed == 1:
            table.do(match.mover(), "draw")
            table.do(match.expects.who, luck.choice(("accept", *["decline"] * 9)))
        elif deed == 2:
            table.do(waiting.who, "pass")
        elif deed == 3 and match.moves() > 6:
            table.back(luck.randrange(1, 4)).wait(20)
        elif deed == 4 and session.timing.clock:
            table.correct(p1=luck.randrange(1000, 600_000))
        elif deed == 5:
            table.restart(luck.choice((None, "watchdog")))
            table.wait(50).press("p1").wait(10)
        elif deed == 6:
            table.put("o15").wait(5000).lift("o15").wait(50)
        else:
            put(table, luck)
    except ValueError:
        pass  # this player may not do this now


def test_a_foul_that_lapses_and_one_that_is_claimed():
    table = Table(mode="silent").play_by_button(*FOUL)
    table.play_by_button("g2")
    record = recorded(table)
    assert record.notes == () and not record.over, "only the end tells"
    table.do("p1", "resign", "resign")
    record = recorded(table)
    assert record.notes == (Note(10, "lapsed", {"what": "foul", "point": "j8"}),) and record.over
    table = Table(mode="silent").play_by_button(*FOUL)
    table.do("p2", "foul")
    record = recorded(table)
    assert (record.winner, record.reason, record.line) == ("white", "double-three", ("j8",))
    assert record.notes == (Note(9, "claim", {"who": "p2", "what": "foul", "right": True}),)


def test_a_five_has_its_line_and_a_draw_no_winner():
    record = recorded(Table().play(*FIVE))
    assert (record.winner, record.reason, record.line) == ("black", "five", ("h8", "i8", "j8", "k8", "l8"))
    table = Table(move="button").play_by_button("h8", "i9")
    table.do("p1", "pass")
    table.do("p2", "pass")
    record = recorded(table)
    assert record.moves == ("h8", "i9", "--", "--") and (record.over, record.winner) == (True, None)
    assert record.reason == "two passes"


def test_time_is_the_players_own_whatever_colour_he_has():
    table = Table(opening="rif", clock="10", mode="referee").wait(20)
    table.wait(5000).play_by_button("h8", "h9", "i9")
    table.enter("p2", "no swap").wait(20_000).play_by_button("g7")
    left = recorded(table).clocks[3]
    assert left[0] > 590_000 > left[1]
    table = Table(opening="rif", clock="10", mode="referee").wait(20)
    table.wait(5000).play_by_button("h8", "h9", "i9")
    table.wait(20_000).enter("p2", "swap").play_by_button("g7")
    clocks = recorded(table).clocks
    assert clocks[2][0] > 590_000 and clocks[3][0] < 590_000, "who has thought about it has Black at the end"


def test_in_byo_yomi_a_clock_shows_what_is_left_of_the_period():
    table = Table(clock="0.1/10x3", mode="referee").wait(20).play_by_button("h8")
    table.wait(4000).play_by_button("i9").wait(9000).play_by_button("g7")
    (first, second, third) = recorded(table).clocks
    assert first[0] == 6000 and 1000 < second[1] < 2000 and third[0] == 10_000


def test_a_time_that_ends_is_the_result():
    table = Table(clock="1", mode="referee").wait(20).play_by_button("h8").wait(61_000)
    record = recorded(table)
    assert (record.winner, record.reason) == ("black", "time")


def test_a_position_that_was_set_up():
    table = Table(move="button").set_up(board("h8 i8", "a1 c3"), "white")
    table.put("h8", "i8", "a1", "c3").wait(50).press("p1").wait(50)
    table.play_by_button("g2")
    record = recorded(table)
    assert [set(stones) for stones in record.setup] == [{"h8", "i8"}, {"a1", "c3"}] and record.first == "white"
    assert record.moves == ("g2",) and record.rule == ""


def test_what_was_taken_back_is_told_after_what_is_left():
    table = Table(mode="silent").play_by_button(*FOUL)
    table.do("p1", "five")
    table.back(3).wait(50)
    record = recorded(table)
    assert [(note.after, note.kind) for note in record.notes] == [(6, "claim"), (6, "taken_back")]


def test_the_laptops_stamp():
    table = Table().play("h8")
    table.session.stamp = {"id": "c0ffee", "date": "2026-11-22T10:00"}
    table.play("i9")
    record = recorded(table)
    assert (record.id, record.date) == ("c0ffee", "2026-11-22T10:00")


def test_a_game_in_many_files_with_ones_made_ahead_between_them():
    table = Table(move="button", clock="10")
    for point in ("h8", "i9", "g7", "j10"):
        table.play_by_button(point)
        table.restart()
        table.wait(50).press("p2")
    record = recorded(table)
    assert record.moves == ("h8", "i9", "g7", "j10") and len(parts(table)) == 4
    ahead = partfile.HEAD.ljust(partfile.HEAD_SIZE, b"\0") + b"\xff" * 100
    first, *rest = parts(table)
    assert from_journal.of(1, [first, ahead, *rest, b""]) == record
    cut = [part[: partfile.size(part)] for part in parts(table)]
    assert from_journal.of(1, cut) == record, "as the board tells them, without erased bytes"


def test_what_was_written_in_vain_to_a_worn_place_counts_once():
    text = Settings(100).with_({"clock": "10"}).game_text()
    vain = begun(("stone", 112), ("clocks", 5000, 6000, "p2", False), written=text)
    head = partfile.HEAD.ljust(partfile.HEAD_SIZE, b"\0")
    played = partfile.encode(("stone", 112), ("clocks", 4000, 6000, "p2", False))
    again = head + partfile.encode(("more", 3, 0)) + played
    record = from_journal.of(3, [vain, again])
    assert record.moves == ("h8",) and record.clocks == ((4000, 6000),)


def begun(*entries, written=None):
    """Return the file of a game with these entries in its first record."""
    head = partfile.HEAD.ljust(partfile.HEAD_SIZE, b"\0")
    begin = partfile.decode(parts(Table().play("h8"))[0])[0]
    return head + partfile.encode(begin if written is None else ("begin", written), *entries)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "game 3 of the board can't be read (its beginning is gone): fetch it once more"),
        ([b""], "its beginning is gone"),
        ([b"holiday pictures"], "this is not a part of a game"),
        ([b"\xff" * 4096], "this is not a part of a game"),
        ([partfile.HEAD[:-1] + b"\x02" + b"\0" * 20], "a newer version of Tengen wrote it"),
        ([begun(("more", 3, 0))[: partfile.HEAD_SIZE] + partfile.encode(("more", 3, 0))], "its beginning is gone"),
        ([begun(), begun()], "one of its files is another game's"),
        ([begun(("stone", 112), ("stone", 112))], "there is already a stone"),
        ([begun(("stone", 112), ("stone", 10**9))], "the board has no such point"),
        ([begun(("back", 5, "p1", ()))], "there is no move to take back"),
        ([begun(("keep", 5))], "can't be read"),
        ([begun(("clock", None, "", 0, 10**20))], "its beginning is gone"),
        ([begun(written="[")], "can't be read"),
        ([begun(written="[]")], "can't be read"),
        ([begun(written='{"game": "chess"}')], "is a game of 'chess', which this version of Tengen does not know"),
        ([begun(written='{"opening": []}')], "can't be read"),
    ],
)
def test_what_is_damaged_says_so(data, said):
    with pytest.raises(RecordError) as error:
        from_journal.of(3, data)
    assert said in str(error.value) and str(error.value).startswith("game 3 of the board")


_WHO = st.sampled_from((None, "p1", "p2", "arbiter"))
_POINT = st.sampled_from((112, 113, 96, 0, 224, 225, 10**9))
_POINTS = st.lists(_POINT, max_size=3).map(tuple)
_ENTRIES = st.one_of(
    st.tuples(st.just("stone"), st.integers(0, 224)),
    st.tuples(st.just("stone"), _POINT),
    st.just(("pass",)),
    st.tuples(st.just("set up"), _POINTS, _POINTS, st.integers(0, 3)),
    st.tuples(st.sampled_from(("choose", "play on")), _WHO, st.text(max_size=3), st.sampled_from(("swap", "1", None))),
    st.tuples(st.just("offer"), _POINTS),
    st.tuples(st.just("keep"), _POINT),
    st.tuples(st.just("claim"), _WHO, st.sampled_from(("five", "foul", "time", None)), st.booleans()),
    st.tuples(st.just("lapsed"), st.text(max_size=3), _POINT),
    st.tuples(st.sampled_from(("offer draw", "decline draw", "resign", "time")), _WHO),
    st.tuples(st.just("clock"), st.none() | st.text(max_size=3), st.text(max_size=3), st.integers(0), st.integers(0)),
    st.just(("agree",)),
    st.tuples(st.just("back"), st.integers(0, 3), _WHO, _POINTS),
    st.tuples(st.just("clocks"), st.integers(0, 2**70), st.integers(0), _WHO, st.booleans()),
    st.tuples(st.just("stamp"), st.none() | st.text(max_size=5), st.none() | st.text(max_size=5)),
    st.tuples(st.just("more"), st.just(3), st.integers(0, 3)),
    st.sampled_from((("left",), ("end", 1, "five"), ("settings", "{}"))),
)
_OPENING = st.sampled_from(("free centre", "swap-5", "rif", "swap-2"))


@settings(max_examples=some(200), deadline=None)
@given(st.lists(_ENTRIES, max_size=30), _OPENING, st.sampled_from(("casual", "silent")))
def test_whatever_a_journal_has_is_a_record_or_one_sentence(entries, opening, mode):
    text = Settings(100).with_({"opening": opening, "mode": mode}).game_text()
    try:
        record = from_journal.of(3, [begun(*entries, written=text)])
    except RecordError as error:
        assert str(error).startswith("game 3 of the board")
        return
    assert sgf.read(sgf.write([record])) == [record]


def test_a_cut_in_the_midst_of_the_last_record_loses_that_one_only():
    (data,) = parts(Table().play("h8", "i9", "g7"))
    data = data[: partfile.size(data)]
    assert from_journal.of(1, [data]).moves == ("h8", "i9", "g7")
    for size in range(len(data) - 8, len(data)):
        assert from_journal.of(1, [data[:size]]).moves == ("h8", "i9")


def flipped(data, record):
    """Return the bytes with one flipped bit in the record with this number, from 0."""
    begin, _ = list(partfile._spans(data, len(data.rstrip(b"\xff"))))[record]
    return data[: begin + 3] + bytes([data[begin + 3] ^ 1]) + data[begin + 4 :]


def test_of_a_damaged_game_there_is_what_can_be_read_and_it_says_so():
    (data,) = parts(Table().play("h8", "i9", "g7", "j10"))
    record = from_journal.of(1, [flipped(data, 2)])
    assert record.moves == ("h8", "i9") and not record.over and record.reason == "damaged after stone 2"
    assert [(note.after, note.kind) for note in record.notes] == [(2, "damaged")]
    written = sgf.write([record])
    assert sgf.read(written) == [record]
    assert "can't be read any more" in written.decode()


def test_a_game_with_a_file_that_is_gone_or_whose_first_record_is_damaged_is_damaged():
    table = Table(move="button")
    for point in ("h8", "i9", "g7"):
        table.play_by_button(point)
        table.play_by_button("a" + point[1:])
        table.restart()
        table.wait(50).press("p2")
    first, second, third = parts(table)
    for damaged in ([first, third], [first, flipped(second, 0), third]):
        record = from_journal.of(1, damaged)
        assert record.moves == ("h8", "a8") and record.reason == "damaged after stone 2"
    with pytest.raises(RecordError, match="its beginning is gone"):
        from_journal.of(1, [flipped(first, 0), second, third])


def test_a_damaged_game_that_was_gone_on_with_has_a_note_where_something_is_missing():
    table = Table(move="button").play_by_button("h8", "i9", "g7", "j10")
    table.store.files["games/00001"] = bytearray(flipped(bytes(table.store.files["games/00001"]), 2))
    table.restart()
    table.wait(50).enter("arbiter", "go on").mend().wait(300).press("p1").play_by_button("c3")
    record = from_journal.of(1, parts(table))
    assert record.moves == ("h8", "i9", "c3") and record.reason == ""
    assert [(note.after, note.kind) for note in record.notes] == [(2, "damaged")]


def test_a_game_that_a_board_tells_over_its_line():
    """From end to end: stones and buttons at a virtual board; the game is sent in parts, and the parts are joined."""

    async def go(board, clock):
        await clock.advance(50)
        board.ask({"cmd": "set", "opening": "rif", "move": "button"})
        await clock.advance(50)
        for point, seat in (("h8", "p1"), ("h9", "p1"), ("i9", "p1")):
            await stone(board, clock, point, seat)
        board.ask({"cmd": "do", "who": "p2", "entry": "swap"})
        await clock.advance(50)
        await stone(board, clock, "g7", "p1")
        board.ask({"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"})
        await clock.advance(5000)
        board.ask({"cmd": "game", "number": 1})
        await clock.advance(500)

    async def stone(board, clock, point, seat):
        board.put(point)
        await clock.advance(100)
        board.press(seat)
        await clock.advance(60)
        board.release(seat)
        await clock.advance(60)

    async def run():
        clock = FastClock()
        board = VirtualBoard(clock, seed=7)
        living = asyncio.ensure_future(board.live())
        try:
            await go(board, clock)
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
        return board.lines

    files = {}
    for line in asyncio.run(run()):
        answer = line.get("answer", {})
        if answer.get("code") == "part":
            files[answer["number"]] = files.get(answer["number"], b"") + bytes.fromhex(answer["data"])
    record = from_journal.of(1, [files[number] for number in sorted(files)])
    assert record.moves == ("h8", "h9", "i9", "g7") and (record.winner, record.reason) == ("black", "resignation")
    assert record.notes == (Note(3, "chosen", {"who": "p2", "ask": "swap", "option": "swap"}),)


# Other games: a Match makes their facts


def match_of(game, opening="free", options=None):
    return Match(registry.new(game, 15, options or {}, passes_after=1), table(opening))


def kept_game(match, game, opening="free", options=None):
    """Return the record of a match's facts as a board would store them, after writing it as SGF and reading it back."""
    its = Settings(100).with_({"game": game, "options": options or {}, "opening": opening})
    record = from_journal.of(3, [begun(*match.facts, written=its.game_text())])
    assert sgf.read(sgf.write([record])) == [record]
    cells = {name(at, 15): COLOUR_NAMES[cell] for at, cell in enumerate(match.game.cells) if cell}
    assert stones.lying(record) == cells
    return record


def put_all(match, points):
    for point in points.split():
        match.stone(index(point, 15))


def test_a_game_of_pente_has_its_captures_and_white_first():
    match = match_of("pente", options={"keryo": True})
    put_all(match, "h8 i8 a1 j8 k8")
    record = kept_game(match, "pente", options={"keryo": True})
    assert (record.game, record.first, record.rule, record.options) == ("pente", "white", "free", {"keryo": True})
    assert record.changes[4] == (("i8", "black", "empty"), ("j8", "black", "empty"))
    assert stones.captured(record) == {"black": 0, "white": 2}
    match.take_back(1, "arbiter")
    put_all(match, "a2")
    record = kept_game(match, "pente", options={"keryo": True})
    assert record.moves == ("h8", "i8", "a1", "j8", "a2") and record.changes == ()


def test_a_bomb_is_a_stone_of_nobody_and_captures_nothing():
    match = match_of("bomb-pente")
    put_all(match, "d8 e8 a1 f8")
    match.stone(index("g8", 15), "bomb")
    put_all(match, "o1")
    record = kept_game(match, "bomb-pente")
    assert record.moves == ("d8", "e8", "a1", "f8", "g8", "o1")
    assert record.changes[4] == (("f8", "black", "empty"), ("g8", "white", "neutral"))
    assert [stones.is_nobodys(record, number) for number in range(1, 7)] == [False] * 4 + [True, False]
    assert stones.captured(record) == {"black": 0, "white": 0}
    told = rules.played(record)
    assert told and told.changes == record.changes and told.colours == ("white", "black") * 3


def test_neutral_stones_are_told_from_own_ones():
    match = match_of("neutral-pente")
    match.stone(index("a1", 15), "neutral")
    put_all(match, "b5")
    match.stone(index("c1", 15), "neutral")
    record = kept_game(match, "neutral-pente")
    assert record.changes == ((("a1", "white", "neutral"),), (), (("c1", "white", "neutral"),))
    told = rules.played(record)
    assert told and told.changes == record.changes
    # no player has a third neutral stone, so the rules treat this one as an ordinary stone, unlike the record
    e1 = (("e1", "white", "neutral"),)
    third = replace(record, moves=(*record.moves, "b6", "e1"), changes=(*record.changes, (), e1))
    told = rules.played(third)
    assert told and told.changes == (*record.changes, (), ())


def test_a_stone_that_is_turned_changes_its_colour_in_the_record():
    match = match_of("repensi")
    put_all(match, "d8 e8 a1 f8 g8")
    record = kept_game(match, "repensi")
    assert record.changes[4] == (("e8", "white", "black"), ("f8", "white", "black"))
    assert stones.captured(record) == {"black": 0, "white": 0}
    told = rules.played(record)
    assert told and told.changes == record.changes


def test_a_stone_that_goes_with_its_captures():
    match = match_of("pente", options={"poof": True})
    match.set_up([index(at, 15) for at in ("a8", "d8", "e8")], [index(at, 15) for at in ("b8", "f8")], WHITE)
    put_all(match, "c8")
    record = kept_game(match, "pente", options={"poof": True})
    assert record.changes == (
        (("b8", "white", "empty"), ("c8", "white", "empty"), ("d8", "black", "empty"), ("e8", "black", "empty")),
    )
    assert record.setup == (("a8", "d8", "e8"), ("b8", "f8")) and record.rule == ""


def test_two_stones_a_turn_on_a_torus():
    match = match_of("connect6", "swap-3rd", {"torus": True})
    put_all(match, "h8 i9 i10 a1 a2")
    match.choose("swap")
    put_all(match, "b1 b2")
    record = kept_game(match, "connect6", "swap-3rd", {"torus": True})
    assert record.colours == ("black", "white", "white", "black", "black", "white", "white") and record.torus
    assert [(note.after, note.fields["option"]) for note in record.notes] == [(5, "swap")]


def test_gomoku_with_its_five_and_time_by_colour():
    match = match_of("gomoku", "long pro")
    put_all(match, "h8 a1 l8 c1 i8 e1 j8 g1 k8")
    record = kept_game(match, "gomoku", "long pro")
    assert (record.winner, record.reason, record.line) == ("black", "five", ("h8", "i8", "j8", "k8", "l8"))
    assert record.colours == () and record.changes == ()
