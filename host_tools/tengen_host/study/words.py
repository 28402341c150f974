"""Put a study into words: sentences about each position, the moves with them, a picture of the turning point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tengen.games import COLOUR_NAMES, opponent, points
from tengen.games.renju.position import SIZE
from tengen.partner.fours import FIVE, STRAIGHT_FOUR

from ..judge.drawing import with_article
from ..records import sheet, stones
from ..records.record import PASS, RecordError
from ..solve import words as solved
from .fours import Win
from .study import Defeat, Position, Study, is_solved
from .threes import Three

# the most points that a sentence lists
_MOST_NAMED = 8


def side(colour: int) -> str:
    """Return `Black` or `White`."""
    return str(COLOUR_NAMES[colour].capitalize())


def name(point: int | None, size: int = SIZE) -> str:
    """Return a point as people read it, like `H8`."""
    return "a pass" if point is None or point < 0 else str(points.name(point, size).upper())


def place(study: Study, turn: int) -> str:
    """Return a place in a game, like `after move 3 (H8)`."""
    played = study.record.moves[turn - 1] if turn else ""
    return f"after move {turn} ({'a pass' if played == PASS else played.upper()})" if turn else "before move 1"


def _names(several: Sequence[int], last: str = "and") -> str:
    named = [name(point) for point in several[:_MOST_NAMED]]
    if len(several) > _MOST_NAMED:
        return f"{', '.join(named)} {last} {len(several) - _MOST_NAMED} more"
    return f" {last} ".join(filter(None, (", ".join(named[:-1]), named[-1])))


# Wins


def win_in_words(win: Win | Three) -> str:
    """Describe a side's win, like `3 fours: H8 I9 J7 K10 L6, a straight four`."""
    if isinstance(win, Three):
        line = " ".join("(any)" if point < 0 else name(point) for point in win.line)
        return f"fours and threes, proved against every answer, like {line}: {_why(win.last)}"
    if win.why == FIVE:
        return f"a five at {name(win.line[0])}"
    count = "a four" if win.fours == 1 else f"{win.fours} fours"
    return f"{count}, {' '.join(map(name, win.line))}: {_why(win)}"


def _why(win: Win) -> str:
    if win.foul:
        return f"the only answer, {name(win.fives[0])}, is {with_article(win.foul)}"
    if win.why == FIVE:
        return "five"
    kind = "a straight four" if win.why == STRAIGHT_FOUR else "two fours"
    return f"{kind}, with fives at {_names(win.fives)}"


def reason(win: Win) -> str:
    """Return why the last stone of a win by fours can't be answered."""
    if win.why == FIVE:
        return "Five."
    return f"It can't be answered: {_why(win)}."


# Sentences


def sentences(study: Study) -> list[tuple[int, str]]:
    """Return the sentences of a study, each with the number of moves before it."""
    return [(position.turn, sentence) for position in study.positions for sentence in _of_position(study, position)]


def _of_position(study: Study, position: Position) -> Iterator[str]:
    turn, mover, other = position.turn, side(position.colour), side(opponent(position.colour))
    before = study.positions[turn - 1] if turn else None
    if position.foul:
        over = study.ends_by_foul(position)
        rest = "" if over else ", and White did not claim it"
        yield f"{name(before.played if before else None)} is {with_article(position.foul)}, a foul{rest}."
        if over:
            return
    for overlooked in study.overlooked:
        if overlooked.turn == turn - 1:
            played = name(before.played if before else None)
            yield (
                f"{other} overlooked a threat: {played} leaves {mover} a win by {win_in_words(overlooked.win)}. "
                f"{_names(overlooked.stops, 'or')} would have stopped it."
            )
    is_named = any(overlooked.turn == turn - 1 for overlooked in study.overlooked)
    if position.best and not is_named and (turn < 2 or study.positions[turn - 2].best is None):
        yield f"{mover} has a win by {win_in_words(position.best)}."
        is_named = True
    if not position.is_known and not position.best:
        yield f"It isn't known whether {mover} has a win by fours: there are too many fours to try all of them."
    for trap in study.traps:
        if trap.turn == turn:
            foul = with_article(trap.win.foul or "")
            yield (
                "White has set a trap: Black's only answer to the last four would be "
                f"{name(trap.win.fives[0])}, {foul}."
            )
    for missed in study.missed:
        if missed.turn == turn:
            played = "passed" if position.played is None else f"played {name(position.played)}"
            which = "the win" if is_named else f"a win by {win_in_words(missed.win)}"
            yield f"{mover} missed {which}. {mover} {played}, and later had no win that is known."
    if study.turning_point == turn:
        yield f"The turning point: this is the last moment at which {mover} could put a stone that left no proved win."
    if position.opinion is not None:
        yield opinion_in_words(position.opinion, study.record.size)


def opinion_in_words(opinion: Any, size: int = SIZE) -> str:
    """Describe an engine's choice (engines/gomocup.py) as the engine's opinion."""
    details = [f"value {opinion.value:+d}"] if opinion.value is not None else []
    details += [f"depth {opinion.depth}"] if opinion.depth is not None else []
    more = f" ({', '.join(details)})" if details else ""
    rest = " ".join(name(point, size) for point in opinion.line[1:])
    return f"The engine's opinion: {name(opinion.point, size)}{more}{rest and ', then '}{rest}."


