"""Test `tengen diagnose` without a board.

Simulated people walk over simulated boards, and the findings must contain the faults.
"""

import json

import pytest
from diagnosing import PLACES, how_named, invented, is_as, learned, walked
from ledger import fewer
from rich.console import Console
from tengen import wiring
from tengen_host import wiring as description
from tengen_host.device.diagnose.evidence import Evidence
from tengen_host.device.diagnose.findings import faults_alone, find
from tengen_host.device.diagnose.layout import LINES, Layout
from tengen_host.device.diagnose.learn import Unlearned, wire_commands
from tengen_host.device.diagnose.picture import SILENT, matrix, table
from tengen_host.device.diagnose.walk import Glance, Walk
from tengen_host.virtual.faults import KINDS, Faults
from tengen_host.virtual.scramble import Scramble
from virtual.scrambles import random_scramble
from walker import Bench, Careful, Person

FIVE_MINUTES_MS = 300_000
LONGEST_LINE = 512  # the most bytes of a line that the board accepts

ALONE = [(kind, at) for kind, places in PLACES.items() for at in places]
# each kind of fault together with two later kinds of the list, each at its first place
PAIRS = [
    ((one, PLACES[one][0]), (other, PLACES[other][0]))
    for at, one in enumerate(PLACES)
    for other in list(PLACES)[at + 1 : at + 15 : 7]
]


def broken(found):
    return [(finding.kind, finding.place) for finding in found if finding.broken]


def words(found, kind):
    return next(finding.words for finding in found if finding.kind == kind)


def test_the_places_that_are_tried_are_of_every_kind():
    assert set(PLACES) == set(KINDS)
    assert {kind for pair in PAIRS for kind, _ in pair} == set(KINDS)


@pytest.mark.parametrize("style", ["leave", "move"])
def test_a_sound_board_is_found_whole_within_five_minutes(style):
    found, walk, bench = walked(style=style)
    assert broken(found) == [] and len(walk.felt) == 225
    assert [finding.kind for finding in found] == ["bounce"], "everything was tested"
    if style == "leave":
        assert bench.now < FIVE_MINUTES_MS


@pytest.mark.parametrize(("kind", "at"), fewer(ALONE, [(kind, places[-1]) for kind, places in PLACES.items()]))
def test_each_fault_alone_is_named(kind, at):
    """Each fault alone is named, at each of its places, and no other."""
    found, _, _ = walked((kind, at))
    how = how_named(found, kind, at)
    # only an oscilloscope shows bounce: the scan is too slow to see bounce, and the firmware tolerates it
    assert how == ("candidate" if kind == "worst bounce" else "named")
    assert invented(found, [(kind, at)]) == []
    others = [finding for finding in found if finding.broken and finding.kind != kind]
    # shorted rows may also be reported as dead rows
    assert not others or kind == "shorted rows"


@pytest.mark.parametrize(
    "faults",
    fewer([(pair,) for pair in PAIRS], [(pair,) for pair in PAIRS[::3]]),
    ids=lambda pair: " and ".join(kind for kind, _ in pair),
)
def test_two_faults_are_both_named_or_the_measurement_that_decides(faults):
    """Of two simultaneous faults, the findings contain both, or the measurement that decides."""
    found, _, _ = walked(*faults)
    assert all(how_named(found, kind, at) for kind, at in faults), broken(found)
    assert invented(found, faults) == []


def test_no_line_is_drawn_as_silent_before_the_first_frame():
    assert SILENT not in matrix(Evidence(), Layout.built()).plain
    dead = Evidence()
    dead.feed({"t": 0, "words": "0" * 4 * (LINES + 1), "changes": [], "buttons": 0, "frames": 0})
    assert matrix(dead, Layout.built()).plain.count(SILENT) == 2 * LINES - 1


