"""What the people are asked: the open menus, what has to be decided, and the wish to take the last move back."""

from tengen.games.points import name

from . import events
from .board_state import CLEAR, OFFERING, PROVISIONAL, REFUSED, RESUME, SEVERAL
from .menu import Menu
from .opening import other_seat
from .players import SEATS

_STONES_LIE = (PROVISIONAL, OFFERING, REFUSED, SEVERAL)


class Questions:
    """The questions of the `match` under way, whose board is as `board_state` says; `effects` take the events.

    `menus` has the open menus by person, `front` is the person of the menu used last. `wishes_back` is the seat that
    wishes to take the last move back, or None; `lifted`: it has lifted its stone for this.
    """

    def __init__(self, match, board_state, effects):
        self._match = match
        self._board_state = board_state
        self._say = effects.say
        self.menus: dict = {}
        self.front = None
        self.wishes_back = None
        self.lifted = False

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
            self.close(who)

    # Menus

    def open(self, who, about, options, now, stays=False, at=0):
        """Open a menu for `who`, at the entry with number `at`."""
        menu = self.menus[who] = Menu(who, about, tuple(options), now, stays)
        menu.at = at
        self.front = who
        self._tell(who)

    def next(self, who, since, now):
        """Go to the next entry of the menu of `who`, whose button went down at `since`."""
        if self.menus[who].press(since, now) is not None:
            self.front = who
            self._tell(who)

    def close(self, who):
        """Close the menu of `who`, if it is open."""
        if self.menus.pop(who, None):
            self._tell(who)
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
        """Return the open menu of `who`; None if there is none, or if his new stones answer it by playing on."""
        menu = self.menus.get(who)
        asked = self._match.asked()
        if menu and menu.stays and asked and asked.who == who and self._board_state.state in _STONES_LIE:
            return None
        return menu

    def _tell(self, who):
        self._say(events.menu(who, self.menus.get(who)))

    # The wish to take the last move back

    def wish_back(self, who, now, lifted=False):
        """`who` wishes to take the last move back, perhaps by having lifted its stone: ask the opponent."""
        self.wishes_back = who
        self.lifted = self.lifted or lifted
        event = {"event": "take_back_wished"}
        event.update(self.wish())
        self._say(event)
        self.ask(now)

    def withdraw(self, now):
        """The wish, if there is one, is withdrawn."""
        before, self.wishes_back = self.wishes_back, None
        self.lifted = False
        if before:
            self._say({"event": "take_back_withdrawn", "who": before})
            asked = other_seat(before)
            if asked in self.menus and self.menus[asked].about == "take back":
                self.close(asked)
        self.ask(now)

    def decline(self, who):
        """The opponent `who` declines the wish."""
        self._say({"event": "take_back_declined", "who": who})
        self.wishes_back = None

    def wish(self):
        """Who wishes to take the last move back, its point (None: no stone), and whether it was lifted; or None."""
        if not self.wishes_back:
            return None
        last, size = self._match.last(), self._match.game.size
        point = name(last, size) if self._match.ends_with(last) else None
        return {"who": self.wishes_back, "point": point, "lifted": self.lifted}
