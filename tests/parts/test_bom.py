"""The parts list agrees with the circuit, and a wrong part in board.toml gives an error."""

import csv
import functools
import io
import itertools
import re

import pytest
from tengen_hardware import bom, controller, cost, parts, pico_inputs, tile, values, whole
from tengen_hardware.__main__ import main
from tengen_hardware.guide import coil
from tengen_host import resources, wiring


@pytest.fixture
def broken():
    """A copy of the tables of board.toml, which a test may break."""
    return wiring.load()


@pytest.fixture(scope="module")
def products(board):
    return bom.products(board)


def by_name(found):
    named = {each.name: each for each in found}
    assert len(named) == len(found), "a line is told twice"
    return named


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def refused(board):
    with pytest.raises(wiring.WiringError) as error:
        parts.check(board)
    return str(error.value)


def test_every_fitted_part_of_the_circuit_is_on_one_line_and_nothing_else(board):
    fitted = {
        each.reference: each.kind
        for each in whole.circuit(board).parts.values()
        if each.fitted and board["parts"][each.kind]["mount"] != "made"
    }
    listed = [(reference, line.name) for line in parts.lines(board) for reference in line.references]
    assert sorted(listed) == sorted(fitted.items())


def test_the_counts_are_the_circuits(board):
    named = by_name(parts.lines(board))
    # `edges`: the diodes of the sixteenth row and column: 15 in each, and 1 where they cross
    points, edges = 225, 15 + 15 + 1
    counts = {"reed": points, "pixel": points, "pixel_capacitor": points, "diode": points + edges, "tile_capacitor": 25}
    counts |= {"pull_down": 16, "row_driver": 2, "pico": 1, "bar": 2, "button": 3, "feed_header": 10}
    assert {name: named[name].needed for name in counts} == counts
    assert all(line.needed == len(line.references) for line in named.values() if line.references)


def test_what_no_net_has_is_counted_by_its_rule(board):
    named = by_name(parts.lines(board))
    counts = {"tile_board": 25, "controller_board": 1, "pico_socket": 2, "feed_plug": 10, "column_plug": 10}
    counts |= {"black_stone": 113, "white_stone": 112, "magnet": 225, "light_wells": 25, "button_plug": 3}
    assert {name: named[name].needed for name in counts} == counts
    # 20 pairs of tiles side by side with 12 wires each, 20 pairs above one another with 8 wires each
    assert parts.measures(board, "tiles")["bridge"] == 20 * 12 + 20 * 8


def test_stones_and_magnets_cover_the_board(board):
    for build in ("tiles", "hand"):
        named = by_name(parts.lines(board, build))
        stones = named["black_stone"].needed + named["white_stone"].needed
        assert stones == 225 and named["black_stone"].needed == named["white_stone"].needed + 1
        assert named["magnet"].bought >= named["black_stone"].bought + named["white_stone"].bought


def test_spares_are_reckoned_and_packs_are_whole(board):
    named = by_name(parts.lines(board))
    assert named["reed"].bought == 237  # 225 and 5 % of 225, rounded up
    assert named["tile_board"].bought == 30 and named["controller_board"].bought == 5
    assert named["fuse"].needed == 1 and named["fuse"].bought == 5
    assert named["magnet"].bought % 50 == 0
    assert by_name(parts.lines(board, boards=5))["tile_board"].bought == 140  # 125 plus 10 %, rounded up to fives


# Their maker alone makes them; what else fits is said in `instead`
ONE_MAKER = {"pico", "bar_header", "button_header"}


def test_every_kind_can_be_bought_from_two_makers_and_says_what_replaces_it(board):
    for build in parts.BUILDS:
        for line in parts.lines(board, build):
            assert line.entry["instead"].endswith("."), line.name
            if line.references:
                assert (len(line.entry["sources"]) < 2) == (line.name in ONE_MAKER), line.name
            prices = [price for _, price in sorted((int(least), price) for least, price in line.entry["price"].items())]
            assert len(prices) == 3 and all(one > more for one, more in itertools.pairwise(prices)), line.name


def test_the_price_is_the_one_for_what_is_bought():
    entry = {"price": {"10": 2.0, "1": 3.0, "100": 1.0}}
    assert [parts.price_of(entry, quantity) for quantity in (1, 9, 10, 99, 100, 5000)] == [3, 3, 2, 2, 1, 1]
    assert parts.price_of({"price": {"5": 1.0, "30": 0.8, "500": 0.5}}, 1) == 1.0


