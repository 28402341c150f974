"""The guide shows all drawings, its links are not dead, and its values follow board.toml."""

import re
from string import Formatter

import pytest
from tengen_hardware import markdown
from tengen_hardware.circuit import CircuitError
from tengen_hardware.guide import growth, values
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
    assert values.of(board)["pull_down_reads"] == "8.2 kOhm (7.79 to 8.61 kOhm)"


def test_a_board_that_is_built_in_part_answers_in_part_and_the_whole_one_wholly(board):
    assert growth.faults(board, growth.lower_rows(board, 5)) == []
    assert len(growth.faults(board, growth.lower_rows(board, 1))) == 32 - 3
    assert len(growth.faults(board, growth.coupon(board))) == 32 - 8
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
    assert len(told) >= 2
    for step in told:
        before = step[: step.index("face down")]
        after = step[step.index("face down") :]
        assert "wells" in before or "wells" in after.split(".")[0], step


def test_every_value_is_named_by_a_page_or_is_one_of_a_family(board):
    pages = [markdown.TEXTS / "README.md", *(markdown.TEXTS / "guide").glob("*.md")]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    fields = {field for _, field, _, _ in Formatter().parse(texts)}
    family = re.compile(r"(row|whole|chain)\d+|column_[a-z]|point_[a-z]\d+|paid_\w+")
    assert [each for each in values.of(board) if each not in fields and not family.fullmatch(each)] == []
