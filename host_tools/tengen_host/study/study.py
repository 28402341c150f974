"""Find the chances at each turn of a game of Renju: wins by fours and threes, missed wins, overlooked threats, traps.

A study is made in steps, because the later steps take long. begun() searches for wins by fours, with_threes() for wins
by fours and threes, and opinions.py queries an engine. Each step returns a new Study.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tengen.games import BLACK, COLOUR_NAMES, WHITE, opponent, points
from tengen.games.renju.game import five_through
from tengen.games.renju.position import FOULS, SIZE

from ..i18n import error_text
from ..records import judged, stones
from ..records.record import PASS, Record, RecordError
from ..solve import fives
from .fours import Solver, Win
from .threes import Three, Threes

# modes in which nobody gets help during the game
_SECRET = ("referee", "silent")

_FOR_THE_TURNING_POINT = 0.3

# the type of a function that receives the number of finished parts and the total number
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Position:
    """The position after `turn` moves. `cells` has 225 colours, and `colour` is to move.

    `played`: the point of the next move, or None for a pass and at the end. `wins`: the shortest win by fours of the
    side to move. `three`: a proved win by fours and threes, if there is no win by fours alone; None if no such win was
    found. `threat`: the win by fours that the other side would have if the side to move passed. `stops`: the points
    that stop the threat. `foul`: the name of the foul by the previous move. `opinion`: an engine's opinion
    (engines/gomocup.py), or None. `hopeless`: True if each stone on `stops` leaves a proved win with threes.
    `is_known`: True if it is certain that the side to move has a win by fours or has none. `unknown`: points where it
    is uncertain whether a stone stops the threat. `held`: at the turning point, the stones after which a search found
    no win with threes; None if nothing was found out about that.
    """

    turn: int
    cells: bytes
    colour: int
    played: int | None
    wins: Win | None = None
    three: Three | None = None
    threat: Win | None = None
    stops: tuple[int, ...] = ()
    foul: str | None = None
    opinion: Any = None
    hopeless: bool = False
    is_known: bool = True
    unknown: tuple[int, ...] = ()
    held: tuple[int, ...] | None = None

    @property
    def best(self) -> Win | Three | None:
        """The known win of the side to move, or None."""
        return self.wins or self.three

    @property
    def is_lost(self) -> bool:
        """Return whether each stone of the side to move leaves a proved win for the other side."""
        return bool(self.threat and not self.wins and (self.hopeless or not (self.stops or self.unknown)))


@dataclass(frozen=True)
class Missed:
    """The side to move at `turn` had `win`, played another stone, and later had no known win any more."""

    turn: int
    win: Win | Three


@dataclass(frozen=True)
class Overlooked:
    """After the move at `turn` the other side could win by fours.

    A stone on one of `stops` would have stopped this win.
    """

    turn: int
    win: Win
    stops: tuple[int, ...]


@dataclass(frozen=True)
class Trap:
    """White can win at `turn` because Black's only answer is a foul.

    `used`: True if the trap ended the game, because Black answered there, or because White made the four and the game
    was over.
    """

    turn: int
    win: Win
    used: bool


@dataclass(frozen=True)
class Defeat:
    """Why a game was lost: by the move at `turn`.

    `foul`: the name of the foul, if this move was a foul that ended the game. `win`: the proved win that the move
    allowed, or None if none is known. `held`: stones after which no win is known. `better`: the win that the loser had
    before the move, or None.
    """

    turn: int
    foul: str | None
    win: Win | Three | None
    held: tuple[int, ...]
    better: Win | Three | None


@dataclass(frozen=True)
class Study:
    """All facts about a game.

    `positions`: all positions of the game, except the final one if the game ended by a five.

    `turning_point`: the turn of the loser's last move before the proved loss. At this turn, for the last time, there
    was a stone that left no proved win. It is None if the game has no loser, if the loser had no proved loss at the end
    of the game, or if the loser had a proved loss from the beginning.
    """

    record: Record
    positions: tuple[Position, ...]
    missed: tuple[Missed, ...] = ()
    overlooked: tuple[Overlooked, ...] = ()
    traps: tuple[Trap, ...] = ()
    turning_point: int | None = None

    @property
    def loser(self) -> int | None:
        """The colour of the side that lost, or None."""
        winner = self.record.winner if self.record.over else None
        return opponent(COLOUR_NAMES.index(winner)) if winner else None

    @property
    def defeat(self) -> Defeat | None:
        """The move that lost the game, or None if it is not known: the turning point, or else a foul at the end."""
        final = self.positions[-1]
        turn = self.turning_point
        if turn is None:
            if not self.ends_by_foul(final):
                return None
            turn = final.turn - 1
        if turn >= final.turn:
            return None  # this move made a five, although the record says that its side lost
        before, after = self.positions[turn : turn + 2]
        foul = after.foul if self.ends_by_foul(after) else None
        held = before.stops if before.held is None else before.held
        return Defeat(turn, foul, None if foul else _won_from(self, after), () if before.best else held, before.best)

    def ends_by_foul(self, position: Position) -> bool:
        """Return whether the game ended in this position, because Black's last move was a foul."""
        return position.foul is not None and _is_lost_by_black(self.record, position.turn)


