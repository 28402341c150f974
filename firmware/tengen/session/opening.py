"""An opening in progress. It follows a table of games/openings.py, and gives the next expected action and its seat."""

from tengen.codes import Refused, coded
from tengen.games import BLACK, EMPTY, opponent
from tengen.games.openings import FIRST, OPPONENT, P1, P2, SECOND, option_words


def other_seat(seat):
    """Return the seat across the board."""
    return P2 if seat == P1 else P1


class Expects:
    """The next expected action: `do` is "stone", "choose", "offer", "keep" or "over"; `who` is its seat or None.

    `colour`: the colour of the expected stone or offers, else EMPTY. `zone`: the stone's zone (games/openings.py), or
    None if the stone may be placed anywhere. `ask`: the question, with the words of its `options`. `count`: the number
    of wanted offers, which may be less than `declared`.
    """

    def __init__(self, do, who=None, colour=EMPTY, zone=None, ask=None, options=(), count=0):
        self.do = do
        self.who = who
        self.colour = colour
        self.zone = zone
        self.ask = ask
        self.options = options
        self.count = self.declared = count


class Opening:
    """An opening in progress. `expects` is the next action, None once the opening is over.

    stone(), choose(), offer() and keep() execute this action. `first` is the colour that begins, `turn` the colour of
    the next stone, as the game reports it. `players` has the present seat of each colour, `stones` the number of stones
    (offers do not count until one is picked), `fifths` the declared number of tentative fifths, or 0. An action that is
    not expected raises ValueError and changes nothing.
    """

    def __init__(self, table, first=BLACK):
        self.table = table
        self.first = self.turn = first
        self.players = {first: P1, opponent(first): P2}
        self.fifths = 0
        self.stones = 0
        self._at = 0
        self._look(P2)

    def copy(self):
        """Return a copy at the same step."""
        twin = Opening(self.table, self.first)
        twin.turn = self.turn
        twin.players = dict(self.players)
        twin.fifths = self.fifths
        twin.stones = self.stones
        twin._at = self._at
        twin.expects = self.expects
        return twin

    def stone(self, turn):
        """Continue after the expected stone was placed. `turn`: the colour of the next stone."""
        self._go_on(self._expected("stone"), turn)

    def choose(self, word):
        """Continue after the player who decides has taken this option."""
        expects = self._expected("choose")
        if word not in expects.options:
            raise Refused(coded("refused.no_choice", entry=word, options=list(expects.options)))
        _, effect, label = self.table[self._at][3][expects.options.index(word)]
        if effect in (FIRST, SECOND):
            if self._seat(effect, None) != expects.who:
                self._swap()
        elif effect == "swap":
            self._swap()
        elif effect:
            self.fifths = effect[1]
        if label:
            self._at = self.table.index(("label", label))
        self._go_on(expects)

    def offer(self):
        """Continue after all tentative fifths were placed."""
        self._go_on(self._expected("offer"))

    def keep(self, turn):
        """Continue after all fifths except one were removed. `turn`: the colour of the next stone."""
        self._go_on(self._expected("keep"), turn)

    def play_on(self):
        """Return the option that the deciding player takes by placing the next stone, or None.

        After this option the next stone or offer is this player's own. The result is None unless there is exactly one
        such option.
        """
        expects = self.expects
        if not expects:
            return None
        found = None
        for word in expects.options:
            after = self.copy()
            after.choose(word)
            if after._plays_next() == expects.who:
                if found:
                    return None
                found = word
        return found

    def _plays_next(self):
        expects = self.expects
        if expects is None:
            return self.players[self.turn]
        return expects.who if expects.do in ("stone", "offer") else None

    def _swap(self):
        first, second = self.first, opponent(self.first)
        self.players = {first: self.players[second], second: self.players[first]}

    def _expected(self, do):
        expects = self.expects
        if expects is None:
            raise ValueError("the opening is over")
        if expects.do != do:
            raise ValueError("%s is expected" % expects.do)
        return expects

    def _go_on(self, expected, turn=EMPTY):
        if turn:
            self.stones += 1
            self.turn = turn
        self._at += 1
        self._look(expected.who)

    def _look(self, actor):
        # `actor`: the seat that acted last; a step may ask the opponent of this seat
        while self.table[self._at][0] == "label":
            self._at += 1
        step = self.table[self._at]
        do = step[0]
        if do == "end":
            self.expects = None
        elif do == "stone":
            self.expects = Expects(do, self._seat(step[1], actor), self.turn, zone=step[2])
        elif do == "choose":
            words = option_words(step[3], self.first)
            self.expects = Expects(do, self._seat(step[1], actor), ask=step[2], options=words)
        elif do == "offer":
            self.expects = Expects(do, self._seat(FIRST, actor), self.first, count=step[1] or self.fifths)
        else:
            self.expects = Expects(do, self._seat(SECOND, actor))

    def _seat(self, who, actor):
        if who == OPPONENT:
            return other_seat(actor)
        if who == FIRST:
            return self.players[self.first]
        if who == SECOND:
            return self.players[opponent(self.first)]
        return who
