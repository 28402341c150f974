"""The session as data: what the board, the game on it and its people are just now.

Nothing here acts. The parts of session/ and coach/, the lights, the link and the journal read it; the Director and its
Play (director.py, play.py) change it.
"""

from tengen.sensing.reconcile import Reconciler

from .board_state import CLEAR, RESUME
from .effects import Effects
from .match import Match
from .wiring_trust import WiringTrust


class Session:
    """One game after another on a board of `size` x `size` points.

    Of the board: `reconciler` has the difference between the game's stones and those that lie, `field` the place of the
    game on the board, `wiring_trust` the parts that can't be trusted; `down` since when each button is down. A stone is
    at rest after `dwell_ms`. `effects` are what the inputs have come to.

    Of all games: `settings` are for the next one, `number` is how many there were; `laptop`: the arbiter has allowed
    the laptop to act in referee and silent games. `people` has each person's menu.

    Of the present game: `played` are its settings, `match` its facts, `board_state` what lies as against it, `timing`
    its clock, `questions` what people are asked, `menus` the open menus by person, `reason` that of a foul,
    `transients` what is shown for a moment. `last` is the point of the last move or -1, `opening` the opening's (code,
    name, kanji) or None, `forbidden` the foul points in mode "teach". `wish`: (seat, since) of a press before the stone
    was at rest, or None. `silent`: nothing tells of fouls and fives until they are claimed. `by_button`: a stone
    becomes a move by the button, not by the dwell. `warns`: a new stone that would be a foul is said to be one.
    `stamp` is the laptop's stamp, or None. `damaged`: the waiting game is damaged after this number of moves; else
    None. Only the arbiter can continue it, if `can_go_on`.

    Of the coach (coach/), each None while it is not needed: `mind` thinks beside the game, `hints` shows wins by fours,
    `partner` plays at a seat, `puzzle` judges, `shown` are the points that the laptop lights. `chosen_puzzle` is the
    number of a puzzle that begins at the next tick, or 0; `questions_asked` how often the laptop's partner was asked.
    `reserve` is the memory for thinking (partner/reserve.py); None: `mind` takes its own.
    """

    def __init__(self, size, settings, dwell_ms, reserve=None):
        self.size = size
        self.dwell_ms = dwell_ms
        self.reconciler = Reconciler(size)
        self.wiring_trust = WiringTrust(size)
        self.down: dict = {}
        self.effects = Effects()
        self.settings = self.played = settings
        self.number = 0
        self.match: Match = None  # type: ignore[assignment]  # Play.begin() makes the first
        self.laptop = False
        self.people: dict = {}
        self.reserve = reserve
        self.mind = self.hints = self.partner = self.puzzle = self.shown = None
        self.chosen_puzzle = 0
        self.questions_asked = 0

    def begin(self, settings, field, match, board_state, timing, questions, reason, transients):
        """Replace the game by a new one, of these parts."""
        self.number += 1
        self.played = settings
        self.field = field
        self.match = match
        self.board_state = board_state
        self.timing = timing
        self.questions = questions
        self.menus = questions.menus
        self.reason = reason
        self.transients = transients
        self.silent = settings.mode == "silent"
        self.by_button = settings.by_button()
        self.warns = warns(settings)
        self.last = -1
        self.opening = None
        self.forbidden: tuple = ()
        self.wish = None
        self.stamp = None
        self.damaged = None
        self.can_go_on = True

    # What follows from these

    @property
    def resuming(self):
        """Whether a game that was interrupted waits for its stones, and a press."""
        return self.board_state.awaits == RESUME

    @property
    def clearing(self):
        """Whether a new game begins when the board is clear."""
        return self.board_state.awaits == CLEAR

    @property
    def begun(self):
        """Whether anything has been done in this game, such as starting its clock, or it is damaged."""
        clock = self.timing.clock
        return not self.match.is_untouched() or bool(clock and clock.running) or self.damaged is not None

    @property
    def idle(self):
        """Whether no game is under way: nothing has been done in it yet, or it is over."""
        return self.match.result is not None or not self.begun


def warns(settings):
    """Whether a game by these settings says that a new stone would be a foul.

    Silent mode never does; referee mode only if the dwell could make the stone a move.
    """
    return settings.mode != "silent" and (settings.mode != "referee" or not settings.by_button())
