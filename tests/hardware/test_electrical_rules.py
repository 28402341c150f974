"""The electrical rules: the real board breaks no rule; in each broken copy, a rule reports fault and place."""

import functools
import random
import re
from pathlib import Path

import pytest
from tengen_hardware import __main__ as hardware
from tengen_hardware import pico_inputs, rules, whole
from tengen_hardware.circuit import Circuit, CircuitError, Part
from tengen_host import resources, wiring
from tengen_host.pinouts import KINDS


@pytest.fixture
def board():
    return wiring.load()


@pytest.fixture(scope="module")
def circuits():
    return {circuit.name: circuit for circuit in rules.circuits(wiring.load())}


def test_the_true_board_breaks_no_rule(board, circuits):
    assert {name: rules.broken(circuit, board) for name, circuit in circuits.items()} == {
        "tile": [], "controller": [], "board": [],
    }  # fmt: skip
    rules.check(board)


def test_every_rule_is_asked_of_the_whole_board():
    everything = {rule for of_circuit in rules.RULES.values() for rule in of_circuit}
    assert set(rules.RULES["board"]) == everything


def broken_circuits():
    """Return the rows of broken_circuits.md by fault: circuit, changes, rule, and words of the rule's sentence."""
    text = Path(__file__).with_name("broken_circuits.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    rows = ([cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines)
    return {fault: cells for fault, *cells in rows}


def changed(circuit, change):
    """Return a copy of a circuit with a change in the notation of broken_circuits.md."""
    name, *rest = change.split()
    if name.startswith("-"):
        return circuit.without(name[1:])
    if name.startswith("+"):
        return circuit.with_part(Part(name[1:], rest[0], {"1": rest[1], "2": rest[2]}))
    part = circuit.parts[name]
    numbers = {terminal.name: terminal.number for terminal in KINDS[part.kind]}
    nets = {numbers[terminal]: None if net == "-" else net for terminal, net in (each.split("=") for each in rest)}
    return circuit.with_part(part._replace(nets=part.nets | nets))


BROKEN = broken_circuits()
RULES = {rule.__name__.replace("_", " "): rule for rule in rules.RULES["board"]}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_circuit_is_told(board, circuits, fault):
    name, changes, rule, words = BROKEN[fault]
    broken = functools.reduce(changed, changes.split("; "), circuits[name])
    told = RULES[rule](broken, board)
    assert told, "nothing was noticed"
    assert any(re.search(words, sentence) for sentence in told), told
    assert RULES[rule] in rules.RULES[name]


def test_each_rule_finds_a_broken_circuit():
    assert {rule for _, _, rule, _ in BROKEN.values()} | {"trip"} == set(RULES), "trip asks board.toml alone"


@pytest.mark.parametrize("name", ["tile", "controller"])
def test_whatever_terminal_comes_off_is_told(board, circuits, name):
    for part in circuits[name].parts.values():
        for number, net in part.nets.items():
            if net is not None and part.fitted:
                broken = circuits[name].with_part(part._replace(nets=part.nets | {number: None}))
                assert rules.broken(broken, board), (part.reference, number)


@pytest.mark.parametrize(("name", "times"), [("tile", 300), ("controller", 300), ("board", 4)])
def test_whatever_terminal_is_on_another_net_is_told(board, circuits, name, times):
    """The faults are a random sample: in each, one terminal of a random part is on another net."""
    chance = random.Random(9)
    nets = list(circuits[name].nets())
    parts = [part for part in circuits[name].parts.values() if part.fitted and part.kind != "solder_jumper"]
    for _ in range(times):
        part = chance.choice(parts)
        number, net = chance.choice(list(part.nets)), chance.choice(nets)
        if part.nets[number] != net:
            broken = circuits[name].with_part(part._replace(nets=part.nets | {number: net}))
            assert rules.broken(broken, board), (part.reference, number, net)


@pytest.mark.parametrize(
    ("table", "name", "value", "words"),
    [
        (
            "parts", "pull_down", {"value": "8k2", "footprint": ""},
            "8200 ohms, .* pull_down_ohm: 12000: they must agree",
        ),
        (
            "parts", "pull_down", {"value": "12 K", "footprint": ""},
            r"\[parts.pull_down\] value: '12 K' is not a resistance",
        ),
        ("parts", "return_upper", {"value": "1k", "footprint": ""}, "up to 4.20 V, the Pico takes 3.45 V"),
        ("parts", "return_lower", {"value": "1k5", "footprint": ""}, "1.58 V at worst, the Pico needs 2.09 V"),
        ("supply", "low_mv", 3000, "1.59 V at worst"),
        ("supply", "high_mv", 6000, "up to 3.86 V"),
        ("supply", "high_mv", None, r"\[supply\] high_mv: None is not a whole number"),
        ("parts", "fuse", {"value": "2 A slow", "footprint": ""}, "not the 3150 mA of"),
        ("parts", "feed_header", {"value": "2 x 5", "footprint": ""}, r"\[parts.feed_header\] contact_ma is missing"),
        (
            "parts", "feed_header", {"value": "", "footprint": "", "contact_ma": 800},
            "through 2 contacts that bear 800 mA",
        ),
        ("parts", "bar_header", {"value": "", "footprint": "", "contact_ma": 500}, "15 lights draw up to 645 mA"),
        ("parts", "reed", None, r"\[parts.reed\] value is missing"),
        ("tile", "points", 4, "tiles of 4 do not make a board of 15"),
        ("tile", "points", 5, "points: 5, but tile.py has plugs and joints for 3"),
        ("board", "size", 9, r"\[board\] size: 9, but the controller has plugs for 5 rows of tiles of 3"),
        ("board", "size", 21, "the whole board has 15 points a side"),
        ("leds", "serpentine_rows", 15, "light 45 of the chain is T12.L11: board.toml .* has T52.L31 there"),
        ("leds", "first", "o1", "light 0 of the chain is T11.L11"),
        ("parts", "trip_upper", {"value": "10k", "footprint": ""}, "turned on again only below 4.84 V, .* gives up to"),
        ("parts", "trip_upper", {"value": "15k", "footprint": ""}, "turned off only at 6.5. V, 5.8 V are the most"),
        ("parts", "trip_base", {"value": "4k7", "footprint": ""}, "base gets 0.39 V .* it needs 0.72 V in the cold"),
        ("parts", "trip_base", {"value": "1k8", "footprint": "", "watts": 0.125}, "burns 0.1. W at a supply of 20 V"),
        ("parts", "trip_bleed", {"value": "1k", "footprint": ""}, "own current puts 0.71 V at the PNP's base"),
        ("parts", "rail_upper", {"value": "3k3", "footprint": ""}, "up to 4.3. V at the pin .* the ADC takes 3.15 V"),
        ("parts", "rail_lower", {"value": "12k", "footprint": ""}, "the ADC is full at 6050 mV: .* rail_full_mv must"),
        ("supply", "rail_full_mv", 5000, "the ADC is full at 6600 mV"),
        ("parts", "column_resistor", {"value": "22", "footprint": ""}, "a spark drives 2.2 A .* surely bears 1.3 A"),
        ("leds", "budget_ma", 4500, "draw 4600 mA, but the supply gives 4000 mA: choose a stronger supply"),
    ],
)
def test_a_broken_board_toml_is_told(board, table, name, value, words):
    board[table] = {**board[table], name: value}
    if value is None:
        del board[table][name]
    with pytest.raises(CircuitError, match=words):
        rules.check(board)


def test_what_flows_into_a_pico_without_power_is_bounded_by_the_measuring_divider(board):
    assert pico_inputs.unpowered_ma(board) < 0.6 and pico_inputs.highest_v(board) < 3.0
    for name in ("upper", "lower"):
        board["parts"][f"rail_{name}"] |= {"value": "4k7"}
    with pytest.raises(CircuitError, match=r"1.2 mA into a Pico without power, 1 mA at the most: larger ones"):
        rules.check(board)


def test_the_dividers_resistors_must_be_of_1_percent(board, circuits, monkeypatch):
    low, high = pico_inputs.divided(board)
    assert pico_inputs.input_high(pico_inputs.GREATEST_V) < low < high < pico_inputs.MOST_V
    monkeypatch.setattr(pico_inputs, "SPREAD", 5)
    assert list(pico_inputs.divider(circuits["controller"], board))


def test_a_pin_used_twice_is_told_even_if_the_first_check_has_not_seen_it(board):
    board["pins"]["buzzer"] = board["pins"]["led_data"]
    with pytest.raises(CircuitError, match="GPIO19 is both LED_DATA and BUZZER: one of them needs another pin"):
        rules.check(board)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("buzzer = 27", "buzzer = 19", "error: board.toml [pins] buzzer: GPIO19 is already led_data"),
        ("budget_ma = 2000", "budget_ma = 4500", "error: board.toml [supply] current_ma: lights (4500 mA) and Pico"),
        ("budget_ma = 2000", "budget_ma = 3100", "error: board.toml [supply] fuse_ma: a fuse of 3150 mA must carry"),
        (
            '[parts.return_upper]\nwhat = "resistor"\nvalue = "2k2"',
            '[parts.return_upper]\nwhat = "resistor"\nvalue = "220"',
            "error: controller: board.toml [parts.return_upper] and [parts.return_lower]",
        ),
        (
            "pull_down_ohm = 12000", "pull_down_ohm = 8200",
            "error: controller: board.toml [parts.pull_down] value: 12000",
        ),
        ("points = 3 ", "points = 4 ", "error: board.toml [tile] points: tiles of 4"),
        ("base_mm = 20.0", "base_mm = 18.0", "error: board.toml [stack] base_mm: a plug and its ribbon's bend take 19"),
    ],
)
def test_nothing_is_made_from_a_board_toml_that_cannot_be_built(tmp_path, capsys, old, new, words):
    text = resources.path("hardware/board.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "copy.toml").write_text(text.replace(old, new), encoding="utf-8")
    made = tmp_path / "made"
    assert hardware.main(["--board", str(tmp_path / "copy.toml"), "--into", str(made)]) == 1
    assert not made.exists()
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].startswith(words) and len(errors) <= 4


def test_a_circuit_with_two_parts_of_one_name_cannot_be(board):
    part = whole.circuit(board).parts["R1"]
    with pytest.raises(CircuitError, match="two parts are called R1"):
        Circuit("board", [part, part])
