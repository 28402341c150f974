"""The firmware's wiring agrees with board.toml, and impossible wirings raise an error."""

import copy
import re
from pathlib import Path

import pytest
from tengen_host import resources, wiring


@pytest.fixture
def board():
    return copy.deepcopy(wiring.load())


def test_the_firmwares_wiring_is_generated_from_board_toml(board):
    module = resources.firmware_package() / "wiring.py"
    assert module.read_text(encoding="utf-8") == wiring.module_text(board), "run `make wiring`"


def test_a_changed_board_toml_is_noticed(board, tmp_path, monkeypatch, capsys):
    (tmp_path / "wiring.py").write_text(wiring.module_text(board).replace("BUZZER = 27", "BUZZER = 9"))
    monkeypatch.setattr(resources, "firmware_package", lambda: tmp_path)
    assert wiring.main(["--check"]) == 1
    assert "make wiring" in capsys.readouterr().err
    assert wiring.main([]) == 0 and wiring.main(["--check"]) == 0


def test_the_table_of_pins_in_the_hardware_page_is_that_of_board_toml(board):
    page = resources.path("hardware/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]*GPIO[^|]*) \|", page, re.MULTILINE)
    its = board["pins"]
    gpios = lambda *pins: ", ".join(f"GPIO{pin}" for pin in pins)  # noqa: E731
    assert dict(rows) == {
        "columns a to o": f"GPIO{its['columns'][0]}-{its['columns'][-1]}",
        "row sense": gpios(its["row_sense"]),
        "rows 1 to 15, and the sixteenth, always closed":
            f"GPIO{its['row_data']}, {its['row_clock']}, {its['row_latch']}",
        "255 WS2812B": gpios(its["led_data"]),
        "the chain's last output": gpios(its["led_return"]),
        "buttons p1, p2, arbiter": gpios(*its["buttons"].values()),
        "buzzer": gpios(its["buzzer"]),
        "5 V of the lights": gpios(its["rail"]),
        "VSYS": "ADC3 (GPIO29)",
    }
    assert its["row_sense"] == 15, "what the page says of GPIO15 and USB is of the row sense"


def test_vsys_is_read_by_the_self_test_alone_as_the_hardware_page_says():
    """No line of the firmware reads GPIO29, so no Pico is refused because of this pin."""
    page = resources.path("hardware/README.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if "GPIO29" in line] == [
        "| VSYS | ADC3 (GPIO29) | on the Pico itself, a third; only `tengen selftest` reads it |"
    ]
    assert onboard_wiring().count("_VSYS = 29") == 1
    for file in resources.firmware_package().rglob("*.py"):
        assert not re.search(r"\b(Pin|ADC)\(29\b|GPIO29|ADC3", file.read_text(encoding="utf-8")), file


def onboard_wiring():
    return (Path(wiring.__file__).parent / "device/selftest/onboard/wiring.py").read_text(encoding="utf-8")


def test_all_26_pins_are_used(board):
    pins = board["pins"]
    count = len(pins["columns"]) + len(pins["buttons"]) + len(pins) - 2
    assert count == 26 and len(wiring.USABLE_PINS) == 26


@pytest.mark.parametrize(
    ("pin", "value", "words"),
    [
        ("buzzer", 25, "GPIO25 is not free"),
        ("buzzer", 19, "GPIO19 is already led_data"),
        ("rail", 27, "rail: GPIO27 is already buzzer"),
        ("led_return", 28, "rail: GPIO28 is already led_return"),
        ("columns", [0, 1, 2], "3 pins for 15 columns"),
    ],
)
def test_pins_that_cannot_be_wired(board, pin, value, words):
    board["pins"][pin] = value
    with pytest.raises(wiring.WiringError, match=words):
        wiring.check(board)


