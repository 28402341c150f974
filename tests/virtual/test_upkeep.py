"""The virtual board's self-tests: broken wires, chains, supplies and reeds, and people's settings."""

import itertools

import heard
import pytest
from portable import estimate_ma, lit
from tengen import wiring
from tengen.app import App
from tengen.codes import coded
from tengen.journal.keeper import SHOWN_MS
from tengen.lights import colours
from tengen.link import codec
from tengen.maintenance.garbage import MOST_EVENTS, TIDY_EVENTS
from tengen.maintenance.slow_work import HAND_MS
from tengen.maintenance.upkeep import HEALTH_FILE, SETTINGS_FILE, chain_fault
from tengen.sensing.health import Health
from tengen.sensing.supply import GOOD_MS
from tengen.session import settings as session_settings
from tengen.session.settings import Settings
from tengen_host import i18n
from test_virtual_board import DWELL_MS, by_dwell, last, on_a_board, on_board, press

HOLD_MS = 1100
ROW_7 = {"code": "device.row_dead", "row": 7, "chip": 1, "pin": 6}


def kinds(board):
    return [event["code"] for event in heard.said(board.lines)]


def group(board, name):
    """A group of the state, from all lines of the board."""
    return board.replica.state.groups[name]


def ask(board, line):
    board.send(line.encode() + b"\n")


@on_a_board
async def test_a_dead_row_at_the_start_refuses_play_and_names_the_row_by_lights(board, clock):
    board.fault("dead row", "7", True)
    await clock.advance(50)
    told = last(board, "matrix")
    assert told["faults"] == [ROW_7] and told["waits"]
    assert told["points"] == [f"{letter}7" for letter in "abcdefghijklmno"]
    words = {point for point, colour in lit(board.frame).items() if colour == colours.WORDS}
    assert len(words) > 20, "ROW 7, in lights"
    board.put("h8")
    await clock.advance(3 * DWELL_MS)
    assert kinds(board) == ["started", "matrix"]
    # the arbiter overrides the fault, and then the event names the row
    await press(board, clock, "arbiter", HOLD_MS)
    now = last(board, "matrix")
    assert not now["waits"] and (now["faults"], now["points"]) == (told["faults"], told["points"])
    await clock.advance(DWELL_MS)
    assert last(board, "move")["point"] == "h8"
    shown = {point for point, colour in lit(board.frame).items() if colour == colours.FAULTY}
    assert shown == set(told["points"])


@pytest.mark.parametrize(
    ("kind", "at", "named"),
    [
        ("dead row", "16", "the row of always-closed contacts (595 #2 pin Q7)"),
        ("dead column", "d", "column D (GPIO3)"),
        ("slow lines", None, "no column falls within 25 us"),
    ],
)
@on_a_board
async def test_every_fault_of_the_wiring_is_named_on_an_empty_board(board, clock, kind, at, named):
    board.fault(kind, at, True)
    await clock.advance(60)
    assert i18n.code_text(last(board, "matrix")["faults"][0]).startswith(named) and last(board, "matrix")["waits"]


@pytest.mark.parametrize(("kind", "at"), [("dead row", "8"), ("dead column", "h"), ("dead row", "16")])
@on_a_board
async def test_a_wire_that_breaks_in_mid_game_loses_nothing(board, clock, kind, at):
    await by_dwell(board, clock, "h8", "h9", "i9")
    board.fault(kind, at, True)
    board.put("g8")
    await clock.advance(5000)
    await press(board, clock, "p2")
    told = [event["code"] for event in heard.said(board.lines) if event["code"] != "button"]
    assert told[-2:] == ["matrix", "refused"] and told.count("move") == 3
    board.fault(kind, at, False)
    await clock.advance(2 * DWELL_MS)
    kinds = [event["code"] for event in heard.said(board.lines) if event["code"] != "button"]
    assert "disturbed" not in kinds
    moves = [event["point"] for event in heard.said(board.lines) if event["code"] == "move"]
    assert moves == ["h8", "h9", "i9", "g8"]


