"""Probing the virtual board: no game during the probe, and the old game after it."""

import heard
import pytest
from portable import lit
from tengen import wiring
from tengen.app import App
from tengen.maintenance import wire_map
from tengen.maintenance.faultlog import FILE as FAULTS
from tengen.maintenance.probe import LEFT_ALONE_MS
from tengen.maintenance.upkeep import HEALTH_FILE, SETTINGS_FILE
from tengen.session import settings as session_settings
from tengen_host.i18n import code_text
from test_upkeep import HOLD_MS
from test_virtual_board import by_dwell, kinds, last, on_a_board, on_board, press


def listened(board):
    """Return a list. From now on, each event of the board is added to it."""
    found = []
    board.subscribe(lambda message: message["type"] == "line" and found.extend(heard.said([message["line"]])))
    return found


def frames(events):
    return [event for event in events if event["code"] == "frame"]


def words(event):
    return [int(event["words"][at : at + 4], 16) for at in range(0, 68, 4)]


async def probe(board, clock, on=True):
    board.ask({"cmd": "probe", "on": on})
    await clock.advance(100)


def test_raw_frames_are_told_and_single_pixels_lit():
    async def script(board, clock):
        events = listened(board)
        await probe(board, clock)
        begins = last(board, "probe")
        assert begins["on"] and not begins["learned"] and begins["why"] is None
        assert begins["rows"] == begins["columns"] == list(range(16)) and begins["buttons"] == [21, 22, 26]
        assert begins["pixels"] == wiring.PIXEL_OF.hex()
        assert begins["bars"] == [bytes(range(240, 255)).hex(), bytes(range(225, 240)).hex()]
        assert words(frames(events)[0]) == [0x8000] * 15 + [0xFFFF, 0]
        assert not any(board.frame), "all is dark"
        events.clear()
        put_at = clock.now()
        board.put("d7")
        await clock.advance(60)
        told = frames(events)
        assert told[0]["ms"] - put_at <= 22
        assert words(told[-1])[6] == 0x8008
        assert {at for event in told for at, _ in event["changes"]} == {6 * 16 + 3}
        assert sum(count for event in told for _, count in event["changes"]) % 2 == 1
        board.press("p2")
        await clock.advance(40)
        assert frames(events)[-1]["buttons"] == 2
        board.ask({"cmd": "light", "pixels": [[93, "ff8000"], [240, "0000ff"]]})
        await clock.advance(40)
        grb = [bytes(board.frame[at : at + 3]) for at in range(0, len(board.frame), 3)]
        shining = {number: pixel for number, pixel in enumerate(grb) if any(pixel)}
        assert shining == {93: b"\x80\xff\x00", 240: b"\x00\x00\xff"}
        events.clear()
        await clock.advance(2000)
        assert len(frames(events)) == 4
        assert all(event["mv"] == 5000 and 255 < event["ma"] < 320 for event in frames(events))
        assert 240 <= frames(events)[-1]["frames"] <= 260

    board = on_board(script)
    assert set(kinds(board)[-2:]) == {"frame"}


def test_a_game_under_way_waits_for_its_stones_afterwards():
    async def script(board, clock):
        board.ask({"cmd": "set", "clock": "10"})
        await clock.advance(50)
        board.put("h8")
        await clock.advance(100)
        await press(board, clock, "p1")
        await clock.advance(1900)
        before = board.replica.state.groups
        assert before["clock"]["running"] == "p2"
        await probe(board, clock)
        events = listened(board)
        board.put("i9")
        await clock.advance(5000)
        assert {event["code"] for event in events} == {"frame"}
        assert board.replica.state.groups["device"]["probed"] and board.replica.state.groups["moves"] == before["moves"]
        board.lift("i9")
        await probe(board, clock, on=False)
        await clock.advance(500)
        told = [event["code"] for event in events]
        assert "started" in told and "resuming" in told and "fault" not in told
        ends = last(board, "probe")
        assert not ends["on"] and ends["why"] is None
        await press(board, clock, "p2")
        assert last(board, "resumed")["by"] == "p2" and last(board, "resumed")["cause"] is None
        after = board.replica.state.groups
        assert after["moves"] == before["moves"] and after["clock"]["p1"] == before["clock"]["p1"]
        assert not after["device"]["probed"]

    board = on_board(script)
    assert FAULTS not in board.store.files


