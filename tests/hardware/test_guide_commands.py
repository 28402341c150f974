"""Each command in the guide exists and prints what the guide quotes. The bridges in step 4 close the chain."""

import itertools
import re

import pytest
from tengen import wiring
from tengen_hardware import controller, kicad, whole
from tengen_hardware.guide import growth
from tengen_hardware.kicad.layout import TOP
from tengen_host.cli import app
from tengen_host.device.selftest import checks
from typer.testing import CliRunner


def typed(pages):
    """Return each `tengen ...` in the pages and drawings, with the file."""
    found = set()
    for path, text in pages.items():
        ticked = re.findall(r"`(tengen [^`]+)`", text) + re.findall(r"^ {4}(tengen .+)$", text, re.MULTILINE)
        drawn = re.findall(r">[^<]*?\b(tengen [a-z][^<]*)<", text) if path.endswith(".svg") else []
        found |= {(path, words.rstrip(".")) for words in ticked + drawn}
    return found


def refusal(words):
    """Return why `tengen` does not accept these words, or None. Nothing is run, because only the help is requested."""
    ran = CliRunner().invoke(app, [*words.split()[1:], "--help"])
    return ran.output if ran.exit_code else None


@pytest.fixture(scope="module")
def pages(made):
    return made("guide")


def test_every_command_in_the_guide_exists_with_its_options(pages):
    told = typed(pages)
    assert {"tengen flash", "tengen selftest", "tengen diagnose", "tengen diagnose --walk", "tengen live"} <= {
        words for _, words in told
    }
    assert [(path, words, refusal(words)) for path, words in sorted(told) if refusal(words)] == []


def test_each_pad_that_takes_a_wire_is_on_its_net_and_no_plug_covers_it(board):
    rows = range(1, 6)
    nets = {"CHAIN0", "CHAIN4", "CHAIN5", "HOME7", *(f"HOME{row}" for row in rows)}
    homes = [growth.home(board, row) for row in rows]
    pads = [*itertools.chain(*growth.bridges(board)), *homes, growth.chain_end(board)]
    parts, of = controller.circuit(board).parts, kicad.layout("controller")
    assert {parts[name].nets[pin] for name, pin in pads} == nets
    plugs = [each.box() for each in of.parts if each.reference.startswith("J")]
    for name, pin in pads:
        x, y = of.part(name).pad(pin)
        assert not [box for box in plugs if box[0] < x < box[2] and box[1] < y < box[3]], (name, pin)
        assert of.part(name).side == TOP


@pytest.mark.parametrize("wrong", ["tengen selftst", "tengen diagnose --wakl", "tengen live --share=maybe --board"])
def test_a_command_that_is_not_there_is_told(wrong):
    assert typed({"guide/a.md": f"then `{wrong}`."}) == {("guide/a.md", wrong)}
    assert refusal(wrong)


def test_the_self_test_says_of_coupon_and_rows_what_the_guide_says_it_says(board, pages):
    """The self-test's messages are compared: they are about the faults that its rules find in a partly built board."""
    told = {"flickers": [], "closed": [], "learned": False, "trouble": None, "buttons": [], "seen_ms": 1000}
    told |= {"scan_ms": wiring.SCAN_MS, "scan_hz": 500, "pixels": wiring.PIXELS}
    told |= {"mv": 4900, "pico_mv": 4600, "low_mv": wiring.LOW_MV}

    def checked(here, lights):
        chain = growth.chain_words(board, lights)
        faults = growth.faults(board, here)
        # each of these faults is about one line
        matrix = {"faults": faults, "whole": 2 * (wiring.SIZE + 1) - len(faults)}
        found = {each.name: each for each in checks.wiring({**told, **matrix, "chain": chain})}
        return found["matrix"].measured.split(",")[0], found["chain of LEDs"].findings[0]

    page = pages["guide/README.md"]
    lines, chain = checked(whole.coupon(board), 9)
    assert lines == "8 of 32 lines whole" and f"`tengen selftest`: {lines}, and of the chain: `{chain}`" in page
    lines, chain = checked(growth.lower_rows(board, 1), 45)
    assert lines == "3 of 32 lines whole" and f"`{chain}`, and 3 of 32 lines" in " ".join(page.split())
    assert checked(growth.lower_rows(board, 5), 225)[0] == "32 of 32 lines whole"
    assert f"\n    {checks.NO_SUPPLY}\n" in page, "of a Pico that a laptop feeds alone"


def lights_on_the_way(here, joined):
    """Return how many lights the data passes from level shifter to divider; None without a connection.

    `joined`: pairs of nets that a wire bridge joins.
    """
    ways = {}
    for part in here.parts.values():
        if part.kind == "pixel":
            ways.setdefault(part.net("DIN"), []).append((part.net("DOUT"), 1))
        elif part.kind in ("data_resistor", "chain_resistor") or part.kind == "solder_jumper" and part.fitted:
            one, other = part.nets.values()
            ways.setdefault(one, []).append((other, 0))
            ways.setdefault(other, []).append((one, 0))
    for one, other in joined:
        ways.setdefault(one, []).append((other, 0))
        ways.setdefault(other, []).append((one, 0))
    (end,) = here.of_kind("return_upper")
    passed, left = {"LED_5V": 0}, ["LED_5V"]
    while left:
        net = left.pop()
        for to, lights in ways.get(net, []):
            if to not in passed:
                passed[to] = passed[net] + lights
                left.append(to)
    return passed.get(end.nets["1"])


def test_the_two_bridges_of_step_4_lead_the_data_through_the_coupons_nine_lights_and_home(board, pages):
    here = whole.coupon(board)
    bridges = [
        tuple(here.parts[reference].nets[number] for reference, number in ends) for ends in growth.bridges(board)
    ]
    assert lights_on_the_way(here, bridges) == 9
    assert lights_on_the_way(here, bridges[:1]) is None and lights_on_the_way(here, bridges[1:]) is None
    page = " ".join(pages["guide/README.md"].split())
    for one, other in growth.bridges(board):
        assert all(growth.pad_words(pad) in pages["guide/coupon-plugged.svg"] for pad in (one, other))
        assert f"{growth.pad_words(one)} to {growth.pad_words(other)}" in page
