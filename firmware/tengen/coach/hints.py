"""Hints about wins by fours during a game, if the mode allows it, and about missed wins after the game.

Nothing in this module changes the match. During a referee or silent game every request is refused, also a laptop's.
"""

from tengen.codes import Refused, coded
from tengen.games import COLOUR_NAMES, EMPTY, PASS
from tengen.games.points import name, names
from tengen.games.renju.game import five_through
from tengen.session.board_state import CALM
from tengen.session.partner_rules import ONLY_RENJU, is_known

# The maximum number of fours in a search: in a search for a hint, which takes up to half a minute on the Pico, and in a
# search for one position of a finished game, which takes up to 5 s
MOST_NODES, MOST_NODES_EACH = 300_000, 50_000


class Hints:
    """A search that a person requested, then the found win, step by step. Each method except foul() gets the session.

    `who`: the seat that has asked, or None. `thinking`: True while the search is running. `shown`: the win that the
    lights show, a _Shown, or None while nothing is shown. `step`: the number of its present step, from 0 on; -1 while
    nothing is shown.
    """

    def __init__(self):
        self._forget()

    def _forget(self):
        self.who = None
        self.about = ""
        self.thinking = False
        self.shown = None
        self.step = -1
        self._all: list = []
        self._at = 0

    def refusal(self, session, seat):
        """Return why `seat` may not ask now for a win by fours (codes.coded), or None."""
        match, played = session.match, session.played
        if not played.helps():
            if played.mode == "casual":
                return coded("refused.hints_off")
            return coded("refused.no_hints", mode=played.mode)
        if not is_known(match.game):
            return ONLY_RENJU
        asked = match.expects
        if session.task:
            if match.announced is not None:
                return coded("refused.first_the_answer")
        elif asked.do != "stone" or asked.who != seat:
            return coded("refused.only_mover_asks")
        if session.board_state.state != CALM or session.board_state.awaits:
            return coded("refused.no_hint_over_stone")
        return None

    def ask(self, session, seat):
        """Search for a win by fours for `seat`. Return an intent or None. Raises Refused if the seat may not ask."""
        _must(self.refusal(session, seat))
        session.mind.prepare()
        self._begin(session, seat, "win", _Win(self, session.mind.fours, session.match.game))
        return session.task.told(session) if session.task else None

    def ask_missed(self, session, seat):
        """Search for the first win that each side has missed. Raises Refused if nobody may ask."""
        _must(missed_refusal(session.match))
        session.mind.prepare()
        self._begin(session, seat, "missed win", _Missed(self, session.mind.fours, session.match.game))

    def _begin(self, session, seat, about, job):
        self._forget()
        self.who, self.about, self.thinking = seat, about, True
        self._tell(session, "thinking")
        session.mind.start(job)

    def found(self, session, shown, known):
        """Show the found wins (_Shown), or return the intent to report that there are none."""
        if shown:
            self._show(session, shown)
            return None
        answer = "none" if known else "unknown"
        self._tell(session, answer)
        self._forget()
        return "show_answer", answer

    def _show(self, session, shown):
        """Show these wins, starting at the first step of the first."""
        self.thinking = False
        self._all, self._at = shown, 0
        self.shown, self.step = shown[0], 0
        self._tell_step(session)

    def foul(self):
        """Return the name of the foul that the current step shows, or None."""
        return self.shown.reason(self.step)[2] if self.shown else None

    def next(self, session):
        """Show the next step. After the last step show the next win; after the last win show the first win again."""
        if not self.shown:
            return
        self.step += 1
        if self.step == self.shown.steps():
            self._at = (self._at + 1) % len(self._all)
            self.shown, self.step = self._all[self._at], 0
        self._tell_step(session)

    def end(self, session):
        """End the hints and stop the search."""
        if self.who is None:
            return
        if self.thinking:
            session.mind.stop()
        self._tell(session, "ended")
        self._forget()

    def _tell(self, session, state):
        session.effects.say({"code": "advice", "about": self.about, "who": self.who, "state": state})

    def _tell_step(self, session):
        session.effects.say(self.event(session))

    def event(self, session):
        """Return the shown hints as an event, or None."""
        if self.who is None:
            return None
        event = {"code": "advice", "about": self.about, "who": self.who}
        event["state"] = "shown" if self.shown else "thinking"
        if self.shown:
            event.update(self.shown.fields(session.match.game.size))
            event["step"] = self.step
            event["number"] = self._at + 1
            event["of"] = len(self._all)
        return event


def _must(refusal):
    if refusal:
        raise Refused(refusal)


def missed_refusal(match):
    """Return why nobody may ask now for missed wins (codes.coded), or None."""
    if not match.result:
        return coded("refused.not_over_yet")
    return None if is_known(match.game) else ONLY_RENJU


