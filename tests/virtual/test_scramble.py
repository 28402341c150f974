"""A board with its own wiring, as the firmware sees it before and after learning the wiring."""

import heard
import pytest
from portable import pixel_at
from tengen import wiring
from tengen.app import App
from tengen.games.points import index, name
from tengen.lights import colours
from tengen.maintenance import wire_file, wire_map
from tengen_host.virtual.reeds import Reeds
from tengen_host.virtual.scramble import Scramble
from tengen_host.virtual.tabletop import Tabletop
from test_probed_board import frames, listened, probe, words
from test_upkeep import HOLD_MS
from test_virtual_board import by_dwell, kinds, last, on_board, press
from virtual.scrambles import place, random_scramble, wired

SEEDS = range(40)


def test_without_more_it_is_as_board_toml_has_it():
    board, scramble = Tabletop(), Scramble()
    assert wired(scramble).fields() == wire_map.defaults(wiring).fields()
    assert board.description()["points"] == list(wiring.PIXEL_OF)
    assert board.description()["bars"] == {"p1": list(range(240, 255)), "p2": list(range(239, 224, -1))}
    assert board.description()["points"][index("c2", 15)] == pixel_at("c2")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_scramble_is_one_that_a_board_can_be(seed):
    scramble = random_scramble(seed)
    assert scramble == random_scramble(seed) != random_scramble(seed + 1)
    wire_file.check(wired(scramble), wiring)
    again = wire_file.load(wire_file.dump(wired(scramble)), wiring)
    assert again.fields() == wired(scramble).fields()
    # people mount strips along rows or columns, so the pixels of each row, or of each column, are in order
    rows = [scramble.pixels[at : at + 15] for at in range(0, 225, 15)]
    columns = [scramble.pixels[at::15] for at in range(15)]
    assert any(
        all(abs(one - other) == 1 for line in lines for one, other in zip(line, line[1:], strict=False))
        for lines in (rows, columns)
    )
    assert all(abs(one - other) == 1 for bar in scramble.bars for one, other in zip(bar, bar[1:], strict=False))
    assert {*scramble.pixels, *scramble.bars[0], *scramble.bars[1]} == set(range(255))


def test_scrambles_differ_in_all_that_may():
    scrambles = [random_scramble(seed) for seed in SEEDS]
    for part in ("rows", "columns", "pixels", "bars"):
        assert len({getattr(scramble, part) for scramble in scrambles}) > 15, part
    assert len({scramble.buttons for scramble in scrambles}) == 6
    assert {min(map(min, (scramble.pixels, *scramble.bars))) for scramble in scrambles} == {0}


def test_reeds_are_read_on_the_outputs_and_inputs_that_they_are_on():
    scramble = random_scramble(5)
    reeds, straight = Reeds(15, 1, scramble=scramble), Reeds(15, 1)
    for point in (0, 17, 112, 224):
        reeds.put(point, 0)
        straight.put(point, 0)
    truth = straight.scan(10_000, 36, 25)
    found = reeds.scan(10_000, 36, 25)
    for row, output in enumerate(scramble.rows):
        bits = {column for column in range(16) if truth[row] >> column & 1}
        assert {column for column in range(16) if found[output] >> scramble.columns[column] & 1} == bits
    assert found != truth


def shining(board):
    """The places of all lit pixels."""
    return [place(board, at) for at in range(255) if any(board.frame[3 * at : 3 * at + 3])]


def knowing(board):
    """Let the firmware know the wiring of its board."""
    board.store.files[wire_map.FILE] = wire_file.dump(wired(board.scramble))
    board.app = App(board)


@pytest.mark.parametrize("seed", range(6))
def test_a_firmware_that_knows_plays_on_as_on_any_board(seed):
    async def play(board, clock):
        assert "matrix" not in kinds(board)
        game = ("h8", "i9", "a1", "o15", "a15", "c4", "o1")
        for point in game:
            await by_dwell(board, clock, point)
            # the light is at the stone, whatever number the point's pixel has
            pixel = board.scramble.pixels[index(point, 15)]
            assert tuple(board.frame[3 * pixel : 3 * pixel + 3]) == colours.LAST
        assert [event["point"] for event in heard.said(board.lines) if event["code"] == "move"] == list(game)
        # White is to move: P2's whole bar is lit, and the middle of P1's bar
        places = shining(board)
        assert sum(place[0] == "p2" for place in places if isinstance(place, tuple)) == 15
        assert [place for place in places if isinstance(place, tuple) and place[0] == "p1"] == [("p1", 7)]
        await press(board, clock, "p2", HOLD_MS)
        assert last(board, "button")["name"] == "p2" and set(board.replica.state.groups["menus"]) == {"p2"}
        board.fault("dead row", "7", True)
        await clock.advance(100)
        output = board.scramble.rows[6]
        named = {"code": "device.row_dead", "row": 7, "chip": output // 8 + 1, "pin": output % 8}
        assert last(board, "matrix")["faults"] == [named]
        assert last(board, "matrix")["points"] == [name(point, 15) for point in range(90, 105)]

    on_board(play, scramble=random_scramble(seed), before=knowing)


def test_probed_it_tells_what_its_wires_say():
    scramble = random_scramble(3)

    async def script(board, clock):
        events = listened(board)
        await probe(board, clock)
        board.put("d7")
        board.press("arbiter")
        await clock.advance(100)
        seen = frames(events)[-1]
        assert words(seen)[scramble.rows[6]] == 1 << scramble.columns[3] | 1 << scramble.columns[15]
        assert seen["buttons"] == 1 << wiring.BUTTONS.index(scramble.buttons[2])
        pixel = scramble.pixels[index("d7", 15)]
        board.ask({"cmd": "light", "pixels": [[pixel, "ff0000"]]})
        await clock.advance(100)
        assert shining(board) == [index("d7", 15)]

    on_board(script, scramble=scramble)
