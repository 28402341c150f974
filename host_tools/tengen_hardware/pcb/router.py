"""Connect the pads of each net by tracks on two layers, by a search on a grid. The result is always the same.

Each net first takes its cheapest path, even through other nets. Then nets in conflict are laid again and again, while
each place in conflict becomes more expensive, until there is no conflict ("negotiated congestion": McMurchie and
Ebeling, PathFinder, 1995). All costs are integers and all orders are sorted, so that every machine gets the same
result.

The search moves on a grid of STEP. Free places are computed for half steps, too, so that a track is also free between
two grid points.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from ..circuit import CircuitError

STEP = 0.635  # a quarter of the pitch of pins
HALF = STEP / 2
WIDTH = 0.24  # the width of a track; two diagonal tracks side by side are 0.449 mm apart, which is enough for the gap
VIA, VIA_DRILL = 0.6, 0.3
GAP = 0.2
_SLACK = 0.02  # added to the gap, because a corner may lie between two half steps
EDGE = 0.6  # the distance from the board's edge to a track's middle

TOP, BOTTOM = 0, 1
_FREE, _SHUT = -1, -2

_STRAIGHT, _SLANTING, _THROUGH = 20, 28, 140
_ROUNDS = 200


class Copper(NamedTuple):
    """Existing copper: a rectangle with `round` added on every side. A hole has the `net` None.

    `pad`: the pad's name, if tracks may end there; no via may touch a pad.
    """

    net: str | None
    layers: tuple[int, ...]
    left: float
    bottom: float
    right: float
    top: float
    round: float = 0.0
    pad: str | None = None

    def away(self, x: float, y: float) -> float:
        """Return the distance of a point from this copper; 0 or less if the point is inside."""
        dx = max(self.left - x, 0.0, x - self.right)
        dy = max(self.bottom - y, 0.0, y - self.top)
        return float((dx * dx + dy * dy) ** 0.5) - self.round

    def middle(self) -> tuple[float, float]:
        """Return the middle of this copper."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


class Way(NamedTuple):
    """A track along `points` on one layer."""

    net: str
    layer: int
    points: tuple[tuple[float, float], ...]


class Routed(NamedTuple):
    """The tracks, and the vias as (net, x, y)."""

    ways: tuple[Way, ...]
    vias: tuple[tuple[str, float, float], ...]


class Grid:
    """The board's free places for each net. A place is a number made of layer, half steps up, half steps across."""

    def __init__(self, width: float, height: float, coppers: Iterable[Copper]) -> None:
        self.width, self.height = width, height
        self.across = int(width / HALF) + 1
        self.up = int(height / HALF) + 1
        self.size = self.across * self.up
        self.coppers = tuple(coppers)
        self.nets = sorted({each.net for each in self.coppers if each.net is not None})
        self.of_net = {net: at for at, net in enumerate(self.nets)}
        self.tracks = [_FREE] * (2 * self.size)
        self.vias = [_FREE] * self.size
        for each in self.coppers:
            whose = _SHUT if each.net is None else self.of_net[each.net]
            for layer in each.layers:
                self._mark(self.tracks, layer * self.size, each, whose, WIDTH / 2 + GAP + _SLACK)
            self._mark(self.vias, 0, each, _SHUT if each.pad else whose, VIA / 2 + GAP + _SLACK)
        for place in range(self.size):
            x, y = self.at(place)
            if not (EDGE <= x <= width - EDGE and EDGE <= y <= height - EDGE):
                self.tracks[place] = self.tracks[self.size + place] = self.vias[place] = _SHUT

    def at(self, place: int) -> tuple[float, float]:
        """Return a place's x and y in mm from the lower left corner."""
        up, across = divmod(place % self.size, self.across)
        return round(across * HALF, 4), round(up * HALF, 4)

    def near(self, copper: Copper, reach: float) -> Iterator[int]:
        """Yield the places less than `reach` mm from copper, with the numbers of the first layer."""
        more = reach + copper.round
        for up in range(max(0, int((copper.bottom - more) / HALF)), min(self.up, int((copper.top + more) / HALF) + 2)):
            y = up * HALF
            for across in range(
                max(0, int((copper.left - more) / HALF)), min(self.across, int((copper.right + more) / HALF) + 2)
            ):
                if copper.away(across * HALF, y) < reach:
                    yield up * self.across + across

    def _mark(self, into: list[int], offset: int, copper: Copper, whose: int, reach: float) -> None:
        for place in self.near(copper, reach):
            was = into[offset + place]
            into[offset + place] = whose if was in (_FREE, whose) else _SHUT

    def ends(self, pad: Copper) -> list[int]:
        """Return the places of the grid on a pad's copper, where a track may end."""
        found = []
        for place in self.near(pad, 1e-6):
            up, across = divmod(place, self.across)
            if up % 2 == 0 and across % 2 == 0:
                found += [layer * self.size + place for layer in pad.layers]
        whose = self.of_net[str(pad.net)]
        return sorted(place for place in found if self.tracks[place] in (_FREE, whose))


