"""The virtual board of 19x19: its own games by hands, a power cut in mid-game, records, lights, and bad input.

Source: firmware/docs/games/old_renju.md, four.md, irensei.md, and firmware/docs/family.md#at-the-board.
"""

import heard
import pytest
from hands import ABSENT, CAPTURED, GOES, NEW, WAITS, WRONG, at_the_board, is_kept, on_flash, played
from portable import DWELL_MS
from tengen import wiring as wiring_numbers
from tengen.codes import coded
from tengen.games import registry
from tengen.games.points import index
from tengen.sensing.watch import Watch
from tengen_host import wiring
from tengen_host.records import text
from tengen_host.records.diagram import Text, shapes
from tengen_host.records.sgf import games as sgf
from tengen_host.virtual import sizes
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.virtual.switches import SwitchWatch

BLACK, WHITE = ABSENT["black"], ABSENT["white"]

both_ways = pytest.mark.parametrize("power", ["plug", "process"])

# then Black's E4 captures D4, and White may not recapture at once
BEFORE_THE_KO = ("c4", "d4", "d3", "e3", "d5", "e5", "s19", "f4")


def at_the_large_board(script):
    """Make a test of a script for a board of 19x19."""
    return at_the_board(script, 19)


async def irensei(hands, *moves):
    await hands.begin("irensei", mode="referee", clock="30")
    await hands.turns(*moves)


def is_kept_and_written(hands):
    """Check that the record on flash has the whole game, also after writing it to a file, and as a picture."""
    is_kept(hands)
    record = on_flash(hands.board)
    assert record.size == 19
    for form in (sgf, text):
        (again,) = form.read(form.write([record]), "a game")
        assert (again.game, again.size, again.moves, again.winner) == (record.game, 19, record.moves, record.winner)
    words = [shape.text for shape in shapes(record) if isinstance(shape, Text)]
    assert words.count("A") == words.count("S") == 2 and "T" not in words and "19" in words


@at_the_large_board
async def test_irensei_a_capture_is_lifted_a_ko_is_refused_and_seven_in_a_row_win(hands):
    await irensei(hands, *BEFORE_THE_KO)
    await hands.put("e4")
    await hands.shows(e4=NEW, d4=GOES)
    await hands.done("p1", "e4")
    await hands.shows(d4=CAPTURED)
    await hands.lift("d4")
    hands.agree()

    await hands.put("d4")
    assert hands.refused() == ("d4", coded("refused.ko"))
    await hands.shows(d4=WRONG)
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.take_away", points=["d4"]))
    await hands.lift("d4")
    hands.agree()
    await hands.turns("a1", "s1", "d4")
    assert hands.told("move")[-1]["changes"] == [["d4", "empty", "white"], ["e4", "black", "empty"]]

    await hands.turns("g9", "a3", "h9", "a5", "i9", "a7", "j9", "a9", "k9", "a11", "l9", "a13")
    await hands.turn("m9")
    await hands.ends("black", "seven", ["g9", "h9", "i9", "j9", "k9", "l9", "m9"])
    is_kept_and_written(hands)


@at_the_large_board
async def test_connect6_has_two_stones_a_turn_on_19x19_and_six_in_a_row_end_it(hands):
    await hands.begin("connect6", mode="referee")
    assert hands.game.size == 19
    await hands.put("i9")
    assert hands.refused() == ("i9", coded("refused.zone_centre", number=1))
    await hands.lift("i9")
    await hands.turn("j10")
    for turn in (("a19", "b19"), ("k10", "l10"), ("c19", "e19"), ("m10", "s1")):
        await hands.turn(*turn)
    await hands.put("f19", "g19", "d18")
    await hands.shows(f19=NEW, g19=NEW, d18=WAITS)
    await hands.lift("g19", "d18")
    await hands.put("d18")
    await hands.done("p2", "f19", "d18")
    await hands.turn("n10", "o10")
    await hands.ends("black", "six", ["j10", "k10", "l10", "m10", "n10", "o10"])
    is_kept_and_written(hands)
    await hands.clear()


