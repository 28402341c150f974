"""Reed, magnet, stone and light from board.toml: their margins, and the errors for broken copies of board.toml."""


import math

import numpy as np
import pytest
from tengen_hardware import geometry
from tengen_hardware.geometry import light, magnet, reed
from tengen_hardware.geometry.cell import CELL, LED_PADS, SOLDER, Cell, Disc, Place, cell
from tengen_hardware.markdown import number
from tengen_host import resources, wiring

WAYS = [22.5 * k for k in range(16)]


@pytest.fixture(scope="module")
def here(board):
    return cell(board)


@pytest.fixture(scope="module")
def at(here):
    """Return the setting of the real reed."""
    return reed.setting(here)


# The field


def test_under_a_magnet_with_its_pole_down_the_field_points_down_and_fans_out(here):
    below = here.gap + here.disc.height / 2
    points = np.array([[0, 0, -below], [5, 0, -below], [-5, 0, -below]], dtype=float)
    middle, right, left = magnet.field(here.disc, points)
    assert middle[2] < 0 and abs(middle[0]) < 1e-9
    assert right[0] > 0 and left[0] == pytest.approx(-right[0])


def test_a_reed_centred_under_its_point_feels_nothing_whatever_the_gap(here):
    centred = Place(0.0, here.place.turned, here.place.span)
    for gap in (2.0, 4.0, 8.0):
        under = reed.setting(here)._replace(place=centred, gap=gap)
        for reading in reed.CAUTIOUS + reed.GENEROUS:
            assert reading(under, np.zeros((1, 2)))[0] == pytest.approx(0, abs=1e-9)


def test_a_turned_magnet_is_felt_as_strongly_the_other_way(at):
    turned = at._replace(disc=at.disc._replace(remanence_mt=-at.disc.remanence_mt))
    for reading in reed.CAUTIOUS + reed.GENEROUS:
        one, other = reading(at, np.zeros((1, 2)))[0], reading(turned, np.zeros((1, 2)))[0]
        assert one == pytest.approx(-other) and abs(one) > at.reed.operate[1]


def test_a_coil_of_so_many_turns_is_worth_as_many_by_the_reading_of_all_iron(at, monkeypatch):
    """The maker tests a reed in the field of a coil: N ampere-turns, spread over the length of the reed's glass."""
    turns, straight = 12.0, at.place._replace(span=at.reed.length)

    def in_the_coil(disc, points):
        reach = points @ magnet.axis(straight) - straight.offset
        inside = turns * magnet.MU0 / (at.reed.glass / 1000) * 1000
        return np.where(np.abs(reach) <= at.reed.glass / 2, inside, 0.0)[:, None] * magnet.axis(straight)

    monkeypatch.setattr(magnet, "field", in_the_coil)
    assert magnet.driven(at.disc, straight, at.gap, np.zeros((1, 2)), at.reed)[0] == pytest.approx(turns, rel=0.06)


def test_a_field_that_is_the_same_everywhere_drives_both_bent_leads_alike_and_they_cancel(at, monkeypatch):
    monkeypatch.setattr(magnet, "field", lambda disc, points: np.tile([0.0, 0.0, 1.0], (len(points), 1)))
    assert magnet.driven(at.disc, at.place, at.gap, np.zeros((1, 2)), at.reed)[0] == pytest.approx(0, abs=1e-9)


def dipole(disc, points):
    """Return the field (n, 3) in mT of a point dipole in the middle of the disc, at `points` in mm."""
    metres = points / 1000
    distance = np.linalg.norm(metres, axis=1)[:, None]
    moment = disc.remanence_mt / 1000 / magnet.MU0 * np.pi * (disc.diameter / 2000) ** 2 * disc.height / 1000
    down = np.array([0.0, 0.0, -moment])
    along = (metres @ down)[:, None]
    return 1000 * magnet.MU0 / (4 * np.pi) * (3 * metres * along / distance**5 - down / distance**3)


