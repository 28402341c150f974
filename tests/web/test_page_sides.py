"""The page's CSS names sides by the way of reading, so that a language from right to left needs no other sheet."""

import re

import pytest
from tengen_host.web.app import PAGE

# a name of a grid's area is no side: in templates it stands in quotation marks
SIDES = re.compile(
    r"(?<![\w.-])(?:(?:margin|padding|border)-(?:left|right)\b[\w-]*"
    r"|(?:left|right)(?=:)|(?:float|text-align|clear): (?:left|right)\b"
    r"|border-(?:top|bottom)-(?:left|right)-radius)"
)
# four values that differ at the two sides: "5px 10px 5px 0"
FOUR = re.compile(r"(?:padding|margin|inset|border-width): ?([\w.-]+) ([\w.-]+) ([\w.-]+) (?!\2;)([\w.-]+);")
CORNERS = re.compile(r"border-radius: ?([\w.]+) ([\w.]+) ([\w.]+)(?: ([\w.]+))?;")


@pytest.mark.parametrize("sheet", sorted(PAGE.glob("*.css")), ids=lambda path: path.name)
def test_no_rule_names_left_or_right(sheet):
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [found.group() for side in (SIDES, FOUR, CORNERS) for found in side.finditer(rules)] == []
