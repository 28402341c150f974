"""The page's CSS uses logical sides, so that right-to-left languages need no other sheet."""

import re

import pytest
from tengen_host.web.app import PAGE

# names of grid areas are not sides; in templates they are in quotation marks
SIDES = re.compile(
    r"(?<![\w.-])(?:(?:margin|padding|border)-(?:left|right)\b[\w-]*"
    r"|(?:left|right)(?=:)|(?:float|text-align|clear): (?:left|right)\b"
    r"|border-(?:top|bottom)-(?:left|right)-radius)"
)
# four values where left and right may differ: "5px 10px 5px 0"
FOUR = re.compile(r"(?:padding|margin|inset|border-width): ?([\w.-]+) ([\w.-]+) ([\w.-]+) (?!\2;)([\w.-]+);")
CORNERS = re.compile(r"border-radius: ?([\w.]+) ([\w.]+) ([\w.]+)(?: ([\w.]+))?;")


@pytest.mark.parametrize("sheet", sorted(PAGE.glob("*.css")), ids=lambda path: path.name)
def test_no_rule_names_left_or_right(sheet):
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [found.group() for side in (SIDES, FOUR, CORNERS) for found in side.finditer(rules)] == []