class _Shown:
    """A win by fours to be shown: `found` (partner/fours.py), a win of `colour` in the position after `after` moves."""

    def __init__(self, found, colour, after, played=None):
        self.found = found
        self.colour = colour
        self.after = after
        self.played = played

    def steps(self):
        """Return the number of steps.

        There is one for each stone of the line, and one for the reason why the last stone has no answer.
        """
        return len(self.found.line) + 1

    def stones(self, step):
        """Return (the attacker's stones before the newest, the answers, the newest stone of either side or -1)."""
        line = self.found.line
        before = line[:step]
        return _every_other(before, 0), _every_other(before, 1), line[step] if step < len(line) else -1

    def reason(self, step):
        """Return (points of a five, the point of the foul or -1, the foul's name or None) at the last step."""
        found = self.found
        if step < len(found.line):
            return (), -1, None
        if found.foul:
            return (), found.fives[0], found.foul
        return found.fives, -1, None

    def fields(self, size):
        """Return the fields for the link."""
        found = self.found
        fields = {"colour": COLOUR_NAMES[self.colour], "after": self.after, "line": names(found.line, size)}
        played = self.played
        fields["played"] = None if played is None else "pass" if played == PASS else name(played, size)
        fields["fours"] = found.fours
        fields["why"] = found.why
        fields["foul"] = found.foul
        fields["fives"] = names(found.fives, size)
        fields["steps"] = self.steps()
        return fields


def _every_other(points, first):
    return tuple([points[at] for at in range(first, len(points), 2)])  # MicroPython's slices have no step


class _Win:
    """The search of one position, as a job of the mind."""

    def __init__(self, hints, fours, game):
        self._hints = hints
        self._fours = fours
        self._colour = game.turn
        self._after = len(game.moves)
        fours.begin(bytes(game.cells), game.turn)

    def think(self, session, budget_us):
        """Search for about `budget_us` microseconds. Return whether the search is over."""
        return self._fours.think(budget_us) or self._fours.nodes >= MOST_NODES

    def finish(self, session, now):
        """Show the result. Return an intent or None."""
        fours = self._fours
        found = fours.found
        shown = [_Shown(found, self._colour, self._after)] if found else []
        return self._hints.found(session, shown, fours.wins is not None)


class _Missed:
    """The search of a finished game for the first win that each side missed, as a job of the mind.

    A side has missed a win if it could win by fours at one or more of its turns in a row, then could no longer do so,
    and did not win. The win is shown at the first of these turns where the side did not play a four. If it played a
    four at each of them, the win is shown at the turn where it played a wrong four.
    """

    def __init__(self, hints, fours, game):
        self._hints = hints
        self._fours = fours
        self._game = game
        self._number = -1  # the number of moves before the position
        self._last = len(game.moves)
        self._wins: list = [None, None]  # the win that each side misses if it does not play it; indexed by number & 1
        self._missed: list = []
        self._known = True
        self._next()

    def _next(self):
        """Begin the next position. Return whether there is one."""
        game, number = self._game, self._number + 1
        if number > self._last or len(self._missed) == 2:
            return False
        cells = self._cells(number)
        if number and game.moves[number - 1] != PASS and five_through(cells, game.moves[number - 1]):
            return False  # a silent game may continue after a five
        self._number = number
        self._fours.begin(cells, game.colour_of(number))
        return True

    def _cells(self, number):
        """Return the position after `number` moves."""
        cells = bytearray(self._game.cells)
        for move in self._game.moves[number:]:
            if move != PASS:
                cells[move] = EMPTY
        return cells

    def think(self, session, budget_us):
        """Search for about `budget_us` microseconds. Return whether the search is over."""
        fours = self._fours
        if not fours.think(budget_us) and fours.nodes < MOST_NODES_EACH:
            return False
        if fours.wins is None:
            self._known = False
        self._note(fours.found)
        if self._next():
            return False
        self._note_end()
        return True

    def _note(self, found):
        number, colour = self._number, self._game.colour_of(self._number)
        before = self._wins[number & 1]
        if not found:
            self._wins[number & 1] = None
            if before and self._fours.wins is False:
                self._miss(before)
        elif not before or self._is_four(before):
            moves = self._game.moves
            played = moves[number] if number < len(moves) else None
            self._wins[number & 1] = _Shown(found, colour, number, played)

    def _is_four(self, shown):
        """Whether the stone that was played in this shown position makes a four."""
        from tengen.partner.fours import fives_of

        if shown.played is None or shown.played == PASS:
            return False
        cells = self._cells(shown.after + 1)
        return bool(fives_of(cells, shown.played))

    def _note_end(self):
        """Count the wins that remain at the end of the game as missed, except a win of the winner."""
        winner = self._game.result.winner if self._game.result else EMPTY
        for found in self._wins:
            if found and found.colour != winner and found.played is not None:
                self._miss(found)

    def _miss(self, shown):
        if all(each.colour != shown.colour for each in self._missed):
            self._missed.append(shown)

    def finish(self, session, now):
        """Show the result. Return an intent or None."""
        return self._hints.found(session, self._missed, self._known)
