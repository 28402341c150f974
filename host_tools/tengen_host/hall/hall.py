"""All boards of a server, each by its key and with its details; boards can be added at any time."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ..boards.interface import Board, Message, group, groups_of
from ..commentary.commentary import Commentary
from ..commentary.keeping import Keeping
from ..commentary.line import Line
from ..demonstrations.checking import built_in
from ..demonstrations.demonstration import Demonstration, Demonstrations
from ..guests.guest import Guest
from ..i18n import Sentence, fields
from ..wire.listeners import End, Listener, Listeners
from .details import Details
from .forbidden import forbidden
from .stamps import Stamps

# the types of message that the hall passes on from each board, and the laptop's groups that it passes on
SHOWN = frozenset({"line", "stones", "time", "power"})
SHOWN_GROUPS = frozenset({"link", "names", "quiz"})
FORBIDDEN_OF = frozenset({"game", "board", "asks", "result"})  # the groups on which the forbidden points depend
_LONGEST_NAME = 60
MOST_GAMES = 20  # of a board, with details that are remembered

AGuest = TypeVar("AGuest", bound=Guest)

# Changes texts of the saved game with this id, as Library.describe(). It must not block.
Describe = Callable[[str, Mapping[str, str]], None]


class Place:
    """A board in the hall: its `key` for addresses, its `name` for people, its game's `details`, and its guests.

    `commentary`: what a commentator shows beside its game. `demonstrates`: whether simulated players use it.

    The place subscribes to the board only while it has subscribers itself.
    """

    def __init__(self, key: str, name: str, board: Board, details: Details | None = None) -> None:
        self.key, self.name, self.board = key, name, board
        self.demonstrates = False
        self.details = details or Details()
        self.details.subscribe(self._name)
        self.commentary = Commentary(
            lambda: board.replica.state, self.details.fields, lambda: int(board.description()["size"])
        )
        self.commentary.ask, self.commentary.unlit = board.ask, self._unlit
        self.commentary.subscribe(self._publish)
        self._guests: list[Guest] = []
        self._listeners = Listeners()
        self._end: End = lambda: None  # ends the subscription to the board
        self._forbidden: dict[str, Any] | None = None
        self._saved = ""  # the id of the last game that is in the library
        self._describe: Describe = lambda game, texts: None
        self._named = self.details.fields()
        self._details_of: dict[str, dict[str, str]] = {}  # by id of the last games
        self._is_asked = False  # whether the room has a question to answer

    async def host(self, guest: Guest) -> None:
        """Run a started guest at the board until cancelled."""
        self._guests.append(guest)
        guest.may_light = lambda: not self.commentary.lights_board
        end = guest.subscribe(self._publish)
        self._publish(guest.message())
        try:
            await guest.follow(self.board)
        finally:
            end()
            self._guests.remove(guest)

    def _unlit(self) -> None:
        for guest in self._guests:
            guest.look_again()

    def saved(self, game: str, describe: Describe) -> None:
        """Show pages that the game with this id is in the library; `describe` gets names that people enter later."""
        is_new = game != self._saved
        self._saved, self._describe = game, describe
        self._publish(self._saved_message())
        if is_new:  # people may have entered them while the game was being saved
            self._name_saved({field: text for field, text in self._named.items() if text})

    def details_of(self, game: str) -> dict[str, str]:
        """Return the details of one of the board's last games; {} of another one. Any thread may call it."""
        return self._details_of.get(game, {})

    def note_details(self) -> None:
        """Note the details of the board's present game, which may be stored only after the next game has begun."""
        if game := _stamped(self.board):
            self._details_of.pop(game, None)
            self._details_of[game] = self.details.fields()
            while len(self._details_of) > MOST_GAMES:
                del self._details_of[next(iter(self._details_of))]

    def _name(self, message: Message) -> None:
        self.note_details()
        self._publish(message)
        before, self._named = self._named, self.details.fields()
        self._name_saved({field: text for field, text in self._named.items() if text != before[field]})

    def _name_saved(self, fields: Mapping[str, str]) -> None:
        """Give these details to the saved game if it is still the board's present game."""
        groups = self.board.replica.state.groups
        if not groups.get("result") or _stamped(self.board) != self._saved:
            return
        names = {seat: colour for colour, seat in (groups["game"].get("players") or {}).items()}
        names |= {field: field for field in ("event", "round", "table")}
        texts = {names[field]: text for field, text in fields.items() if field in names}
        if texts:
            self._describe(self._saved, texts)

    def _saved_message(self) -> Message:
        return group("saved", {"game": self._saved})

    def guest(self, kind: type[AGuest]) -> AGuest | None:
        """Return the guest of this class; None if there is none."""
        return next((guest for guest in self._guests if isinstance(guest, kind)), None)

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date. `since`: the last line that the page has (wire.replica)."""
        if not self._listeners:  # nobody has heard the board for some time
            self.commentary.catch_up()
        its = self._forbidden if self._listeners else forbidden(self.board.replica.state.game)
        guests = [guest.message() for guest in self._guests]
        saved = [self._saved_message()] if self._saved else []
        own = [group("forbidden", its), self.details.message(), self.commentary.message(), self._quiz_message()]
        return [*self.board.state(since), *own, *saved, *guests]

    def shown(self) -> list[Message]:
        """Return the messages of state() that the hall shows.

        The `time` message comes last, because the lines are older.
        """
        messages = [message for message in self.state() if _is_shown(message)]
        return sorted(messages, key=lambda message: message["type"] == "time")

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with every later message; returns the function that ends the subscription."""
        if not self._listeners:
            self._forbidden = forbidden(self.board.replica.state.game)
            self._end = self.board.subscribe(self._hear)
        remove = self._listeners.add(callback)

        def end() -> None:
            remove()
            if not self._listeners:
                self._end()

        return end

    def _hear(self, message: Message) -> None:
        self._publish(message)
        self.commentary.hear(message)
        if FORBIDDEN_OF.intersection(groups_of(message)):
            its = forbidden(self.board.replica.state.game)
            if its != self._forbidden:
                self._forbidden = its
                self._publish(group("forbidden", its))

    def _publish(self, message: Message) -> None:
        self._listeners.publish(message)

    def show_quiz(self, is_asked: bool) -> None:
        """Show pages whether the room has a question to answer (quiz/running.py)."""
        if is_asked != self._is_asked:
            self._is_asked = is_asked
            self._publish(self._quiz_message())

    def _quiz_message(self) -> Message:
        return group("quiz", {"open": True} if self._is_asked else None)

    def listed(self) -> dict[str, Any]:
        """Return this board's entry for the list of boards.

        It has `said` if the board's name is a Sentence, and `demo` if it shows a demonstration.
        """
        its = self.board.description()
        connected = getattr(self.board, "connected", True)
        entry = {"key": self.key, "name": self.name, "kind": its["kind"], "connected": connected, "size": its["size"]}
        if isinstance(self.name, Sentence):
            entry["said"] = fields(self.name)
        return {**entry, "demo": True} if self.demonstrates else entry


