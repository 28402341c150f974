"""The session's data: the present state of the board, its game and its people.

This module has no actions. The parts of session/ and coach/, the lights, the link and the journal read the data. The
Director and its Play (director.py, play.py) change the data.
"""

from tengen.sensing.reconcile import Reconciler

from .board_state import CLEAR, RESUME
from .effects import Effects
from .match import Match
from .wiring_trust import WiringTrust


class Session:
    """One game after another on a board of `size` x `size` points.

    Data of the board. `reconciler`: the difference between the game's stones and the stones on the board. `field`: the
    place of the game on the board. `wiring_trust`: the parts that can't be trusted. `down`: for each button that
    is down, the time at which it went down. `dwell_ms`: a stone is at rest after this time. `effects`: the effects of
    the inputs.

    Data of all games. `settings`: the settings for the next game. `number`: the number of games so far. `laptop`: True
    if the arbiter has allowed the laptop to act in referee and silent games. `people`: each person's menu.

    Data of the present game. `played`: its settings. `match`: its facts. `board_state`: the board compared with the
    match. `timing`: its clock. `questions`: the questions to people. `menus`: the open menus by person. `reason`: the
    reason of a foul. `transients`: temporary displays. `last`: the point of the last move, or -1. `opening`: the
    opening's (code, name, kanji), or None. `forbidden`: the foul points in mode "teach". `wish`: (seat, since) of a
    press that came before the stone was at rest, or None. `silent`: True if nothing shows fouls and fives until they
    are claimed. `by_button`: True if a stone becomes a move by the button, False if by the dwell. `warns`: True if the
    board reports a new stone that would be a foul. `stamp`: the laptop's stamp, or None.
    `damaged`: the number of moves after which the waiting game is damaged, or None. Only the arbiter can continue a
    damaged game, and only if `can_go_on`.

    Parts of the coach (coach/); each is None while it is not needed. `mind` thinks while the game continues. `hints`
    shows wins by fours. `partner` plays at a seat. `task` judges the stones of a puzzle or a lesson. `shown`: the
    points that the laptop or a lesson lights. `chosen_task`: ("puzzle" or "lesson", number) of a task that begins at
    the next tick, or None. `questions_asked`: the number of questions to the laptop for its seat. `reserve`: the memory
    for thinking (partner/reserve.py); if None, `mind` allocates its own.
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
        self.mind = self.hints = self.partner = self.task = self.shown = self.chosen_task = None
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

    # Derived values

    @property
    def resuming(self):
        """Whether an interrupted game waits for its stones and a press."""
        return self.board_state.awaits == RESUME

    @property
    def clearing(self):
        """Whether a new game begins when the board is clear."""
        return self.board_state.awaits == CLEAR

    @property
    def begun(self):
        """Whether this game has begun, for example its clock was started, or it is damaged."""
        clock = self.timing.clock
        return not self.match.is_untouched() or bool(clock and clock.running) or self.damaged is not None

    @property
    def idle(self):
        """Whether no game is in progress: it has not begun yet, or it is over."""
        return self.match.result is not None or not self.begun


def warns(settings):
    """Whether a game with these settings reports that a new stone would be a foul.

    Silent mode never reports it. Referee mode reports it only if the dwell could make the stone a move.
    """
    return settings.mode != "silent" and (settings.mode != "referee" or not settings.by_button())