def test_far_away_a_disc_is_a_dipole_and_near_it_is_not(here):
    far = np.array([[here.pitch, 0, -5.0], [here.pitch, here.pitch, -5.0]])
    near = np.array([[0, 0, -3.0]])
    exact, estimate = magnet.field(here.disc, far), dipole(here.disc, far)
    assert np.linalg.norm(exact - estimate, axis=1) == pytest.approx(0, abs=0.015 * np.linalg.norm(exact, axis=1).max())
    exact, estimate = magnet.field(here.disc, near), dipole(here.disc, near)
    assert np.linalg.norm(exact - estimate) > 0.1 * np.linalg.norm(exact)


def test_the_known_figures_along_the_blade_come_out(here):
    """The known fields of a 6 x 2 mm N35 disc at its best offset: 15, 7.7, 4.3, 2.7 mT at gaps of 4, 6, 8, 10 mm."""
    disc = Disc("6 x 2", 6.0, 2.0, 1190)
    for gap, known in ((4, 15), (6, 7.7), (8, 4.3), (10, 2.7)):
        best = max(
            abs(magnet.felt(disc, Place(offset, 0, 25.4), gap, np.zeros((1, 2)), 14.0)[0])
            for offset in (5.0, 5.5, 6.0, 6.5, 7.0)
        )
        assert best == pytest.approx(known, rel=0.06), gap


def test_eight_neighbours_are_10_to_25_times_weaker_than_the_own_stone_at_6_mm(here, at):
    for reading in reed.CAUTIOUS[:2]:
        high = at._replace(gap=6.0)
        own = abs(reading(high, np.zeros((1, 2)))[0])
        on_point = reed.neighbours(high, here.pitch, reading, off=0)
        assert own / reed.neighbours(high, here.pitch, reading, off=3).any_way > 10
        assert own / on_point.any_way < own / on_point.some_same < 45
    level = reed.CAUTIOUS[1]
    times = abs(level(high, np.zeros((1, 2)))[0]) / reed.neighbours(high, here.pitch, level, off=0).any_way
    assert 15 < times < 25


# The reed as built


def test_the_gap_is_what_the_layers_leave_between_magnet_and_blade(board, here, changed):
    stack = board["stack"]
    assert here.gap == pytest.approx(
        board["stone"]["foot_mm"] + stack["plate_mm"] + stack["plate_above_mm"] - stack["reed_axis_mm"]
    )
    assert here.gap <= 6, "more than any reed is sure of"
    thicker = cell(changed(stack={"plate_mm": stack["plate_mm"] + 1}))
    assert thicker.gap == pytest.approx(here.gap + 1)


def test_a_stone_closes_its_reed_off_its_point_with_the_reed_too_low_and_neighbours_against_it(here, at):
    low = at._replace(gap=at.gap + reed.JIG)
    assert reed.operate_factor(low, reed.OFF_POINT, here.pitch) >= reed.OPERATE_FACTOR
    assert reed.operate_factor(at, 0, here.pitch) >= 2
    assert reed.operate_factor(low, 0, here.pitch) > reed.operate_factor(low, reed.OFF_POINT, here.pitch)


def test_no_other_offset_does_more_for_a_stone_off_its_point(at):
    def off_point(offset):
        return reed.own(at._replace(place=at.place._replace(offset=offset)), reed.OFF_POINT)

    assert max((5.0, 6.0, 7.0, 8.0, 9.0), key=off_point) == at.place.offset


def test_on_the_diagonal_neighbours_are_worth_half_as_much_as_along_the_row(here, at):
    def worst(turned):
        return reed.worst_neighbours(at._replace(place=at.place._replace(turned=turned)), here.pitch).some_same

    assert worst(45.0) < 0.6 * worst(0.0)


def test_whatever_neighbours_there_are_the_reed_opens(here, at):
    assert reed.open_factor(at, here.pitch) >= reed.OPEN_FACTOR
    assert reed.open_factor(at, here.pitch, off=0) >= 1.4
    assert reed.open_factor(at, here.pitch, turned=True) < 1, "else the rule of the same pole down is idle"