# The positions


def positions(record: Record) -> tuple[Position, ...]:
    """Return the positions of a game of Renju on 15x15. Raises RecordError for a game that can't be studied."""
    check(record)
    found: list[Position] = []
    for position in _all_positions(record):
        before = found[-1].played if found else None
        if before is not None and five_through(position.cells, before):
            break
        found.append(position)
    return tuple(found)


def plain(record: Record) -> Study:
    """Return a study without wins, for an engine's opinions.

    The game may be any game in which each turn puts one stone and no stone vanishes.

    Raises RecordError for a game that must not be studied now.
    """
    check_open(record)
    its = tuple(_all_positions(record))
    # after the end of the game there is nothing to ask the engine
    return Study(record, its[:-1] if record.over and len(its) > 1 else its)


def _all_positions(record: Record) -> Iterator[Position]:
    size = record.size
    for turn in range(len(record.moves) + 1):
        cells = bytearray(size * size)
        for name, what in stones.lying(record, turn).items():
            cells[points.index(name, size)] = COLOUR_NAMES.index(what)
        colour = int(COLOUR_NAMES.index(stones.colour_of(record, turn + 1)))
        move = record.moves[turn] if turn < len(record.moves) else PASS
        yield Position(turn, bytes(cells), colour, None if move == PASS else points.index(move, size))


def check(record: Record) -> None:
    """Raise RecordError for a game that must not be studied now, or that is not Renju on 15x15."""
    check_open(record)
    if not is_solved(record):
        what = f"{record.game or 'a game that is not known'} on {record.size}x{record.size}"
        raise RecordError(f"wins are searched for in Renju on {SIZE}x{SIZE} only, and this is {what}")
    try:
        judged.followed(record)
    except ValueError as error:
        raise RecordError(f"the game can't be studied: {error_text(error)}") from None


def check_open(record: Record) -> None:
    """Raise RecordError for an unfinished game in a mode that allows no help."""
    mode = record.settings.get("mode")
    if not record.over and not record.reason and mode in _SECRET:
        raise RecordError(f"this {mode} game is not over: it can be studied when it is")


def is_solved(record: Record) -> bool:
    """Return whether the project's own solver knows the game."""
    return record.is_renju and record.size == SIZE and not record.torus


# The steps


def begun(record: Record, solver: Solver, tell: Tell = lambda done, of: None) -> Study:
    """Return the study with all wins by fours. Raises RecordError in the same cases as positions()."""
    found = []
    its = positions(record)
    for number, position in enumerate(its):
        tell(number, len(its))
        before = its[number - 1] if number else None
        found.append(_by_fours(position, before, _is_lost_by_black(record, number), solver))
    tell(len(its), len(its))
    return _told(Study(record, tuple(found)))


def _is_lost_by_black(record: Record, turn: int) -> bool:
    """Return whether Black had lost after this number of moves."""
    return record.over and record.winner == COLOUR_NAMES[WHITE] and turn == len(record.moves)


def _by_fours(position: Position, before: Position | None, is_lost: bool, solver: Solver) -> Position:
    cells, colour = position.cells, position.colour
    foul = None
    if before and before.colour == BLACK and before.played is not None:
        foul = solver.foul(before.cells, before.played)
    if foul and is_lost:
        return replace(position, foul=foul)  # the game is over: nobody has a win or a threat any more
    its = solver.answer(cells, colour)
    threat = solver.win(cells, opponent(colour))
    stops, unknown = solver.stops(cells, threat) if threat and not its.win else ([], [])
    return replace(
        position,
        wins=its.win,
        is_known=its.is_known,
        threat=threat,
        stops=tuple(stops),
        unknown=tuple(unknown),
        foul=foul,
    )