def summary(study: Study) -> str:
    """Return one or two sentences about where the game was decided."""
    if not is_solved(study.record):
        return "Wins are searched for in Renju on 15x15 only: here are only an engine's opinions."
    parts = []
    loser, defeat = study.loser, study.defeat
    if loser is None:
        parts.append("The game has no loser, so it has no turning point.")
    elif defeat is None:
        parts.append(f"{side(loser)} lost, but no proved win decided it.")
    else:
        parts += _defeat_in_words(study, loser, defeat)
    counts = [
        (len(study.missed), "missed win", "missed wins"),
        (len(study.overlooked), "overlooked threat", "overlooked threats"),
        (len(study.traps), "trap by a foul", "traps by a foul"),
    ]
    some = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    parts.append(f"{', '.join(some)}." if some else "No missed win and no overlooked threat was found.")
    unknown = sum(not position.is_known for position in study.positions)
    if unknown:
        parts.append(f"In {unknown} of the {len(study.positions)} positions not all fours were tried.")
    return " ".join(parts)


def _defeat_in_words(study: Study, loser: int, defeat: Defeat) -> Iterator[str]:
    """Yield the move that lost, and what would have held."""
    played = f"{side(loser)} lost the game with move {defeat.turn + 1}, {name(study.positions[defeat.turn].played)}: "
    if defeat.foul:
        yield f"{played}it is {with_article(defeat.foul)}, a foul."
    elif defeat.win:
        yield f"{played}{side(defeat.win.colour)} could then win by {win_in_words(defeat.win)}."
    else:
        yield f"{played}before it there was a stone that left no proved win."
    if defeat.better:
        yield f"{name(defeat.better.line[0])} would have won."
    elif defeat.held:
        yield f"{_names(defeat.held, 'or')} would have held."


def text(study: Study) -> str:
    """Return the game's moves, each followed by its sentences, and the summary."""
    record = study.record
    by_turn: dict[int, list[str]] = {}
    for after, sentence in sentences(study):
        by_turn.setdefault(after, []).append(sentence)
    heading = sheet.caption(record)
    lines = [*([sheet.safe(heading)] if heading else []), *(f"     {sentence}" for sentence in by_turn.get(0, ()))]
    for number, move in enumerate(record.moves, 1):
        mover = stones.colour_of(record, number).capitalize()
        lines.append(f"{number:4} {mover} {'pass' if move == PASS else move.upper()}")
        lines += [f"     {sentence}" for sentence in by_turn.get(number, ())]
    return "\n".join([*lines, "", summary(study)])


# As a picture


def turning_point(study: Study) -> str:
    """Return an SVG document of the board, with the losing stone, number 1, and the stones of the win that it allowed.

    If a foul by Black decides the game, the fouls on the board are marked. Raises RecordError if the game has no
    turning point.
    """
    turn = study.turning_point
    if turn is None:
        raise RecordError("--svg: the game has no turning point: no proved win decided it")
    position = study.positions[turn]
    after = study.positions[turn + 1] if turn + 1 < len(study.positions) else None
    best = after.best if after and not after.foul else None
    line = (-1 if position.played is None else position.played, *(best.line if best else ()))
    last = best.last if isinstance(best, Three) else best
    return solved.picture(position.cells, line, position.colour, bool(last and last.foul))


# For programs


def as_json(study: Study) -> dict[str, Any]:
    """Return the study as an object for JSON. host_tools/docs/verbs/study.md describes it.

    Points are names in lower case.
    """
    record = study.record
    return {
        "id": record.id,
        "black": record.black,
        "white": record.white,
        "winner": record.winner if record.over else None,
        "moves": list(record.moves),
        "positions": [_position(position, record.size) for position in study.positions],
        "missed": [{"turn": missed.turn, "win": _win(missed.win)} for missed in study.missed],
        "overlooked": [
            {"turn": each.turn, "win": _win(each.win), "stops": _points(each.stops)} for each in study.overlooked
        ],
        "traps": [{"turn": trap.turn, "win": _win(trap.win), "used": trap.used} for trap in study.traps],
        "turning_point": study.turning_point,
        "defeat": _defeat(study.defeat),
        "sentences": [{"turn": turn, "text": sentence} for turn, sentence in sentences(study)],
        "summary": summary(study),
    }


def _defeat(defeat: Defeat | None) -> dict[str, Any] | None:
    if defeat is None:
        return None
    return {
        "turn": defeat.turn,
        "foul": defeat.foul,
        "win": _win(defeat.win),
        "held": _points(defeat.held),
        "better": _win(defeat.better),
    }


def _position(position: Position, size: int) -> dict[str, Any]:
    opinion = position.opinion
    return {
        "turn": position.turn,
        "colour": COLOUR_NAMES[position.colour],
        "played": None if position.played is None else _point(position.played, size),
        "wins": _win(position.wins),
        "three": _win(position.three),
        "threat": _win(position.threat),
        "stops": _points(position.stops),
        "lost": position.is_lost,
        "known": position.is_known,
        "foul": position.foul,
        "opinion": opinion and {
            "point": _point(opinion.point, size),
            "line": _points(opinion.line, size),
            "value": opinion.value,
            "depth": opinion.depth,
            "words": opinion.words,
        },
    }  # fmt: skip


def _win(win: Win | Three | None) -> dict[str, Any] | None:
    if win is None:
        return None
    last = win.last if isinstance(win, Three) else win
    return {
        "by": "threes" if isinstance(win, Three) else "fours",
        "colour": COLOUR_NAMES[win.colour],
        "line": _points(win.line),
        "fours": None if isinstance(win, Three) else win.fours,
        "why": last.why,
        "fives": _points(last.fives),
        "foul": last.foul,
    }


def _points(several: Sequence[int], size: int = SIZE) -> list[str]:
    return [_point(point, size) for point in several]


def _point(point: int, size: int = SIZE) -> str:
    return PASS if point < 0 else str(points.name(point, size))