def test_the_worst_neighbours_are_the_worst_of_all_256_sets_of_them(here, at):
    points = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]) * here.pitch
    for reading in reed.GENEROUS:
        worst = reed.neighbours(at, here.pitch, reading, off=0)
        each = reading(at, points)
        sums = [abs(sum(each[k] for k in range(8) if chosen >> k & 1)) for chosen in range(256)]
        assert worst.some_same == pytest.approx(max(sums))
        assert worst.all_same == pytest.approx(sums[255])
        assert worst.any_way == pytest.approx(np.abs(each).sum())


def test_the_coupons_test_of_neighbours_is_their_worst_case(here, at):
    """The three at the reed's far end hold it, each moved towards the glass; with all eight the fields cancel."""
    off, middle = 3.0, np.array([1, 1]) * at.place.offset / math.sqrt(2)
    points = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]) * here.pitch
    way = middle - points
    moved = points + off * way / np.hypot(*way.T)[:, None]
    far = points.min(axis=1) >= 0
    worst = reed.worst_neighbours(at, here.pitch, off).some_same
    three, eight = (max(abs(reading(at, set_of).sum()) for reading in reed.GENEROUS) for set_of in (moved[far], moved))
    assert far.sum() == 3 and 0.9 * worst < three <= worst and eight < 0.6 * worst
    page = resources.path("hardware/geometry/README.md").read_text(encoding="utf-8")
    assert f"far end (right, above, between), each {off:g} off towards its\n   glass: the worst case" in page


@pytest.mark.parametrize("way", WAYS)
def test_a_reed_is_open_when_the_stone_has_left(at, way):
    found = reed.reach(at, way)
    assert reed.OFF_POINT < found.sure < found.may < found.held < 40
    gone = np.array([[np.cos(np.radians(way)), np.sin(np.radians(way))]]) * (found.held + 0.2)
    assert reed.most(at, gone)[0] < at.reed.release


def test_one_stone_on_the_next_point_and_off_it_neither_closes_nor_holds_a_reed(here, at):
    points = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]) * here.pitch
    for point in points:
        assert reed.most(at, point + reed.circle(reed.OFF_POINT)).max() < 0.6 * at.reed.release


def test_of_what_was_compared_the_recommended_alone_is_good(here, at):
    good = []
    for one in reed.REEDS:
        for disc in reed.DISCS:
            other = at._replace(reed=one, disc=disc)
            closes = reed.operate_factor(other, reed.OFF_POINT, here.pitch) >= 1
            if closes and reed.open_factor(other, here.pitch) >= 1 and here.lead_below(one) >= SOLDER:
                good.append((one.name, disc.name))
    assert good == [("ORD228VL, 10-15 AT", "6 x 2 mm, N35")]
    assert here.reed._replace(name="") == reed.REEDS[0]._replace(name="")
    assert here.disc._replace(name="") == reed.DISCS[0]._replace(name="")


def test_a_closed_reed_holds_on_further_than_it_closes(at):
    found = reed.gaps(at, 0)
    assert at.gap + reed.JIG < found.sure < found.may < found.held


def test_all_of_a_point_is_in_its_own_cell_and_clear_of_its_light(here):
    near, far = here.place.holes()
    assert max(map(abs, near + far)) <= CELL
    assert max(map(abs, near)) > LED_PADS
    glass = here.place.offset + here.reed.glass / 2, here.place.offset - here.reed.glass / 2
    assert all(abs(end) * 0.7072 + here.glass_diameter / 2 < here.wall_at for end in glass)
    assert here.reed_axis - here.glass_diameter / 2 > here.led


# The light


def test_the_ring_adds_at_least_as_much_as_the_plate_shines(here):
    assert light.contrast(here) >= light.CONTRAST
    for colour in ("red", "green", "cyan", "violet"):
        assert light.contrast(here, colour) >= light.CONTRAST, colour
    assert light.contrast(here, lux=300) == pytest.approx(light.contrast(here, lux=500) * 5 / 3)


def test_a_deeper_light_spreads_wider_until_it_is_too_far(here):
    found = [light.contrast(here, depth=depth) for depth in (4, 8, 12, 16)]
    assert found[0] < found[1] < found[2] > found[3]
    assert light.contrast(here, stone=20) > light.contrast(here, stone=22)