def test_findings_name_row_column_part_pin_cause_and_cure():
    row = words(walked(("dead row", "7"))[0], "dead row")
    assert row == "row 7 (595 #1 pin Q6) is dead: its always-closed contact with the row sense never answers"
    assert words(walked(("dead column", "d"))[0], "dead column").startswith("column d (GPIO3) is dead")
    (stuck, _) = walked(("stuck closed", "h9"))[0]
    assert stuck.words.startswith("h9 (row 9, 595 #2 pin Q0; column h, GPIO7) is always closed")
    assert stuck.cause and stuck.cure
    assert json.loads(json.dumps(stuck.fields()))["place"] == "h9"
    assert "rows 3 and 4" in words(walked(("swapped rows", "3 4"))[0], "swapped rows")
    strip = words(walked(("broken LED", "112"))[0], "broken LED")
    assert strip.startswith("the strip is dark from pixel 112 (under h8) on")


def test_without_5_v_nothing_is_said_of_the_chain_of_lights():
    found = walked(("broken LED", "112"), ("sagging supply", "0"))[0]
    assert broken(found) == [("sagging supply", "0")] and found[0].candidates == ("broken LED",)
    assert found[0].decide.startswith("run this again with 5 V at the lights")


def test_a_supply_above_what_the_lights_withstand_is_a_fault():
    assert broken(walked(("sagging supply", "5300"))[0]) == []
    (high,) = (each for each in walked(("sagging supply", "5301"))[0] if each.broken)
    assert high.words == "the supply is too high: the lights' 5 V is 5301 mV, above the limit of 5300 mV"
    assert "Above 5.3 V take another supply" in high.cure


def test_a_line_that_is_broken_on_its_way_is_told_with_the_last_point_that_is_felt():
    (row,) = faults_alone(walked(("broken row", "f7"))[0])[:1]
    broken_at = "row 7 (595 #1 pin Q6) is broken: stones are felt as far as f7"
    assert row.words == f"{broken_at}, and its always-closed contact, at the far end, never answers"
    assert "two tiles" in row.cause
    (diode,) = faults_alone(walked(("broken column", "d15"))[0])[:1]
    assert diode.words.startswith("column d (GPIO3) is broken: stones are felt as far as d15")
    assert "diode of the sixteenth row" in diode.cause and not diode.candidates


# Two faults on one board, one of them a line that is broken at a point: the report names both
BROKEN_AND_TOLD = {
    "two rows are not shorted": (("broken row", "f7"), ("broken row", "i9")),
    "a reed that is always closed is reached": (("stuck closed", "h9"), ("broken column", "h9")),
    "a reed that chatters is reached": (("chattering", "h9"), ("broken column", "h9")),
    "a reed before the break is told": (("stuck open", "h9"), ("broken row", "i9")),
    "without the always-closed row the points tell": (("dead row", "16"), ("broken column", "d6")),
    "without the sense the points tell": (("dead column", "sense"), ("broken row", "f7")),
    "though the row before shows in its sense bit": (("slow lines", None), ("broken row", "f7")),
    "though the other column answers for it": (("shorted columns", "c d"), ("broken column", "d6")),
}


@pytest.mark.parametrize("faults", BROKEN_AND_TOLD.values(), ids=BROKEN_AND_TOLD)
def test_a_broken_line_is_told_whatever_else_is_wrong(faults):
    found, _, _ = walked(*faults)
    assert sorted(broken(found)) == sorted((kind, at or "") for kind, at in faults)


# Two faults on one board: the report names the first; the second is only a candidate
BROKEN_AND_HIDDEN = {
    "a dead row": (("dead row", "7"), ("broken row", "f7")),
    "a dead column": (("dead column", "d"), ("broken column", "d15")),
    "rows that fight": (("shorted rows", "9 10"), ("broken row", "i9")),
    "a break nearer to the controller": (("broken row", "f7"), ("broken row", "o7")),
    "no always-closed row, only its diode": (("dead row", "16"), ("broken column", "d15")),
    "no sense, only its diode": (("dead column", "sense"), ("broken row", "o7")),
    "the shadow of the row before": (("slow lines", None), ("broken row", "o7")),
    "the other column's diode": (("shorted columns", "c d"), ("broken column", "d15")),
    "the last reed is in a dead row": (("dead row", "9"), ("broken column", "h9")),
    "the last reed is in rows that fight": (("shorted rows", "9 10"), ("broken column", "h9")),
    "one reed at the end may be the line": (("dead column", "sense"), ("broken row", "n7")),
}