@on_a_board
async def test_after_the_proof_of_a_broken_chain_the_next_frame_goes_out_whole(board, clock):
    await clock.advance(100)
    doubts = []
    board.strip.doubt = lambda: doubts.append(clock.now())
    for fault, doubted in ((None, 0), ("broken LED", 1)):
        if fault:
            board.fault(fault, "112", True)
        ask(board, '{"cmd": "prove"}')
        await clock.advance(200)
        assert len(doubts) == doubted


@on_a_board
async def test_a_broken_chain_is_told_at_the_start_and_on_request_a_whole_one_too(board, clock):
    await clock.advance(100)
    assert all(event["code"] != "chain" for event in heard.said(board.lines))
    ask(board, '{"cmd": "prove"}')
    await clock.advance(200)
    assert last(board, "chain")["whole"] and last(board, "matrix")["faults"] == []
    board.fault("broken LED", "40", True)
    ask(board, '{"cmd": "prove"}')
    await clock.advance(200)
    assert not last(board, "chain")["whole"] and last(board, "chain")["fault"]["gpio"] == 20
    device = group(board, "device")
    assert device["chain"] == {"whole": False, "fault": last(board, "chain")["fault"]}
    assert device["supply"] == {"mv": 5000, "low": False, "off": False}
    assert lit(board.frame) == {} and board.frame[3 * 30 :] == bytes(len(board.frame) - 90)
    # afterwards the lights continue
    board.put("a1")
    await clock.advance(100)
    assert lit(board.frame) == {"a1": colours.EXTRA}


def test_what_comes_back_tells_what_is_wrong_with_the_chain():
    assert chain_fault(24, 24, 255, 20) is None
    assert "nothing comes back on GPIO20: the chain is broken" in i18n.code_text(chain_fault(0, 24, 255, 20))
    off = chain_fault(0, 24, 255, 20, off=True)
    assert i18n.code_text(off) == "nothing comes back on GPIO20: the lights have no 5 V"
    assert chain_fault(24 + 5 * 24, 24, 255, 20) == {"code": "device.chain_length", "number": 250, "count": 255}
    assert "loose wire" in i18n.code_text(chain_fault(23, 24, 255, 20))
    assert chain_fault(32 + 24, 32, 220, 20) == {"code": "device.chain_length", "number": 219, "count": 220}


@on_a_board
async def test_a_proof_that_is_asked_for_again_and_again_comes_to_its_end(board, clock):
    for _ in range(50):
        ask(board, '{"cmd": "prove"}')
        await clock.advance(20)
    board.put("h8")
    await clock.advance(200)
    assert lit(board.frame) == {"h8": colours.PROVISIONAL}
    assert sum(event["code"] == "chain" for event in heard.said(board.lines)) > 5


@on_a_board
async def test_a_sagging_supply_halves_the_lights_current_until_it_is_good_again(board, clock):
    for column in "abcdefghijklmno":
        for row in range(1, 12):
            board.put(f"{column}{row}")
    peaks = []
    board.subscribe(
        lambda message: peaks.append(estimate_ma(board.frame, 255, wiring.FULL_MA, wiring.IDLE_MA))
        if message["type"] == "lights"
        else None
    )
    await clock.advance(2000)
    dark = wiring.IDLE_MA * wiring.PIXELS
    half = dark + (wiring.BUDGET_MA - dark) // 2
    assert half < max(peaks) <= wiring.BUDGET_MA
    board.fault("sagging supply", "4000", True)
    await clock.advance(500)
    assert last(board, "supply")["low"] and last(board, "supply")["mv"] == 4000
    peaks.clear()
    await clock.advance(2000)
    assert dark < max(peaks) <= half
    board.fault("sagging supply", None, False)
    await clock.advance(GOOD_MS - 1000)
    assert last(board, "supply")["low"] and max(peaks) <= half
    await clock.advance(3000)
    assert not last(board, "supply")["low"] and max(peaks) > half


