"""The lights of the board, each with an animated picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Any

from tengen import wiring
from tengen.games import BLACK, COMMON, WHITE, points
from tengen.games.openings import zone_points
from tengen.lights import colours
from tengen.lights.bars import Bar
from tengen.lights.picture import Picture
from tengen.sensing.field import Field

from .. import leds
from ..leds import Window

FOLDER = "firmware/docs/pictures/lights"
_WIDTH = 180  # the width of a picture on the page
_BAR_WIDTH = 300

_COLOURS = {"B": BLACK, "W": WHITE, "C": COMMON}
_NEAR = Window(5, 6, 5, 3)  # f7 to j9
_WHOLE = Window(0, 0, 15, 15)


@dataclass
class Light:
    """A light: the name of its picture, a description of the picture, how the light looks, and its meaning.

    `stones`: the stones on the board, like "B h8, W i9". `shows`: attributes of lights.picture.Picture, with points as
    names. `bar`: changes the bar of Player 1, which is then drawn instead of the board. `field`: the size of a smaller
    game.
    """

    name: str
    scene: str
    looks: str
    means: str
    stones: str = ""
    shows: dict[str, Any] = made_by(default_factory=dict)
    window: Window = made_by(default_factory=lambda: _NEAR)
    bar: Callable[[Bar], object] | None = None
    field: int = wiring.SIZE
    sign: bool = False
    lasts: int = 0

    @property
    def cells(self) -> bytearray:
        """Return the board with the stones."""
        found = bytearray(wiring.SIZE**2)
        for part in filter(None, self.stones.split(", ")):
            colour, *names = part.split()
            for name in names:
                found[points.index(name, wiring.SIZE)] = _COLOURS[colour]
        return found

    def picture(self) -> Picture:
        """Return the picture that the firmware draws."""
        picture = Picture(wiring.SIZE, wiring.BAR_LENGTH)
        if self.field != wiring.SIZE:
            picture.lay(Field(self.field, wiring.SIZE))
        for name, value in self.shows.items():
            setattr(picture, name, _indices(value))
        picture.cells = self.cells
        picture.spell()
        if self.bar:
            self.bar(picture.bars[0])
        return picture

    def svg(self, *, still: bool = False, prefix: str = "", shown: float = 0) -> str:
        """Return the picture as SVG; for `still` and `prefix` see leds.board()."""
        if self.bar:
            return leds.bar(self.picture(), self.scene, shown=shown or _BAR_WIDTH, still=still, prefix=prefix)
        return leds.board(
            self.picture(), self.window, bytes(self.cells), self.scene, shown=shown or _WIDTH, sign=self.sign,
            lasts=self.lasts, still=still, prefix=prefix,
        )  # fmt: skip


def _indices(value: Any) -> Any:
    """Return the indices of points from their names, like "h8" or ("h8", "i9"). Other values are returned unchanged."""
    if isinstance(value, tuple):
        return tuple(_indices(each) for each in value)
    if isinstance(value, str) and value[:1].islower() and value[1:].isdigit():
        return points.index(value, wiring.SIZE)
    return value


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ROW_7 = tuple(f"{letter}7" for letter in points.LETTERS[: wiring.SIZE])
_DOUBLE_THREE = "B f8 g8 h8 h9 h10, W e7 g10 i7 j9"
_FOUL = {"foul": "h8", "foul_lines": (_names("f8 g8 h8"), _names("h8 h9 h10"))}
_FOUL_WINDOW = Window(4, 5, 7, 5)
_VIOLET, _WARM = colours.TURN[BLACK], colours.TURN[WHITE]
_CLOCK = 10 * 60_000

PLAY = (
    Light("last", "A white stone with a white light around it.", "White, steady, with a brief dip every four seconds",
          "The last stone.", "B h8, W i9", {"last": "i9"}),
    Light("new", "A black stone with a cyan light around it.", "Cyan, with short dips",
          "A new stone. It is not yet a move.", "B h8 g8, W i9", {"provisional": "g8"}),
    Light("two", "Two black stones with a cyan light around each.", "Cyan, with short dips, at two stones",
          "The new stones of a turn that has two.", "B h8 g8 i7, W i9 j8", {"provisional": "g8", "earlier": ("i7",)}),
    Light("waits", "Two new stones: a cyan light around each, one flashes.", "Cyan, short flashes",
          "A reply that was put before the press. It waits until the stone before it is a move.",
          "B h8 g8, W i9 h7", {"provisional": "g8", "replies": ("h7",)}),
    Light("several", "Two new stones, both blinking in cyan.", "Cyan, blinking",
          "Several new stones. Lift all except one.", "B h8 g8 h7, W i9", {"several": ("g8", "h7")}),
    Light("zone", "A black stone in the middle of nine blue lights.", "Blue, brighter now and then",
          "Where the stone may go.", "B h8", {"zone": zone_points(("square", 3), wiring.SIZE)}),
    Light("fifth", "A black stone with an amber light around it.", "Amber, with double dips",
          "A tentative fifth.", "B h8 h10 j8, W h9 i10", {"offers": ("j8",)}, Window(5, 6, 6, 5)),
    Light("twins", "Two black stones, both blinking in amber.", "Amber, blinking",
          "Two tentative fifths that are equal by symmetry. Move one of them.",
          "B h8 h10 g9 i9, W h9 h7", {"twins": ("g9", "i9")}, Window(5, 5, 5, 6)),
    Light("rest", "A stone on h8 blinks red; the point below it is lit in cyan.", "Cyan, slowly pulsing",
          "The stone would fall to this point. Put it here.", "B g7, W g8, B h8",
          {"rest": "h7", "extra": ("h8",)}),
    Light("common", "A stone in the middle with a steady warm white light around it.",
          "Violet or warm white, dim and steady, in the middle", "The common stone. It counts for this player now.",
          "C h8, B g8", {"common": "h8", "common_colour": WHITE}),
    Light("frame", "A ring of very dim lights around a field of 8x8 points.", "Very dim white, a ring",
          "The edge of a field that is smaller than the board.", "", {}, _WHOLE, field=8),
)  # fmt: skip

CAPTURES = (
    Light("takes", "Two black stones between two white stones, with a dim red light around each black one.",
          "Dim red, slowly pulsing", "The new stone would capture this stone.",
          "W f8 i8, B g8 h8", {"provisional": "i8", "takes": ("g8", "h8")}),
    Light("lift", "Two black stones with a red light around each, on and off.", "Red, slowly blinking",
          "A captured stone, or a tentative fifth that White did not keep. Lift it.",
          "W f8 i8, B g8 h8", {"last": "i8", "lift": ("g8", "h8")}),
    Light("turned", "A black stone with a warm white light around it.",
          "Violet or warm white, slowly pulsing, at a stone",
          "Replace this stone by one of the other colour.", "W f8 i8, B g8 h8", {"last": "i8", "missing_white": ("g8",
          "h8")}),
    Light("standing", "Five stones in a row, each with a green light around it.", "Green, slowly pulsing",
          "A line that wins unless the next move breaks it.", "W f8 g8 h8 i8 j8",
          {"standing": _names("f8 g8 h8 i8 j8")}),
)  # fmt: skip

FOULS = (
    Light("foul-name", "Black stones that make a double-three; its last stone is red, and the number 33 is lit.",
          "Red, steady, and a sign in dim white",
          "A foul. The sign is its name: `33`, `44`, `6` for an overline, `4` for the open four of some games.",
          _DOUBLE_THREE, {"foul_name": "double-three", **_FOUL}, Window(3, 0, 9, 9), lasts=3000),
    Light("foul-lines", "The lines of a double-three light up one after another.",
          "Red, magenta, orange, one line after another", "The lines that make the foul.",
          _DOUBLE_THREE, _FOUL, _FOUL_WINDOW),
    Light("excused", "A new stone in cyan; one of its two threes lights up in white, the other in colour.",
          "Dim white, in turn with the others",
          "A three that does not count. The stone is no double-three and is allowed.",
          "B d8 e8 g8 f6 f7 f9 f10 h9", {"provisional": "g8", "foul_lines": (_names("d8 e8 g8"), _names("f7 g8 h9")),
                                         "dead": (True, False)}, Window(2, 4, 7, 7)),
    Light("forbidden", "Red lights on empty points.", "Red, steady, on empty points",
          "Points forbidden to Black, shown in teach mode.", "B f8 g8 h9 h10, W i9", {"forbidden": ("h8",)},
          _FOUL_WINDOW),
)  # fmt: skip

END = (
    Light("five", "A row of five black stones in green, with a bright light running along it.", "Green, running along",
          "The five. The game is over.", "B f8 g8 h8 i8 j8, W g9 h9 i9 j7", {"five": _names("f8 g8 h8 i8 j8")}),
    Light("result", "The words GIVE UP, written in lights.", "Words in dim white",
          "For three seconds, how the game ended, if no stones show it. Entries of menus and the code of the opening "
          "look the same.",
          "B h8 h10 j8, W h9 i10", {"words": "GIVE UP"}, _WHOLE, sign=True),
)  # fmt: skip

PLACE = (
    Light("missing-black", "An empty point pulsing in violet.", "Violet, slowly pulsing",
          "A black stone is missing here.",
          "B h8, W i9", {"missing_black": ("g8",)}),
    Light("missing-white", "An empty point pulsing in warm white.", "Warm white, slowly pulsing",
          "A white stone is missing here.", "B h8, W i9", {"missing_white": ("g8",)}),
    Light("extra", "A stone blinking fast in red.", "Red, blinking fast",
          "This stone does not belong here. Take it away.",
          "B h8 g7, W i9", {"extra": ("g7",)}),
    Light("outside", "A stone outside a ring of dim lights blinks fast in red.", "Red, blinking fast, outside the ring",
          "A stone outside the field of the game. Take it away.", "B c8",
          {"outside": ("c8",)}, Window(0, 5, 8, 5), field=8),
    Light("damaged", "The words DAM AGED, written in lights.", "`DAM AGED` in dim white",
          "The rest of this game can't be read any more. See [after a power cut](at_the_board.md#after-a-power-cut).",
          "B h8 h10 j8, W h9 i10", {"words": "DAM AGED"}, _WHOLE, sign=True),
)  # fmt: skip

WIRING = (
    Light("unread", "A row of dim magenta lights, and the words ROW 7.", "Dim magenta, steady, and words in dim white",
          "Points that the board can't read, and the broken part.", "", {"faulty": _ROW_7, "words": "ROW 7"}, _WHOLE),
    Light("unsteady", "A row of dim magenta lights, dark now and then.", "Dim magenta, dark now and then",
          "A row or column that fails now and then. Its points are still read.", "B h8, W i9", {"unsteady": _ROW_7}),
)  # fmt: skip

_ROW_OF_FOUR = "B e8 f8 g8 h8, W d8 i8 f9"
HELP = (
    Light("hint", "A black stone of a win in green, with triple dips.", "Green, steady; the newest with triple dips",
          "The fours of a win that the board shows as a hint.", "B f8 g8 i8, W j8 f9",
          {"hints": (("h8",), (), "h8", False, (), -1)}),
    Light("answer", "A blue light beside a green one.", "Blue, steady; the newest with triple dips",
          "The answers to these fours. In a puzzle: the answer to a wrong stone.", "B f8 g8 h8, W j8 f9",
          {"hints": (("i8",), ("e8",), "e8", True, (), -1)}, Window(4, 6, 6, 3)),
    Light("known", "Two yellow-green lights that swell, one brighter.", "Yellow-green, swelling",
          "Continuations that the laptop knows, the marked ones brighter. In a lesson: the points to look at.",
          "B h8 h10, W h9",
          {"known": (("g8", "i7"), ("i7",))}),
)  # fmt: skip

BARS = (
    Light("bar-turn", "All fifteen lights of an edge bar in violet.", "The whole bar",
          "Without a clock: this player's turn. At the end: the winner. Violet is Black, warm white is White.",
          bar=lambda bar: bar.turn(_VIOLET, True)),
    Light("bar-waits", "One light in the middle of an edge bar.", "One light in the middle",
          "Without a clock: the other player's turn.", bar=lambda bar: bar.turn(_WARM, False)),
    Light("bar-clock", "Nine of fifteen lights in violet.", "Some lights from the left",
          "With a clock: the main time left. The bar of the player who waits is dim.",
          bar=lambda bar: bar.clock(_CLOCK * 3 // 5, _CLOCK, _VIOLET, True, 0)),
    Light("bar-clock-dim", "Twelve of fifteen lights, dim.", "The same, dim", "This player's clock is stopped.",
          bar=lambda bar: bar.clock(_CLOCK * 4 // 5, _CLOCK, _WARM, False, 0)),
    Light("bar-minute", "Ten of fifteen lights with short dips.", "With a short dip each second",
          "The last minute: four seconds a light.", bar=lambda bar: bar.clock(40_000, _CLOCK, _VIOLET, True, 0)),
    Light("bar-seconds", "Seven of fifteen lights, dimmed twice a second.", "Dimmed twice a second",
          "The last fifteen seconds: one second a light.", bar=lambda bar: bar.clock(7_000, _CLOCK, _VIOLET, True, 0)),
    Light("bar-entry", "Three lights in green, with quick dips.",
          "As many lights as the entry's number, with quick dips",
          "A menu is open. Each entry has its number and a colour.", bar=lambda bar: bar.entry(3, colours.MENU[2], 0)),
    Light("bar-press", "The whole bar in violet, with quick dips.", "The whole bar, with quick dips",
          "Press a button: the interrupted game has all its stones again, or the game waits for your press.",
          bar=lambda bar: bar.ask(_VIOLET, 0)),
    Light("bar-refused", "The whole bar blinks fast in red.", "The whole bar red, blinking fast",
          "The button can do nothing now.", bar=lambda bar: bar.refuse(0)),
    Light("bar-fifths", "Three amber lights, and five dim ones.", "Amber lights, the rest of them dim",
          "Tentative fifths on the board, here 3 of 8.", bar=lambda bar: bar.counted(3, 8, colours.OFFER)),
    Light("bar-captures", "Four lights in warm white, and six dim ones.", "Bright lights, the rest of them dim",
          "After a press when nothing else is to be done: captured stones, here 4 of 10.",
          bar=lambda bar: bar.counted(4, 10, _WARM)),
    Light("bar-kind", "The whole bar in cyan.", "The whole bar in cyan",
          "The next stone is a bomb or a neutral stone.", bar=lambda bar: bar.turn(colours.KIND, True)),
    Light("bar-colour", "The whole bar in warm white.", "Both bars whole, for two seconds",
          "The players' colours, after a swap or after a press when nothing else is to be done.",
          bar=lambda bar: bar.whole(_WARM)),
    Light("bar-thinks", "The whole bar, slowly pulsing.", "The whole bar, slowly pulsing",
          "The board thinks for this player.", bar=lambda bar: bar.think(_VIOLET, 0)),
)  # fmt: skip

GROUPS = {
    "play": PLAY, "captures": CAPTURES, "fouls": FOULS, "end": END, "place": PLACE, "wiring": WIRING, "help": HELP,
    "bars": BARS,
}  # fmt: skip
LIGHTS = {light.name: light for group in GROUPS.values() for light in group}


def table(group: str) -> str:
    """Return a table of a group of lights: picture, look and meaning."""
    rows = ["| light | how it looks | what it means |", "|---|---|---|"]
    for light in GROUPS[group]:
        rows.append(f"| ![{light.scene}](pictures/lights/{light.name}.svg) | {light.looks} | {light.means} |")
    return "\n".join(rows)


def pictures() -> dict[str, str]:
    """Return the pictures of all lights."""
    return {f"{FOLDER}/{name}.svg": light.svg() for name, light in LIGHTS.items()}
