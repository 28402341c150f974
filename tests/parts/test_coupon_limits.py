"""`tengen diagnose --coupon` has the same limits for a pass as the geometry, for closing and for opening."""

import re

from tengen_host import reach, resources


def test_a_stone_that_goes_away_along_the_row_is_let_go_before_the_next_point_and_felt_at_4_mm(board):
    page = resources.path("hardware/geometry/README.md").read_text(encoding="utf-8")
    rows = {
        way: (float(closes), float(opens))
        for way, closes, opens in re.findall(r"^\| (right|left) \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|$", page, re.M)
    }
    assert set(rows) == {"right", "left"}
    assert all(closes >= reach.CLOSES_MM for closes, _ in rows.values()), "closed for sure so far off"
    assert all(opens <= reach.OPENS_MM for _, opens in rows.values()), "open for sure beyond"
    assert board["board"]["pitch_mm"] > reach.OPENS_MM + reach.CLOSES_MM
    assert f"Put a stone down {reach.CLOSES_MM:g} off in eight directions" in page
