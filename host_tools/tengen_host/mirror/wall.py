"""The wall's picture: the stones in their colours, with the board's lights over them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.games import COLOUR_NAMES
from tengen.games.openings import zone_points
from tengen.games.points import index
from tengen.lights import power, rhythm
from tengen.lights.colours import MISSING, TURN, faded, packed
from tengen.lights.picture import Picture
from tengen.lights.scene import Scene
from tengen.wiring import FULL_MA, IDLE_MA

from .. import wiring
from ..wire.state import GameState

_OTHERS = (8, 8, 8)  # stones of neither player
_STONE = {name: packed(TURN.get(colour, _OTHERS)) for colour, name in enumerate(COLOUR_NAMES)}
_LAST = {name: packed(MISSING.get(colour, _OTHERS)) for colour, name in enumerate(COLOUR_NAMES)}


@dataclass(frozen=True)
class Wall:
    """A square panel of `side` x `side` NeoPixels on one chain; the board is shown in its middle.

    `first`: the corner where the chain begins, as a point name ("a1" is the lower left). `direction`: the chain runs
    along the rows ("row") or the columns ("column"). `serpentine`: every other row or column runs back. `brightness`:
    in percent. `budget_ma`: the largest current of the panel in mA, by the model of board.toml. Raises ValueError for
    an impossible panel.
    """

    side: int = 16
    first: str = "a1"
    direction: str = "row"
    serpentine: bool = True
    brightness: int = 40
    budget_ma: int = 2000

    def __post_init__(self) -> None:
        if not 1 <= self.side <= len(wiring.LETTERS):
            raise ValueError(f"a panel of {self.side} x {self.side}: 1 to {len(wiring.LETTERS)}")
        if not 1 <= self.brightness <= 100:
            raise ValueError(f"a brightness of {self.brightness}: 1 to 100 percent")
        if self.budget_ma < IDLE_MA * self.side**2:
            raise ValueError(
                f"{self.budget_ma} mA is less than the {IDLE_MA * self.side**2} mA that the dark panel draws"
            )
        try:
            self.pixel_of(1)
        except wiring.WiringError as error:
            raise ValueError(str(error).replace("board.toml [leds] ", "")) from None

    def pixel_of(self, size: int) -> list[int]:
        """Return the pixel of each point by index, on a board of `size` rows.

        Raises ValueError if the board is too large.
        """
        if size > self.side:
            raise ValueError(f"a board of {size} x {size} does not fit on a panel of {self.side} x {self.side}")
        to_and_fro = self.side if self.serpentine else 1
        leds = {"first": self.first.lower(), "direction": self.direction, "serpentine_rows": to_and_fro}
        panel = wiring.pixels({"board": {"size": self.side}, "leds": leds})
        edge = (self.side - size) // 2
        rows = range(edge, edge + size)
        return [panel[row * self.side + column] for row in rows for column in rows]

    def frame(self, game: GameState, elapsed_ms: int) -> tuple[bytearray, int]:
        """Return the frame for `elapsed_ms` after the last change of the game, and the ms until the next frame.

        The frame has three bytes for each pixel (green, red, blue), in the order of the chain, within brightness and
        budget. The ms are -1 if the frame does not change by itself. Raises ValueError for a board larger than the
        panel.
        """
        frame, size = bytearray(3 * self.side**2), game.size
        pixel_of = self.pixel_of(size)
        # the board's lights, drawn by the firmware's code; the wall has no edge bars
        soon = Scene().draw(frame, _picture(game), elapsed_ms, _Wired(pixel_of))
        last = rhythm.look(rhythm.LAST, elapsed_ms)
        for point, colour in game.stones.items():
            at = 3 * pixel_of[index(point, size)]
            if any(frame[at : at + 3]):
                continue
            if point == game.last:
                light = faded(_LAST[colour], last & 255)
                soon = min(soon, last >> 8) if soon >= 0 else last >> 8
            else:
                light = _STONE[colour]
            frame[at : at + 3] = light.to_bytes(3, "big")
        shown = bytearray(len(frame))
        power.fit(frame, shown, self.side**2, FULL_MA, IDLE_MA, self.budget_ma, self.brightness * 256 // 100)
        return shown, soon


class _Wired:
    """The wall's pixel numbers in the form that lights.scene needs."""

    def __init__(self, pixel_of: Sequence[int]) -> None:
        self.pixel_of = pixel_of
        self.bars: tuple[Sequence[int], ...] = ((), ())


def _picture(game: GameState) -> Picture:
    """Return the picture of the board's lights, without the mark of the last stone, which the wall draws itself."""
    size = game.size

    def points(names: Sequence[str]) -> tuple[int, ...]:
        return tuple(index(name, size) for name in names)

    picture = Picture(size, 0)
    for name, colour in game.stones.items():
        picture.cells[index(name, size)] = COLOUR_NAMES.index(colour)
    if game.zone:
        picture.zone = tuple(point for point in zone_points(game.zone, size) if not picture.cells[point])
    picture.several, picture.offers, picture.twins = points(game.several), points(game.fifths), points(game.twins)
    picture.takes, picture.lift, picture.standing = points(game.takes), points(list(game.lift)), points(game.standing)
    picture.replies = points(game.replies)
    picture.earlier = points(game.provisional[:-1])
    picture.provisional = index(game.provisional[-1], size) if game.provisional else -1
    if game.foul:
        picture.provisional, picture.foul = -1, picture.provisional
    if game.result and game.result.line:
        # the points are the winner's line, or the loser's foul
        line = points(game.result.line)
        if game.cells.get(game.result.line[0]) == game.result.winner:
            picture.five = line
        else:
            picture.foul = line[0]
    if picture.foul >= 0 or picture.provisional >= 0:
        picture.foul_lines = tuple(points(stones) for stones, _ in game.lines)
        picture.dead = tuple(not counts for _, counts in game.lines)
    picture.missing_black = points([name for name in game.missing if game.cells.get(name) == "black"])
    picture.missing_white = points([name for name in game.missing if game.cells.get(name) != "black"])
    if game.clearing:
        picture.missing_black = picture.missing_white = ()
        lying = {**game.cells, **game.extra}.keys() - set(game.missing)
        picture.extra = tuple(sorted(points(list(lying))))
    elif game.disturbed or game.refused:
        picture.extra = points([name for name in game.extra if name not in game.provisional])
    picture.word_rows = picture.foul_rows = array("I", [0] * size)
    return picture