def with_threes(
    study: Study,
    solver: Solver,
    clock: Callable[[], float],
    seconds: float,
    tell: Tell = lambda done, of: None,
    turns: Container[int] | None = None,
) -> Study:
    """Return the study with the wins by fours and threes that are found within `seconds` of the clock.

    `turns`: only search in the positions after these numbers of moves. The last positions come first, because games are
    decided there. Each position gets its share of the remaining time. A part of the time is reserved for the turning
    point, to find whether the stones that would have stopped the fours there lose by threes.
    """
    last = clock() + seconds
    end = last - seconds * _FOR_THE_TURNING_POINT
    its = [each.turn for each in reversed(study.positions) if not each.wins and not study.ends_by_foul(each)]
    asked = [turn for turn in its if turns is None or turn in turns]
    found = list(study.positions)
    for number, turn in enumerate(asked):
        tell(number, len(asked))
        now = clock()
        if now >= end:
            break
        share = now + (end - now) / (len(asked) - number)
        search = Threes(solver, _is_up(clock, share))
        won = search.win(found[turn].cells, found[turn].colour)
        if isinstance(won, Three):
            found[turn] = replace(found[turn], three=won)
    tell(len(asked), len(asked))
    is_up = _is_up(clock, last)
    return _turned_back(_told(replace(study, positions=tuple(found))), Threes(solver, is_up), solver, is_up)


def _turned_back(study: Study, search: Threes, solver: Solver, is_up: Callable[[], bool]) -> Study:
    """Return the study with its turning point before the positions where each stone loses by fours or by threes."""
    while study.turning_point is not None:
        turn, its = study.turning_point, study.positions
        position = its[turn]
        if position.wins or position.hopeless:
            break
        if not position.threat:
            first = _first_to_hold(study, turn, search, solver, is_up)
            return study if first is None else _with(study, replace(position, held=(first,)))
        answers = []
        for stop in position.stops + position.unknown:
            won = search.win(_after(position, stop), opponent(position.colour))
            if won is not None:
                answers.append((stop, won))
        lost = {stop for stop, _ in answers}
        if len(lost) < len(position.stops + position.unknown):
            held = tuple(stop for stop in position.stops if stop not in lost)
            return _with(study, replace(position, held=held)) if lost else study
        found = [*its[:turn], replace(position, hopeless=True), *its[turn + 1 :]]
        before = its[turn - 1] if turn else None
        if before and before.best is None and before.played is not None and not position.foul:
            # the winner's stone at this turn is the first stone of a proved win
            three = Three(before.colour, before.played, position.threat, tuple(answers))
            found[turn - 1] = replace(before, three=three)
        study = _told(replace(study, positions=tuple(found)))
    return study


def _first_to_hold(study: Study, turn: int, search: Threes, solver: Solver, is_up: Callable[[], bool]) -> int | None:
    """Return a stone that leaves no win, from the points of the win that the played stone allowed; None if unknown."""
    position, win = study.positions[turn], study.defeat and study.defeat.win
    fouls = solver.verdicts(position.cells) if position.colour == BLACK else None
    for point in dict.fromkeys(win.line if win else ()):
        if point < 0 or position.cells[point] or (fouls and fouls[point] in FOULS):
            continue
        won = search.win(_after(position, point), opponent(position.colour))
        if is_up():
            return None
        if won is None:
            return point
    return None


def _won_from(study: Study, position: Position) -> Win | Three | None:
    """Return the win of the side to move.

    The next position also shows a win, if the other side could not stop the threat there.
    """
    if position.best or position.played is None or position.turn + 1 >= len(study.positions):
        return position.best
    after = study.positions[position.turn + 1]
    is_stopped = after.wins or after.stops or after.unknown
    return Three(position.colour, position.played, after.threat, ()) if after.threat and not is_stopped else None


def _after(position: Position, point: int) -> bytes:
    cells = bytearray(position.cells)
    cells[point] = position.colour
    return bytes(cells)


