"""The questions to people: open menus, pending decisions, and the request to take the last move back."""

from tengen.games import COLOUR_NAMES
from tengen.games.points import names

from .board_state import CALM, CLEAR, KEEPING, OFFERING, PROVISIONAL, REFUSED, RESUME, SEVERAL
from .menu import Menu
from .opening import other_seat
from .players import SEATS

_STONES_LIE = (PROVISIONAL, OFFERING, REFUSED, SEVERAL)
# the answers that playing on implies; Match.play_on has the answers to an opening's questions
_PLAYED_ON = {"draw": "decline", "take back": "no"}


class Questions:
    """The questions of the present `match`. `board_state`: the state of the board. `effects` collects the events.

    `nobody`: the seat without a person, or None. This seat gets no questions, because the partner looks by itself.

    `menus`: the open menus by person. `front`: the person of the menu that was used last. `wishes_back`: the seat that
    asks to take the last move back, or None. `lifted`: True if this seat has lifted its stone for this.

    A player with an open question may also play on. The action that this begins then replaces the question in the
    events, on the lights and for the player's button, until the stone is lifted again. See answers() and shown().
    """

    def __init__(self, match, board_state, effects, nobody=None):
        self._match = match
        self._board_state = board_state
        self._say = effects.say
        self._change = effects.change
        self._nobody = nobody
        self.menus: dict = {}
        self.front = None
        self.wishes_back = None
        self.lifted = False
        self._lie = False  # True if the board had new stones at the last look

    def ask(self, now):
        """Open the menus for pending decisions, for each player the most urgent menu."""
        match, asked = self._match, self._match.expects
        if self._board_state.awaits in (RESUME, CLEAR):
            return
        due = {}
        if asked.do == "choose":
            due[asked.who] = (asked.ask, asked.options)
        if match.draw_by:
            due[other_seat(match.draw_by)] = ("draw", ("decline", "accept"))
        if self.wishes_back:
            due[other_seat(self.wishes_back)] = ("take back", ("no", "yes"))
        due.pop(self._nobody, None)
        for who in due:
            about, options = due[who]
            menu = self.menus.get(who)
            if menu is None or (menu.stays and menu.about != about):
                self.open(who, about, options, now, stays=True)

    def drop(self):
        """Close the players' menus and forget the request for a take-back, because the match has continued."""
        self.wishes_back = None
        self.lifted = False
        for who in SEATS:
            self.menus.pop(who, None)
        if self.front not in self.menus:
            self.front = next(iter(self.menus), None)

    def hush(self, now):
        """Close all questions while the board is being cleared for another game."""
        self.withdraw(now)
        for who in SEATS:
            self.close(who)

    # Menus

    def open(self, who, about, options, now, stays=False, at=0):
        """Open a menu for `who`, at the entry with number `at`."""
        menu = self.menus[who] = Menu(who, about, tuple(options), now, stays)
        menu.at = at
        self.front = who
        self._change()

    def next(self, who, since, now):
        """Go to the next entry of the menu of `who`. The button went down at `since`."""
        if self.menus[who].press(since, now) is not None:
            self.front = who
            self._change()

    def close(self, who):
        """Close the menu of `who`, if it is open."""
        if self.menus.pop(who, None):
            self._change()
            if self.front == who:
                self.front = next(iter(self.menus), None)

    def leave(self, now):
        """Close a menu that nobody has used for some time."""
        for who in self.menus:
            if self.menus[who].ended(now):
                self.close(who)
                self.ask(now)
                return

    def shown(self, who):
        """Return the open menu of `who`, or None if there is none or the player answers it by playing on."""
        menu = self.menus.get(who)
        return None if menu and self._plays_on(menu) else menu

    def in_front(self):
        """Return the menu that the board shows, or None. It is the menu used last, or another open menu."""
        found = self.shown(self.front)
        if not found:
            for who in self.menus:
                found = found or self.shown(who)
        return found

    def _plays_on(self, menu):
        """Whether stones on the board answer this menu, because its player has begun the action after the menu."""
        if not menu.stays:
            return False
        match, state = self._match, self._board_state
        asked = match.expects if match.expects.do == "keep" else match.asked()
        if not asked or asked.who != menu.who:
            return False
        if state.state == KEEPING:
            return len(state.offers) < len(match.offers) or len(state.stones) > 0
        return state.state in _STONES_LIE

    def answers(self):
        """Return the question that the stones on the board answer, or None.

        The result is {"about", "option" (the answer that playing on implies), "do" (the action that has begun)}, and
        for a stone or an offer also "colour", "count", "declared".
        """
        for who in self.menus:
            menu = self.menus[who]
            if self._plays_on(menu):
                asked = self._match.asked() or self._match.expects
                found = {"about": menu.about, "option": _PLAYED_ON.get(menu.about, self._match.play_on), "do": asked.do}
                if asked.colour:
                    found["colour"] = COLOUR_NAMES[asked.colour]
                if asked.do == "offer":
                    found["count"] = asked.count
                    found["declared"] = asked.declared
                return found
        return None

    def look(self, now):
        """Handle a change of the new stones.

        The first new stone closes a menu that its player has opened, so that a press then ends the move.
        """
        lies = self._board_state.state in _STONES_LIE
        if lies and not self._lie and self.menus:
            self._leave_for_stones(now)
        self._lie = lies or (self._lie and self._board_state.state != CALM)

    def _leave_for_stones(self, now):
        asked = self._match.asked()
        if asked and asked.who in self.menus and not self.menus[asked.who].stays:
            self.close(asked.who)
            self.ask(now)

    # The request to take the last move back

    def wish_back(self, who, now, lifted=False):
        """Ask the opponent whether `who` may take the last move back. `lifted`: the last stone was lifted for this.

        A stone of the partner was lifted by the person who plays against it.
        """
        if who == self._nobody:
            who = other_seat(who)
        self.wishes_back = who
        self.lifted = self.lifted or lifted
        event = {"code": "take_back_wished"}
        event.update(self.wish())
        self._say(event)
        self.ask(now)

    def withdraw(self, now):
        """Withdraw the request, if there is one."""
        before, self.wishes_back = self.wishes_back, None
        self.lifted = False
        if before:
            self._say({"code": "take_back_withdrawn", "who": before})
            asked = other_seat(before)
            if asked in self.menus and self.menus[asked].about == "take back":
                self.close(asked)
        self.ask(now)

    def decline(self, who):
        """Decline the request. `who` is the opponent, who declines."""
        self._say({"code": "take_back_declined", "who": who})
        self.wishes_back = None

    def moves_back(self):
        """Return how many moves a request would take back; 0 if no person has moved yet."""
        return self._match.moves_back(self._nobody)

    def wish(self):
        """Return the request to take moves back, or None.

        The result is {"who", "points" (the stones that go, the last first; []: no stone), "lifted" (whether the last
        stone was lifted)}.
        """
        if not self.wishes_back:
            return None
        points = names(self._match.stones_back(self.moves_back()), self._match.game.size)
        return {"who": self.wishes_back, "points": points, "lifted": self.lifted}