def test_totals_are_the_sums_of_the_lines_and_leave_out_tools_and_options(board):
    for build, boards in itertools.product(("tiles", "hand"), bom.SERIES):
        found = parts.lines(board, build, boards)
        groups = cost.totals(found)
        for group in parts.GROUPS:
            cents = sum(round(100 * line.cost) for line in found if line.group == group)
            assert abs(groups[group] - cents / 100) <= 0.5
        assert cost.total(found) == sum(groups[group] for group in parts.COUNTED)
        assert groups["tools"] > 0
    assert cost.total(parts.lines(board, boards=20)) < 20 * cost.total(parts.lines(board))


def test_the_hand_wired_board_needs_no_board_made_and_its_strips_have_every_light(board):
    named = by_name(parts.lines(board, "hand"))
    assert named["light_strip"].needed == wiring.pixel_count(board) <= named["light_strip"].bought
    assert named["reed"].needed == 225 and named["diode"].entry["package"] == "DO-35"
    assert not {"pixel", "tile_board", "feed_ribbon", "joint_wire"} & set(named)
    assert not [line.name for line in named.values() if line.entry.get("mount") == "smd"]


def test_the_parts_without_a_clamp_have_two_spares(board):
    for build in ("tiles", "hand", "lit"):
        line = by_name(parts.lines(board, build))["row_driver"]
        assert line.bought >= line.needed + 2, build


def test_a_pressed_button_is_low_by_hand_too(board):
    # the RP2040's pull-up has 50 kOhm or more (its data sheet, 5.2.3)
    ohm = values.ohms(board["by_hand"]["button_resistor"]["value"])
    assert ohm == 1000 and pico_inputs.GREATEST_V * ohm / (ohm + 50_000) < pico_inputs.input_low(3.3) / 4


AT_HOME = {"laptop", "scissors", "cards", "hair dryer"}


def test_each_tool_that_a_step_names_is_on_the_list_of_its_build(board):
    for build in parts.BUILDS:
        listed = " ".join(each.value for each in parts.lines(board, build) if each.group in ("tools", "stones"))
        named = {tool for work in board["work"].values() if build in work["builds"] for tool in work["tools"]}
        assert [each for each in sorted(named - AT_HOME) if each not in listed] == [], build


def test_each_screw_through_a_wide_hole_of_the_base_has_a_washer(board):
    for build in ("tiles", "hand"):
        named = by_name(parts.lines(board, build))
        if build == "tiles":
            assert named["base_washer"].bought >= named["spacer"].needed
        else:
            assert "a washer" in named["carrier_spacer"].value


def test_the_coils_wire_has_leads(board):
    assert board["things"]["coil_wire"]["each"] >= coil.of(board).wire_m + 1


def test_the_coupon_is_a_tile_with_every_part(board):
    named = by_name(parts.lines(board, "coupon"))
    counts = {"reed": 9, "pixel": 9, "diode": 16, "tile_board": 1, "black_stone": 5, "white_stone": 4}
    assert {name: named[name].needed for name in counts} == counts
    assert cost.total(list(named.values())) < cost.total(parts.lines(board)) / 5


def test_the_coupon_has_the_plate_that_it_proves_and_all_that_it_takes_to_build_it(board):
    for build in parts.COUPONS:
        named = by_name(parts.lines(board, build))
        assert named["coupon_plate"].value.startswith("piece of the top plate's opal acrylic, 2 mm")
        assert {"stone_glue", "test_wire", "stone_foot", "light_wells", "spacer", "solder", "iron"} <= set(named)


# What a step of the guide names, and the thing in the lists of the coupon that it needs there
_NAMED = {
    "coupon": ((0, "meter", "multimeter"), (0, "safety glasses", "iron"), (1, "jumper leads", "meter_leads"),
               (1, "stones", "black_stone"), (1, "plate", "coupon_plate"), (1, "wells", "light_wells")),
    "lit": ((2, "supply of", "supply"), (2, "the jack", "jack"), (3, "a USB cable", "usb_cable"),
            (4, "ribbons", "feed_ribbon"), (4, "wire", "test_wire")),
}  # fmt: skip


