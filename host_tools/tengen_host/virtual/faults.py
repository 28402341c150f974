"""The faults of a board: the table of their kinds, and the current faults of the virtual hardware."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tengen.games import points
from tengen.sensing.supply import OFF_MV

from ..i18n import Sentence

WHOLE_MV = 5000  # the 5 V rail of a sound board
LEAST_MV, MOST_MV = 0, 5500  # the rail's mV without a supply, and its most mV; at more the inlet turns off
PICO_MV = 4700  # VSYS, which a laptop feeds through a Schottky diode, independent of the rail
SENSE = "sense"  # the name of the sixteenth column, which is the row sense


@dataclass(frozen=True)
class Kind:
    """One kind of fault.

    `at`: the place that it needs: nothing, point, row, column, pixel or mV; rows or columns for two lines with a blank
    between them. `words`: an explanation for people.
    """

    name: str
    at: str
    words: str
    default: str | None = None


KINDS = {
    kind.name: kind
    for kind in (
        Kind("worst bounce", "nothing", "Every reed bounces for a whole millisecond, as fast as possible"),
        Kind("stuck closed", "point", "The reed never opens: the point seems to have a stone"),
        Kind("stuck open", "point", "The reed never closes: a stone on the point is not detected"),
        Kind("chattering", "point", "The reed opens and closes by itself, with a stone or without"),
        Kind("sticking reed", "point", "The reed opens only 0.4 to 1.5 s after its stone was lifted"),
        Kind("shorted diode", "point", "A bridge instead of the diode: stones cause ghost stones"),
        Kind("dead row", "row", "The row is not driven (16 is the row of always-closed contacts)"),
        Kind("dead column", "column", f"The input receives nothing ({SENSE} is the row sense)"),
        Kind("broken row", "point", "The row's wire is broken beyond this point: nothing to its right is driven"),
        Kind("broken column", "point", "The column's wire is broken beyond this point: nothing above it is read"),
        Kind("swapped rows", "rows", "The wires of two rows are swapped"),
        Kind("swapped columns", "columns", "The wires of two columns are swapped"),
        Kind("shorted rows", "rows", "Two rows are shorted: their outputs oppose each other, neither row goes high"),
        Kind("shorted columns", "columns", "Two columns are shorted: a closed reed is read on both"),
        Kind("slow lines", "nothing", "Columns fall so slowly that stones of one row are also read in the next rows"),
        Kind("weak magnet", "point", "The reed under a stone sometimes opens for 3 ms"),
        Kind("crosstalk", "point", "A stone put there also closes the next reed for a moment"),
        Kind("broken LED", "pixel", "This pixel and all pixels after it on the chain are dark", "112"),
        Kind("sagging supply", "mV", "The supply is low; below 3000 mV it is missing", "4000"),
    )
}

# The kinds of a board without a matrix
WITHOUT_MATRIX = {name: KINDS[name] for name in ("broken LED", "sagging supply")}

# an example of each kind of place
_EXAMPLES = {"point": "h9", "row": "7", "column": "c", "rows": "3 4", "columns": "c d"}


class Faults:
    """The faults of one board of size x size points with a chain of `pixels` LEDs. At first there are no faults.

    Places are texts: a point like h9, a row 1 to size + 1, a column a ... or `sense`, two rows or two columns with a
    blank between them, a pixel from 0, or a number of mV. `version` grows with each change. `kinds`: the possible
    kinds of faults, by name.
    """

    def __init__(self, size: int, pixels: int = 0, kinds: Mapping[str, Kind] = KINDS) -> None:
        self.size = size
        self.pixels = pixels
        self.kinds = kinds
        self.version = 0
        self._broken: dict[tuple[str, str | None], tuple[int, ...]] = {}

    def break_(self, kind: str, at: str | int | None = None) -> None:
        """Make a fault, unless it exists already. Raises ValueError for an impossible one."""
        place, numbers = self._place(self._kind(kind), at)
        if KINDS[kind].at == "mV":
            self._broken = {key: value for key, value in self._broken.items() if key[0] != kind}
        self._broken[kind, place] = numbers
        self.version += 1

    def mend(self, kind: str, at: str | int | None = None) -> None:
        """Repair one fault, or without a place all faults of its kind. Raises ValueError if there is none."""
        known = self._kind(kind)
        if at is None:
            gone = [key for key in self._broken if key[0] == kind]
        else:
            key = (kind, self._place(known, at)[0])
            gone = [key] if key in self._broken else []
        if not gone:
            if at is None:
                raise ValueError(Sentence("server.nothing_to_mend", fault=kind))
            raise ValueError(Sentence("server.nothing_to_mend_at", fault=kind, place=_shown(at)))
        for key in gone:
            del self._broken[key]
        self.version += 1

    def active(self) -> list[dict[str, str | None]]:
        """Return the faults, oldest first: [{"kind": "stuck closed", "at": "h9"}, ...]."""
        return [{"kind": kind, "at": at} for kind, at in self._broken]

    def places(self, kind: str) -> list[int]:
        """Return the places of the faults of this kind, as numbers: rows, columns and points count from 0."""
        return [numbers[0] for (name, _), numbers in self._broken.items() if name == kind]

    def pairs(self, kind: str) -> list[tuple[int, int]]:
        """Return the places of the faults of a kind that needs two rows or columns, as pairs of numbers from 0."""
        return [(numbers[0], numbers[1]) for (name, _), numbers in self._broken.items() if name == kind]

    @property
    def supply_mv(self) -> int:
        """The 5 V rail in mV."""
        return next(iter(self.places("sagging supply")), WHOLE_MV)

    @property
    def broken_led(self) -> int | None:
        """The first dark pixel of the chain; all pixels after it are dark, too. None if the chain works and has 5 V."""
        if self.supply_mv < OFF_MV:
            return 0
        return min(self.places("broken LED"), default=None)

    def seen(self, frame: bytes) -> bytes:
        """Return a frame as it looks with these faults; a frame has three bytes for each pixel."""
        first = self.broken_led
        return frame if first is None else frame[: 3 * first] + bytes(len(frame) - 3 * first)

    def _place(self, kind: Kind, at: str | int | None) -> tuple[str | None, tuple[int, ...]]:
        """Return a place in its canonical spelling, and its number or pair of numbers."""
        if kind.at == "nothing":
            if at is not None:
                raise ValueError(Sentence("server.fault_no_place", fault=kind.name))
            return None, (0,)
        if at is None:
            at = kind.default
        if at is None:
            raise ValueError(Sentence("server.fault_needs_place", fault=kind.name, example=_EXAMPLES[kind.at]))
        text = str(at).strip().lower()
        if kind.at == "point":
            point = self._point(text)
            return points.name(point, self.size), (point,)
        if kind.at == "column":
            return text, (self._column(text),)
        if kind.at == "columns":
            return _pair(kind, text, [*points.LETTERS[: self.size], SENSE], self._column)
        if kind.at == "rows":
            names = [str(row) for row in range(1, self.size + 2)]
            return _pair(kind, text, names, lambda row: _number(kind, row, 1, self.size + 1) - 1)
        if kind.at == "row":
            row = _number(kind, text, 1, self.size + 1)
            return str(row), (row - 1,)
        least, most = (0, self.pixels - 1) if kind.at == "pixel" else (LEAST_MV, MOST_MV)
        number = _number(kind, text, least, most)
        return str(number), (number,)

    def _kind(self, name: str) -> Kind:
        if name not in self.kinds:
            what = "not a fault of this board" if name in KINDS else "not a fault"
            raise ValueError(f"{_shown(name)} is {what}: {', '.join(self.kinds)}")
        return self.kinds[name]

    def _point(self, text: str) -> int:
        try:
            return points.index(text, self.size)
        except ValueError:
            last = points.name(self.size * self.size - 1, self.size)
            raise ValueError(Sentence("server.no_point", place=_shown(text), last=last)) from None

    def _column(self, text: str) -> int:
        letters = points.LETTERS[: self.size]
        if text == SENSE:
            return self.size
        if len(text) != 1 or text not in letters:
            raise ValueError(Sentence("server.no_column", place=_shown(text), last=letters[-1], sense=SENSE))
        return letters.index(text)


def _number(kind: Kind, text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not least <= number <= most:
        raise ValueError(Sentence("server.no_number", place=_shown(text), fault=kind.name, least=least, most=most))
    return number


def _pair(
    kind: Kind, text: str, names: list[str], number_of: Callable[[str], int]
) -> tuple[str, tuple[int, ...]]:
    """Return two rows or columns, the lower first."""
    numbers = sorted(number_of(word) for word in text.split()[:3])
    if len(set(numbers)) != 2 or len(numbers) != 2:
        raise ValueError(Sentence("server.no_pair", place=_shown(text), fault=kind.name, example=_EXAMPLES[kind.at]))
    return " ".join(names[number] for number in numbers), tuple(numbers)


def _shown(value: object) -> str:
    text = ascii(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:40] + "..."