def test_with_a_laptop_and_no_supply_the_board_says_so_and_goes_on_when_it_is_plugged_in():
    async def play(board, clock):
        await clock.advance(100)
        assert i18n.code_text(last(board, "chain")["fault"]) == "nothing comes back on GPIO20: the lights have no 5 V"
        await clock.advance(1000)
        assert {"mv": 0, "low": True, "off": True}.items() <= last(board, "supply").items()
        await by_dwell(board, clock, "h8")
        assert last(board, "move")["point"] == "h8" and not any(board.frame), "the reeds are read, the lights are dark"
        board.fault("sagging supply", None, False)
        await clock.advance(1000)
        assert {"mv": 5000, "low": True, "off": False}.items() <= last(board, "supply").items()
        assert last(board, "chain")["whole"] and lit(board.frame)

    on_board(play, before=lambda board: board.fault("sagging supply", "0", True))


@on_a_board
async def test_a_chattering_reed_is_told_of_shown_and_does_not_stop_the_others(board, clock):
    board.fault("chattering", "c3", True)
    await clock.advance(2000)
    assert last(board, "chatter")["points"] == ["c3"]
    assert lit(board.frame)["c3"] == colours.FAULTY
    await by_dwell(board, clock, "h8", "i9", "g7")
    moves = [event["point"] for event in heard.said(board.lines) if event["code"] == "move"]
    assert moves == ["h8", "i9", "g7"]
    board.fault("chattering", None, False)
    await clock.advance(3000)
    assert last(board, "chatter")["points"] == [] and "c3" not in lit(board.frame)


@on_a_board
async def test_the_reeds_counters_are_told_row_by_row_and_kept_on_flash(board, clock):
    for _ in range(3):
        board.put("h8")
        await clock.advance(100)
        board.lift("h8")
        await clock.advance(100)
    ask(board, '{"cmd": "health"}')
    await clock.advance(1000)
    told = [event for event in heard.said(board.lines) if event["code"] == "health"]
    assert [event["row"] for event in told] == list(range(1, 16))
    assert told[7]["points"]["h8"][0] == 3 and told[6]["points"] == {}
    await by_dwell(board, clock, "h8")
    ask(board, '{"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"}')
    await clock.advance(200)
    assert last(board, "result") and HEALTH_FILE not in board.store.files, "not while a light may be waited for"
    await clock.advance(4000)
    kept = Health(15, 2)
    kept.load(board.store.files[HEALTH_FILE])
    assert kept.closures[112] == 4


def test_damaged_counters_are_told_of_and_begin_anew():
    async def play(board, clock):
        pass

    def spoil(board):
        board.store.files[HEALTH_FILE] = b"TH1\x0fgarbage"

    board = on_board(play, before=spoil)
    assert "health.bin" in i18n.code_text(last(board, "error")["why"]) and not any(board.app.upkeep.health.closures)


@on_a_board
async def test_brightness_and_silence_are_set_over_the_link(board, clock):
    heard = []
    board.subscribe(lambda message: heard.append(message["hz"]) if message["type"] == "buzzer" else None)
    ask(board, '{"cmd": "set", "brightness": 50, "sound": false}')
    await clock.advance(100)
    assert (group(board, "next")["brightness"], group(board, "next")["sound"]) == (50, False)
    assert lit(board.frame)["h8"] == (0, 0, 15)
    board.put("a1")
    await clock.advance(500)
    assert heard == [] and last(board, "refused")
    ask(board, '{"cmd": "set", "brightness": 0}')
    await clock.advance(100)
    assert last(board, "error")["why"]["wanted"] == coded("device.wanted_number", least=1, most=100)
    assert group(board, "next") == Settings(50).with_({"sound": False}).fields()


