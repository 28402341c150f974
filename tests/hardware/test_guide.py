"""The guide shows all drawings, its links are not dead, and its values follow board.toml."""

import re
from string import Formatter

import pytest
from svg_words import words
from tengen_hardware import markdown, rules, whole
from tengen_hardware.circuit import CircuitError
from tengen_hardware.guide import growth, values
from tengen_hardware.guide.board_view import colour_of
from tengen_host import resources, wiring


@pytest.mark.parametrize("field", ["volts", "part.volts", "board[volts]"])
def test_a_name_that_is_no_value_is_an_error(monkeypatch, tmp_path, field):
    (tmp_path / "a.md").write_text(f"{{{field}}}", encoding="utf-8")
    monkeypatch.setattr(markdown, "TEXTS", tmp_path)
    with pytest.raises(CircuitError, match=r"texts/a\.md: .*volts.* is not a value of this page"):
        markdown.filled("a.md", {"part": (), "board": {}})


def test_a_changed_pull_down_shows_in_the_readings():
    board = wiring.load()
    board["matrix"]["pull_down_ohm"] = 8200
    board["parts"]["pull_down"]["value"] = board["by_hand"]["pull_down"]["value"] = "8k2"
    assert values.of(board)["reads"]["pull_down"] == "8.2 kOhm (7.79 to 8.61 kOhm)"


def test_a_board_that_is_built_in_part_answers_in_part_and_the_whole_one_wholly(board):
    assert growth.faults(board, growth.lower_rows(board, 5)) == []
    assert len(growth.faults(board, growth.lower_rows(board, 1))) == 32 - 3
    assert len(growth.faults(board, whole.coupon(board))) == 32 - 8
    assert growth.chain_words(board, 9) == "the chain has 9 pixels, but board.toml says 255"


def anchors(page):
    """Return the headings of a page, in the form that links use."""
    heads = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_link_of_hardware_leads_to_a_file_and_a_heading():
    broken = []
    for page in sorted(resources.path("hardware").rglob("*.md")):
        for target, _, anchor in re.findall(r"\]\(([^)#]*)(#([^)]+))?\)", page.read_text(encoding="utf-8")):
            file = page.parent / target if target else page
            if not file.exists() or anchor and anchor not in anchors(file):
                broken.append(f"{page.name}: {target}#{anchor}")
    assert broken == []


@pytest.mark.parametrize(("name", "low"), [("plate_above_mm", 8.5), ("rest_mm", 8.0)])
def test_a_tile_that_would_lie_on_its_reeds_glass_is_refused(changed, name, low):
    with pytest.raises(CircuitError, match=rf"\[stack\] {name}: {low:g}, and the reeds reach 8.4 mm"):
        values.of(changed(stack={name: low}))


def test_nobody_is_told_to_lay_a_tile_face_down_before_its_wells_or_spacers():
    page = (resources.path("hardware/guide/README.md")).read_text(encoding="utf-8")
    steps = re.split(r"\n(?=\d\. |\*\*|## )", page)
    told = [step for step in steps if "face down" in step]
    assert told
    for step in told:
        before = step[: step.index("face down")]
        after = step[step.index("face down") :]
        assert "wells" in before or "wells" in after.split(".")[0], step


def test_every_value_is_named_by_a_page(board):
    pages = [markdown.TEXTS / "README.md", *(markdown.TEXTS / "guide").iterdir()]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    fields = {re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(texts) if field}
    assert [each for each in values.of(board) if each not in fields] == []


def drawn_by_hand(made):
    """Return the words of the pictures that people draw: (picture, words, colour)."""
    return [
        (file.stem, each.text, each.colour)
        for file in sorted((markdown.TEXTS / "guide").glob("*.svg"))
        for each in words(made("guide")[f"guide/{file.name}"])
    ]


def test_each_part_and_line_that_a_picture_names_is_on_the_board_and_a_line_has_its_colour(made, board):
    circuits = rules.circuits(board)
    there = {name for each in circuits for name in (*each.parts, *(name.split(".")[0] for name in each.parts))}
    nets = {net.rpartition(".")[2] for each in circuits for net in each.nets()}
    checked = 0
    for picture, said, colour in drawn_by_hand(made):
        for name in re.findall(r"(?<!pin )\b(?:[DFQRU]|J|JP|DS|TP|T)\d+\b", said):
            assert name in there, (picture, said)
            checked += 1
        if said in nets and picture == "bridges":
            assert colour == colour_of(said), (picture, said)
            checked += 1
    assert checked > 60


def test_each_row_of_tiles_by_hand_comes_home_through_the_resistor_that_the_picture_names(made, board):
    parts = next(each for each in rules.circuits(board) if each.name == "controller").parts
    homes = [said for picture, said, _ in drawn_by_hand(made) if picture == "hand-strips" and " to R" in said]
    assert len(homes) == 5
    for home, _, resistor in map(str.split, homes):
        assert home in parts[resistor].nets.values()
