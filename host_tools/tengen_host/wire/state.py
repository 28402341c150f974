"""The state of a board and its game: lines merged, as the board sends them (firmware/tengen/session/state.py).

A line is a dict: "seq" and "t" (the board's ms), and any of "is" (groups that have changed), "did" (actions), "more"
(the next line belongs to this one), "whole" (all groups were sent), "re" and "answer" (to a command).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.games import COLOUR_NAMES, OWN, points
from tengen.session.settings import moves_by_button

Line = Mapping[str, Any]
Groups = Mapping[str, Any]
Change = tuple[str, str, str]

COLOURS = ("black", "white")
EMPTY = "empty"
NEUTRAL = "neutral"  # a stone that belongs to neither player: a bomb, or a neutral stone
COMMON = "common"  # a stone that belongs to both players
COMMON_CENTRE = "common-centre"  # the game with this stone on its centre
PASS = "--"
_GROWING = ("moves", "record")


def merge(groups: Groups, news: Groups) -> dict[str, Any]:
    """Return the groups merged with the `is` of a line. Invalid parts change nothing; unknown groups are stored."""
    after = dict(groups)
    for name, its in news.items():
        if name in _GROWING:
            if isinstance(its, list) and len(its) == 2 and type(its[0]) is int and isinstance(its[1], list):
                after[name] = [*after.get(name, ())[: its[0]], *its[1]]
        elif name == "board":
            after[name] = _with_changes(after.get(name, {}), its)
        elif its is None or isinstance(its, dict | list):
            after[name] = its
    return after


def _with_changes(board: Mapping[str, str], news: Any) -> Mapping[str, str]:
    """Return the stones {point: colour} merged with a group `board`."""
    try:
        stones = {} if news.get("clear") else dict(board)
        for point, _, now in news["changes"]:
            stones.pop(point, None)
            if now in COLOUR_NAMES and now != EMPTY:
                stones[str(point)] = now
    except (TypeError, ValueError, KeyError, AttributeError):
        return board
    return stones


def join_lines(line: Line, later: Line) -> dict[str, Any]:
    """Join two lines that belong together; "more" stays if further such lines follow."""
    both = {name: its for name, its in {**line, **later}.items() if name != "more" or later.get("more")}
    for name in ("is", "did"):
        if name in line and name in later:
            both[name] = [*line[name], *later[name]] if name == "did" else {**line[name], **later[name]}
    for name in (*_GROWING, "board"):
        one, other = (its.get("is", {}).get(name) for its in (line, later))
        if one and other and name != "board":
            kept = other[0] - one[0]
            both["is"][name] = [one[0], [*one[1][:kept], *other[1]]] if kept >= 0 else other
        elif one and other and not other.get("clear"):
            both["is"][name] = {**one, **other, "changes": [*one["changes"], *other["changes"]]}
    return both


def snapshot(groups: Groups) -> dict[str, Any]:
    """Return the `is` of a line with all these groups: merge({}, snapshot(groups)) == groups."""
    its = dict(groups)
    for name in _GROWING:
        if name in its:
            its[name] = [0, its[name]]
    if "board" in its:
        its["board"] = {"clear": True, "changes": [[point, EMPTY, now] for point, now in its["board"].items()]}
    return its


@dataclass(frozen=True)
class Move:
    """A move: its point or PASS, the player's colour, and the changes on the board besides the move's own stone."""

    point: str
    colour: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Result:
    """The result of a game: the winner's colour or None, the reason in words, the points that show it."""

    winner: str | None
    reason: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class GameState:
    """A game and the stones on its board, from the groups `game`, `board`, `moves`, `asks`, `hand` and `result`.

    Points are names (`h8`), colours are words (tengen.games.COLOUR_NAMES). A change is (point, was, is).

    - The whole game: `game`, `settings`, `size`, `torus`, `first` (the colour that begins), `goal` (the number of
      captured stones that wins, or 0), `number` (1 for the first game since the board started).
    - `turn`: the colour of the next move. `asked`: the action that the board waits for. `wanted`: the number of stones
      that this turn still needs. `zone`: the zone for the next stone, ("square", 5) or ("outside", 7).
    - `cells`: the stones that the game requires on the board, tentative fifths included. `moves`, `captured` (by
      colour; {} in games without counted captures), `standing` (the points of a line that waits for an answer),
      `result`.
    - `offered`: the tentative fifths among `cells`; `left`: the offered fifths that are still on the board. If none of
      them is, all are `missing`.
    - `missing`: the points of required stones that were taken away; the next move may capture some of them.
    - `lift`: captured stones that are still on the board. `to_turn`: the points of stones that changed their colour and
      must still be exchanged. `kind`: the kind of the next stone, "own" for an ordinary stone.
    - `extra`: stones that are not part of the game: new stones, which may become moves, or, while `disturbed`,
      misplaced stones. Reeds feel no colours, so the colours of misplaced stones are guessed.
    - New stones: `provisional`: those of this turn that are not moves yet, in the order in which they were put;
      `replies`: those that must wait until these are moves; `foul`: the name of the foul that the last of them would
      make; `takes`: the points that they would capture (some may be empty already); `several`: the new stones if there
      are more than the turn needs; `refused`: the new stone is on a forbidden point; `offers`: tentative fifths put so
      far; `twins`: two offers that are equal by symmetry.
    - `clearing`: all stones must be taken off, because a new game waits for an empty board.
    - `lines`: the lines that make the stone a foul, or make it look like one: (points of a line, whether it counts).
    """

    size: int = 15
    number: int = 0
    game: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    torus: bool = False
    first: str = "black"
    goal: int = 0
    turn: str = "black"
    asked: str = ""
    wanted: int = 1
    zone: tuple[str, int] | None = None
    cells: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    captured: Mapping[str, int] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    result: Result | None = None
    offered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    lift: Mapping[str, str] = field(default_factory=dict)
    to_turn: tuple[str, ...] = ()
    kind: str = OWN
    extra: Mapping[str, str] = field(default_factory=dict)
    disturbed: bool = False
    clearing: bool = False
    provisional: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    foul: str = ""
    takes: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    refused: bool = False
    offers: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    lines: tuple[tuple[tuple[str, ...], bool], ...] = ()

    @property
    def stones(self) -> dict[str, str]:
        """The stones on the board: {"h8": "black", ...}, in the order of the points."""
        lifted = {*self.missing, *self.offered} - {*self.left}
        lie = {point: colour for point, colour in self.cells.items() if point not in lifted}
        lie |= {**self.lift, **self.extra}
        return {point: lie[point] for point in sorted(lie, key=lambda point: points.index(point, self.size))}

    @property
    def fifths(self) -> tuple[str, ...]:
        """The tentative fifths put so far, or those still to be cleared; if there are none, all that were offered."""
        return self.offers or self.left or self.offered

    @property
    def last(self) -> str:
        """The point of the last move; "" if it was a pass, or before the first move."""
        return self.moves[-1].point.strip(PASS) if self.moves else ""

    @property
    def next_colour(self) -> str:
        """The colour of a new stone: that of the turn, or the opponent's while tentative fifths are being cleared."""
        return _opponent(self.turn) if self.offered else self.turn

    def colour_of(self, point: str) -> str:
        """Return the colour of a stone on this point: that of the required stone there, else that of a new stone."""
        if point in self.cells:
            return self.cells[point]
        if self.game == COMMON_CENTRE and point == points.name(self.size * self.size // 2, self.size):
            return COMMON
        if self._awaits_reply():
            return _opponent(self.turn)
        return self.next_colour if self.kind == OWN else NEUTRAL

    def _awaits_reply(self) -> bool:
        """Return whether the turn has all its stones and only needs the button: the next stone is the opponent's."""
        its = {"move": "auto", "mode": "casual", "clock": "none", **self.settings}
        by_button = moves_by_button(its["move"], its["mode"], its["clock"])
        return by_button and self.kind == OWN and not self.offered and 0 < self.wanted <= len(self.provisional)


@dataclass(frozen=True)
class State:
    """The merged lines of a board: its `groups`, and the `game` made from them. merge() returns the next State."""

    groups: Groups = field(default_factory=dict)
    seq: int = 0
    t: int = 0
    game: GameState = field(default_factory=GameState)
    coming: Groups | None = None  # the groups merged so far, while a message is not complete

    @property
    def device(self) -> Groups:
        """The group `device`: `version`, `build`, `probed`, `journal` ...; {} before the board has sent it."""
        return self.groups.get("device") or {}

    @property
    def under_way(self) -> bool:
        """Whether a game is under way: it has a move, a position set up or a running clock, and no result."""
        clock = self.groups.get("clock") or {}
        begun = self.groups.get("moves") or "setup" in (self.groups.get("game") or {}) or clock.get("running")
        return bool(begun) and not self.groups.get("result")

    def merge(self, line: Line) -> State:
        """Return the state after a line of the board. An invalid line changes nothing."""
        news = line.get("is")
        groups = merge(self.groups if self.coming is None else self.coming, news if isinstance(news, dict) else {})
        seq, t = line.get("seq", self.seq), line.get("t", self.t)
        if groups.get("clock") and "t" not in groups["clock"]:
            groups["clock"] = {**groups["clock"], "t": t}  # the line describes the state at this time
        if line.get("more"):
            return State(self.groups, seq, t, self.game, groups)
        try:
            return State(groups, seq, t, game_of(groups, self.game))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            return State(self.groups, seq, t, self.game)


def game_of(groups: Groups, before: GameState | None = None) -> GameState:
    """Return the game in these groups. `before`: the game so far, to guess the colours of misplaced stones.

    Raises ValueError, TypeError or KeyError for invalid groups.
    """
    its, asks, hand = (groups.get(name) or {} for name in ("game", "asks", "hand"))
    size = its.get("size", 15)
    if not (type(size) is int and 1 <= size <= len(points.LETTERS)):
        raise ValueError(f"a board of {size!r} points")
    cells = {points.name(points.index(point, size), size): now for point, now in groups.get("board", {}).items()}

    def named(its_points: Iterable[str] | None) -> tuple[str, ...]:
        return tuple(points.name(points.index(name, size), size) for name in its_points or ())

    state, kind = str(hand.get("state", "")), str(hand.get("kind") or OWN)
    turn = _colour(asks.get("turn") or (before.turn if before else "black"))
    new, replies, missing = named(hand.get("new")), named(hand.get("replies")), named(hand.get("missing"))
    offered = named(hand.get("offers")) if asks.get("do") == "keep" else ()
    several = named(hand.get("several"))
    colour = _word(hand["colour"]) if "colour" in hand else _opponent(turn) if offered else turn
    moves = tuple(_move(move, size) for move in groups.get("moves", ()))
    seen = {**before.cells, **before.lift, **before.extra} if before else {}
    taken = {point: was for move in moves for point, was, _ in move.changes if was != EMPTY}
    lift = {point: taken.get(point) or seen.get(point) or _opponent(turn) for point in named(hand.get("lift"))}
    out = tuple(point for point in named(hand.get("extra")) if point not in lift and point not in new)
    slid = cells.get(missing[0]) if len(missing) == len(out) == 1 else None
    extra = {point: slid or seen.get(point) or colour for point in (*out, *several)}
    offers = () if offered else named(hand.get("offers"))
    extra |= dict.fromkeys((*offers, *new), colour) | dict.fromkeys(replies, _opponent(turn))
    ended, captured = groups.get("result"), groups.get("captured")
    lines = (groups.get("reason") or {}).get("lines", ())
    zone = asks.get("zone")
    return GameState(
        size,
        number=int(its.get("number", 0)),
        game=str(its.get("name", "")),
        settings=dict(its.get("settings") or {}),
        torus=bool(its.get("torus")),
        first=_colour(its.get("first", "black")),
        goal=int(its.get("goal", 0)),
        turn=turn,
        asked=str(asks.get("do", "")),
        wanted=int(asks.get("wanted", 1)),
        zone=(str(zone[0]), int(zone[1])) if zone else None,
        cells=cells,
        moves=moves,
        captured={_colour(of): int(count) for of, count in captured.items()} if captured else {},
        standing=named(asks.get("standing")),
        result=Result(ended["winner"], str(ended["reason"]), named(ended["line"])) if ended else None,
        offered=offered,
        left=named(hand.get("left")),
        missing=(*missing, *(point for point in named(hand.get("lifted")) if point not in missing)),
        lift=lift,
        to_turn=named(hand.get("turn")),
        kind=kind,
        extra=extra,
        disturbed=state == "disturbed",
        clearing=its.get("awaits") == "clear",
        provisional=new,
        replies=replies,
        foul=str(hand.get("foul") or ""),
        takes=named(hand.get("takes")),
        several=several,
        refused="refusal" in hand,
        offers=offers,
        twins=named(hand.get("equal")),
        lines=tuple((named(line["stones"]), bool(line.get("counts", True))) for line in lines),
    )


def _move(its: Mapping[str, Any], size: int) -> Move:
    point, colour = its["point"], _colour(its["colour"])
    point = point if point == PASS else points.name(points.index(point, size), size)
    changes = tuple((str(at), _word(was), _word(now)) for at, was, now in its["changes"])
    if changes and changes[0][:2] == (point, EMPTY):
        # `changes` assume that a move first puts a stone of the move's colour; a neutral stone or a bomb is a change of
        # that stone
        own = changes[0][2]
        changes = changes[1:] if own == colour else ((point, colour, own), *changes[1:])
    return Move(point, colour, changes)


def _opponent(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]


def _colour(word: str) -> str:
    """Check that a word is a player's colour. Raises ValueError."""
    if word not in COLOURS:
        raise ValueError(f"a player of colour {word!r}")
    return word


def _word(word: str) -> str:
    """Check that a word is a possible content of a point. Raises ValueError."""
    if word not in COLOUR_NAMES:
        raise ValueError(f"a stone of colour {word!r}")
    return word
