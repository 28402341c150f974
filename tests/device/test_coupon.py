"""Test `tengen diagnose --coupon`.

A person measures nine points with stone and ruler, and the program says go or no-go.
"""

import json
import os
import signal

import pytest
from ptyboard import PtyBoard
from tengen_host import wiring as description
from tengen_host.cli import app
from tengen_host.device.board import Board
from tengen_host.device.diagnose import coupon, terminal, verdict
from tengen_host.device.diagnose.layout import SIZE, Layout, name
from tengen_host.virtual.faults import Faults
from typer.testing import CliRunner
from walker import Bench, Person

NINE = {"whole": False, "fault": {"code": "device.chain_length", "number": 9, "count": 255}}


class Measurer(Person):
    """A person who slides each stone and types the values of the ruler.

    `opens`, `closes`: mm, as a number for each point or for all points.
    """

    def __init__(self, bench, walk, opens=18.5, closes=12.0, lights="9", hasty=False):
        super().__init__(bench, walk)
        self.opens, self.closes, self.lights = opens, closes, lights
        self.hasty, self.refused = hasty, []

    def _slide(self, prompt):
        (point,) = prompt.points
        assert bool(prompt.pixels) is prompt.closed, "the light shows whether the reed is closed"
        told = self.closes if prompt.closed else self.opens
        told = told.get(name(point), 12.0) if isinstance(told, dict) else told
        if told is None:
            self.walk.typed("")
            return
        if self.hasty:
            (self.bench.lift if prompt.closed else self.bench.put)(point)
            self.bench.wait(300)
            self.refused.append(self.walk.typed(f"{told}"))  # refused, because the reed has changed back
            (self.bench.put if prompt.closed else self.bench.lift)(point)
            self.bench.wait(300)
        assert self.walk.typed(f"{told} mm\n".replace(".", ",")) == ""

    def _count(self, prompt):
        assert self.walk.typed(self.lights) == ""

    def _open(self, prompt):
        self.bench.lift(prompt.points[0])
        if not self._changed(prompt):
            self.walk.typed("")

    def press(self, name, ms=120):
        self.walk.typed("")  # a coupon has no buttons


def measured(*faults, chain=NINE, of=Measurer, **person):
    """Return the walk of a person over a coupon with these faults, which are pairs of a kind and a place."""
    broken = Faults(SIZE, 255)
    for kind, at in faults:
        broken.break_(kind, at)
    walk = coupon.CouponWalk(Layout.built(), chain)
    bench = Bench(walk.feed, walk.tick, broken, 1)
    walk.person = of(bench, walk, **person)
    walk.person.run()
    return walk


def not_good(walk):
    return {line.name: line.measured for line in verdict.lines(walk) if line.ok is False}


def test_a_sound_coupon_goes_and_the_form_has_every_figure():
    walk = measured()
    assert [line.ok for line in verdict.lines(walk)] == [True] * len(verdict.lines(walk))
    text = verdict.form(walk)
    assert "\nGO: " in text and "| M13 | yes | 18.5 | 12 |" in text and "| O15 | yes | 18.5 | 12 |" in text
    assert text.count("| good |") == len(verdict.lines(walk))
    assert walk.untried == []


def test_its_points_are_those_of_the_last_tile_and_its_lights_run_to_and_fro():
    board = description.load()
    assert board["tile"]["points"] == coupon.SIDE and board["leds"]["serpentine_rows"] == coupon.SIDE
    assert [name(point) for point in coupon.POINTS] == [
        "m13", "n13", "o13", "m14", "n14", "o14", "m15", "n15", "o15",
    ]  # fmt: skip
    assert [coupon.PIXELS[point] for point in coupon.POINTS] == [0, 1, 2, 5, 4, 3, 6, 7, 8]


@pytest.mark.parametrize(
    ("faults", "person", "figure", "told"),
    [
        ((("stuck open", "m13"),), {}, "stones felt on their points", "8 of 9, not M13"),
        ((("stuck closed", "n15"),), {}, "reeds at rest", "closed or restless N15"),
        ((("chattering", "o14"),), {}, "reeds at rest", "closed or restless O14"),
        ((("sagging supply", "4000"),), {}, "5 V supply, at least", "4.00 V"),
        ((), {"chain": {"whole": False, "fault": {"code": "device.chain_length", "number": 7, "count": 255}}},
         "lights in the chain", "7"),
        ((), {"lights": "8"}, "lights seen", "8"),
        ((), {"closes": {"n13": 3.5}}, "a stone that comes nearer closes at", "3.5 to 12 mm at 9 of 9; not at N13"),
        ((), {"opens": {"o15": 30.0}}, "a stone that goes away opens at", "12 to 30 mm at 9 of 9; not at O15"),
    ],
)  # fmt: skip
def test_each_figure_that_is_not_good_is_named_and_the_coupon_does_not_go(faults, person, figure, told):
    walk = measured(*faults, **person)
    found = not_good(walk)
    assert found[figure] == told
    assert not verdict.goes(verdict.lines(walk)) and figure in verdict.words(verdict.lines(walk))


def test_what_was_not_measured_is_no_go_and_says_so():
    walk = measured(opens=None, closes=None)
    assert not_good(walk) == {}
    told = verdict.words(verdict.lines(walk))
    assert told.startswith("NO-GO: not measured: a stone that comes nearer closes at; a stone that goes away opens at")
    walk = measured(chain={"whole": False, "fault": {"code": "device.chain_silent", "gpio": 20}})
    assert "lights in the chain" in not_good(walk)