def test_a_shadow_of_light_is_lamberts(here):
    """1 cd straight up gives 10,000 lx at 10 mm, and a quarter at 10 mm to the side (fourth power of the cosine)."""
    above, beside = light.illuminance(here, 1000, np.array([0.0, 10.0]), depth=10)
    assert above == pytest.approx(10_000)
    assert beside == pytest.approx(2_500)


def test_the_budget_leaves_one_ring_full_and_a_whole_board_seen(board, here):
    leds = board["leds"]
    shares = [light.share_of(lit, "white", leds["full_ma"], 1, 255, leds["budget_ma"]) for lit in (1, 41, 42, 225)]
    assert shares[:2] == [1, 1] and 0.18 < shares[3] < shares[2] < 1
    zone = light.share_of(225, "blue", leds["full_ma"], 1, 255, leds["budget_ma"])
    assert light.free(here, "blue", share=zone) > 2 * light.CONTRAST, "a zone of free points is seen"


def test_a_player_sees_the_near_half_of_each_ring_past_all_the_stones(here):
    for eye in light.EYES:
        assert light.seen(here, eye) > 0.6
        assert light.seen(here, eye) == pytest.approx(light.seen(here, eye, neighbours=False), abs=0.01)
    assert light.seen(here, (1000, 1)) == 1
    towers = Cell(**vars(here) | {"stone_height": 20.0, "stone_rim": 20.0})
    assert light.seen(towers, light.EYES[-1]) < light.seen(towers, light.EYES[-1], neighbours=False) - 0.2


def test_without_walls_a_light_would_show_at_the_next_point(here):
    next_point, next_ring = light.leak(here)
    assert next_point < next_ring and next_ring * light.contrast(here) > 0.3


# Broken copies


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ({"stack": {"plate_mm": 8.0}}, "the gap from magnet to blade is 10.0 mm"),
        ({"stack": {"reed_axis_mm": 4.0}}, "the gap from magnet to blade is 7.3 mm"),
        ({"stone": {"foot_mm": 2.0}}, "a stone 4 mm off its point is felt with"),
        ({"reed": {"offset_mm": 5.0}}, "a stone 4 mm off its point is felt with"),
        ({"reed": {"operate_at": [15, 25]}}, "a stone 4 mm off its point is felt with"),
        ({"magnet": {"diameter_mm": 8.0, "height_mm": 3.0}}, "neighbours can hold a reed closed"),
        ({"reed": {"offset_mm": 12.0}}, "in the next cell"),
        ({"reed": {"turned_deg": 0}}, "in the next cell"),
        ({"reed": {"offset_mm": 8.5}}, "in the pads of the LED"),
        ({"reed": {"span_mm": 19.0, "offset_mm": 3.0}}, "bent 3.0 mm from the glass"),
        ({"stack": {"reed_axis_mm": 7.9}}, "no 0.4 mm of air between the glass and the plate"),
        ({"stack": {"reed_axis_mm": 8.3, "plate_above_mm": 10.0}}, "do not reach through the tile"),
        ({"stone": {"diameter_mm": 24.0, "height_mm": 12.0}}, "hide their neighbours' light"),
        ({"stack": {"transmittance": 0.1}}, "a ring adds only 0.68 of the plate's brightness"),
        ({"reed": {"glass_mm": "14"}}, "board.toml [reed] glass_mm: '14' is not between 4 and 30"),
        ({"reed": {"operate_at": [4, 15]}}, "operate_at: [4, 15] must be least and most"),
    ],
)
def test_a_stack_that_would_not_work_is_told(changed, tables, told):
    with pytest.raises(wiring.WiringError) as error:
        geometry.products(changed(**tables))
    assert told in str(error.value)


def test_a_table_that_is_missing_is_told(changed):
    other = changed()
    del other["stack"]
    with pytest.raises(wiring.WiringError, match=r"the table \[stack\] is missing"):
        cell(other)


# The texts


def test_the_readme_says_the_figures_of_board_toml(made, here):
    assert f"**gap of {number(here.gap)}**" in made("geometry")["geometry/README.md"]


def test_numbers_are_short_and_never_minus_nothing():
    assert [number(value) for value in (1.04, 2.0, -0.04, 10.0, 0.25)] == ["1", "2", "0", "10", "0.2"]