class _Net:
    """A net to route: its pads, and its present tracks."""

    def __init__(self, name: str, number: int, pads: list[list[int]], middles: list[tuple[float, float]]) -> None:
        self.name, self.number, self.pads, self.middles = name, number, pads, middles
        self.steps: list[list[int]] = []  # the places of each track, from the tree to the pad
        self.taken: set[int] = set()


def route(grid: Grid, joined: Mapping[str, Iterable[str]] | None = None) -> Routed:
    """Connect all pads of each net. Raises CircuitError, with the nets that can't be routed.

    `joined`: for each net the pads (by `Copper.pad`) that an area of copper already connects.
    """
    nets = _nets(grid, joined or {})
    history = [0] * (2 * grid.size)
    claims = [0] * (2 * grid.size)
    todo, fought = nets, nets
    for turn in range(_ROUNDS):
        for net in todo:
            for place in net.taken:
                claims[place] -= 1
            _lay(grid, net, claims, history, 20 + 15 * turn)
            for place in net.taken:
                claims[place] += 1
        fought = [net for net in nets if any(claims[place] > 1 for place in net.taken)]
        if not fought:
            return _told(grid, nets)
        for place in sorted({place for net in fought for place in net.taken if claims[place] > 1}):
            history[place] += 10
        todo = fought
    raise CircuitError(f"no path was found for the tracks of {', '.join(net.name for net in fought)}")


def _nets(grid: Grid, joined: Mapping[str, Iterable[str]]) -> list[_Net]:
    """Return the nets with pads to connect, the shortest span first."""
    found = []
    for number, name in enumerate(grid.nets):
        pads: dict[str, list[Copper]] = {}
        together = set(joined.get(name, ()))
        for each in grid.coppers:
            if each.net == name and each.pad:
                pads.setdefault("" if each.pad in together else each.pad, []).append(each)
        if len(pads) < 2:
            continue
        ends = [sorted({place for each in group for place in grid.ends(each)}) for group in pads.values()]
        for group, its in zip(pads.values(), ends, strict=True):
            if not its:
                raise CircuitError(f"no track can reach {group[0].pad} of {name}")
        found.append(_Net(name, number, ends, [group[0].middle() for group in pads.values()]))

    def span(net: _Net) -> tuple[float, str]:
        xs, ys = [x for x, _ in net.middles], [y for _, y in net.middles]
        return round(max(xs) - min(xs) + max(ys) - min(ys), 3), net.name

    return sorted(found, key=span)


def _lay(grid: Grid, net: _Net, claims: list[int], history: list[int], price: int) -> None:
    """Lay a net again, from its first pad to the nearest open pad, until all pads are connected."""
    net.steps, net.taken = [], set()
    tree = set(net.pads[0])
    left = list(range(1, len(net.pads)))
    reached = [net.middles[0]]
    while left:

        def distance(at: int) -> tuple[float, int]:
            x, y = net.middles[at]
            return min(round(abs(x - a) + abs(y - b), 3) for a, b in reached), at

        nearest = min(left, key=distance)
        left.remove(nearest)
        reached.append(net.middles[nearest])
        steps = _search(grid, net.number, tree, net.pads[nearest], claims, history, price)
        if not steps:
            raise CircuitError(f"no path exists at all for a track of {net.name}")
        net.steps.append(steps)
        tree.update(steps, net.pads[nearest])
        net.taken |= _claimed(grid, steps)