@pytest.mark.parametrize(("told", "hidden"), BROKEN_AND_HIDDEN.values(), ids=BROKEN_AND_HIDDEN)
def test_what_hides_a_broken_line_says_so(told, hidden):
    found, _, _ = walked(told, hidden)
    assert how_named(found, *told) == "named" and how_named(found, *hidden) == "candidate", broken(found)
    assert invented(found, [told, hidden]) == []


def test_a_break_behind_a_dead_reed_is_told_before_it_and_both_are_candidates():
    faults = (("stuck open", "h9"), ("broken column", "h9"))
    found, _, _ = walked(*faults)
    assert broken(found) == [("broken column", "h8")]
    assert [how_named(found, kind, at) for kind, at in faults] == ["candidate", "candidate"]
    assert invented(found, faults) == []


def test_reeds_at_the_end_of_a_line_that_answers_are_reeds():
    faults = [("stuck open", "n7"), ("stuck open", "o7")]
    assert broken(walked(*faults)[0]) == faults


def laid(**leds):
    """Return the Scramble of a board with an LED strip in another order."""
    board = description.load()
    board["leds"].update(leds)
    return Scramble(pixels=bytes(description.pixels(board)))


@pytest.mark.parametrize(
    ("scramble", "kind", "how"),
    [
        (laid(first="o1"), "mirrored LEDs", "mirrored left to right"),
        (laid(first="a15"), "mirrored LEDs", "mirrored top to bottom"),
        (laid(first="o15"), "rotated LEDs", "rotated by half a turn"),
        (laid(direction="column"), "mirrored LEDs", "mirrored about the diagonal"),
        (laid(first="o1", direction="column"), "rotated LEDs", "rotated by a quarter turn to the left"),
        (laid(serpentine_rows=1), "misordered LEDs", "from a1 along the rows, all the same way"),
        (laid(serpentine_rows=15), "misordered LEDs", "from a1 along the rows, every other one back"),
        (Scramble(pixels=random_scramble(4).pixels, bars=random_scramble(4).bars), "", ""),
    ],
)
def test_lights_in_another_order_are_told_from_where_they_are_seen(scramble, kind, how):
    found, _, _ = walked(scramble=scramble)
    kinds = [finding.kind for finding in found if finding.broken]
    assert any(each.endswith("LEDs") for each in kinds)
    assert not any(each.startswith(("dead", "swapped", "stuck")) for each in kinds)
    if kind:
        assert kinds == [kind] and how in words(found, kind)


def test_bars_that_are_turned_round_or_taken_one_for_the_other_are_told():
    one, other = Scramble().bars
    found, _, _ = walked(scramble=Scramble(bars=(one[::-1], other)))
    assert broken(found) == [("reversed bar", "p1")]
    found, _, _ = walked(scramble=Scramble(bars=(other, one)))
    assert {kind for kind, _ in broken(found)} == {"misplaced bar"}


def test_a_return_wire_that_is_off_is_no_dark_strip():
    found, walk, _ = walked(("broken LED", "254"))
    assert broken(found) == [("broken LED", "254")] and walk.dark_from == 254
    found, _, _ = walked(("broken LED", "0"))
    assert broken(found) == [("broken LED", "0")]


def test_buttons_on_each_others_pins_are_told_and_the_walk_goes_on():
    found, walk, _ = walked(scramble=Scramble(buttons=(22, 26, 21)))
    assert [kind for kind, _ in broken(found)] == ["swapped buttons"] and len(walk.felt) == 225
    assert "p1 on GPIO22, p2 on GPIO26, arbiter on GPIO21" in words(found, "swapped buttons")


@pytest.mark.parametrize("seed", range(5))
def test_a_board_of_unknown_wiring_is_learned(seed):
    scramble = random_scramble(seed)
    found, _ = learned(scramble, style=("leave", "move")[seed % 2], seed=seed)
    assert is_as(found, scramble)