def test_the_list_of_each_coupon_has_what_the_guides_steps_name(board):
    guide = resources.path("hardware/guide/README.md").read_text(encoding="utf-8")
    steps = [" ".join(step.split()) for step in re.split(r"^## ", guide, flags=re.MULTILINE)[1:]]
    for build, named in _NAMED.items():
        listed = by_name(parts.lines(board, build))
        assert [(step, word) for step, word, thing in named if word not in steps[step] or thing not in listed] == []
    lit = [word for _, word, thing in _NAMED["lit"] if thing in ("supply", "jack", "usb_cable")]
    assert not [word for word in lit if any(word in step.partition("**Measure")[2] for step in steps[:2])]


def test_the_lit_coupon_is_the_coupon_with_the_controller_and_what_feeds_it(board):
    alone, lit = by_name(parts.lines(board, "coupon")), by_name(parts.lines(board, "lit"))
    assert set(alone) <= set(lit) and all(alone[name].needed <= lit[name].needed for name in alone)
    assert lit["reed"].needed == 9 and lit["feed_header"].needed == 6 and lit["row_driver"].needed == 2
    # all parts on the controller of a whole board, except bars, buttons and their leads
    whole_one = by_name(parts.lines(board))
    missing = {name for name in whole_one if name not in lit and whole_one[name].group in ("electronics", "boards")}
    assert missing == {"bar", "bar_plug", "button", "button_plug", "joint_wire", "lead_wire"}
    assert not {"pico", "supply", "controller_board", "feed_ribbon"} & set(alone)


def test_what_is_paid_is_goods_post_and_tax(board, broken):
    found = parts.lines(board, "lit")
    paid = cost.paid(board, found)
    assert paid.goods == cost.total(found)
    shops = {line.shop for line in found if line.group != "tools"}
    assert paid.post == sum(board["cost"]["post"][shop] for shop in shops)
    assert paid.tax == pytest.approx(0.19 * (paid.goods + paid.post))
    assert paid.together == round(paid.goods + paid.post + paid.tax)
    broken["cost"]["vat_percent"] = 0
    assert cost.paid(broken, found).tax == 0


def test_the_table_of_parts_has_the_circuits_references(board, products):
    listed = [reference for row in rows(products["bom/parts.csv"]) for reference in row["Reference"].split()]
    fitted = [each for each in whole.circuit(board).parts.values() if each.fitted]
    assert sorted(listed) == sorted(each.reference for each in fitted if board["parts"][each.kind]["mount"] != "made")


def test_the_guide_to_the_hand_wired_board_tells_every_line_that_is_another(board, products):
    text = products["bom/README.md"].partition("## The board wired by hand")[2].partition("## The coupon")[0]
    for line in parts.lines(board, "hand"):
        if line.group in parts.COUNTED:
            assert line.name.replace("_", " ") in text, line.name
    assert "axial, 1/4 W" in text and "DIP14" in text


@pytest.mark.parametrize("name", ["tile", "controller"])
def test_the_assembly_house_gets_the_fitted_smd_parts_and_no_others(board, products, name):
    circuit = tile.circuit(board) if name == "tile" else controller.circuit(board)
    asked = [each for row in rows(products[f"bom/{name}-parts.csv"]) for each in row["Designator"].split(",")]
    assert len(asked) == len(set(asked))
    flat = ("_SMD:", "Package_SO:", "Fuse:Fuse_")
    fitted = [each for each in circuit.parts.values() if each.fitted]
    prints = {each.reference: board["parts"][each.kind]["footprint"] for each in fitted}
    assert set(asked) == {reference for reference, name in prints.items() if any(word in name for word in flat)}
    assert all(row["MPN"] and row["Footprint"] for row in rows(products[f"bom/{name}-parts.csv"]))