def _with(study: Study, position: Position) -> Study:
    """Return the study with a position replaced, from which nothing else follows."""
    its = study.positions
    return replace(study, positions=(*its[: position.turn], position, *its[position.turn + 1 :]))


def _is_up(clock: Callable[[], float], end: float) -> Callable[[], bool]:
    return lambda: clock() >= end


def _told(study: Study) -> Study:
    """Return the study with the conclusions from its positions."""
    return replace(
        study,
        missed=tuple(sorted(_missed(study), key=lambda missed: missed.turn)),
        overlooked=tuple(_overlooked(study)),
        traps=tuple(_traps(study)),
        turning_point=_turning_point(study),
    )


# Conclusions


def _missed(study: Study) -> Iterable[Missed]:
    """Yield the wins that a side had at one or more of its turns in a row and then had no more, without having won.

    The turn of a missed win is the same as on the board (coach/hints.py). For a win by fours, it is the turn where the
    side first played no four, or a wrong four. For a win with threes, it is the turn where the side first played
    another stone than the win's stone.
    """
    for colour in (BLACK, WHITE):
        had: Position | None = None
        for position in study.positions:
            if position.colour != colour or study.ends_by_foul(position):
                continue
            if position.best is None:
                if had and had.best and position.is_known:
                    yield Missed(had.turn, had.best)
                had = None
            elif had is None or _keeps(had):
                had = position
        if had and had.best and study.record.winner != COLOUR_NAMES[colour] and had.turn < len(study.record.moves):
            yield Missed(had.turn, had.best)


def _keeps(position: Position) -> bool:
    """Return whether the stone that was played is a four, or the first stone of the win with threes."""
    if position.played is None:
        return False
    if position.three:
        return position.played == position.three.point
    after = _after(position, position.played)
    own, other = (fives.stones(after, colour) for colour in (position.colour, opponent(position.colour)))
    return bool(fives.fives(own, other, position.colour, fives.THROUGH[position.played]))


def _overlooked(study: Study) -> Iterable[Overlooked]:
    for position, after in zip(study.positions, study.positions[1:], strict=False):
        if position.threat and not position.wins and position.stops and after.wins and not after.foul:
            yield Overlooked(position.turn, after.wins, position.stops)


def _traps(study: Study) -> Iterable[Trap]:
    """Yield the wins by a foul of Black.

    A win that White has at several consecutive turns is yielded once, at the first of these turns.
    """
    before = None
    for position in study.positions:
        if position.colour != WHITE:
            continue
        win = position.best.last if isinstance(position.best, Three) else position.best
        if win and win.foul:
            if before is None:
                yield Trap(position.turn, win, _is_used(study, position.turn))
            before = win
        else:
            before = None


def _is_used(study: Study, turn: int) -> bool:
    """Return whether White won afterwards, by a foul or because Black did not answer White's four."""
    record = study.record
    if record.winner != "white":
        return False
    rest = [position for position in study.positions[turn:] if position.colour == WHITE]
    if any(position.foul for position in rest if position.turn > turn):
        return True
    # White's last four has ended the game, because the only answer is a foul, and Black resigned or played elsewhere
    return any(_makes_trap(position) for position in rest)


def _makes_trap(position: Position) -> bool:
    win = position.wins
    return bool(win and win.foul and len(win.line) == 1 and position.played == win.line[0])


def _turning_point(study: Study) -> int | None:
    loser, its = study.loser, study.positions
    if loser is None:
        return None
    turns = [position.turn for position in its if position.colour == loser and position.turn < len(study.record.moves)]
    final = its[-1]
    if final.turn == len(study.record.moves) and not final.foul:
        # the game ended without a five or a foul, so the loss must be visible on the board
        lost = _stands_lost(study, final.turn) if final.colour == loser else bool(final.best)
        if not lost:
            return None
    for turn in reversed(turns):
        if not _stands_lost(study, turn):
            return turn
    return None


def _stands_lost(study: Study, turn: int) -> bool:
    """Return whether the side to move has a proved loss with any move.

    The loss is by fours, or because the other side has played the first stone of a proved win with threes.
    """
    position = study.positions[turn]
    if position.is_lost:
        return True
    before = study.positions[turn - 1] if turn else None
    return bool(before and before.three and before.played == before.three.point)
