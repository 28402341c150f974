"""What the people are asked: the open menus, what has to be decided, and the wish to take the last move back."""

from tengen.games import COLOUR_NAMES
from tengen.games.points import name

from .board_state import CALM, CLEAR, KEEPING, OFFERING, PROVISIONAL, REFUSED, RESUME, SEVERAL
from .menu import Menu
from .opening import other_seat
from .players import SEATS

_STONES_LIE = (PROVISIONAL, OFFERING, REFUSED, SEVERAL)
# what playing on answers to these questions; to those of an opening it answers Match.play_on
_PLAYED_ON = {"draw": "decline", "take back": "no"}


class Questions:
    """The questions of the `match` under way, whose board is as `board_state` says; `effects` take the events.

    `nobody` is the seat at which no person sits, or None: it is asked nothing, for the partner looks by himself.

    `menus` has the open menus by person, `front` is the person of the menu used last. `wishes_back` is the seat that
    wishes to take the last move back, or None; `lifted`: it has lifted its stone for this.

    A player who is asked something may also play on. What he has begun then replaces the question, in the events, on
    the lights and for his button, until he lifts it again: see answers() and shown().
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
        self._lie = False  # whether new stones lay at the last look

    def ask(self, now):
        """Open the menus of what has to be decided, the most urgent for each player."""
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
        """The match has gone on: close the players' menus, and forget the wish."""
        self.wishes_back = None
        self.lifted = False
        for who in SEATS:
            self.menus.pop(who, None)
        if self.front not in self.menus:
            self.front = next(iter(self.menus), None)

    def hush(self, now):
        """Nobody is asked anything while the board is cleared for another game."""
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
        """Go to the next entry of the menu of `who`, whose button went down at `since`."""
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
        """Return the open menu of `who`; None if there is none, or if he answers it by playing on."""
        menu = self.menus.get(who)
        return None if menu and self._plays_on(menu) else menu

    def in_front(self):
        """Return the menu that the board shows, or None: the one used last, or another that is open."""
        found = self.shown(self.front)
        if not found:
            for who in self.menus:
                found = found or self.shown(who)
        return found

    def _plays_on(self, menu):
        """Whether the stones on the board answer this menu: its player has begun what comes after his answer."""
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
        """Return what stones on the board answer instead of a menu, or None.

        {"about", "option" (what playing on answers), "do" (what has been begun), and of a stone or an offer "colour",
        "count", "declared"}
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
        """The new stones have changed.

        The first stone closes a menu that its player has opened himself: a press then ends the move.
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

    # The wish to take the last move back

    def wish_back(self, who, now, lifted=False):
        """`who` wishes to take the last move back, perhaps by having lifted its stone: ask the opponent."""
        self.wishes_back = who
        self.lifted = self.lifted or lifted
        event = {"code": "take_back_wished"}
        event.update(self.wish())
        self._say(event)
        self.ask(now)

    def withdraw(self, now):
        """The wish, if there is one, is withdrawn."""
        before, self.wishes_back = self.wishes_back, None
        self.lifted = False
        if before:
            self._say({"code": "take_back_withdrawn", "who": before})
            asked = other_seat(before)
            if asked in self.menus and self.menus[asked].about == "take back":
                self.close(asked)
        self.ask(now)

    def decline(self, who):
        """The opponent `who` declines the wish."""
        self._say({"code": "take_back_declined", "who": who})
        self.wishes_back = None

    def wish(self):
        """Who wishes to take the last move back, its point (None: no stone), and whether it was lifted; or None."""
        if not self.wishes_back:
            return None
        last, size = self._match.last(), self._match.game.size
        point = name(last, size) if self._match.ends_with(last) else None
        return {"who": self.wishes_back, "point": point, "lifted": self.lifted}