def test_ribbons_are_cut_for_the_plug_that_they_reach(board):
    feeds, feet = parts.ribbons(board)
    assert list(feeds) == ["J1", "J2", "J3", "J4", "J5"] and list(feet) == ["J11", "J12", "J13", "J14", "J15"]
    case, pitch = board["case"], board["board"]["pitch_mm"]
    left, low = (middle - case["controller_board_mm"] / 2 for middle in case["controller_mm"])
    for at, (feed, foot) in enumerate(zip(feeds.values(), feet.values(), strict=True)):
        plug = (at + 0.5) * case["controller_board_mm"] / 5
        middle = (3 * at + 1.5) * pitch
        assert feed >= abs(middle - low - plug) - left - case["controller_board_mm"] + case["ribbon_slack_mm"]
        assert foot >= abs(middle - left - plug) + abs(low) + case["ribbon_slack_mm"]
        assert feed % case["ribbon_step_mm"] == 0 == foot % case["ribbon_step_mm"]


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        *(("parts reed " + field, None, f"[parts.reed] {field} is missing")
          for field in ("price", "sources", "instead", "package")),
        ("parts clamp", None, "[parts.clamp] is missing"),
        ("parts buzzer sources", {"TDK": "PS1240P02BT", "another shop": "PS1240P02BT ?"}, "[parts.buzzer] sources"),
        ("parts buzzer sources", {"TDK": "PS1240P02BT", "TDK, on tape": "PS1240P02CT3"}, "[parts.buzzer] sources"),
        ("things magnet price", {"1": 0.1, "10": 0.2, "100": 0.05}, "[things.magnet] price"),
        ("things feet instead", "{case[feet_mm]} mm", "[things.feet]: a field in {braces} can't be filled: 'feet_mm'"),
        ("things feet per", "leg", "[things.feet] per: 'leg' is none of"),
        ("cost post", {"electronics": 9}, "[cost] post: a price for each shop is needed, and no other: 3D printer"),
        ("cost clearing", {"customs": 9}, "[cost] clearing: 'customs' is none of"),
        ("cost printed", {"roof": 1}, "[cost] printed: 'roof' is none of"),
        ("cost printed", {"feet": -1}, "[cost] printed feet: -1 is not between 0 and"),
        ("by_hand return_lower value", "6k8", "[by_hand.return_lower] value: '6k8', but [parts.return_lower] gives"),
        ("supply fuse_ma", 2500, "[parts.fuse] value"),
        ("supply current_ma", 6000, "[things.supply] value"),
        ("leds bar_length", 16, "[parts.bar] value"),
        ("board pitch_mm", 16.7, "[parts.bar] value"),
        ("reed operate_at", [20, 25], "[parts.reed] value"),
    ],
)  # fmt: skip
def test_a_value_that_is_missing_or_contradicts_another_is_refused_by_its_place(broken, path, value, words):
    *tables, name = path.split()
    table = functools.reduce(dict.__getitem__, tables, broken)
    table[name] = value
    if value is None:
        del table[name]
    assert words in refused(broken)


def test_a_ribbon_longer_than_it_may_be_is_refused(broken):
    parts.check(broken)
    broken["case"]["controller_mm"] = [-80, -100]
    assert "650 mm of ribbon is above [cables] ribbon_mm" in refused(broken)
    broken["case"]["controller_mm"] = [-180, 150]
    assert "800 mm of ribbon is above [cables] column_ribbon_mm" in refused(broken)


def test_what_is_committed_is_what_board_toml_gives():
    assert main(["bom", "--check"]) == 0


def test_the_coupon_and_what_is_left_after_it_are_the_whole_boards_list(board):
    found = cost.lists(board)
    left, lit = by_name(found["rest"]), by_name(found["lit"])
    for line in parts.required(board):
        have = lit[line.name].bought if line.name in lit else 0
        if line.group != "tools":
            assert have + (left[line.name].bought if line.name in left else 0) >= line.bought, line.name
    assert left["tile_board"].bought == 25, "24 with spares, less the 4 that are left"
    assert left["reed"].bought == 237 - lit["reed"].bought and "pico" not in left


def test_what_is_printed_stands_under_the_printer_and_costs_more_from_a_house(board):
    words = {name: f"{entry['value']} {entry['instead']}" for name, entry in board["things"].items()}
    printed = {name for name, entry in board["things"].items() if entry.get("shop") == "3D printer"}
    named = {name for name, said in words.items() if "printed from mechanics/" in said}
    assert named <= printed == set(board["cost"]["printed"])
    dearest = {name: max(board["things"][name]["price"].values()) for name in printed}
    assert all(price > dearest[name] for name, price in board["cost"]["printed"].items())


def test_the_two_lists_of_the_coupon_are_the_lit_coupons_by_shop(board, products):
    found = cost.lists(board)
    alone, light = by_name(found["coupon"]), by_name(found["light"])
    for line in parts.required(board, "lit"):
        bought = sum(each[line.name].bought for each in (alone, light) if line.name in each)
        assert bought >= line.bought or line.group == "tools", line.name
    for head in ("The coupon", "The coupon, lit"):
        section = products["bom/README.md"].partition(f"\n## {head}\n")[2].partition("\n## ")[0]
        assert "**From a distributor**" in section, head
