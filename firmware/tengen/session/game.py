"""The session: turns differences between board and game into moves and prompts, one way to do it for all.

Every input comes with its time in ms; every method returns the events it caused, a list of dicts for the
link. What lights and page need to show is in the attributes.
"""

from tengen.rules import BLACK, COLOUR_NAMES, EMPTY, WHITE
from tengen.rules.moves import moves_text
from tengen.rules.points import index, name, names

DWELL_MS = 800
TELL_MS = 200  # a stone that has gone is told of when the hand has stopped; its light follows the hand

PLAYERS = ("p1", "p2")
ARBITER = "arbiter"

CALM = "calm"  # the board matches the game
PROVISIONAL = "provisional"  # one new stone, not yet a move
SEVERAL = "several"  # two or more new stones: one must go
REFUSED = "refused"  # a new stone where none may be put
DISTURBED = "disturbed"  # stones are missing, perhaps others too many


class Session:
    """One game after another on one board.

    `state` is one of the words above; `provisional` a point or -1, `foul` the foul it would be, in a word, or
    None; `several`, `missing`, `extra` lists of points; `last` the point of the last move or -1. `players` names
    the button of each colour. `foul_lines` has the points of each line that makes the foul, once explain() was asked.

    `faults` has what is broken in the wiring, in words, `sign` the first of it in a few signs, `unproved` the points
    that can't be read for it, `chattering` those whose reeds chatter. While the game is `blocked` by faults it waits:
    for the mending, or for the arbiter to go on regardless.
    """

    def __init__(self, new_game, dwell_ms=DWELL_MS):
        self._new_game = new_game
        self.dwell_ms = dwell_ms
        self.faults: list = []
        self.sign = ""
        self.unproved: list = []
        self.chattering: list = []
        self.blocked = False
        self._accepted: list = []  # the faults that the arbiter has gone on with, until all is mended
        self._begin()

    def _begin(self):
        self.game = self._new_game()
        self.players = {BLACK: PLAYERS[0], WHITE: PLAYERS[1]}
        self.last = -1
        self.foul_lines: tuple = ()
        self._reason = None  # of the foul, as it was told
        self._told = False  # whether the link was told of something that only "restored" takes back
        self._settle(CALM)

    def _settle(self, state, provisional=-1, foul=None, several=(), missing=(), extra=()):
        self.state = state
        self.provisional = provisional
        self.foul = foul
        self.several = several
        self.missing = missing
        self.extra = extra
        if not self.game.result:
            self.foul_lines = ()
            self._reason = None
        self._explained = not foul
        self._wish = None  # who has pressed before the stone had come to rest
        self._untold = None  # what has been done to stones of the game, as long as a hand may be at it

    def observe(self, difference, happened, now):
        """Take the difference between board and game (a Reconcile) and what has just happened to it, if anything."""
        events: tuple | list = ()
        if self.blocked:
            return events
        if happened:
            events = self._take(difference)
        rest = now - difference.since
        if self._untold and rest >= TELL_MS:
            events = [self._disturbed_event()]
            self._untold = None
            self._told = True
        if self._ready(difference) and (self._wish or (self._dwells() and rest >= self.dwell_ms)):
            events = list(events) + self._commit()
        return events

    def waits(self):
        """Whether time alone may change something: observe() wants to be called again soon."""
        return not self.blocked and bool(self._untold or self._wish or self._dwells())

    def _ready(self, difference):
        # a stone that has just been put, or is being slid, is not yet where it will lie
        return self.state == PROVISIONAL and difference.settled and not (difference.leaving and difference.new)

    def _dwells(self):
        # a foul loses the game, and that takes the player's own button
        return self.state == PROVISIONAL and not self.foul

    def _take(self, difference):
        new, missing = difference.new, difference.missing
        game = self.game
        if game.result:
            # the board shows the end until it is cleared; nothing on it is asked for any more
            return []
        was = self.provisional
        before = self.state
        if missing:
            # a slid stone may have been told of as a new one, as long as its old reed was still closed
            self._told = self._told or before in (PROVISIONAL, SEVERAL, REFUSED)
            self._settle(DISTURBED, missing=missing, extra=new)
            self._untold = difference.kind
            return []
        events = []
        if self._told or before == REFUSED:
            self._told = False
            events.append({"event": "restored"})
        if not new:
            self._settle(CALM)
            if before == PROVISIONAL:
                events.append({"event": "withdrawn", "point": name(was, game.size)})
            elif before == SEVERAL:
                events.append({"event": "restored"})
            return events
        if len(new) > game.wanted():
            self._settle(SEVERAL, several=new)
            events.append({"event": "several", "points": names(new, game.size)})
            return events
        point = new[0]
        refusal = game.refusal(point)
        if refusal:
            self._settle(REFUSED, extra=new)
            events.append({"event": "refused", "point": name(point, game.size), "message": refusal})
            return events
        self._settle(PROVISIONAL, provisional=point, foul=game.warning(point))
        event = {"event": "provisional", "point": name(point, game.size), "colour": COLOUR_NAMES[game.turn]}
        if self.foul:
            event["foul"] = self.foul
        events.append(event)
        return events

    def _disturbed_event(self):
        size = self.game.size
        return {
            "event": "disturbed",
            "what": self._untold,
            "missing": names(self.missing, size),
            "extra": names(self.extra, size),
        }

    def explain(self):
        """Why the stone that is about to be a foul is one, told once: it takes longer than a light may."""
        if self._explained:
            return ()
        self._explained = True
        return [self._reason_event()]

    def _reason_event(self):
        size = self.game.size
        lines = self.game.foul_lines(self.provisional)
        self.foul_lines = tuple(tuple(index(stone, size) for stone in line["stones"]) for line in lines)
        self._reason = {"point": name(self.provisional, size), "foul": self.foul, "lines": lines}
        event = {"event": "reason"}
        event.update(self._reason)
        return event

    def _commit(self):
        game, point = self.game, self.provisional
        colour = game.turn
        events = list(self.explain())
        game.play(point)
        self.last = point
        self._settle(CALM)
        events.append(
            {
                "event": "move",
                "n": len(game.moves),
                "point": name(point, game.size),
                "colour": COLOUR_NAMES[colour],
                "turn": self._turn(),
            }
        )
        if game.result:
            events.append(self._result_event())
        return events

    def _players(self):
        return {COLOUR_NAMES[colour]: button for colour, button in self.players.items()}

    def _turn(self):
        return None if self.game.result else COLOUR_NAMES[self.game.turn]

    def _result_event(self):
        result = self.game.result
        return {
            "event": "result",
            "winner": None if result.winner == EMPTY else COLOUR_NAMES[result.winner],
            "reason": result.reason,
            "line": names(result.points, self.game.size),
        }

    def press(self, who, difference):
        """A button was pressed: the player to move is done, or the arbiter wants a new game."""
        if self.blocked:
            return []
        if who == ARBITER:
            return self._arbiter(difference)
        if self.state == PROVISIONAL and who == self.players[self.game.turn]:
            if self._ready(difference):
                return self._commit()
            self._wish = who
        return []

    def hold(self, who):
        """A button was held: the arbiter goes on in spite of the faults."""
        if who != ARBITER or not self.blocked:
            return []
        if len(self.unproved) == len(self.game.cells):
            return [{"event": "error", "message": "no point can be read, so there is nothing to go on with: mend it"}]
        self.blocked = False
        self._accepted = self.faults
        return [self.matrix_event()]

    def distrust(self, faults, unproved, chattering):
        """Take what is broken: the wiring's faults in words, the points that can't be read, those that chatter.

        A fault of the wiring makes the game wait until it is mended, or the arbiter goes on with it. A reed that
        chatters is only told of: its point stays as it is.
        """
        events = []
        if faults != self.faults:
            if not faults:
                self._accepted = faults
            self.blocked = any(fault not in self._accepted for fault in faults)
            self.faults = faults
            self.unproved = unproved
            events.append(self.matrix_event())
        if chattering != self.chattering:
            self.chattering = chattering
            events.append({"event": "chatter", "points": names(chattering, self.game.size)})
        return events

    def matrix_event(self):
        """What is broken in the wiring."""
        return {
            "event": "matrix",
            "faults": self.faults,
            "points": names(self.unproved, self.game.size),
            "waits": self.blocked,
        }

    def _stones_that_can_be_read(self):
        cells, unread = self.game.cells, self.unproved + self.chattering
        return sum(1 for point in range(len(cells)) if cells[point] and point not in unread)

    def _arbiter(self, difference):
        if difference.new or len(difference.missing) < self._stones_that_can_be_read():
            return [{"event": "error", "message": "a new game begins on an empty board: take the stones away first"}]
        events = []
        if self.game.moves and not self.game.result:
            events.append({"event": "set_aside", "moves": moves_text(self.game.moves, self.game.size)})
        self._begin()
        events.append(
            {"event": "new_game", "game": self.game.name, "turn": self._turn(), "players": self._players()}
        )
        return events

    def snapshot(self):
        """The whole state as one event."""
        game = self.game
        event = {
            "event": "snapshot",
            "game": game.name,
            "size": game.size,
            "moves": moves_text(game.moves, game.size),
            "turn": self._turn(),
            "players": self._players(),
            "state": self.state,
            "provisional": None if self.provisional < 0 else name(self.provisional, game.size),
            "foul": self.foul,
            "reason": self._reason,
            "several": names(self.several, game.size),
            "missing": names(self.missing, game.size),
            "extra": names(self.extra, game.size),
            "faults": self.faults,
            "unproved": names(self.unproved, game.size),
            "waits": self.blocked,
            "chattering": names(self.chattering, game.size),
            "result": None,
        }
        if game.result:
            result = self._result_event()
            del result["event"]
            event["result"] = result
        return event
