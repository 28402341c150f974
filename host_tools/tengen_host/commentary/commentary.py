"""The commentary at one board: everybody who looks on may see it. It never touches the game on the board."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any

from tengen.session.settings import STRICT

from ..boards.interface import Message, group, groups_of
from ..demonstrations import lights
from ..demonstrations.checking import built_in
from ..demonstrations.demonstration import Demonstrations, Showing
from ..i18n import Sentence
from ..records import fields, from_state, rules
from ..records.record import Record, RecordError
from ..wire.listeners import End, Listener, Listeners
from ..wire.state import State
from . import line as lines
from .line import Line

MOST_KEPT = 50  # kept lines of one game
MOST_UNDONE = 100  # steps that UNDO can go back
# the groups of a board that change its game, or begin it
GAME = frozenset({"game", "board", "moves", "result", "clock"})

Acts = Mapping[str, Callable[[Line, Mapping[str, str]], Line]]
ACTS: Acts = {
    "go": lambda line, its: lines.go(line, _number(its)),
    "put": lambda line, its: _put(line, its),
    "mark": lambda line, its: lines.mark(line, its.get("point", ""), its.get("sign", "")),
    "arrow": lambda line, its: lines.arrow(line, its.get("point", ""), its.get("to", "")),
    "clear": lambda line, its: lines.clear(line),
    "why": lambda line, its: lines.why(line, its.get("point", "")),
}
STEPS = {"back": -1, "on": 1}  # the acts that go one move, or one step of a demonstration
CHANGES = frozenset({"put", "mark", "arrow", "clear"})  # the acts that UNDO takes back
BEGIN, END, KEEP, UNDO = "begin", "end", "keep", "undo"
NOTHING = group("commentary", None)  # the message without a line


class Commentary:
    """The line that a commentator shows, or none.

    `state()`: the board's present state. `details()`: the details of its game. `load(id)`: a stored game by its id.
    `keep(id, line)`: store a line with the stored game of this id; with "" the line is of the game on the board. load()
    and keep() may be slow, and raise OSError or ValueError (RecordError). `demonstrations()`: those that may be begun.
    `ask(command)`: send the board a command, so that its lights show a demonstration. `unlit()`: called when the lights
    no longer show it, so that guests may light points again. `board_size()`: the size of the board, on which a smaller
    game may be shown.
    """

    def __init__(
        self,
        state: Callable[[], State],
        details: Callable[[], Mapping[str, str]],
        board_size: Callable[[], int],
    ) -> None:
        self._state, self._details, self._board_size = state, details, board_size
        # whether only screens that no player can see show it while a silent or referee game is under way
        self.outside = False
        self._was_strict = False
        self.load: Callable[[str], Record] | None = None
        self.keep: Callable[[str, Line], None] | None = None
        self.demonstrations: Callable[[], Demonstrations] = built_in
        self.ask: Callable[[dict[str, Any]], None] | None = None
        self.unlit: Callable[[], None] = lambda: None
        self._line: Line | None = None
        self._message = NOTHING
        self._of = ""  # the id of the stored game, or ""
        self._demo: Showing | None = None  # if the line's game is a demonstration
        # the moves of each kept line, by the id of its game
        self._kept: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
        self._lit = False  # whether the board's lights show the demonstration
        # what UNDO shows again, the last at the end
        self._before: deque[tuple[str, Showing | None, Line]] = deque(maxlen=MOST_UNDONE)
        self._listeners = Listeners()

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)

    def message(self) -> Message:
        """Return the group `commentary`; null if there is none, or if nobody may comment now.

        {"of": the id of a stored game, or "" for the game on the board, "record", "goal", "counts": as in
        /games/ID.json, "kept": the number of this game's kept lines} with lines.fields().

        A demonstration also has the fields of Showing.fields(); then the act "go" goes to a step, not to a move.
        """
        return NOTHING if self.is_refused() else self._message

    @property
    def line(self) -> Line | None:
        """The shown line, or None.

        A line may be left from before a silent or referee game, because nobody hears the board while no page is open.
        """
        return None if self.is_refused() else self._line

    async def do(self, its: Mapping[str, str]) -> None:
        """Do what a command says: `act` is one of BEGIN, END, KEEP, UNDO and the keys of ACTS and STEPS.

        Raises ValueError, with a Sentence, and changes nothing if that is impossible.
        """
        act = its.get("act", "")
        if act == END:
            self._end()
            return
        if self.is_refused():
            raise ValueError(Sentence("commentary.strict"))
        if act == BEGIN:
            await self._begin(its)
        elif act == UNDO:
            self._undo()
        elif self._line is None:
            raise ValueError(Sentence("commentary.none"))
        elif act == KEEP:
            await self._keep(self._line)
        elif act in STEPS:
            here = self._line.at if self._demo is None or self._demo.number is None else self._demo.number
            self._act("go", self._line, {"at": str(max(0, here + STEPS[act]))})
        elif act in ACTS:
            self._act(act, self._line, its)
        else:
            raise ValueError(Sentence("server.bad_command", detail=f"no act {act[:20]!r} of a commentary"))

    def hear(self, message: Message) -> None:
        """Hear each message of the board.

        The commentary ends when a silent or referee game begins. A line of the game on the board follows this game
        until it has a move of its own.
        """
        if self._line is None or not GAME.intersection(groups_of(message)):
            return
        if self.is_refused():
            self._end()
        elif self._followed(self._line) != self._line or self._was_strict != is_strict(self._state()):
            self._show(self._line)  # perhaps to other pages than before
        else:
            self._light()

    @property
    def lights_board(self) -> bool:
        """Whether the lights of the board show a step of a demonstration."""
        return bool(self.ask and self._demo and self._demo.step) and lights.is_free(self._state())

    def is_refused(self) -> bool:
        """Return whether nobody may comment now, because a player could see it."""
        return not self.outside and is_strict(self._state())

    def seen_in_room(self, message: Message) -> Message:
        """Return a message as a page sees it that a player could see, too."""
        hidden = groups_of(message).get("commentary") and is_strict(self._state())
        return NOTHING if hidden else message

    def catch_up(self) -> None:
        """Do what hear() would have done, because nobody heard the board for some time."""
        self.hear(group("game", None))

    async def _begin(self, its: Mapping[str, str]) -> None:
        at = _number(its) if "at" in its else None
        of, demo = its.get("game", ""), None
        if name := its.get("demo", ""):
            # in a thread, because the judge checks all demonstrations the first time
            demo = (await asyncio.to_thread(self.demonstrations)).get(name)
            if not demo:
                raise ValueError(Sentence("demo.unknown", name=name[:20]))
            of, base, at = "", demo.record, demo.steps[0].moves
        else:
            base = await self._loaded(of) if of else self._live()
        if self.is_refused():  # a game has begun meanwhile
            raise ValueError(Sentence("commentary.strict"))
        if of or demo:
            self._check_size(base)
        self._remember()
        self._of, self._demo = of, Showing(demo) if demo else None
        self._show(lines.begun(base, at))

    async def _loaded(self, of: str) -> Record:
        if self.load is None:
            raise ValueError(Sentence("commentary.no_games"))
        try:
            return await asyncio.to_thread(self.load, of)
        except RecordError:
            raise ValueError(Sentence("games.gone")) from None
        except OSError as error:
            raise ValueError(Sentence("games.unreadable", error=error.strerror or str(error))) from None

    def _check_size(self, record: Record) -> None:
        """Raise ValueError (Sentence) if the board of the pages is too small for a game."""
        size = self._board_size()
        if record.size > size:
            raise ValueError(Sentence("games.otherSize", its=f"{record.size}x{record.size}", size=f"{size}x{size}"))

    def _act(self, act: str, line: Line, its: Mapping[str, str]) -> None:
        demo = self._demo
        if act == "go" and demo and demo.step:
            demo = demo.at(_number(its))
            after = lines.go(line, demo.its.steps[demo.number or 0].moves)
        else:
            after = ACTS[act](line, its)
            demo = demo and demo.after(after.at, bool(after.more))
        if act in CHANGES and after != line:
            self._before.append((self._of, self._demo, line))
        elif act == "go" and lines.is_marked(line):  # the next position has no marks
            self._remember()
        self._demo = demo
        self._show(after)

    def _remember(self) -> None:
        """Let UNDO show the line again if it has anything that somebody would miss."""
        line = self._line
        if line and (line.more or lines.is_marked(line)):
            self._before.append((self._of, self._demo, line))

    async def _keep(self, line: Line) -> None:
        if self._demo:
            raise ValueError(Sentence("demo.not_kept"))
        if not line.more:
            raise ValueError(Sentence("commentary.nothing"))
        if self.keep is None:
            raise ValueError(Sentence("commentary.no_games"))
        of, kept = self._of, self._kept[self._of or line.base.id]
        if len(kept | {line.moves}) > MOST_KEPT:
            raise ValueError(Sentence("commentary.kept_many", most=MOST_KEPT))
        try:
            await asyncio.to_thread(self.keep, of, line)
        except OSError as error:
            raise ValueError(Sentence("commentary.not_kept", error=error.strerror or str(error))) from None
        except RecordError as error:
            raise ValueError(Sentence("commentary.not_kept", error=str(error))) from None
        kept.add(line.moves)
        if self._line:
            self._show(self._line)

    def _undo(self) -> None:
        if not self._before:
            raise ValueError(Sentence("commentary.no_undo"))
        self._of, self._demo, line = self._before.pop()
        self._show(line)

    def _live(self) -> Record:
        return from_state.of(self._state(), self._details())

    def _followed(self, line: Line) -> Line:
        """Return a line of the game on the board as it is now; a branch and other games stay."""
        return line if self._of or self._demo or line.more else lines.following(line, self._live())

    def _show(self, line: Line) -> None:
        self._was_strict = is_strict(self._state())
        self._line = line = self._followed(line)
        its, shown = line.record, lines.fields(line)
        if self._demo:
            shown |= self._demo.fields(shown["reasons"])
        self._message = group(
            "commentary",
            {
                "of": self._of,
                "record": fields.whole(its),
                "goal": rules.goal(its),
                "counts": rules.counts_captures(its),
                "kept": len(self._kept[self._of or line.base.id]),
                **shown,
            },
        )
        self._listeners.publish(self._message)
        self._light()

    def _light(self) -> None:
        """Show the step by the lights of a board where nobody plays; switch them off after the demonstration."""
        was_lit, self._lit = self._lit, self.lights_board
        if not self.ask or not (was_lit or self._lit):
            return
        state, step = self._state(), self._demo and self._demo.step
        if lights.is_free(state):
            shown = lights.of(self._line.shown, step, state) if self._line and step else lights.none(state)
            with contextlib.suppress(ValueError):  # the board is disconnected
                self.ask(shown)
        if not self._lit:
            self.unlit()

    def _end(self) -> None:
        if self._line is not None:
            self._remember()
            self._line = self._demo = None
            self._message = NOTHING
            self._listeners.publish(NOTHING)
            self._light()


def is_strict(state: State) -> bool:
    """Return whether a silent or referee game is under way, in which nobody may help a player."""
    return state.under_way and state.game.settings.get("mode") in STRICT


def _put(line: Line, its: Mapping[str, str]) -> Line:
    """Put one stone, or several with blanks between their points. With `at`, put them after this number of moves."""
    if "at" in its:
        line = lines.go(line, _number(its))
    for point in its.get("point", "").split(" "):
        line = lines.put(line, point)
    return line


def _number(its: Mapping[str, str]) -> int:
    text = its.get("at") or ""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValueError(Sentence("server.bad_command", detail="at is the number of a move"))
    return int(text)