def test_wrong_answers_are_noticed_and_asked_for_again():
    scramble = random_scramble(11)
    # the person puts a stone on the next point once, on a wrong column once, and at a wrong light twice
    found, _ = learned(scramble, style="move", slips=(8, 9, 25, 60, 140, 201))
    assert is_as(found, scramble)
    found, walk, _ = walked(slips=(9,), style="move")
    assert broken(found) == [] and len(walk.felt) == 225


def test_a_slip_that_is_seen_at_once_is_taken_back_with_the_arbiters_button():
    scramble = random_scramble(12)
    found, walk = learned(scramble, slips=(7, 20, 60, 100), person=Careful)
    assert is_as(found, scramble) and len(walk.named) == 29


def test_a_board_is_learned_though_a_reed_never_closes():
    scramble = random_scramble(13)
    for point in ("a3", "h9"):
        found, _ = learned(scramble, ("stuck open", point))
        assert is_as(found, scramble), "the one light that is left is under the one point that is left"


def test_a_strip_that_is_broken_is_to_be_mended_before_a_board_is_learned():
    _, walk = learned(random_scramble(14), ("broken LED", "77"))
    assert [finding.place for finding in find(walk) if finding.kind == "broken LED"] == ["77"]
    with pytest.raises(Unlearned, match="broken before pixel 77"):
        walk.found()


def test_what_is_learned_fits_the_link_and_is_one_whole():
    found, walk = learned(random_scramble(3))
    commands = wire_commands(found)
    assert all(len(json.dumps(command)) < LONGEST_LINE for command in commands)
    assert commands[-1] == {"cmd": "wire", "save": True}
    assert sorted([*found.pixels, *found.bars[0], *found.bars[1]]) == list(range(wiring.PIXELS))
    del walk.seen[7]
    with pytest.raises(Unlearned, match="no light was found|lights, and needs"):
        walk.found()


def test_a_layout_is_told_as_the_board_tells_it():
    built = Layout.built()
    fields = wire_commands(built)
    told = {name: value for command in fields for name, value in command.items()}
    assert Layout.told(told) == built


def test_a_learned_board_that_is_sound_is_found_whole():
    scramble = random_scramble(3)
    layout, learning = learned(scramble)
    assert broken(faults_alone(find(learning))) == [], "that it is wired in another way is no fault"
    walk = Walk(layout, {"whole": True})
    bench = Bench(walk.feed, walk.tick, None, 1, scramble)
    Person(bench, walk, "leave", 1).run()
    assert broken(find(walk)) == [] and len(walk.felt) == 225


def test_a_learned_boards_faults_have_its_own_pins():
    scramble = random_scramble(3)
    layout, _ = learned(scramble)
    faults = Faults(15, wiring.PIXELS)
    faults.break_("dead row", "7")
    faults.break_("dead column", "d")
    walk = Glance(layout)
    Bench(walk.feed, walk.tick, faults, 1, scramble).wait(600)
    output, entry = scramble.rows[6], scramble.columns[3]
    assert words(find(walk), "dead row").startswith(f"row 7 (595 #{output // 8 + 1} pin Q{output % 8}) is dead")
    assert words(find(walk), "dead column").startswith(f"column d (GPIO{wiring.COLUMNS + entry}) is dead")


def test_what_is_closed_from_the_first_is_no_edge():
    evidence = Evidence()
    Bench(evidence.feed, evidence.tick).wait(1500)
    assert sum(evidence.edges.values()) == 0 and len(evidence.closed) == 31


def test_of_a_board_that_has_told_nothing_nothing_is_said():
    assert find(Glance(Layout.built())) == []


def test_the_table_leaves_out_no_word_of_a_cure():
    found, _, _ = walked(scramble=Scramble(pixels=bytes(reversed(Scramble().pixels))))
    console = Console(width=400)
    with console.capture() as shown:
        console.print(table(found))
    assert "board.toml [leds]" in shown.get()
