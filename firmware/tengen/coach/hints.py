"""What the board shows of wins by fours, where the mode allows it, and where the game has missed one.

Nothing here changes the match. In a referee or silent game under way everything is refused, whatever a laptop asks.
"""

from tengen.codes import Refused, coded
from tengen.games import COLOUR_NAMES, EMPTY, PASS
from tengen.games.points import name, names
from tengen.games.renju.game import five_through
from tengen.session.board_state import CALM
from tengen.session.partner_rules import ONLY_RENJU, is_known

# A search is given up after so many fours: half a minute of the Pico, 5 s for each position of a game that is over
MOST_NODES, MOST_NODES_EACH = 300_000, 50_000


class Hints:
    """A search for who has asked, then its win step by step. Each method but foul() gets the session.

    `who` is the seat that has asked, or None; `thinking`: the search goes on. `shown` is the win that the lights show,
    a _Shown, `step` its step from 0 on; None and -1 while nothing is shown.
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
        """Return why `seat` may not ask now whether there is a win by fours (codes.coded), or None."""
        match, played = session.match, session.played
        if not played.helps():
            if played.mode == "casual":
                return coded("refused.hints_off")
            return coded("refused.no_hints", mode=played.mode)
        if not is_known(match.game):
            return ONLY_RENJU
        asked = match.expects
        if session.puzzle:
            if match.announced is not None:
                return coded("refused.first_the_answer")
        elif asked.do != "stone" or asked.who != seat:
            return coded("refused.only_mover_asks")
        if session.board_state.state != CALM or session.board_state.awaits:
            return coded("refused.no_hint_over_stone")
        return None

    def ask(self, session, seat):
        """`seat` asks whether there is a win by fours. Return an intent or None. Raises Refused if he may not."""
        _must(self.refusal(session, seat))
        session.mind.prepare()
        self._begin(session, seat, "win", _Win(self, session.mind.fours, session.match.game))
        return session.puzzle.told(session) if session.puzzle else None

    def ask_missed(self, session, seat):
        """Somebody asks for the first win that each side has missed. Raises Refused if he may not."""
        _must(missed_refusal(session.match))
        session.mind.prepare()
        self._begin(session, seat, "missed win", _Missed(self, session.mind.fours, session.match.game))

    def _begin(self, session, seat, about, job):
        self._forget()
        self.who, self.about, self.thinking = seat, about, True
        self._tell(session, "thinking")
        session.mind.start(job)

    def found(self, session, shown, known):
        """The search has ended: show these wins (_Shown), or return the intent to say that there are none."""
        if shown:
            self._show(session, shown)
            return None
        answer = "none" if known else "unknown"
        self._tell(session, answer)
        self._forget()
        return "show_answer", answer

    def _show(self, session, shown):
        """Show these wins, beginning with the first step of the first."""
        self.thinking = False
        self._all, self._at = shown, 0
        self.shown, self.step = shown[0], 0
        self._tell_step(session)

    def foul(self):
        """Return the name of the foul that the present step shows, or None."""
        return self.shown.reason(self.step)[2] if self.shown else None

    def next(self, session):
        """Show the next step; after the last that of the next win, or the first again."""
        if not self.shown:
            return
        self.step += 1
        if self.step == self.shown.steps():
            self._at = (self._at + 1) % len(self._all)
            self.shown, self.step = self._all[self._at], 0
        self._tell_step(session)

    def end(self, session):
        """Show nothing any more, and give up the search."""
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
        """Return what is shown as an event, or None."""
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
    """Return why nobody may ask now where the win was (codes.coded), or None."""
    if not match.result:
        return coded("refused.not_over_yet")
    return None if is_known(match.game) else ONLY_RENJU


class _Shown:
    """A win by fours to be shown: `found` (partner/fours.py) of `colour` in the position after so many moves.

    `played`: the point that was played instead, PASS, or None.
    """

    def __init__(self, found, colour, after, played=None):
        self.found = found
        self.colour = colour
        self.after = after
        self.played = played

    def steps(self):
        """One for each stone of the line, and one for the reason why the last can't be answered."""
        return len(self.found.line) + 1

    def stones(self, step):
        """Return (the attacker's stones before the newest, the answers, the newest stone of either side or -1)."""
        line = self.found.line
        before = line[:step]
        return _every_other(before, 0), _every_other(before, 1), line[step] if step < len(line) else -1

    def reason(self, step):
        """Return (points of five, the point of the foul or -1, its name or None) at the last step, else nothing."""
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
        """Search for about so long. Return whether it is over."""
        return self._fours.think(budget_us) or self._fours.nodes >= MOST_NODES

    def finish(self, session, now):
        """Show what was found. Return an intent or None."""
        fours = self._fours
        found = fours.found
        shown = [_Shown(found, self._colour, self._after)] if found else []
        return self._hints.found(session, shown, fours.wins is not None)


class _Missed:
    """The search of a game that is over for the first win that each side had and did not keep, as a job of the mind.

    A side has missed a win if it could win by fours at one or more of its turns in a row, and then could not any more,
    nor had won. It is shown where it first played something else than a four of it, or else a wrong four.
    """

    def __init__(self, hints, fours, game):
        self._hints = hints
        self._fours = fours
        self._game = game
        self._number = -1  # of the position: after so many moves
        self._last = len(game.moves)
        self._wins: list = [None, None]  # what each side misses if it does not win, by number & 1
        self._missed: list = []
        self._known = True
        self._next()

    def _next(self):
        """Begin with the next position. Return whether there is one."""
        game, number = self._game, self._number + 1
        if number > self._last or len(self._missed) == 2:
            return False
        cells = self._cells(number)
        if number and game.moves[number - 1] != PASS and five_through(cells, game.moves[number - 1]):
            return False  # in a silent game it need not be the end
        self._number = number
        self._fours.begin(cells, game.colour_of(number))
        return True

    def _cells(self, number):
        """Return the position after so many moves."""
        cells = bytearray(self._game.cells)
        for move in self._game.moves[number:]:
            if move != PASS:
                cells[move] = EMPTY
        return cells

    def think(self, session, budget_us):
        """Search for about so long. Return whether it is over."""
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
        """Whether the stone that was played there makes a four."""
        from tengen.partner.fours import fives_of

        if shown.played is None or shown.played == PASS:
            return False
        cells = self._cells(shown.after + 1)
        return bool(fives_of(cells, shown.played))

    def _note_end(self):
        """What is left: missed, unless that side has won."""
        winner = self._game.result.winner if self._game.result else EMPTY
        for found in self._wins:
            if found and found.colour != winner and found.played is not None:
                self._miss(found)

    def _miss(self, shown):
        if all(each.colour != shown.colour for each in self._missed):
            self._missed.append(shown)

    def finish(self, session, now):
        """Show what was found. Return an intent or None."""
        return self._hints.found(session, self._missed, self._known)
