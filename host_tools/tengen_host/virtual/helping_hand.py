"""A hand on a virtual board that puts and lifts the requested stones: of a partner, a position, or a take-back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tengen.games import COLOUR_NAMES, EMPTY, points
from tengen.sensing.field import Field

if TYPE_CHECKING:
    from .tabletop import Message, Tabletop

ARBITER = "arbiter"
PAUSE_MS = 700  # a light is visible for this time before the hand moves

Groups = Mapping[str, Any]
Later = Callable[[int, Callable[[], None]], object]


class HelpingHand:
    """Puts and lifts the stones that the board's lines request; a person may do it, too, and be faster.

    `later(ms, action)` calls `action()` after that time, as the event loop's call_later() does.
    """

    def __init__(self, board: Tabletop, later: Later) -> None:
        self._board = board
        self._later = later
        self._task: dict[str, Any] | None = None  # the present puzzle or lesson, or one with stones still on the board
        self._turn = 0  # the number of the newest request; earlier requests are not carried out
        # the stones of a take-back against the partner or by the arbiter, until the board asks to lift them
        self._taken: list[str] = []
        board.helped = True
        board.subscribe(self._hear)

    def _hear(self, message: Message) -> None:
        if message["type"] != "line":
            return
        told, groups = message["line"].get("is", {}), self._board.replica.state.groups
        did = message["line"].get("did", ())
        done = {deed["code"] for deed in did}
        if done & {"new_game", "started", "result"}:
            self._turn += 1  # drop the request, because it belongs to another game
        if told.get("partner"):
            self._help_partner(told["partner"])
        self._lift_taken(did, bool(groups.get("partner")))
        self._help_with_position(told, groups, "hand" in told, "lift" in done)

    def _help_with_position(self, told: Groups, groups: Groups, moved: bool, lifts: bool) -> None:
        """Lay a position, also of a puzzle or lesson. `moved`: hands have moved; `lifts`: stones must be lifted."""
        task, hand = groups.get("puzzle") or groups.get("lesson"), groups["hand"]
        ends = self._task is not None and not task
        if task or moved:
            self._task = task
        asked = {"puzzle", "lesson"} & told.keys() or (moved and hand["state"] == "calm")
        if task and asked and task["answer"] and task["state"] == "right" and groups["asks"]["turn"] != task["colour"]:
            self._ask(put=[task["answer"]])
        elif moved and hand["state"] == "disturbed" and groups["game"].get("awaits") == "set up":
            self._ask(put=hand.get("missing", ()), lift=hand.get("extra", ()), outside=True)
        elif ends and moved:
            self._ask(lift=hand.get("extra", ()))  # of the position that was left
        elif task and (moved or lifts) and hand["state"] == "lifting" and hand.get("turn"):
            self._ask(exchange=hand["turn"])

    def _lift_taken(self, did: Iterable[dict[str, Any]], against: bool) -> None:
        """Lift the stones of a take-back `against` the partner or by the arbiter, when the board asks for that.

        A later request does not prevent it.
        """
        for deed in did:
            if deed["code"] == "taken_back" and (against or deed["by"] == ARBITER):
                self._taken = [point for point, _, now in deed["changes"] if now == COLOUR_NAMES[EMPTY]]
            elif deed["code"] == "provisional":
                self._taken = []
        if self._out_of_place(self._taken):
            taken, self._taken = self._taken, []
            self._later(PAUSE_MS, lambda: self._lift(list(map(self._at, self._out_of_place(taken)))))

    def _out_of_place(self, asked: list[str]) -> list[str]:
        """Return those of these points with a stone that the board asks to lift."""
        hand = self._board.replica.state.groups["hand"]
        extra = hand.get("extra", ()) if hand["state"] == "disturbed" else ()
        return [point for point in asked if point in extra]

    def _help_partner(self, partner: dict[str, Any]) -> None:
        if partner["state"] != "asks":
            self._turn += 1  # drop the request, because it is done or was cancelled
        elif partner["do"] == "keep":
            self._ask(lift=[point for point in self._board.game.fifths if point not in partner["points"]])
        else:
            self._ask(put=partner["points"])

    def _ask(
        self,
        put: Iterable[str] = (),
        lift: Iterable[str] = (),
        exchange: Iterable[str] = (),
        outside: bool = False,  # whether stones outside the game's field must be lifted, too
    ) -> None:
        self._turn += 1
        turn = self._turn

        def act() -> None:
            if turn == self._turn and self._board.powered:
                self._lift([point for point in map(self._at, lift) if point in self._board.stones])
                self._put([point for point in map(self._at, put) if point not in self._board.stones])
                left = self._board.game.to_turn  # some may be exchanged meanwhile
                self._exchange({self._at(name): self._board.game.colour_of(name) for name in exchange if name in left})
                if outside:
                    self._lift([point for point in self._board.stones if self._field.in_field(point) < 0])

        self._later(PAUSE_MS, act)

    def _exchange(self, wanted: dict[int, str]) -> None:
        """Lift the stones with other colours than these, and put stones on the points that are empty.

        After a stone is lifted, the board sends its request again; then the right stone is put. If all have the right
        colour already, lift them too, because a reed does not feel colours and the board waits until it opens.
        """
        stones = self._board.stones
        gone = [point for point in wanted if point not in stones]
        wrong = [point for point, colour in wanted.items() if stones.get(point, colour) != colour]
        self._lift(wrong or ([] if gone else list(wanted)))
        self._put(gone)

    def _lift(self, found: list[int]) -> None:
        for point in found:
            self._board.lift(points.name(point, self._board.size))

    def _put(self, found: list[int]) -> None:
        for point in found:
            self._board.put(points.name(point, self._board.size))

    @property
    def _field(self) -> Field:
        return Field(self._board.game.size, self._board.size)

    def _at(self, name: str) -> int:
        """The board's point for a point of the game."""
        return self._field.on_board(points.index(name, self._field.size))