@pytest.mark.parametrize(
    ("table", "name", "value", "words"),
    [
        ("pins", "buzzer", None, r"board.toml \[pins\] buzzer is missing"),
        ("pins", "buzzer", "GP27", "buzzer: 'GP27' is not a whole number from 0 to 29"),
        ("pins", "columns", 3, "columns: 3 is not a list"),
        ("pins", "columns", [0, True], "columns, number 2: True is not a whole number"),
        ("pins", "buttons", {"p1": 21, "p2": 22}, "buttons.arbiter is missing"),
        ("sensing", "stone_on_frames", 40, "stone_on_frames: 40 is not a whole number from 1 to 15"),
        ("leds", "full_ma", 16, "full_ma: 16 is not a table"),
        ("leds", "serpentine_rows", True, "serpentine_rows: True is not a whole number from 1 to 19"),
        ("leds", "order", "RGB", "a WS2812B takes GRB"),
        ("leds", "brightness", 0, "brightness: 0 is not a whole number from 1 to 100"),
        ("leds", "first", "h8", "first: 'h8' is not a corner"),
        ("leds", "direction", "diagonal", "direction: 'diagonal', not 'row' or 'column'"),
        ("leds", "budget_ma", 255, r"\[leds\] budget_ma: 255 is not more than the 255 mA of the dark chain"),
        ("supply", "low_mv", 4650, r"\[supply\] good_mv must be above low_mv"),
        ("supply", "usb_drop_mv", None, r"\[supply\] usb_drop_mv is missing"),
        ("supply", "source", "solar", r"source: 'solar', not 'jack' or 'usb'"),
        ("supply", "source", "usb", "budget_ma: 2000 mA, but usb allows at most 350 mA"),
        ("supply", "current_ma", 2099, r"draw 2100 mA, but the supply gives 2099 mA: choose a stronger supply, or"),
        ("leds", "budget_ma", 3901, r"lights \(3901 mA\) and Pico \(100 mA\) draw 4001 mA, but the supply gives 4000"),
        ("supply", "fuse_ma", 2100, r"a fuse of 2100 mA must carry the 2100 mA that are drawn"),
        ("supply", "fuse_ma", 4000, "a fuse of 4000 mA .* be below the supply's 4000 mA"),
        ("matrix", "settle_us", 97, r"\[matrix\] settle_us: then a frame takes 2120 us, more than scan_ms"),
        ("sensing", "dwell_ms", 5, "dwell_ms: 5 is not a whole number from 100 to 10000"),
        ("board", "size", 20, "size: 20 is not a whole number from 5 to 19"),
        ("board", "size", 19, "size: 19, but the matrix has 16 lines each way, one of them always closed: 15 at most"),
        ("board", "size", 16, "size: 16, but the matrix has 16 lines"),
    ],
)
def test_what_is_missing_or_no_value_is_told_with_its_place(board, table, name, value, words):
    board[table][name] = value
    with pytest.raises(wiring.WiringError, match=words):
        wiring.check(board)


@pytest.mark.parametrize(
    ("pin", "words"), [("row_latch", "must be consecutive"), ("row_sense", "must be consecutive, because")]
)
def test_pins_that_do_not_follow_one_another(board, pin, words):
    pins = board["pins"]
    pins[pin], pins["rail"] = pins["rail"], pins[pin]
    with pytest.raises(wiring.WiringError, match=words):
        wiring.check(board)


def test_buttons_are_where_their_edges_are_read(board):
    pins = board["pins"]
    pins.update(columns=list(range(1, 16)), row_sense=16, row_data=17, row_clock=18, row_latch=19, led_data=0)
    with pytest.raises(wiring.WiringError, match="the first is on GPIO1, not on GPIO0"):
        wiring.check(board)


def test_the_rail_is_on_a_pin_that_can_measure(board):
    board["pins"]["rail"], board["pins"]["led_return"] = 20, 28
    with pytest.raises(wiring.WiringError, match="rail: GPIO20 can't measure a voltage: GPIO26, GPIO27, GPIO28 can"):
        wiring.check(board)


def test_by_usb_the_rail_may_be_lower_by_what_lies_in_its_way(board):
    assert "\nLOW_MV = 4450\nGOOD_MV = 4650\n" in wiring.module_text(board)
    board["supply"]["source"], board["leds"]["budget_ma"] = "usb", 350
    wiring.check(board)
    assert "\nLOW_MV = 3950\nGOOD_MV = 4150\n" in wiring.module_text(board)


def test_a_missing_table(board):
    del board["matrix"]
    with pytest.raises(wiring.WiringError, match=r"the table \[matrix\] is missing"):
        wiring.check(board)


def test_bars_over_points_are_refused(board):
    board["leds"]["bars"]["p1"] = 200
    with pytest.raises(wiring.WiringError, match="every pixel of the chain exactly once"):
        wiring.check(board)


def test_a_file_that_is_no_toml(tmp_path):
    (tmp_path / "board.toml").write_text("[board\n")
    with pytest.raises(wiring.WiringError, match="board.toml: "):
        wiring.load(tmp_path / "board.toml")


def at(board, point):
    return wiring.pixels(board)["abcdefghijklmno".index(point[0]) + 15 * (int(point[1:]) - 1)]


def test_the_chain_runs_to_and_fro_over_the_three_rows_of_a_tile_and_then_from_the_left_anew(board):
    points = ("a1", "b1", "o1", "o2", "a2", "a3", "o3", "a4", "o4", "o5", "o15")
    assert [at(board, point) for point in points] == [0, 1, 14, 15, 29, 30, 44, 45, 59, 60, 224]


@pytest.mark.parametrize(
    ("first", "direction", "rows", "chain"),
    [
        ("o1", "row", 15, ("o1", "n1", "a1", "a2", "o2", "o3")),
        ("a15", "row", 1, ("a15", "b15", "o15", "a14", "o14", "a13")),
        ("o15", "column", 15, ("o15", "o14", "o1", "n1", "n15", "m15")),
        ("a1", "column", 1, ("a1", "a2", "a15", "b1", "b15", "c1")),
    ],
)
def test_other_chains(board, first, direction, rows, chain):
    board["leds"].update(first=first, direction=direction, serpentine_rows=rows)
    assert [at(board, point) for point in chain] == [0, 1, 14, 15, 29, 30]
    assert sorted(wiring.pixels(board)) == list(range(225))


def test_a_chain_from_no_corner(board):
    board["leds"]["first"] = "h8"
    with pytest.raises(wiring.WiringError, match="not a corner"):
        wiring.pixels(board)
