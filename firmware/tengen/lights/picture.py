"""What is to be shown, in points and words, and no colour: taken from the session whenever its state has changed."""

from array import array

from tengen.rules import BLACK, WHITE
from tengen.session.game import PLAYERS

from . import glyphs
from .bars import Bar
from .colours import TURN

# How a foul is written on the board, by its name: as on a record of verdicts (DESIGN, Words)
_FOUL_SIGNS = {"overline": "6", "double-four": "44", "double-three": "33"}


class Picture:
    """All that lights can say. Points are indices; -1 and () are nothing.

    `since` is the ms when what the points show began, and with it their rhythms. After `words` or `cells` were changed
    by hand, call spell().
    """

    def __init__(self, size, bar_length):
        self.since = 0
        self.cells = bytearray(size * size)  # where stones lie: words keep clear of them
        self.last = -1
        self.zone = ()  # where the next stone is confined to
        self.forbidden = ()  # fouls for Black, where they are taught
        self.provisional = -1
        self.several = ()  # new stones, of which some must go
        self.offers = ()  # tentative fifths
        self.twins = ()  # two of them that are equal by symmetry
        self.foul = -1  # its point
        self.foul_name = ""
        self.foul_lines = ()  # the points of each line that makes it
        self.five = ()  # in order
        self.missing_black = ()
        self.missing_white = ()
        self.extra = ()
        self.faulty = ()  # points that can't be trusted: on a dead row or column, or with a chattering reed
        self.words = ""  # a short text
        self.bars = (Bar(bar_length), Bar(bar_length))  # of the players, in the order of PLAYERS
        # what draw() takes `words` and the foul's sign from: the points lit, a word a row
        self.word_rows = array("I", [0] * size)
        self.foul_rows = array("I", [0] * size)

    def spell(self):
        """Find a place for the words and the foul's sign. Raises ValueError where they can't be shown."""
        _spell(self.words, self.cells, self.word_rows)
        _spell(_FOUL_SIGNS.get(self.foul_name, ""), self.cells, self.foul_rows)

    def points(self):
        """All that the points show, to be compared."""
        singles = (self.last, self.provisional, self.foul, self.foul_name, self.foul_lines)
        prompts = (self.zone, self.forbidden, self.several, self.offers, self.twins, self.five)
        return singles + prompts + (self.missing_black, self.missing_white, self.extra, self.faulty)


def _spell(text, cells, rows):
    if text:
        glyphs.place(text, cells, rows)
        return
    for row in range(len(rows)):
        rows[row] = 0


def compose(picture, session, now):
    """Make the picture that of the session; its rhythms start anew (`now` in ms) where the points show other things."""
    before = picture.points()
    game, result = session.game, session.game.result
    picture.cells = game.cells
    picture.last = session.last
    picture.zone = () if result else tuple(game.zone() or ())
    picture.several = tuple(session.several)
    picture.missing_black = picture.missing_white = ()
    if session.missing:
        picture.missing_black = tuple(point for point in session.missing if game.cells[point] == BLACK)
        picture.missing_white = tuple(point for point in session.missing if game.cells[point] == WHITE)
    picture.extra = tuple(session.extra)

    picture.provisional = picture.foul = -1
    picture.foul_name = ""
    picture.five = ()
    if session.foul:
        picture.foul, picture.foul_name = session.provisional, session.foul
    else:
        picture.provisional = session.provisional
    if result and result.points:
        # a result shows a line of the winner's, or a stone that its owner lost by
        if game.cells[result.points[0]] == result.winner:
            picture.five = tuple(result.points)
        else:
            picture.foul, picture.foul_name = result.points[0], result.reason
    picture.foul_lines = session.foul_lines
    picture.faulty = tuple(session.unproved + session.chattering)
    picture.words = session.sign if session.blocked else ""

    for colour, player in session.players.items():
        picture.bars[PLAYERS.index(player)].turn(TURN[colour], game.turn == colour and not result)
    if picture.words or picture.foul_name:
        picture.spell()
    if picture.points() != before:
        picture.since = now
