"""What is to be shown, as points and words without colours: taken from the session when its state changes."""

from array import array

from tengen.rules import BLACK, EMPTY, WHITE
from tengen.session.game import ARBITER, PLAYERS
from tengen.session.hands import DISTURBED

from . import glyphs
from .bars import Bar
from .colours import MENU, OFFER, TURN
from .rhythm import NEVER
from .signs import DAMAGED, RESULTS, sign

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
        self.foul_lines = ()  # the points of each line that makes it, or would if all of them counted
        self.dead = ()  # whether each of them does not
        self.five = ()  # in order
        self.missing_black = ()
        self.missing_white = ()
        self.extra = ()
        self.faulty = ()  # points that can't be trusted: on a dead row or column, or with a chattering reed
        self.unsteady = ()  # points on a row or column that fails now and then: they are read all the same
        self.words = ""  # a short text
        self.bars = (Bar(bar_length), Bar(bar_length))  # of the players, in the order of PLAYERS
        self.spelt = ("", "", 0)  # the words, the foul's name, and the layout of the stones that they were spelt over
        # what has been expected of whom, and the result, if that is all that the bars show
        self.bars_show: tuple | None = None
        self.shown: tuple = ()  # what show() was given last
        # what draw() takes `words` and the foul's sign from: the points lit, a word a row
        self.word_rows = array("I", [0] * size)
        self.foul_rows = array("I", [0] * size)

    def show(self, shown, now):
        """Let the points show that from `now` on, unless they do already: the attributes from `last` to `unsteady`."""
        if shown == self.shown:
            return
        self.shown = shown
        self.since = now
        self.last, self.zone, self.forbidden, self.provisional, self.several, self.offers, self.twins = shown[:7]
        self.foul, self.foul_name, self.foul_lines, self.five = shown[7:11]
        self.missing_black, self.missing_white, self.extra, self.faulty, self.unsteady = shown[11:]

    def spell(self):
        """Find a place for the words and the foul's sign. Raises ValueError where they can't be shown."""
        _spell(self.words, self.cells, self.word_rows)
        _spell(_FOUL_SIGNS.get(self.foul_name, ""), self.cells, self.foul_rows)


def _spell(text, cells, rows):
    if text:
        glyphs.place(text, cells, rows)
        return
    for row in range(len(rows)):
        rows[row] = 0


def compose(picture, session, now):
    """Make the picture that of the session; its rhythms restart (`now` in ms) where the points show other things.

    Returns in how many ms it has to be composed again even if nothing happens, NEVER where it has not.
    """
    match, hands, result = session.match, session.hands, session.match.result
    cells = match.cells
    missing_black = missing_white = five = ()
    if hands.missing:
        missing_black = tuple(point for point in hands.missing if cells[point] == BLACK)
        missing_white = tuple(point for point in hands.missing if cells[point] == WHITE)
    provisional, foul, foul_name = hands.provisional, -1, ""
    if hands.foul:
        provisional, foul, foul_name = -1, hands.provisional, hands.foul
    if result and result.points:
        # a result shows a line of the winner's, or a stone that its owner lost by
        if cells[result.points[0]] == result.winner:
            five = tuple(result.points)
        else:
            foul, foul_name = result.points[0], result.reason
    reason = session.reason
    excused = hands.provisional >= 0 and reason.point == hands.provisional
    shown = (
        session.last,
        match.zone(),
        session.forbidden,
        provisional,
        tuple(hands.several),
        tuple(hands.offers or match.offers),
        tuple(hands.equal),
        foul,
        foul_name,
        reason.lines if foul >= 0 or excused else (),
        five,
        missing_black,
        missing_white,
        tuple(hands.extra),
        tuple(session.trust.unread()),
        tuple(session.trust.unsteady),
    )
    picture.show(shown, now)
    picture.cells = cells
    picture.dead = reason.dead
    picture.words = _words(session)
    # finding a place for them takes longer than all the rest
    spelt = (picture.words, picture.foul_name, session.layout)
    if spelt != picture.spelt and (picture.words or picture.foul_name):
        picture.spell()
    picture.spelt = spelt
    return _compose_bars(picture, session, now)


def _words(session):
    """What the board says in signs."""
    if session.trust.blocked:
        return session.trust.sign
    menu = session.menus and session.shown_menu(session.front)
    if menu:
        return sign(menu.entries[menu.at])
    if session.damaged is not None:
        return DAMAGED
    result = session.match.result
    if result:
        return "" if result.points else RESULTS[result.reason]
    return session.opening[0] if session.opening and session.moments.name else ""


def _compose_bars(picture, session, now):
    """Make the edge bars those of the players: returns in how many ms one of them will look different by the clock."""
    match, moments = session.match, session.moments
    said = session.menus or moments.refused or moments.colours or session.resuming
    changes = said or session.timing.clock or session.hands.offers
    bars_show = None if changes else (match.expects, match.result)
    if bars_show and bars_show == picture.bars_show:
        return NEVER
    picture.bars_show = bars_show
    soon = NEVER
    for number, seat in enumerate(PLAYERS):
        colour, bar = match.colour(seat), picture.bars[number]
        if not (said and _compose_saying(bar, session, seat, colour, now)):
            soon = min(soon, _compose_bar(bar, session, seat, colour, now))
    return soon


def _compose_saying(bar, session, seat, colour, now):
    """Make an edge bar that of a menu, or of what is said for a moment: whether there is any of that."""
    moments = session.moments
    menu = session.shown_menu(ARBITER) or session.shown_menu(seat)
    if moments.refused in (seat, ARBITER):
        bar.refuse(now)
    elif menu:
        bar.entry(menu.at + 1, MENU[menu.at % len(MENU)], now)
    elif moments.colours:
        bar.whole(TURN[colour])
    elif session.resuming and session.damaged is None and session.hands.state != DISTURBED:
        bar.ask(TURN[colour], now)
    else:
        return False
    return True


def _compose_bar(bar, session, seat, colour, now):
    """Make an edge bar that of its player: returns in how many ms it will look different by the clock."""
    match, hands, clock = session.match, session.hands, session.timing.clock
    asked, result = match.expects, match.result
    if hands.offers and asked.do != "keep" and match.asked().who == seat:
        bar.counted(len(hands.offers), match.asked().count, OFFER)
    elif asked.do == "offer" and asked.who == seat:
        bar.counted(0, asked.count, OFFER)
    elif result:
        # the winner's is whole, and after a draw both
        bar.turn(TURN[colour], result.winner in (colour, EMPTY))
    elif clock:
        runs = clock.running == seat and not session.timing.stopped
        until = bar.clock(clock.left(seat, now), clock.whole_ms(seat, now), TURN[colour], runs, now)
        return until if until > 0 else NEVER
    else:
        bar.turn(TURN[colour], asked.who == seat)
    return NEVER