class Hall:
    """The boards of a room, in the order in which they were added. Use a Hall from only one event loop.

    `own`: the demonstrations of a club, besides Tengen's.
    """

    def __init__(self, own: Sequence[Demonstration] = ()) -> None:
        self.places: dict[str, Place] = {}
        self._own = {each.name: each for each in own}
        self._watchers: list[Callable[[Place], None]] = []
        self._merge: Callable[[], None] = lambda: None  # add the kept lines of commentaries to their stored games

    @classmethod
    def of(cls, board: Board) -> Hall:
        """Make a hall with one board."""
        hall = cls()
        hall.add(board, "board")
        return hall

    def add(self, board: Board, name: str, key: str = "", details: Details | None = None) -> Place:
        """Add a board with a name for people, and with the `details` of another place or its own.

        Its key is made from `key`, or from the name: all characters except letters, digits, `.`, `_` and `-` become
        `-`. If another board has this key, a number is added.
        """
        if not isinstance(name, Sentence):
            name = "".join(sign if sign.isprintable() else " " for sign in name).strip()[:_LONGEST_NAME] or "board"
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", key or name).strip("-.")[:_LONGEST_NAME] or "board"
        key, number = plain, 2
        while key in self.places:
            key, number = f"{plain}-{number}", number + 1
        place = self.places[key] = Place(key, name, board, details)
        place.commentary.demonstrations = self.demonstrations
        for watcher in list(self._watchers):
            watcher(place)
        return place

    def demonstrations(self) -> Demonstrations:
        """Return the demonstrations that may be shown at each board."""
        return {**built_in(), **self._own}

    def stamp(self, stamps: Stamps) -> End:
        """Stamp each game of each board, and remember its details; also of boards added later.

        Returns the function that ends this.
        """

        def follow(place: Place) -> End:
            def hear(message: Message) -> None:
                if "game" in groups_of(message):
                    place.note_details()

            place.note_details()
            return place.board.subscribe(hear)

        ends = self.each(follow), self.each(lambda place: stamps.follow(place.board))

        def end() -> None:
            for each in ends:
                each()

        return end

    def keep_lines(self, keeping: Keeping) -> None:
        """Let commentaries show stored games, and keep lines with them; also at boards that are added later."""

        def follow(place: Place) -> End:
            def keep(id_: str, line: Line) -> None:
                if not id_ and place.demonstrates:
                    raise ValueError(Sentence("commentary.demonstration"))
                keeping.keep(id_, line)

            place.commentary.load, place.commentary.keep = keeping.load, keep
            return lambda: None

        self._merge = keeping.merge
        keeping.merge()
        self.each(follow)

    async def host(self, guest: Guest) -> None:
        """Run a started guest at the first board, as soon as there is one, until cancelled."""
        if not self.places:
            came = asyncio.Event()
            self._watchers.append(lambda place: came.set())
            await came.wait()
        await next(iter(self.places.values())).host(guest)

    def only(self) -> Place | None:
        """Return the place of the board if there is exactly one board, else None."""
        return next(iter(self.places.values())) if len(self.places) == 1 else None

    def first(self) -> Place | None:
        """Return the place of the board that was added first; None in an empty hall."""
        return next(iter(self.places.values()), None)

    def saver(self, describe: Describe = lambda game, texts: None) -> Callable[[Board, str], None]:
        """Return a function that shows the pages of a board that the game with this id is in the library.

        `describe` gets the names that people enter after that. Call saver() in the event loop. Any thread may call the
        function.
        """
        loop = asyncio.get_running_loop()

        def show(board: Board, game: str) -> None:
            for place in self.places.values():
                if place.board is board:
                    place.saved(game, describe)

        def saved(board: Board, game: str) -> None:
            self._merge()
            with contextlib.suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(show, board, game)

        return saved

    def details_of(self, board: Board, game: str) -> dict[str, str]:
        """Return the details of one of a board's last games, by its id; {} if nobody knows them. For any thread."""
        found = [place for place in list(self.places.values()) if place.board is board]
        return found[0].details_of(game) if found else {}

    def boards(self) -> list[dict[str, Any]]:
        """Return the list of boards: [{"key", "name", "kind", "connected", "size"}, ...]."""
        return [place.listed() for place in self.places.values()]

    def message(self) -> Message:
        """Return the message with the list: {"type": "boards", "boards": [...]}."""
        return {"type": "boards", "boards": self.boards()}

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that bring a hall page up to date: the list, then each board's messages with its key.

        The state is always complete, because `since` works only for the page of one board.
        """
        messages = [self.message()]
        for place in self.places.values():
            messages += [_of(place, message) for message in place.shown()]
        return messages

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with every later message, also of boards added later; returns the function that ends it."""

        def follow(place: Place) -> End:
            def hear(message: Message) -> None:
                if _is_shown(message):
                    callback(_of(place, message))
                if "link" in groups_of(message):
                    callback(self.message())

            return place.subscribe(hear)

        def came(place: Place) -> None:
            callback(self.message())
            for message in place.shown():
                callback(_of(place, message))

        return self.each(follow, came)

    def each(self, follow: Callable[[Place], End], came: Callable[[Place], None] = lambda place: None) -> End:
        """Call `follow` for each place.

        For a place that is added later, call `came` first. Returns the function that ends this.
        """
        ends = [follow(place) for place in self.places.values()]

        def watch(place: Place) -> None:
            came(place)
            ends.append(follow(place))

        def end() -> None:
            self._watchers.remove(watch)
            for each in ends:
                each()

        self._watchers.append(watch)
        return end


def _stamped(board: Board) -> str:
    """Return the id of a board's present game; "" without a stamp."""
    game = board.replica.state.groups.get("game") or {}
    return str((game.get("stamp") or {}).get("id", ""))


def _is_shown(message: Message) -> bool:
    """Return whether the hall shows a message. It shows all lines of boards, and some of the laptop's groups."""
    if message["type"] != "line" or "seq" in message["line"]:
        return message["type"] in SHOWN
    return SHOWN_GROUPS.issuperset(message["line"]["is"])


def _of(place: Place, message: Message) -> Message:
    return {"board": place.key, **message}