@on_a_board
async def test_the_clock_stands_still_meanwhile_and_gives_nothing_back(board, clock):
    board.ask({"cmd": "set", "clock": "10"})
    await clock.advance(50)
    board.put("h8")
    await clock.advance(100)
    await press(board, clock, "p1")
    await clock.advance(29900)
    await probe(board, clock)
    told = board.replica.state.groups["clock"]
    assert (told["running"], told["stopped"]) == ("p2", "resume")
    assert 569_500 < told["p2"] < 570_100
    await clock.advance(10_000)
    assert board.replica.state.groups["clock"]["p2"] == told["p2"]
    await probe(board, clock, on=False)
    await clock.advance(400)
    after = board.replica.state.groups["clock"]
    assert (after["running"], after["stopped"], after["p2"]) == ("p2", "resume", told["p2"])


def test_what_else_is_asked_is_refused_until_the_probe_ends():
    async def script(board, clock):
        for command in ({"cmd": "light", "pixels": []}, {"cmd": "wire", "save": True}):
            board.ask(command)
            await clock.advance(40)
            assert "needs a board that is being probed" in code_text(last(board, "error")["why"])
        await probe(board, clock)
        for command in ({"cmd": "new"}, {"cmd": "health"}, {"cmd": "prove"}, {"cmd": "set", "brightness": 3}):
            board.ask(command)
            await clock.advance(40)
            message = code_text(last(board, "error")["why"])
            assert message.startswith(f"{command['cmd']} is refused while the board is being probed"), message
        board.ask({"cmd": "hold"})
        await clock.advance(40)
        assert last(board, "watchdog")["armed"] is False
        board.ask({"cmd": "probe", "on": True})
        await clock.advance(40)
        assert last(board, "probe")["on"]
        await probe(board, clock, on=False)
        await clock.advance(100)
        board.ask({"cmd": "probe", "on": False})
        await clock.advance(40)
        last_said = heard.said(board.lines)[-1]
        assert last_said["code"] == "probe" and not last_said["on"], "which is no news"

    board = on_board(script)
    assert [event["code"] for event in heard.said(board.lines)].count("started") == 2


@on_a_board
async def test_in_a_strict_game_the_arbiter_must_allow_it(board, clock):
    board.ask({"cmd": "set", "mode": "referee"})
    await clock.advance(50)
    board.put("h8")
    await clock.advance(100)
    await press(board, clock, "p1")
    await probe(board, clock)
    why = {"code": "device.not_allowed", "deed": "probe", "mode": "referee"}
    assert last(board, "error")["why"] == why
    board.app.session.laptop = True
    await probe(board, clock)
    assert last(board, "probe")["on"]


@on_a_board
async def test_the_board_goes_on_while_it_is_probed_and_comes_back_when_it_is_left_alone(board, clock):
    events = listened(board)
    await probe(board, clock)
    board.fault("chattering", "a1", True)
    board.fault("sagging supply", "4000", True)
    await clock.advance(60_000)
    assert [event["code"] for event in heard.said(board.lines)].count("started") == 1, "the watchdog is fed"
    assert last(board, "supply")["low"]
    assert [event["mv"] for event in frames(events) if "mv" in event][-1] == 4000
    board.ask({"cmd": "snapshot"})
    board.fault("chattering", None, False)
    await clock.advance(LEFT_ALONE_MS - 1000)
    assert last(board, "probe")["on"]
    await clock.advance(2000)
    assert [event["code"] for event in heard.said(board.lines)].count("started") == 2
    assert "ten minutes" in code_text(last(board, "probe")["why"])
    await by_dwell(board, clock, "h8")
    assert last(board, "move")["point"] == "h8"


