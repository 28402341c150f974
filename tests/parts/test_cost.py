"""No line costs more than a larger quantity of the same part, and the pages say what a whole way of building costs."""

import re

import pytest
from tengen_hardware import cost, hours, parts
from tengen_host import resources, wiring


def page(name):
    return resources.path(f"hardware/{name}").read_text(encoding="utf-8")


def orders(found):
    """Return the lines of each order: all lines with one part."""
    merged = {}
    for line in found:
        merged.setdefault(line.order, []).append(line)
    return merged.values()


@pytest.mark.parametrize("build", [*parts.BUILDS, "light", "rest"])
def test_no_order_costs_more_than_a_larger_quantity_of_the_same(board, build):
    series = (5, 20) if build in parts.BUILDS else ()
    for found in [cost.lists(board)[build], *(parts.lines(board, build, many) for many in series)]:
        for same in orders(found):
            assert len({line.price for line in same}) == 1, same[0].name
            paid, bought = sum(line.cost for line in same), sum(line.bought for line in same)
            for least in map(int, same[0].entry["price"]):
                pack = same[0].entry.get("pack", 1)
                larger = -(-max(least, bought) // pack) * pack
                assert paid <= larger * parts.price_of(same[0].entry, larger) + 0.01, (same[0].name, larger)


@pytest.mark.parametrize(("least", "bought"), [(10, 10), (54, 54), (55, 100), (86, 100), (100, 100), (237, 237)])
def test_the_next_price_break_is_bought_where_it_costs_less(least, bought):
    reed = {"price": {"1": 1.10, "100": 0.60, "1000": 0.45}}
    assert parts.cheapest(reed, least) == bought
    assert parts.cheapest({**reed, "pack": 30}, 86) == 120  # four packs, and the third is dearer than the fourth


def test_a_board_of_nine_by_nine_buys_a_hundred_reeds(board):
    line = parts.Line("reed", "electronics", "reed", board["parts"]["reed"], (), 81, 86, 0.0)
    (found,) = parts.priced([line])
    assert (found.bought, found.cost) == (100, 60.0)


def test_the_largest_sum_of_a_way_has_the_reeds_of_a_lot_that_is_half_good(board):
    found = cost.lists(board)
    more = 450 * 0.60 - sum(line.cost for name in ("lit", "rest") for line in found[name] if line.name == "reed")
    items = cost.whole(board, found, "tiles")
    assert items["more reeds, if only half of a lot is good"] == pytest.approx(1.19 * more) and more > 100
    assert cost.span(board, found, "tiles")[1] == pytest.approx(sum(items.values()), abs=5)
    assert cost.more_reeds(found["lit"]) > 0
    assert f"450 reeds, for {cost.more_reeds(found['tiles']):.0f} EUR more" in " ".join(page("bom/README.md").split())


def test_the_same_part_with_two_prices_is_refused():
    board = wiring.load()
    board["parts"]["trip_upper"]["price"] = {"1": 0.2, "10": 0.1, "100": 0.05}
    with pytest.raises(wiring.WiringError, match=r"pull_down and trip_upper are one part with two prices"):
        parts.lines(board)


def test_the_guides_way_pays_post_twice_and_tools_once(board):
    found = cost.lists(board)
    items = cost.whole(board, found, "tiles")
    once, twice = (cost.paid(board, *its) for its in ([found["tiles"]], [found["lit"], found["rest"]]))
    assert items["post"] == twice.post > once.post
    assert items["tools, if you have none"] == pytest.approx(1.19 * cost.totals(found["tiles"])["tools"])
    assert "solder" not in {line.name for line in found["rest"]}
    assert items["carriers' fees for parcels from outside the EU"] == 2 * board["cost"]["clearing"]["PCB maker"] + (
        board["cost"]["clearing"]["LED strip"]
    )
    wells = board["cost"]["printed"]["light_wells"]
    board = {**board, "cost": {**board["cost"], "printed": {"light_wells": wells + 1}}}
    more = cost.whole(board, found, "tiles")["more, if a printing house makes wells and stones"]
    bought = [line for way in ("lit", "rest") for line in found[way] if line.name == "light_wells"]
    assert more == pytest.approx(1.19 * sum(line.bought * (wells + 1 - line.price) for line in bought))


def test_the_columns_of_the_front_page_add_up_and_its_headline_is_the_guides_way(board):
    text = page("README.md")
    rows = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    at = next(at for at, row in enumerate(rows) if row[0] == "parts and boards")
    columns = list(zip(*[row[1:] for row in rows[at : at + 7]], strict=True))
    spans = rows[at + 8][1:]
    for column, span in zip(columns, spans, strict=True):
        low, high = map(int, span.split(" to "))
        sums = sum(map(int, column[:3])), sum(map(int, column))
        assert abs(sums[0] - low) <= 7 and abs(sums[1] - high) <= 8, span
    assert f"A board costs {spans[0]} EUR" in " ".join(text.split())
    assert rows[at + 9][1:] == [f"{hours.total(board, way):.0f}" for way in cost.WAYS]
    assert rows[at + 7] == ["assembly by a house", *3 * ["not asked"]]


def test_each_page_with_prices_says_that_they_are_estimates_and_of_which_date(board):
    folder = resources.path("hardware")
    texts = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.md")}
    priced = {name: " ".join(text.split()) for name, text in texts.items() if re.search(r"\bEUR\b", text)}
    assert set(priced) == {"README.md", "bom/README.md", "mechanics/README.md"}
    for text in priced.values():
        assert f"of {board['cost']['date']}" in text and "estimates" in text


def test_the_limits_of_other_parts_follow_board_toml():
    board = wiring.load()
    assert "opens at 5 AT or more; glass at most 14 mm long" in page("bom/sources.md")
    board["reed"]["release_at"], board["magnet"]["remanence_mt"] = 7, 1200
    entries = {line.name: line.entry["instead"] for line in parts.lines(board)}
    assert "opens at 7 AT or more" in entries["reed"] and "with 1200 mT" in entries["magnet"]
