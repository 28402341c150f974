"""A page's style sheets are sent as one, in the order in which they are imported."""

import re

import pytest
from tengen_host.live import sheets
from tengen_host.live.app import PAGE


def test_the_text_of_a_sheet_stands_where_it_is_imported(tmp_path):
    (tmp_path / "all.css").write_text('/* all */\n@import "a.css";\n@import "b.css";\n')
    (tmp_path / "a.css").write_text('@import "c.css";\na {}\n')
    (tmp_path / "b.css").write_text("b {}\n")
    (tmp_path / "c.css").write_text("c {}\n")
    assert sheets.whole(tmp_path / "all.css").split() == ["/*", "all", "*/", "c", "{}", "a", "{}", "b", "{}"]


@pytest.mark.parametrize("name", ["index.html", "hall.html"])
def test_a_page_has_one_sheet_and_nothing_is_left_to_import(name):
    (linked,) = re.findall(r'rel="stylesheet" href="([^"]+)"', (PAGE / name).read_text(encoding="utf-8"))
    assert "@import" not in sheets.whole(PAGE / linked)
