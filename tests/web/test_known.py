"""What the page gets to know of the firmware: the choices of menus and dialogs, from the firmware's own lists."""

from tengen.games import openings
from tengen.partner import lessons
from tengen.session import arbiter, partner_rules, settings
from tengen_host.web.known import known

LISTS = known()["firmware"]


def test_the_choices_are_the_lists_of_the_firmware():
    assert LISTS["modes"] == settings.MODES and LISTS["clocks"] == settings.CLOCKS
    assert LISTS["partners"] == partner_rules.PARTNERS and LISTS["repeated"] == arbiter.REPEATED
    assert (LISTS["played"], LISTS["helped"]) == (partner_rules.PLAYED, partner_rules.HELPED)
    assert LISTS["lessons"] == [name for name, _ in lessons.LESSONS]


def test_an_opening_has_the_parameters_that_change_its_steps():
    found = LISTS["openings"]
    assert found["free"] == {"fifths": 0, "declared": False, "zones": False}
    assert found["rif"] == {"fifths": 2, "declared": False, "zones": True}
    assert found["yamaguchi"] == {"fifths": 12, "declared": True, "zones": True}
    for name, its in found.items():
        assert (openings.table(name) != openings.table(name, fifths=7)) is bool(its["fifths"]), name
        assert (openings.table(name) != openings.table(name, fixed=True)) is its["declared"], name
