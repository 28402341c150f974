"""Find faults of the buttons and of the chain of lights, and lights that are not at their assumed places."""

from __future__ import annotations

from tengen import wiring

from ....i18n import code_text
from ..layout import BUTTON_NAMES, name
from ..strip_orders import orders, turns
from .finding import Finding
from .line_states import State
from .table import finding


def buttons(state: State) -> list[Finding]:
    """Find buttons that are not at the GPIO in the layout."""
    layout = state.layout
    pressed = tuple(wiring.BUTTONS[bit] for bit in state.walk.buttons)
    if pressed == layout.buttons:
        return []
    told = ", ".join(f"{player} on GPIO{pin}" for player, pin in zip(BUTTON_NAMES, pressed, strict=True))
    place = " ".join(BUTTON_NAMES[layout.buttons.index(pin)] for pin in pressed)
    return [finding("swapped buttons", place, told=told)]


def chain(state: State) -> list[Finding]:
    """Find a break in the chain of lights."""
    walk = state.walk
    if walk.chain_whole or state.without_supply:
        return []
    dark = walk.dark_from
    told = f" ({code_text(walk.chain_fault)})" if walk.chain_fault else ""
    if dark is None:
        return [finding("broken LED: somewhere", "", told=told)]
    if dark >= wiring.PIXELS:
        return [finding("broken return", "", pin=wiring.LED_RETURN, told=told)]
    before = f"DOUT of pixel {dark - 1} ({_where(state, dark - 1)})" if dark else f"GPIO{wiring.LED_DATA}"
    where = _where(state, dark)
    return [finding("broken LED", str(dark), pixel=dark, where=where, told=told, before=before)]


def elsewhere(state: State) -> list[Finding]:
    """Find lights that were seen at other places than in the layout."""
    walk, layout, found = state.walk, state.layout, []
    places = {pixel: where for pixel, where in walk.seen.items() if isinstance(where, int)}
    wrong = {pixel: point for pixel, point in places.items() if layout.under(pixel) != point}
    if wrong:
        pixel, point = next(iter(wrong.items()))
        example = f"pixel {pixel} is assumed {_where(state, pixel)}, but shines under {name(point)}"
        turn = next((words for words, turned in turns() if _goes(state, places, turned)), None)
        order = next((words for words, pixels in orders() if _fits(places, pixels)), None)
        kind = "misordered LEDs"
        how = "in no regular order that this knows"
        if turn:
            kind, how = ("mirrored LEDs" if turn.startswith("mirrored") else "rotated LEDs"), turn
        elif order:
            how = "in another order"
        how += f": {order}" if order else ""
        found.append(finding("LEDs elsewhere", "", kind=kind, how=how, example=example))
    for pixel, where in walk.seen.items():
        if isinstance(where, str) and pixel not in layout.bars[BUTTON_NAMES.index(where)]:
            believed = _where(state, pixel)
            found.append(finding("misplaced bar", where, pixel=pixel, where=believed, player=where.upper()))
    for player, left in walk.bar_ends.items():
        bar = layout.bars[BUTTON_NAMES.index(player)]
        if not left and walk.seen.get(bar[0]) == player:
            found.append(finding("reversed bar", player, player=player.upper()))
    return found


def _where(state: State, pixel: int) -> str:
    """Return the place of a pixel by the layout, as a text."""
    point = state.layout.under(pixel)
    if point is not None:
        return f"under {name(point)}"
    for player, bar in zip(BUTTON_NAMES, state.layout.bars, strict=False):
        if pixel in bar:
            return f"{player.upper()}'s bar, light {bar.index(pixel) + 1} from the left"
    return "nowhere"


def _goes(state: State, places: dict[int, int], turned: list[int]) -> bool:
    for pixel, point in places.items():
        believed = state.layout.under(pixel)
        if believed is None or turned[believed] != point:
            return False
    return True


def _fits(places: dict[int, int], pixels: list[int]) -> bool:
    return all(pixels[point] == pixel for pixel, point in places.items())