def test_settings_are_written_some_seconds_after_the_last_and_found_again_at_the_start():
    async def choose(board, clock):
        ask(board, '{"cmd": "set", "opening": "rif", "brightness": 50}')
        await clock.advance(2000)
        ask(board, '{"cmd": "set", "clock": "10+5"}')
        await clock.advance(2000)
        assert SETTINGS_FILE not in board.store.files, "not while more are being made"
        await clock.advance(1200)

    files = on_board(choose).store.files
    chosen = {"opening": "rif", "brightness": 50, "clock": "10+5"}
    assert session_settings.load(files[SETTINGS_FILE]).fields() == Settings(100).with_(chosen).fields()

    async def begin(board, clock):
        settings = group(board, "next")
        assert (settings["opening"], settings["clock"]) == ("rif", "10+5")
        assert lit(board.frame)["h8"] == (0, 0, 15)
        assert all(event["code"] != "error" for event in heard.said(board.lines))

    on_board(begin, before=lambda board: give(board, files))


def give(board, files):
    """Put these files on the board's flash, and start the firmware."""
    board.store.files.update(files)
    board.app = App(board)


def test_damaged_settings_are_told_of_and_begin_anew():
    async def begin(board, clock):
        assert "settings.txt" in i18n.code_text(last(board, "error")["why"])
        assert group(board, "game")["settings"] == Settings(100).game_fields()

    board = on_board(begin, before=lambda board: give(board, {SETTINGS_FILE: b"0badcafe{}"}))
    assert board.store.files["settings.bad"] == b"0badcafe{}", "what was there is kept"
    assert SETTINGS_FILE not in board.store.files, "and not complained of at every start"


@on_a_board
async def test_nothing_but_the_journal_is_written_while_a_game_is_under_way(board, clock):
    await by_dwell(board, clock, "h8")
    ask(board, '{"cmd": "set", "brightness": 30}')
    await clock.advance(60_000)
    assert SETTINGS_FILE not in board.store.files
    ask(board, '{"cmd": "back", "count": 1}')
    await clock.advance(SHOWN_MS)
    assert group(board, "asks")["number"] == 1 and SETTINGS_FILE not in board.store.files, "it is told first"
    await clock.advance(HAND_MS + 5000)
    assert session_settings.load(board.store.files[SETTINGS_FILE]).brightness == 30


@pytest.mark.parametrize("hand", ["stone", "button"])
@on_a_board
async def test_no_file_is_written_under_a_hand_for_some_seconds(board, clock, hand):
    ask(board, '{"cmd": "set", "mode": "referee", "brightness": 30}')
    await clock.advance(1000)
    if hand == "stone":
        board.put("h8")
    else:
        board.press("p1")
    written = dict(board.store.files)
    await clock.advance(HAND_MS - 100)
    assert board.store.files == written
    await clock.advance(2000)
    assert session_settings.load(board.store.files[SETTINGS_FILE]).brightness == 30


def test_the_board_says_which_build_it_runs_and_which_version_of_the_protocol_it_speaks():
    async def play(board, clock):
        await clock.advance(100)

    device = group(on_board(play), "device")
    assert (device["build"], device["wire"]) == ("source", codec.WIRE)


@on_a_board
async def test_a_held_button_is_told_with_its_times(board, clock):
    await press(board, clock, "p1", HOLD_MS)
    told = [(event["action"], event["ms"]) for event in heard.said(board.lines) if event["code"] == "button"]
    assert [action for action, _ in told] == ["hold", "release"]
    assert 1000 <= told[0][1] <= 1020 and told[1][1] == pytest.approx(HOLD_MS, abs=30)


BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")


@on_a_board
async def test_a_reed_that_is_quiet_again_elsewhere_changes_nothing_of_what_is_asked(board, clock):
    board.fault("chattering", "c3", True)
    await clock.advance(2000)
    await by_dwell(board, clock, *BEFORE_A_FOUL)
    board.put("g8")  # a double-three
    await clock.advance(200)
    told = kinds(board)
    lines = board.app.session.reason.lines
    board.fault("chattering", None, False)
    await clock.advance(3000)
    assert kinds(board) == [*told, "chatter"]
    assert len(lines) == 2 and board.app.session.reason.lines == lines


