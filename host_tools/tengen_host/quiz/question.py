"""A question about a position of Renju, with the right answers as the judge and the solver find them.

| kind | question | answers |
|---|---|---|
| `next` | what was played next? | a point |
| `win` | where does a win by fours begin? | a point |
| `foul` | is this point a foul for Black, and which? | `none`, `overline`, `double-four`, `double-three` |
| `why` | why did this move lose? | `foul`, `five`, `fours`, `threes` |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, opponent, points
from tengen.games.renju.game import Renju, five_through
from tengen.games.renju.position import POINTS, SIZE
from tengen.partner.fours import FIVE
from tengen.session.settings import STRICT

from ..i18n import Sentence, code_text
from ..records import stones
from ..records.record import PASS, Record
from ..solve import searching
from ..study.fours import Solver, Win
from ..study.study import is_solved
from ..study.threes import Three, Threes

CHOICES: Mapping[str, tuple[str, ...]] = {
    "next": (),
    "win": (),
    "foul": ("none", "overline", "double-four", "double-three"),
    "why": ("foul", "five", "fours", "threes"),
}


@dataclass(frozen=True)
class Given:
    """A position: 225 colours, and the colour to move. `last`: the point of the last move, or ""."""

    cells: bytes
    turn: int
    last: str = ""

    def stones(self, colour: int) -> list[str]:
        """Return the points with stones of a colour."""
        return [points.name(at, SIZE) for at, cell in enumerate(self.cells) if cell == colour]

    def at(self, point: str) -> int:
        """Return the index of an empty point. Raises ValueError (Sentence)."""
        try:
            at = int(points.index(point.lower(), SIZE))
        except ValueError:
            raise ValueError(Sentence("commentary.outside", point=point[:4].upper(), size=SIZE)) from None
        if self.cells[at] != EMPTY:
            raise ValueError(Sentence("commentary.taken", point=point.upper()))
        return at

    def after(self, at: int) -> bytes:
        """Return the cells after the next stone."""
        return self.cells[:at] + bytes((self.turn,)) + self.cells[at + 1 :]


@dataclass(frozen=True)
class Question:
    """A question. `right`: the right answers, points or one choice; `point`: the stone that it is about, or "".

    The explanation: `reason`, a group `reason` of the board or None; `win`, the fields of a win or None; `held`, the
    points that would have held.
    """

    kind: str
    given: Given
    right: tuple[str, ...]
    point: str = ""
    reason: Mapping[str, Any] | None = None
    win: Mapping[str, Any] | None = None
    held: tuple[str, ...] = ()
    better: str = ""

    def asked(self) -> dict[str, Any]:
        """Return the fields that a page shows while people answer."""
        return {
            "kind": self.kind,
            "black": self.given.stones(BLACK),
            "white": self.given.stones(WHITE),
            "turn": COLOUR_NAMES[self.given.turn],
            "last": self.given.last,
            "point": self.point,
            "choices": list(CHOICES[self.kind]),
        }

    def accepts(self, answer: str) -> bool:
        """Return whether this is an answer: one of the choices, or the name of an empty point."""
        if CHOICES[self.kind]:
            return answer in CHOICES[self.kind]
        try:
            return points.name(self.given.at(answer), SIZE) == answer
        except ValueError:
            return False


def position_of(record: Record, turn: int) -> Given:
    """Return the position of a game of Renju after this number of moves. Raises ValueError (Sentence)."""
    if not is_solved(record):
        raise ValueError(Sentence("quiz.only_renju"))
    if not record.over and record.settings.get("mode") in STRICT:
        raise ValueError(Sentence("quiz.under_way"))
    if not 0 <= turn <= len(record.moves):
        raise ValueError(Sentence("quiz.no_move", n=turn, all=len(record.moves)))
    cells = bytearray(POINTS)
    for name, what in stones.lying(record, turn).items():
        cells[points.index(name, SIZE)] = COLOUR_NAMES.index(what)
    last = record.moves[turn - 1] if turn else ""
    return Given(bytes(cells), COLOUR_NAMES.index(stones.colour_of(record, turn + 1)), "" if last == PASS else last)


def about(record: Record, turn: int, kind: str, point: str, ask: Checker) -> Question:
    """Return the question of this kind about a game, after this number of moves. Raises ValueError (Sentence).

    `point`: of a question about a foul; for the other kinds the game has it.
    """
    given = position_of(record, turn)
    if kind in ("next", "why"):
        point = record.moves[turn] if turn < len(record.moves) else PASS
        if point == PASS:
            raise ValueError(Sentence("quiz.no_stone_next"))
    return ask.question(kind, given, point)


@dataclass(frozen=True)
class Checker:
    """Makes questions with their right answers. Use it from one thread at a time.

    `is_time_up()`: returns for each question a function that says when to end the search for wins with threes.
    """

    solver: Solver
    is_time_up: Callable[[], Callable[[], bool]] = field(default=lambda: lambda: False)

    def question(self, kind: str, given: Given, point: str = "", many: bool = False) -> Question:
        """Return a question. Raises ValueError (Sentence) if it has no right answer, or several.

        `many`: a question about a win may have several right answers.
        """
        if searching.mistake(given.cells):
            raise ValueError(Sentence("quiz.over"))
        if kind == "win":
            return self._win(given, many)
        if kind not in CHOICES:
            raise ValueError(Sentence("server.bad_command", detail=f"the kinds are {', '.join(CHOICES)}"))
        at = given.at(point)
        question = Question(kind, given, (), points.name(at, SIZE))
        return {"next": self._next, "foul": self._foul, "why": self._why}[kind](question, at)

    def _win(self, given: Given, many: bool) -> Question:
        its = self.solver.answer(given.cells, given.turn)
        if not its.is_known:
            raise ValueError(Sentence("quiz.unknown"))
        if not its.win:
            raise ValueError(Sentence("quiz.no_win"))
        firsts = self.solver.firsts(given.cells, given.turn)
        if firsts is None:
            raise ValueError(Sentence("quiz.unknown"))
        names = tuple(points.name(at, SIZE) for at in firsts)
        if len(names) > 1 and not many:
            raise ValueError(Sentence("quiz.several_wins", points=_names(names)))
        return Question("win", given, names, win=win_fields(its.win))

    def _next(self, question: Question, at: int) -> Question:
        given = question.given
        if given.turn == BLACK and (foul := self.solver.foul(given.cells, at)):
            raise ValueError(Sentence("quiz.next_is_foul", point=question.point.upper(), foul=_foul_name(foul)))
        win = self.solver.win(given.cells, given.turn)
        reason = _reason(given, at) if given.turn == BLACK else None
        if reason and not reason["lines"]:
            reason = None
        shown = win_fields(win) if win else None
        return replace(question, point="", right=(question.point,), reason=reason, win=shown)

    def _foul(self, question: Question, at: int) -> Question:
        if question.given.turn != BLACK:
            raise ValueError(Sentence("quiz.white_no_foul"))
        reason = _reason(question.given, at)
        return replace(question, right=(reason["foul"] or "none",), reason=reason)

    def _why(self, question: Question, at: int) -> Question:
        given, point = question.given, question.point
        if given.turn == BLACK and self.solver.foul(given.cells, at):
            return replace(question, right=("foul",), reason=_reason(given, at))
        after, other = given.after(at), opponent(given.turn)
        if five_through(after, at) is not None:
            raise ValueError(Sentence("quiz.wins", point=point.upper()))
        won = self.solver.win(after, other) or Threes(self.solver, self.is_time_up()).win(after, other)
        if won is None:
            raise ValueError(Sentence("quiz.no_loss", point=point.upper()))
        own = self.solver.win(given.cells, given.turn)
        threat = self.solver.win(given.cells, other)
        stops, unknown = self.solver.stops(given.cells, threat) if threat and not own else ([], [])
        if threat and not (own or stops or unknown):
            raise ValueError(Sentence("quiz.lost_before", point=point.upper()))
        right = "threes" if isinstance(won, Three) else "five" if won.why == FIVE else "fours"
        held = tuple(points.name(each, SIZE) for each in stops)
        better = points.name(own.line[0], SIZE) if own else ""
        return replace(question, right=(right,), win=win_fields(won), held=held, better=better)


def win_fields(win: Win | Three) -> dict[str, Any]:
    """Return a win for the page; a line with an answer anywhere ("--") is cut there."""
    line = [points.name(at, SIZE) if at >= 0 else PASS for at in win.line]
    last = win.last if isinstance(win, Three) else win
    cut = line[: line.index(PASS)] if PASS in line else line
    return {
        "by": "threes" if isinstance(win, Three) else "fours",
        "colour": COLOUR_NAMES[win.colour],
        "line": cut,
        "fours": 0 if isinstance(win, Three) else win.fours,
        "why": last.why,
        "fives": [points.name(at, SIZE) for at in last.fives],
        "foul": last.foul,
    }


def _reason(given: Given, at: int) -> dict[str, Any]:
    """Return why a black stone is a foul, or only looks like one; of another stone, all that it makes (`all`)."""
    game = Renju(free_centre=True)
    black, white = ([at for at in range(POINTS) if given.cells[at] == colour] for colour in (BLACK, WHITE))
    game.set_up(black, white, BLACK)
    foul, excused = game.warning(at), game.excused(at)
    reason = {"point": points.name(at, SIZE), "foul": foul or None}
    if foul or excused:
        return {**reason, "lines": game.foul_lines(at)}
    return {**reason, "lines": game.lines_of(at), "all": True}


def _foul_name(foul: str) -> str:
    return code_text({"code": f"foul.{foul}"})


def _names(several: Sequence[str]) -> str:
    return ", ".join(name.upper() for name in several)