@both_ways
def test_the_power_is_cut_before_a_captured_stone_is_lifted_and_the_game_goes_on(power, tmp_path):
    async def play(hands):
        await irensei(hands, *BEFORE_THE_KO)
        await hands.put("e4")
        await hands.done("p1", "e4")
        await hands.cut(power, "s19", "s18")
        await hands.shows(s19=BLACK, d4=WRONG, s18=WRONG)
        await hands.lift("d4", "s18")
        await hands.put("s19")
        await hands.shows()
        await hands.newcomer()
        await hands.press("p2")
        assert hands.last("resumed")["by"] == "p2"
        hands.agree()
        await hands.put("d4")
        assert hands.refused()[1] == coded("refused.ko"), "the ko is known again"
        await hands.lift("d4")
        await hands.turns("q17", "a1", "p17", "a3", "o17", "a5", "n17", "a7", "m17", "a9", "l17", "a11", "k17")
        await hands.ends("white", "seven", ["k17", "l17", "m17", "n17", "o17", "p17", "q17"])
        is_kept_and_written(hands)

    played(play, tmp_path / "play.sqlite", size=19)


@at_the_large_board
async def test_captured_stones_of_irensei_are_counted_whenever_asked(hands):
    await hands.begin("irensei", move="button")
    assert hands.groups["captured"] == hands.board.game.captured == {"black": 0, "white": 0}
    await hands.turns(*BEFORE_THE_KO, "e4")
    assert hands.groups["captured"] == {"black": 1, "white": 0}
    hands.agree()
    await hands.newcomer()
    await hands.press("p1")
    bars = await hands.look_at_bars(1500)
    levels = [[level for _, _, level in bars[seat]] for seat in ("p1", "p2")]
    assert [len(its) for its in levels] == [15, 15]
    assert levels[0][0] > levels[0][1] and len(set(levels[0][1:])) == 1, "one of fifteen"
    assert len(set(levels[1])) == 1, "none of them"
    await hands.rest(2000)
    hands.board.ask({"cmd": "back", "count": 1})
    await hands.rest(100)
    assert hands.groups["captured"] == {"black": 0, "white": 0}


@pytest.mark.parametrize("game", [game for game in registry.NAMES if 19 in registry.sizes(game)])
@at_the_large_board
async def test_each_game_of_19x19_begins_and_takes_its_first_stone_on_the_centre(hands, game):
    await hands.begin(game, size=19, mode="referee")
    assert hands.game.size == 19 and hands.board.app.session.field.whole
    if hands.groups["asks"]["do"] == "stone":
        await hands.turn("j10")
        await hands.newcomer()


@at_the_large_board
async def test_a_smaller_field_lies_in_the_middle_with_a_ring_of_lights(hands):
    await hands.put("b2")
    await hands.rest(1000)
    # Renju's 15x15 points are C3 to Q17
    assert hands.board.game.size == 15 and hands.last("disturbed")["outside"] == 1
    await hands.shows(b2=WRONG)
    await hands.lift("b2")
    lit = hands._lit()
    ring = [f"{letter}{row}" for letter in "br" for row in range(2, 19)]
    ring += [f"{letter}{row}" for letter in "cdefghijklmnopq" for row in (2, 18)]
    assert set(ring) <= set(lit)
    await hands.put("j10")
    await hands.rest(DWELL_MS)
    assert hands.last("move")["point"] == "h8"


def test_the_settings_of_a_19x19_game_are_kept_over_a_restart(tmp_path):
    async def play(hands):
        await hands.begin("early-renju", opening="swap-2")
        await hands.rest(5000)
        await hands._room.switch_off()
        hands.board, hands.clock = await hands._room.switch_on()
        game = hands.groups["game"]
        assert (game["name"], game["size"], game["settings"]["opening"]) == ("early-renju", 19, "swap-2")
        assert not [event for event in heard.said(hands.board.lines) if event["code"] == "error"]

    played(play, tmp_path / "play.sqlite", size=19)


@at_the_large_board
async def test_a_position_of_19x19_is_set_up_by_lights_and_played_on(hands):
    await hands.begin("irensei", move="button")
    marks = [["."] * 19 for _ in range(19)]
    marks[0][18], marks[18][0], marks[9][9] = "X", "O", "X"  # the highest row first
    hands.board.ask({"cmd": "setup", "board": "".join(mark for row in marks for mark in row), "turn": "white"})
    await hands.rest(100)
    await hands.shows(s19=BLACK, a1=WHITE, j10=BLACK)
    await hands.put("s19", "a1", "j10")
    await hands.put("b1")
    await hands.press("p2")
    move = hands.last("move")
    assert (move["point"], move["colour"]) == ("b1", "white")
    assert hands.board.game.stones == {"s19": "black", "a1": "white", "j10": "black", "b1": "white"}


