"""Make a record from the files of a board's journal, which are replayed just as the board restores a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, PASS, registry
from tengen.games.moves import move_name
from tengen.games.openings import P1, P2, table
from tengen.games.points import LETTERS, names
from tengen.journal import partfile
from tengen.journal.archive import Kept
from tengen.session.clock import Clock, control
from tengen.session.match import Match
from tengen.session.record import noted, of_fact
from tengen.session.settings import Settings

from ..i18n import error_text
from . import rules
from .record import Change, Record, RecordError, notes

Clocks = tuple[int, int]  # the remaining times of p1 and p2 in ms, including their periods


def of(number: int, data: Sequence[bytes]) -> Record:
    """Return the record of game `number` of a board, from the bytes of its files in order.

    - `clocks` and the names are ordered by the players' colours at the end. The clocks are the displayed times, which
      are the rest of the main time or, after the main time, the rest of the period.
    - A part that can't be read becomes a note. If nobody has continued the game after that part, the record ends there,
      and its `reason` says so.

    Raises RecordError if the game can't be read, or if this version does not know its rules.
    """
    try:
        kept = _Timed(number, data)
        return _Replay(kept).record()
    except partfile.OtherVersion as error:
        raise RecordError(f"game {number} of the board: {error_text(error)}: use that version to fetch it") from None
    except _UnknownGame as error:
        raise RecordError(
            f"game {number} of the board is a game of {error}, which this version of Tengen does not know: fetch it "
            "with a newer one"
        ) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        # the checksums are right, so the cable is not the cause; but the content may come from a device that is not a
        # Tengen board
        why = error_text(error)
        raise RecordError(f"game {number} of the board can't be read ({why}): fetch it once more") from None


class _UnknownGame(Exception):
    """This version does not know the rules of the game. The message is its name."""


class _Timed:
    """The stored data of a game, with the clocks.

    `settings`: a dict, with `rules` as in Settings. `facts`: the facts of the game. `clocks`: the clocks after each
    fact.
    """

    def __init__(self, number: int, data: Sequence[bytes]) -> None:
        parts = [partfile.read(part) for part in data]
        # skip an empty file, which the board has reserved in advance
        parts = [part for part in parts if part.entries or part.damaged]
        if not parts or not parts[0].begins:
            raise ValueError("its beginning is gone")
        if any(part.begins or part.owner(0) not in (number, None) for part in parts[1:]):
            raise ValueError("one of its files is another game's")
        kept = Kept(number)
        self.clocks: list[Clocks | None] = []
        self.damages: list[int] = []  # for each damaged part, the number of facts before it
        for part in parts:
            for entry in part.entries:
                before = len(kept.facts)
                kept.take(entry)
                self._take(entry, before, kept)
            kept.take_rest(part)
            self._note_damage(kept)
        if kept.settings is None:
            raise ValueError("its beginning is gone")
        self.waits = kept.waits
        self.facts: list[tuple[Any, ...]] = kept.facts
        game = kept.settings.get("game", registry.NAMES[0])
        if isinstance(game, str) and game not in registry.NAMES:
            raise _UnknownGame(repr(game[:20]))
        self.rules = Settings(100, len(LETTERS)).with_(kept.settings)  # the game may come from a board of any size
        self.settings = self.rules.game_fields()
        self.stamp = kept.stamp or {}

    def _note_damage(self, kept: Kept) -> None:
        self.damages += [len(kept.facts)] * (len(kept.damages) - len(self.damages))

    def _take(self, entry: tuple[Any, ...], before: int, kept: Kept) -> None:
        self._note_damage(kept)
        after = len(kept.facts)
        del self.clocks[after:]
        self.clocks += [None] * (after - before)
        if entry[0] == "clocks" and not kept.waits:
            # these clocks belong to all facts after the previous clocks
            at = len(self.clocks)
            while at and self.clocks[at - 1] is None:
                at -= 1
                self.clocks[at] = (entry[1], entry[2])


class _Replay:
    """Replay a match, and collect the notes."""

    def __init__(self, kept: _Timed) -> None:
        self._kept = kept
        self._match = Match(kept.rules.new_game(), self._table())
        self._damages: list[tuple[int, int]] = []  # for each damaged part, the number of items and of moves before it
        self._clocks: list[Clocks | None] = []
        self._setup: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._first = self._match.game.first
        self._colours: list[str] = []
        self._changes: list[tuple[Change, ...]] = []
        for done, (fact, clocks) in enumerate(zip(kept.facts, kept.clocks, strict=True)):
            self._note_damages(done)
            self._do(fact, clocks)
        self._note_damages(len(kept.facts))

    def _table(self) -> Any:
        settings = self._kept.settings
        return table(settings["opening"], settings["fifths"], settings["fixed"], settings["small"])

    def _do(self, fact: tuple[Any, ...], clocks: Clocks | None) -> None:
        match = self._match
        before = len(match.game.moves)
        cells, turn = bytes(match.game.cells), match.game.turn
        match.replay((fact,))
        after = len(match.game.moves)
        del self._colours[after:], self._changes[after:]
        if after > before:
            move, size = match.game.moves[-1], match.game.size
            self._colours.append(COLOUR_NAMES[turn])
            point = None if move == PASS else move
            self._changes.append(rules.changed(cells, point, turn, match.game.cells, size))
        self._clocks = self._clocks[:after] + [clocks] * (after - before)
        if fact[0] == "set up":
            stones = [tuple(names(points, match.game.size)) for points in fact[1:3]]
            self._setup, self._first = (stones[0], stones[1]), fact[3]

    def _note_damages(self, done: int) -> None:
        at = len(noted(self._match)), len(self._match.game.moves)
        self._damages += [at] * self._kept.damages.count(done)

    def _items(self) -> list[dict[str, Any]]:
        """Return the items of the group `record`, with items for the damaged parts between them."""
        found = []
        for after, fact in noted(self._match):
            its = of_fact(fact, self._match.game.size)
            found.append({"n": after, **its})
        for at, after in reversed(self._damages):
            found.insert(at, {"n": after, "code": "damaged"})
        return found

    def record(self) -> Record:
        """Return the record of the game so far."""
        match, settings, stamp = self._match, self._kept.settings, self._kept.stamp
        game, result = match.game, match.result
        black_is_first = match.players[BLACK] == P1
        shown = [pair and self._shown(pair) for pair in self._clocks]
        reason = result.reason if result else ""
        if self._kept.waits:
            result, reason = None, f"damaged after stone {len(game.moves)}"
        clocks = [pair if pair is None or black_is_first else (pair[1], pair[0]) for pair in shown]
        return Record(
            tuple(move_name(move, game.size) for move in game.moves),
            size=game.size,
            game=game.name,
            first=COLOUR_NAMES[self._first],
            setup=self._setup,
            rule="" if any(self._setup) else settings["opening"],
            settings=settings,
            clocks=tuple(clocks) if any(clocks) else (),
            over=result is not None,
            winner=None if result is None or result.winner == EMPTY else COLOUR_NAMES[result.winner],
            reason=reason,
            line=tuple(names(result.points, game.size)) if result else (),
            id=stamp.get("id") or "",
            date=stamp.get("date") or "",
            notes=notes(self._items()),
            colours=tuple(self._colours),
            changes=tuple(self._changes),
            options=settings["options"],
            torus=game.torus,
            players={COLOUR_NAMES[colour]: seat for colour, seat in match.players.items()},
        )

    def _shown(self, left: Clocks) -> Clocks | None:
        its = control(self._kept.settings["clock"])
        if its is None:
            return None
        clock = Clock(its)
        clock.restore((*left, None, True), 0)
        return clock.left(P1, 0), clock.left(P2, 0)
