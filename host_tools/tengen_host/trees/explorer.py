"""Show the games of a folder as a tree.

For each continuation of a position, count how often it was played and how these games ended.

The order of the stones does not matter, and positions on a rotated or mirrored board count as the same. As in
records/library.py, only the SGF files matter. The positions of files that have not changed come from a cache in
Tengen's cache folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tengen.games import BLACK, COLOUR_NAMES, WHITE, points

from ..records import cache, index, stones
from ..records.record import COLOURS, PASS, RENJU, Record, RecordError
from .position import Continuation, Known, Stones, lying
from .position_keys import Keys, Walk, as_there, keys_of

# how a game ended, as an index into the counts of a position
_OPEN, _BLACK, _WHITE, _DRAW = range(4)

# how the game ended; the keys of its positions, each once; the index in TURNS for each key
_Game = tuple[int, list[int], list[int]]


class Explorer:
    """The games in a folder and its sub-folders, with the same rules and board size.

    `count`: the number of games. `left_out`: a sentence about unused games or files, or "". Methods raise OSError if
    the folder can't be read.
    """

    def __init__(self, folder: Path, game: str = RENJU, size: int = 15) -> None:
        self.folder, self.game, self.size = folder.resolve(), game, size
        self._keys = keys_of(size)
        self._path = cache.path_for(self.folder, "positions", f"{game} {size}")
        self._files = cache.load(self._path)
        self._turns: dict[int, int] = {}  # for each key, the index in TURNS
        self._counts: dict[int, list[int]] = {}  # for each key, the number of games that ended in each of these ways
        for _, _, _, games in self._files.values():
            self._tally(games, 1)
        self.refresh()

    def close(self) -> None:
        """Do nothing, because no file is open. The interface is that of Opened.close()."""

    def refresh(self) -> bool:
        """Read the files that are new or have changed; return whether there are any."""
        before, now = self._files, index.stamps(self.folder)
        gone = [name for name, its in before.items() if its[0] != now.get(name)]
        new = [name for name, stamp in now.items() if name not in before or before[name][0] != stamp]
        for name in gone:
            self._tally(before.pop(name)[3], -1)
        for name in new:
            before[name] = [now[name], *self._found(self.folder / name)]
            self._tally(before[name][3], 1)
        if gone or new:
            cache.save(self._path, before)
        self.count = sum(games for _, games, _, _ in before.values())
        others = sum(max(others, 0) for _, _, others, _ in before.values())
        bad = sum(others < 0 for _, _, others, _ in before.values())
        said = [f"{others} games of another kind or size are not counted"] if others else []
        said += [f"{bad} files can't be read: `tengen record list` says why"] if bad else []
        self.left_out = "; ".join(said)
        return bool(gone or new)

    def at(self, stones_: Stones) -> Known | None:
        """Return the moves that were played in a position, the most frequent first; None if no game reached it.

        Raises RecordError for a move outside the board.
        """
        keys, held = self._keys, lying(stones_, self._keys)
        its = self._counted(min(keys.eight(held)))
        if its is None:
            return None
        further = [one for one in keys.after(held, (BLACK, WHITE)) if one[0] in self._counts]
        found = [
            Continuation(points.name(point, self.size), COLOUR_NAMES[colour], "", "", False, *self._counted(key) or ())
            for key, (point, colour) in as_there(further, self._turns).items()
        ]
        found.sort(key=lambda its: (-its.count, keys.index[its.point]))
        count, black, white, draws = its
        return Known(continuations=tuple(found), count=count, black=black, white=white, draws=draws, places=count)

    def add(self, moves: Sequence[str], comment: str = "", colours: Sequence[str] = ()) -> bool:
        """Store nothing and return False, because a folder of games can't store branches.

        The interface is that of Opened.add().
        """
        return False

    def _counted(self, key: int) -> tuple[int, int, int, int] | None:
        """Return the counts of games that reached a position; None if no game reached it.

        These are the numbers of all games, and of those won by Black, won by White, and drawn.
        """
        its = self._counts.get(key)
        return (sum(its), its[_BLACK], its[_WHITE], its[_DRAW]) if its else None

    def _tally(self, games: Sequence[_Game], times: int) -> None:
        """Add the positions of games to the counts, each game `times` times."""
        for end, keys, turns in games:
            for key, turn in zip(keys, turns, strict=True):
                self._turns[key] = turn
                counts = self._counts.setdefault(key, [0, 0, 0, 0])
                counts[end] += times
                if not any(counts):
                    del self._counts[key]

    def _found(self, path: Path) -> tuple[int, int, list[_Game]]:
        """Return the number of games in a file, the number of unused games, and the positions of the games.

        The number of unused games is -1 if the file can't be read.
        """
        try:
            all_ = index.games_of(path)
        except (OSError, RecordError):
            return 0, -1, []
        games = [record for record in all_ if (record.game, record.size) == (self.game, self.size)]
        return len(games), len(all_) - len(games), [_positions(record, self._keys) for record in games]


def _positions(record: Record, keys: Keys) -> _Game:
    walk, found = Walk(keys), dict[int, int]()

    def step(number: int, puts: list[tuple[str, str]]) -> None:
        eight = walk.step(number, puts)
        key = min(eight)
        found.setdefault(key, eight.index(key))

    step(0, [(name, colour) for colour, lying_ in zip(COLOURS, record.setup, strict=True) for name in lying_])
    for number, move in enumerate(record.moves, 1):
        put = [(move, stones.colour_of(record, number))] if move != PASS else []
        step(number, put + [(name, now) for name, _, now in stones.changes_of(record, number)])
    end = _OPEN if not record.over else {"black": _BLACK, "white": _WHITE}.get(record.winner or "", _DRAW)
    return end, [*found], [*found.values()]
