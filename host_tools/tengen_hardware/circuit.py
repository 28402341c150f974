"""A circuit as a table: parts, and the net of each terminal. All of hardware/ is generated from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from operator import itemgetter
from typing import NamedTuple

from tengen_host.pinouts import KINDS, Terminal

GROUND, FIVE, THREE = "GND", "5V", "3V3"


class CircuitError(ValueError):
    """The circuit is not valid; the message names the part and the terminal."""


class Part(NamedTuple):
    """A part: `reference` as printed on the board, `kind` (from pinouts.KINDS), and each terminal's net by number.

    A terminal with the net None is open on purpose; a terminal missing in `nets` is an error. `fitted`: True if the
    part is soldered; otherwise the board has only its footprint.
    """

    reference: str
    kind: str
    nets: dict[str, str | None]
    fitted: bool = True

    def terminals(self) -> Iterable[tuple[Terminal, str | None]]:
        """Return each terminal with its net."""
        return ((terminal, self.nets[terminal.number]) for terminal in KINDS[self.kind])

    def net(self, name: str) -> str | None:
        """Return the net of the terminal called `name`."""
        return self.nets[_numbers(self.kind)[name]]


@cache
def _numbers(kind: str) -> dict[str, str]:
    """Return the number of each terminal by its name; for a repeated name (GND) the first number."""
    return {terminal.name: terminal.number for terminal in reversed(KINDS[kind])}


class End(NamedTuple):
    """One terminal of one part on a net."""

    part: Part
    terminal: Terminal


def part(reference: str, kind: str, by_name: Mapping[str, str | None], fitted: bool = True) -> Part:
    """Make a part from nets by terminal name. Each name must be given; a repeated name (GND) only once."""
    terminals = KINDS[kind]
    known = {terminal.name for terminal in terminals}
    if known != set(by_name):
        wrong = ", ".join(sorted(known ^ set(by_name)))
        raise CircuitError(f"{reference} ({kind}): these terminals have no net, or do not exist: {wrong}")
    return Part(reference, kind, {terminal.number: by_name[terminal.name] for terminal in terminals}, fitted)


def numbered(nets: Iterable[str | None]) -> dict[str, str | None]:
    """Return the nets of a plug by pin number, counted from 1."""
    return {str(number): net for number, net in enumerate(nets, 1)}


class Circuit:
    """An immutable circuit: its parts by reference, in the given order."""

    def __init__(self, name: str, parts: Iterable[Part]) -> None:
        self.name = name
        self.parts: dict[str, Part] = {}
        for each in parts:
            if each.reference in self.parts:
                raise CircuitError(f"{name}: two parts are called {each.reference}")
            self.parts[each.reference] = each

    def nets(self, fitted_only: bool = False) -> dict[str, list[End]]:
        """Return the terminals on each net. The nets are in the order of their first terminals."""
        return self._fitted_nets if fitted_only else self._nets

    @cached_property
    def _nets(self) -> dict[str, list[End]]:
        return _nets(self.parts.values())

    @cached_property
    def _fitted_nets(self) -> dict[str, list[End]]:
        return _nets(each for each in self.parts.values() if each.fitted)

    @cached_property
    def _of_kind(self) -> dict[str, list[tuple[int, Part]]]:
        found: dict[str, list[tuple[int, Part]]] = {}
        for at, each in enumerate(self.parts.values()):
            found.setdefault(each.kind, []).append((at, each))
        return found

    def of_kind(self, *kinds: str) -> list[Part]:
        """Return the parts of these kinds, in the order of the circuit."""
        found = [numbered for kind in set(kinds) for numbered in self._of_kind.get(kind, ())]
        return [each for _, each in sorted(found, key=itemgetter(0))]

    def with_part(self, changed: Part) -> Circuit:
        """Return a copy with one part replaced; tests use it to break a circuit."""
        return Circuit(self.name, (self.parts | {changed.reference: changed}).values())

    def without(self, reference: str) -> Circuit:
        """Return a copy without one part."""
        return Circuit(self.name, [each for each in self.parts.values() if each.reference != reference])


def _nets(parts: Iterable[Part]) -> dict[str, list[End]]:
    found: dict[str, list[End]] = {}
    for each in parts:
        for terminal, net in each.terminals():
            if net is not None:
                found.setdefault(net, []).append(End(each, terminal))
    return found