@on_a_board
async def test_what_is_put_while_the_game_waits_is_shown_and_rests_before_it_is_a_move(board, clock):
    board.fault("dead row", "7", True)
    await clock.advance(100)
    board.put("h8")
    await clock.advance(3000)
    board.fault("dead row", "7", False)
    await clock.advance(300)
    assert kinds(board)[-1] == "provisional" and lit(board.frame) == {"h8": colours.PROVISIONAL}
    await clock.advance(DWELL_MS)
    assert kinds(board)[-1] == "move"


@on_a_board
async def test_only_bad_news_of_the_wiring_sounds_wrong(board, clock):
    heard = []
    board.subscribe(lambda message: heard.append(message["hz"]) if message["type"] == "buzzer" else None)
    board.fault("dead row", "7", True)
    await clock.advance(500)
    assert heard == [220, 0]
    board.fault("dead row", "7", False)
    await clock.advance(500)
    assert heard == [220, 0]


@on_a_board
async def test_flickers_are_counted_however_many_there_are(board, clock):
    # more flickers in total than a counter of the watch can hold
    for _ in range(10):
        board.app.watch.reeds[15] = board.app.watch.reeds[15] + 10_000 & 0xFFFF
        await clock.advance(1600)
    assert board.app.upkeep.health.flickers[0] == 65_535


def sent(board):
    """The number of sent actions and lines."""
    whole = [line for line in board.lines if not line.get("more") and "answer" not in line]
    return sum(len(line.get("did", ())) + 1 for line in whole)


@on_a_board
async def test_the_board_tidies_up_after_some_events_and_not_before(board, clock):
    tidied = [sent(board)]
    board.tidy = lambda: tidied.append(sent(board))
    board.app.laptop.sent = 0
    for point in ("h8", "i9", "g7", "j10", "f6", "k11", "e5", "l12"):
        board.put(point)
        await clock.advance(100)
        board.lift(point)
        await clock.advance(100)
        await by_dwell(board, clock, point)
    assert len(tidied) > 2
    for before, now in itertools.pairwise(tidied):
        assert abs(now - before - TIDY_EVENTS) <= 15  # the board also counts lines that are not sent


@on_a_board
async def test_the_board_tidies_up_only_when_a_new_stones_light_is_on_its_way(board, clock):
    await clock.advance(1000)
    app, tidied = board.app, []
    app.laptop.sent = TIDY_EVENTS
    board.tidy = lambda: tidied.append(board.frames)
    draw, frames = app.lamps.draw, board.frames

    def bounces(session, now):
        app.watch.news = True  # the stone's reed has opened again, because it bounces
        return draw(session, now)

    app.lamps.draw = bounces
    board.put("h8")
    await clock.advance(14)
    assert board.frames == frames + 1 and tidied == [], "its light is sent, but there is no time to tidy up"
    app.lamps.draw = draw
    app.sense(clock.now())
    assert tidied == [frames + 1] == [board.frames]


@on_a_board
async def test_the_board_tidies_up_under_no_hand_but_when_it_must(board, clock):
    await clock.advance(1000)
    tidied, sent = [], board.app.laptop
    board.tidy = lambda: tidied.append(clock.now())
    board.app.garbage.after_light = lambda session, news: None
    board.put("h8")
    await clock.advance(100)
    sent.sent = 2 * MOST_EVENTS - 20
    await clock.advance(100)
    assert tidied == [], "a new stone lies: a hand is at work"
    sent.sent = 2 * MOST_EVENTS
    await clock.advance(40)
    assert len(tidied) == 1
    sent.sent = MOST_EVENTS
    await clock.advance(DWELL_MS)
    assert len(board.game.moves) == 1 and len(tidied) == 2, "it is a move now"


@on_a_board
async def test_a_frame_that_news_would_overtake_is_not_begun(board, clock):
    await clock.advance(100)
    board.put("a1")
    await clock.advance(100)
    frames = board.frames
    board.app.watch.news = True
    board.app.tick(clock.now() + 60)  # at this time the fast red light is dark
    assert board.frames == frames
    board.app.watch.news = False
    board.app.tick(clock.now() + 60)
    assert board.frames == frames + 1 and "a1" not in lit(board.frame)
