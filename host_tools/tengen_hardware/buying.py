"""What the list for buying says beside its tables: shops, what is left after the coupon, mail to a dealer, the
house."""

from __future__ import annotations

from typing import Any

from . import parts
from .parts import Line

SHOPS = """\
The headings are kinds of shops; none was asked, and no dealer is named where none is known. **Electronics** is a large
distributor of components (Mouser, Digi-Key, Farnell, LCSC: try the list in their own tools). It may lack buttons,
ready-made XH leads, jack or spacers: each of those from another shop is one more parcel. **To be asked before you
order**, for no number is known: spacers and washers ("nylon, M3, thread inside at both ends; are the screws nylon,
too?"), magnets ("disc, magnetized through its thickness; which grade?"), stones, foot, feet, wood, and plates
([what to ask the cutter](../mechanics/README.md#what-to-ask-the-cutter))."""


def rest(found: dict[str, list[Line]]) -> list[Line]:
    """Return the whole board's lines less what the lit coupon's list has bought, at the price of what is left."""
    bought = {each.name: each.bought for each in found["lit"]}
    left = [each._replace(bought=each.bought - bought.get(each.name, 0)) for each in found["tiles"]]
    return [each._replace(price=parts.price_of(each.entry, each.bought)) for each in left if each.bought > 0]


def after_words(board: dict[str, Any], found: dict[str, list[Line]]) -> str:
    """Return what the lit coupon and then the rest cost, against all at once."""
    first, then = parts.paid(board, found["lit"]), parts.paid(board, rest(found))
    both, once = first.together + then.together, parts.paid(board, found["tiles"]).together
    return f"""\
Who has bought [the lit coupon](#the-coupon-lit) buys this for the whole board: the list above less the coupon's
own. The coupon is about {first.together} EUR with post and VAT, the rest {then.together}: **{both} EUR** in two
purchases, against {once} at once. All estimated."""


def reed_words(board: dict[str, Any], tiles: list[Line]) -> str:
    """Return the mail to a dealer of reeds, and what to do if nobody names the band."""
    its, points = board["reed"], board["board"]["size"] ** 2
    most = next(each for each in tiles if each.name == "reed").bought
    low, high = its["operate_at"]
    return f"""\
No dealer was asked, and both numbers of the reed are unchecked. It is the dearest line: ask before all else is ordered.

> I look for {most} reed switches, normally open, all of one lot, and before them for 12 as a sample. They must
> operate at {low} to {high} AT and release at {its["release_at"]:g} AT or more; glass {its["glass_mm"]:g} mm, axial
> leads, straight and uncut, **{its["length_mm"]:g} mm or more over both leads**. Which type and which AT band, by whose
> data sheet, do you deliver? Is the band tested for the whole lot? What do both quantities
> cost? Can those outside the band go back?

If nobody names the band, buy the sample, [measure it](../guide/reeds.md), and buy the rest only of a lot whose
sample is good. A lot of which half is in the band takes {2 * points} for {points} good ones; one of which a third is,
{3 * points}: then another lot, or another band, is cheaper. How long the second number is over
its leads is not known: ask."""


def house_words(board: dict[str, Any], tiles: list[Line]) -> str:
    """Return how to order from an assembly house, and what is not bought then."""
    # what is on the tiles or the controller, by its mount
    fitted = [each for each in tiles if each.references and board["parts"][each.name]["mount"] == "smd"]
    cost = sum(each.cost for each in fitted)
    names = ", ".join(each.name.replace("_", " ") for each in fitted)
    return f"""\
- **Which files**: the two of the zip, `...-parts.csv` and `...-places.csv`. Never `positions.csv`: it is not turned.
- A kind without a turn is not known to need none. Packages of one family are mostly turned alike, so the FETs (SO-8)
  may want what the chips in SO-16 have. Look at terminal 1 of **each chip, FET, transistor and diode** in the picture
  that the house shows.
- **A line without a number**: search the house's shop for the maker's number in that line, then for the value.
- **How many tiles**: for the coupon the least that the house fits (often 2) of 5 bare ones; for the whole board all
  that are still missing, and one more.
- **Not bought then**, about {cost:.0f} EUR of the order list, as far as the house has it: {names}.
- **To be asked**, for no price here has it: the parts, set-up, a fee for each reel loaded, stencil, the least
  quantity."""