# The board itself


def test_switches_have_all_that_the_firmware_asks_of_a_watch():
    def public(watch):
        return {each for each in dir(watch) if not each.startswith("_")}

    frames = (wiring_numbers.TOUCH_FRAMES, wiring_numbers.STONE_FRAMES, wiring_numbers.SLOW_FRAMES)
    watch, switches = Watch(15, *frames), SwitchWatch(19, *frames)
    assert public(watch) == public(switches)


def test_all_numbers_of_a_wiring_are_there():
    numbers = sizes.numbers(sizes.described(19))
    assert {each for each in vars(wiring_numbers) if each.isupper()} == set(vars(numbers))
    assert (numbers.SIZE, numbers.PIXELS, numbers.BARS, numbers.BAR_LENGTH) == (19, 391, (376, 361), 15)


def test_its_chain_has_each_pixel_once_and_the_bars_follow_the_points():
    board = VirtualBoard(FastClock(), size=19)
    description = board.description()
    points, bars = description["points"], description["bars"]
    assert len(points) == 361 and sorted(points) == list(range(361))
    assert sorted(bars["p1"] + bars["p2"]) == list(range(361, 391))
    assert len(board.frame) == 3 * 391 and description["size"] == 19 and description["matrix"] is False


def test_the_usual_board_is_as_board_toml_has_it():
    assert sizes.described(15) == wiring.load()
    assert VirtualBoard(FastClock()).description() == VirtualBoard(FastClock(), size=15).description()


@at_the_large_board
async def test_lights_of_the_last_corner_and_of_the_bars_reach_their_pixels(hands):
    await hands.begin("five", size=19, opening="free")
    await hands.put("s19")
    pixel = hands.board.scramble.pixels[index("s19", 19)]
    assert pixel > 255
    assert any(hands.board.frame[3 * pixel : 3 * pixel + 3])
    for bar in hands.board.scramble.bars:
        assert any(any(hands.board.frame[3 * each : 3 * each + 3]) for each in bar)


@at_the_large_board
async def test_reeds_counters_follow_each_touch(hands):
    await hands.put("s19", "a1")
    await hands.lift("s19")
    await hands.put("s19")
    hands.board.ask({"cmd": "health"})
    await hands.rest(1000)
    rows = {event["row"]: event["points"] for event in hands.told("health")}
    assert len(rows) == 19 and rows[19] == {"s19": [2, 0, 0]} and rows[1] == {"a1": [1, 0, 0]}


# Bad input


@at_the_board
async def test_a_game_that_does_not_fit_is_refused_and_not_offered(hands):
    for game in ("irensei", "early-renju"):
        hands.board.ask({"cmd": "set", "game": game})
        await hands.rest(100)
        assert hands.last("error")["why"] == coded("device.game_too_large", game=game, number=19, count=15)
        assert game not in hands.board.app.session.settings.choices("game")
    hands.board.ask({"cmd": "set", "game": "connect6", "size": 19})
    await hands.rest(100)
    assert hands.last("error")["why"] == coded("device.size_too_large", number=15, count=19)
    assert hands.board.game.game == "renju"


@at_the_large_board
async def test_its_matrix_can_not_be_watched_nor_broken(hands):
    for on in (True, False):
        hands.board.ask({"cmd": "probe", "on": on})
        await hands.rest(100)
        assert hands.last("error")["why"] == coded("device.no_matrix")
    with pytest.raises(ValueError, match="'dead row' is not a fault of this board: broken LED, sagging supply"):
        hands.board.fault("dead row", "3", True)
    hands.board.fault("broken LED", "390", True)
    await hands.begin("irensei")


@pytest.mark.parametrize("size", [0, 17, 20, -19])
def test_there_is_no_board_of_another_size(size):
    with pytest.raises(ValueError, match=f"a virtual board has 15 or 19 points a side, not {size}"):
        VirtualBoard(FastClock(), size=size)
