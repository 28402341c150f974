"""The hours come from the real counts, each step of the guide shows its own, and the front page their sum."""

import re

import pytest
from tengen_hardware import controller, hours, parts, whole
from tengen_host import resources, wiring
from tengen_host.pinouts import KINDS


def done(board, build, *whats):
    """Return how often these kinds of work are done in a whole build."""
    return sum(each.number for work in hours.steps(board, build).values() for each in work if each.what in whats)


def test_the_numbers_are_those_of_the_circuits(board):
    assert done(board, "tiles", "bend reeds") == done(board, "tiles", "solder reeds") == 225
    assert done(board, "tiles", "glue magnets and feet") == done(board, "hand", "glue magnets and feet") == 225
    assert done(board, "tiles", "bend and solder bridges") == 400
    assert done(board, "tiles", "press plugs on ribbons") == 10
    joints = [name for name in (each["what"] for each in board["work"].values()) if name.startswith("solder joints")]
    # wired by hand, edge bars and buttons are the only fitted parts that are not in these kinds of work
    fitted = [each for each in whole.circuit(board).parts.values() if each.fitted]
    soldered = [each for each in fitted if board["parts"][each.kind]["mount"] in ("smd", "tht", "socket")]
    all_joints = sum(len(KINDS[each.kind]) for each in soldered)
    assert done(board, "tiles", *joints) + 2 * 225 == all_joints
    assert 3000 < all_joints + 2 * 400 < 4000


@pytest.mark.parametrize("build", ["tiles", "hand", "lit"])
def test_a_step_has_the_time_of_its_work_and_the_sum_is_the_whole(board, build):
    numbers = hours.counts(board, build)
    wanted = sum(
        numbers[each["per"]] * each["seconds"] for each in board["work"].values() if build in each["builds"]
    )  # fmt: skip
    assert hours.total(board, build) == pytest.approx(wanted / 3600)


def test_the_work_on_tiles_is_in_the_steps_that_build_them(board):
    steps = hours.steps(board, "tiles")
    reeds = {step: each.number for step, work in steps.items() for each in work if each.what == "bend reeds"}
    assert reeds == {"1": 9, "5": 9 * (controller.tile_rows(board) - 1), "6": 9 * 20}
    assert hours.steps(board, "lit")["1"] == steps["1"] and not hours.steps(board, "lit")["6"]


def test_a_time_in_board_toml_changes_its_step_alone():
    board = wiring.load()
    before = hours.words(board, "tiles")
    board["work"]["row_bridges"]["seconds"] *= 10
    after = hours.words(board, "tiles")
    assert [step for step in after if after[step] != before[step]] == ["time_5"]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("step", "11", "step: '11' is none of 0, 1"),
        ("per", "leg", "per: 'leg' is none of"),
        ("seconds", 0, "seconds: 0 is not between 1 and"),
        ("tools", None, "tools is missing"),
    ],
)
def test_work_that_no_step_has_is_refused(name, value, words):
    board = wiring.load()
    board["work"]["bars"][name] = value
    if value is None:
        del board["work"]["bars"][name]
    with pytest.raises(wiring.WiringError, match=re.escape(f"board.toml [work.bars] {words}")):
        hours.steps(board, "tiles")


def test_a_printers_hours_are_those_of_its_pieces(board):
    tiles = parts.lines(board)
    minutes = {each.name: each.entry["print_minutes"] for each in tiles if "print_minutes" in each.entry}
    assert set(minutes) == {"light_wells", "black_stone", "white_stone", "jigs"}
    wanted = 25 * minutes["light_wells"] + 225 * minutes["black_stone"] + minutes["jigs"]
    assert hours.printing(tiles) == pytest.approx(wanted / 60)
    page = resources.path("hardware/bom/README.md").read_text(encoding="utf-8")
    assert all(f"{name.replace('_', ' ')} {minutes[name]}" in page for name in minutes)


PARTS = [("README.md", rf"{step}\. ") for step in range(1, 10)]
PARTS += [("by_hand.md", head) for head in ("The sheet", "Lines", "Lights", "The controller on perfboard")]


@pytest.mark.parametrize(("page", "head"), PARTS)
def test_each_step_says_its_hours_its_tools_what_is_good_and_what_to_do_if_not(page, head):
    text = resources.path(f"hardware/guide/{page}").read_text(encoding="utf-8")
    (step,) = re.findall(rf"^## {head}.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    for said in (r"Time\*\*, estimated: about [\d.]+ (h|min): ", r"Tools:\*\* \w", "Measure", "If not:"):
        assert re.search(rf"\*\*{said}", step), (head, said)


def test_the_case_says_so_of_the_whole_and_of_its_parts():
    text = resources.path("hardware/guide/case.md").read_text(encoding="utf-8")
    assert "**Time**, estimated: about " in text and "**Tools:** saw" in text
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:-1]:
        assert "**Measure" in section and "**If not:**" in section, section[:20]