def _search(
    grid: Grid, number: int, sources: set[int], targets: list[int], claims: list[int], history: list[int], price: int
) -> list[int]:
    """Return the places of the cheapest path from any source to any target (A*); empty if there is no path."""
    across, size, tracks, vias = grid.across, grid.size, grid.tracks, grid.vias
    goals = set(targets)
    ups = [place % size // across for place in targets]
    acrosses = [place % size % across for place in targets]
    left, right, low, high = min(acrosses), max(acrosses), min(ups), max(ups)
    layers = {place // size for place in targets}
    only = next(iter(layers)) if len(layers) == 1 else -1

    def rest(place: int) -> int:
        layer, flat = divmod(place, size)
        up, over = divmod(flat, across)
        dx = left - over if over < left else over - right if over > right else 0
        dy = low - up if up < low else up - high if up > high else 0
        less, more = (dx, dy) if dx < dy else (dy, dx)
        return (_SLANTING * less + _STRAIGHT * (more - less)) // 2 + (_THROUGH if only not in (-1, layer) else 0)

    diagonals = (across + 1, across - 1, -across + 1, -across - 1)
    big = 1 << 60
    cost = [big] * (2 * size)
    came = [-1] * (2 * size)
    heap = []
    for place in sorted(sources):
        cost[place] = 0
        heap.append((rest(place), 0, place))
    heapq.heapify(heap)
    mine = (_FREE, number)
    while heap:
        _, so_far, place = heapq.heappop(heap)
        so_far = -so_far
        if so_far > cost[place]:
            continue
        if place in goals:
            way = [place]
            while came[place] >= 0:
                place = came[place]
                way.append(place)
            return way[::-1]
        layer = place // size
        for way_on in (1, -1, across, -across):
            to = place + 2 * way_on
            if tracks[to] in mine and tracks[place + way_on] in mine:
                # horizontal tracks are cheaper on the top and vertical tracks on the bottom, so that crossings need no
                # extra vias
                along = (way_on in (1, -1)) == (layer == TOP)
                dear = so_far + _STRAIGHT + (0 if along else 4) + history[to] + claims[to] * price
                if dear < cost[to]:
                    cost[to], came[to] = dear, place
                    heapq.heappush(heap, (dear + rest(to), -dear, to))
        for way_on in diagonals:
            to, between = place + 2 * way_on, place + way_on
            if tracks[to] in mine and tracks[between] in mine:
                dear = so_far + _SLANTING + 2 + history[to] + history[between] + (claims[to] + claims[between]) * price
                if dear < cost[to]:
                    cost[to], came[to] = dear, place
                    heapq.heappush(heap, (dear + rest(to), -dear, to))
        flat = place % size
        to = flat + (size if layer == TOP else 0)
        dear = so_far + _THROUGH
        if dear < cost[to] and vias[flat] in mine and tracks[to] in mine:
            for each in _via_claims(grid, flat):
                dear += history[each] + claims[each] * price
            if dear < cost[to]:
                cost[to], came[to] = dear, place
                heapq.heappush(heap, (dear + rest(to), -dear, to))
    return []


def _via_claims(grid: Grid, flat: int) -> tuple[int, ...]:
    """Return the places that a via blocks: its own, diagonal tracks past it, and other vias beside it."""
    across, size = grid.across, grid.size
    slanting = (across + 1, across - 1, -across + 1, -across - 1)
    return (
        flat, flat + size,
        *(flat + each for each in slanting), *(flat + each + size for each in slanting),
        *(flat + each for each in (1, -1, across, -across)),
    )  # fmt: skip


def _claimed(grid: Grid, steps: list[int]) -> set[int]:
    """Return the places that a track blocks."""
    found = set(steps)
    for one, two in pairwise(steps):
        if abs(one - two) == grid.size:
            found.update(_via_claims(grid, one % grid.size))
        elif abs(one - two) not in (2, 2 * grid.across):
            found.add((one + two) // 2)
    return found


def _told(grid: Grid, nets: list[_Net]) -> Routed:
    ways: list[Way] = []
    vias: set[tuple[str, float, float]] = set()
    pads: dict[tuple[str | None, int], list[Copper]] = {}
    for each in grid.coppers:
        for layer in each.layers:
            if each.pad:
                pads.setdefault((each.net, layer), []).append(each)
    for net in sorted(nets, key=lambda each: each.name):
        for steps in net.steps:
            if len(steps) == 1:
                # an earlier track of the net crosses this pad: add a piece to the pad's middle
                layer, point = steps[0] // grid.size, grid.at(steps[0])
                for middle in _to_middle(point, pads.get((net.name, layer), [])):
                    ways.append(Way(net.name, layer, (point, middle)))
                continue
            pieces: list[list[int]] = [[steps[0]]]
            for one, two in pairwise(steps):
                if abs(one - two) == grid.size:
                    vias.add((net.name, *grid.at(one)))
                    pieces.append([two])
                else:
                    pieces[-1].append(two)
            for at, piece in enumerate(pieces):
                points = [grid.at(place) for place in piece]
                layer = piece[0] // grid.size
                if at == 0:
                    points = _to_middle(points[0], pads.get((net.name, layer), [])) + points
                if at == len(pieces) - 1:
                    points += _to_middle(points[-1], pads.get((net.name, layer), []))
                if len(set(points)) > 1:
                    ways.append(Way(net.name, layer, tuple(_straightened(points))))
    return Routed(tuple(ways), tuple(sorted(vias)))


def _to_middle(end: tuple[float, float], pads: list[Copper]) -> list[tuple[float, float]]:
    """Return the middle of the pad where a track ends, as a list; empty if the track reaches it or ends on no pad."""
    for pad in pads:
        x, y = pad.middle()
        if pad.away(*end) <= 1e-6 and (abs(x - end[0]) > 1e-3 or abs(y - end[1]) > 1e-3):
            return [(round(x, 4), round(y, 4))]
    return []


def _straightened(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points without those within straight lines."""
    points = [here for at, here in enumerate(points) if at == 0 or here != points[at - 1]]
    found = points[:1]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if abs(turn) > 1e-6:
            found.append(here)
    return [*found, points[-1]]