def test_a_number_before_the_reed_has_changed_is_refused_and_so_is_what_is_none():
    walk = measured(hasty=True)
    assert "The reed is closed again: slide on" in walk.person.refused[0]
    assert "The reed is open again: slide on" in walk.person.refused[1]
    assert verdict.goes(verdict.lines(walk))
    fresh = coupon.CouponWalk(Layout.built(), NINE)
    assert fresh.typed("12\n") == f"'12' is not expected yet: {fresh.prompt.words}"
    fresh.prompt = fresh._slide(coupon.MIDDLE, closed=False)
    assert "is not a number" in fresh.typed("far") and "is not between 0 and 60" in fresh.typed("99")
    assert fresh.prompt.kind == "slide", "it still asks"


def test_a_coupon_that_stays_closed_among_its_neighbours_does_not_go():
    walk = measured()
    walk.tried, walk.opened = 5, 4
    assert not_good(walk) == {"N14 opens among eight stones": "4 of 5"}


class Once(Measurer):
    """A person who makes one mistake at a prompt with these words: `mistake(self, prompt)`."""

    words, made = "", False

    def _is_now(self, prompt):
        now = self.words in prompt.words and not self.made
        self.made |= now
        return now


class OnAnotherPoint(Once):
    words = "Put a stone on N13"

    def _slip(self, point):
        return point + 1 if self._is_now(self.walk.prompt) else point


class EnterTooManyAtTheRuler(Once):
    words = "Type how many mm"

    def _slide(self, prompt):
        self.walk.typed("") if self._is_now(prompt) else super()._slide(prompt)


class EnterTooManyAmongNeighbours(Once):
    words = "Put the ninth stone"

    def _stone(self, prompt):
        self.walk.typed("") if self._is_now(prompt) else super()._stone(prompt)


class OfAButton(Once):
    """An open input of a button that reads low for a moment."""

    words = "Type how many mm"

    def _slide(self, prompt):
        if self._is_now(prompt):
            Person.press(self, "p1")
        super()._slide(prompt)


@pytest.mark.parametrize("person", [OnAnotherPoint, EnterTooManyAtTheRuler, EnterTooManyAmongNeighbours, OfAButton])
def test_one_mistake_of_the_person_is_no_fault_of_the_coupon(person):
    walk = measured(of=person)
    assert walk.person.made and verdict.words(verdict.lines(walk)).startswith("GO: ")


def test_what_was_not_tried_before_the_walk_ended_is_listed_and_is_no_fault():
    walk = coupon.CouponWalk(Layout.built(), NINE)
    assert {line.ok for line in verdict.lines(walk)[1:]} == {None}
    walk.measured[coupon.POINTS[0]].tried = walk.measured[coupon.POINTS[0]].felt = True
    (line,) = [line for line in verdict.lines(walk) if line.name == "stones felt on their points"]
    assert line.measured == "1 of 9; not tried N13, O13, M14, N14, O14, M15, N15, O15"
    assert "| N13 | not tried |" in verdict.form(walk)
    assert verdict.fields(walk)["points"]["n13"]["felt"] is None


def run(board, *arguments, typed=""):
    return CliRunner().invoke(app, ["diagnose", "--port", board.path, *arguments], input=typed)


def test_the_options_that_do_not_go_together_are_refused(tmp_path):
    for wrong in (["--coupon", "--walk"], ["--coupon", "--learn"], ["--form", str(tmp_path / "form.md")]):
        result = CliRunner().invoke(app, ["diagnose", *wrong])
        assert result.exit_code == 2 and "--coupon excludes --walk and --learn" in result.output


def test_the_form_is_written_at_the_port_though_nothing_was_measured(tmp_path):
    """If a person presses Enter at each question, the form says what was not measured."""
    with PtyBoard(tmp_path / "board") as board:
        form = tmp_path / "form.md"
        result = run(board, "--coupon", "--json", "--form", str(form), typed="\n" * 60)
        told = json.loads(result.stdout)
        assert result.exit_code == 1 and not told["go"] and set(told["points"]) == set(map(name, coupon.POINTS))
        assert "NO-GO" in form.read_text(encoding="utf-8")
        with Board.open(board.path) as again:
            assert not again.snapshot().device["probed"], "it plays on"


def test_an_end_of_standard_input_ends_the_walk_with_a_sentence_and_the_form(tmp_path):
    with PtyBoard(tmp_path / "board") as board:
        form = tmp_path / "form.md"
        result = run(board, "--coupon", "--form", str(form))
        assert result.exit_code == 1 and "--coupon asks for measured lengths: run it in a terminal" in result.stderr
        assert "; not tried M13, N13, O13" in form.read_text(encoding="utf-8")


def test_after_ctrl_c_the_form_lists_what_was_not_tried(tmp_path, monkeypatch):
    with PtyBoard(tmp_path / "board") as board:
        monkeypatch.setattr(coupon.CouponWalk, "tick", lambda walked, now: os.kill(os.getpid(), signal.SIGINT))
        monkeypatch.setattr(terminal.TypedLines, "__call__", lambda typed: None)  # a terminal, where nobody types
        result = run(board, "--coupon")
        assert result.exit_code == 1 and "the walk is not complete: the form says what was not tried" in result.stderr
        assert result.stdout.count("not tried") == 10
