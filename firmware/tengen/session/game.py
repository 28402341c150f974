"""The session: turns differences between board and game into moves and prompts, one way to do it for all.

Every input comes with its time in ms; every method returns the events it caused, a list of dicts for the
link. What lights and page need to show is in the attributes.
"""

from tengen.rules import BLACK, COLOUR_NAMES, EMPTY, WHITE
from tengen.rules.moves import moves_text
from tengen.rules.points import name, names

DWELL_MS = 800

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
    the button of each colour.
    """

    def __init__(self, new_game, dwell_ms=DWELL_MS):
        self._new_game = new_game
        self.dwell_ms = dwell_ms
        self._begin()

    def _begin(self):
        self.game = self._new_game()
        self.players = {BLACK: PLAYERS[0], WHITE: PLAYERS[1]}
        self.last = -1
        self._untaken = False
        self._settle(CALM)

    def _settle(self, state, provisional=-1, foul=None, several=(), missing=(), extra=()):
        self.state = state
        self.provisional = provisional
        self.foul = foul
        self.several = several
        self.missing = missing
        self.extra = extra

    def stones(self):
        """How many stones the game says are on the board."""
        return sum(1 for cell in self.game.cells if cell)

    def observe(self, difference, changed, leaving, now):
        """Take the difference between board and game (a Reconcile); `changed` if it is a new one.

        `leaving`: whether some reed has opened and the debounce can't tell yet that its stone is gone.
        """
        if changed:
            self._untaken = True
        # a slid stone closes the next reed before the debounce lets go of the one it came from: what is new
        # may be no second stone
        if leaving and difference.new:
            return []
        if self._untaken:
            self._untaken = False
            return self._take(difference)
        if self._dwells() and difference.settled and now - difference.since >= self.dwell_ms:
            return self._commit()
        return []

    def waits(self):
        """Whether time alone may change something: observe() wants to be called again soon."""
        return self._untaken or self._dwells()

    def _dwells(self):
        # a foul loses the game, and that takes the player's own button
        return self.state == PROVISIONAL and not self.foul

    def _take(self, difference):
        new, missing = difference.new, difference.missing
        game = self.game
        if game.result:
            # the board shows the end until it is cleared; nothing on it is asked for any more
            return []
        before = self.state
        if missing:
            self._settle(DISTURBED, missing=missing, extra=new)
            return [{"event": "disturbed", "missing": names(missing, game.size), "extra": names(new, game.size)}]
        if not new:
            was = self.provisional
            self._settle(CALM)
            if before == PROVISIONAL:
                return [{"event": "withdrawn", "point": name(was, game.size)}]
            return [{"event": "restored"}] if before != CALM else []
        if len(new) > game.wanted():
            self._settle(SEVERAL, several=new)
            return [{"event": "several", "points": names(new, game.size)}]
        point = new[0]
        refusal = game.refusal(point)
        if refusal:
            self._settle(REFUSED, extra=new)
            return [{"event": "refused", "point": name(point, game.size), "message": refusal}]
        self._settle(PROVISIONAL, provisional=point, foul=game.warning(point))
        event = {"event": "provisional", "point": name(point, game.size), "colour": COLOUR_NAMES[game.turn]}
        if self.foul:
            event["foul"] = self.foul
        return [event]

    def _commit(self):
        game, point = self.game, self.provisional
        colour = game.turn
        game.play(point)
        self.last = point
        self._settle(CALM)
        events = [
            {
                "event": "move",
                "n": len(game.moves),
                "point": name(point, game.size),
                "colour": COLOUR_NAMES[colour],
                "turn": self._turn(),
            }
        ]
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
        if who == ARBITER:
            return self._arbiter(difference)
        ready = self.state == PROVISIONAL and difference.settled and not self._untaken
        if ready and who == self.players[self.game.turn]:
            return self._commit()
        return []

    def _arbiter(self, difference):
        if difference.new or len(difference.missing) < self.stones():
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
            "several": names(self.several, game.size),
            "missing": names(self.missing, game.size),
            "extra": names(self.extra, game.size),
            "result": None,
        }
        if game.result:
            result = self._result_event()
            del result["event"]
            event["result"] = result
        return event