@on_a_board
async def test_what_was_touched_just_before_holds_up_no_lights(board, clock):
    board.app.watch.news = True  # a contact has closed, and the app has not processed it yet
    await probe(board, clock)
    board.ask({"cmd": "light", "pixels": [[7, "ffffff"]]})
    await clock.advance(60)
    assert any(board.frame)
    await clock.advance(10_000)
    assert [event["code"] for event in heard.said(board.lines)].count("started") == 1


@on_a_board
async def test_settings_and_counters_are_kept_over_a_probe(board, clock):
    await by_dwell(board, clock, "h8")
    board.ask({"cmd": "set", "brightness": 30})
    await clock.advance(40)
    await probe(board, clock)
    assert session_settings.load(board.store.files[SETTINGS_FILE]).brightness == 30
    assert HEALTH_FILE in board.store.files
    await probe(board, clock, on=False)
    await clock.advance(200)
    assert board.app.upkeep.health.closures[112] == 2, "with the stone that lies there, as after power"
    assert board.app.session.settings.brightness == 30


@on_a_board
async def test_a_full_flash_costs_the_probe_nothing_and_is_told(board, clock):
    board.store.blocks = len(board.store.files)
    await probe(board, clock)
    assert last(board, "probe")["on"] and "health.bin can't be written" in code_text(last(board, "error")["why"])
    told = [event["code"] for event in heard.said(board.lines) if event["code"] in ("probe", "error")]
    assert told == ["probe", "error"], "whoever asked for the probe has it, before he hears of a trouble"
    board.ask({"cmd": "wire", "save": True})
    await clock.advance(40)
    assert "board.json can't be written" in code_text(last(board, "error")["why"])


SWAPPED = {"rows": [1, 0, *range(2, 16)], "buttons": [22, 21, 26]}


@on_a_board
async def test_what_was_learned_holds_from_the_next_start_until_it_is_forgotten(board, clock):
    await probe(board, clock)
    board.ask({"cmd": "wire", **SWAPPED})
    board.ask({"cmd": "wire", "bars": [bytes(range(254, 239, -1)).hex(), bytes(range(225, 240)).hex()]})
    board.ask({"cmd": "wire", "save": True})
    await clock.advance(100)
    assert last(board, "wired")["saved"] and wire_map.FILE in board.store.files
    await probe(board, clock, on=False)
    await clock.advance(100)
    await by_dwell(board, clock, "h1")
    assert last(board, "refused")["point"] == "h2", "row 2 is where row 1 was"
    board.lift("h1")
    await clock.advance(200)
    board.fault("dead row", "1", True)
    await clock.advance(100)
    assert last(board, "matrix")["faults"] == [{"code": "device.row_dead", "row": 2, "chip": 1, "pin": 0}]
    board.fault("dead row", "1", False)
    await clock.advance(200)
    await press(board, clock, "p1", HOLD_MS)
    assert last(board, "button")["name"] == "p2"
    await probe(board, clock)
    assert last(board, "probe")["learned"] and last(board, "probe")["rows"][:2] == [1, 0]
    board.put("a1")
    board.press("p1")
    await clock.advance(100)
    assert words(last(board, "frame"))[0] & 1 and last(board, "frame")["buttons"] == 1, "raw as ever"
    board.release("p1")
    board.lift("a1")
    board.ask({"cmd": "wire", "forget": True})
    await probe(board, clock, on=False)
    await clock.advance(100)
    assert last(board, "wired")["forgotten"] and wire_map.FILE not in board.store.files
    await by_dwell(board, clock, "h8")
    assert last(board, "move")["point"] == "h8"


@pytest.mark.parametrize("data", [b"", b"{}", b'{"rows": []}\n00000000\n', b"\xff" * 900])
def test_a_bad_file_is_told_once_and_kept_aside(data):
    def give(board):
        board.store.files[wire_map.FILE] = data
        board.app = App(board)

    async def script(board, clock):
        message = code_text(last(board, "error")["why"])
        assert message.startswith("board.json: the checksum is wrong;") and "board.bad" in message
        assert board.store.files["board.bad"] == data and wire_map.FILE not in board.store.files
        await by_dwell(board, clock, "h8")
        assert last(board, "move")["point"] == "h8" and "h8" in lit(board.frame)

    on_board(script, before=give)
