"""The picture to be shown, as points and words without colours: composed from the session when its state changes."""

from array import array

from tengen.games import BLACK, EMPTY, WHITE
from tengen.session.game import ARBITER, PLAYERS
from tengen.session.hands import DISTURBED

from . import glyphs
from .bars import Bar
from .colours import MENU, OFFER, TURN
from .rhythm import NEVER
from .signs import DAMAGED, RESULTS, sign

# The signs of a foul on the board, by its name: the marks of the verdicts (DESIGN, Words)
_FOUL_SIGNS = {"overline": "6", "double-four": "44", "double-three": "33"}


class Picture:
    """Everything that the lights can show. Points are indices; -1 and () mean nothing is shown.

    `since` is the time in ms when the points last changed; their rhythms start then. After a direct change of `words`
    or `cells`, call spell().
    """

    def __init__(self, size, bar_length):
        self.since = 0
        self.cells = bytearray(size * size)  # the stones, which words avoid
        self.last = -1
        self.zone = ()  # the points allowed for the next stone
        self.forbidden = ()  # foul points for Black, in the mode that teaches
        self.provisional = -1
        self.several = ()  # new stones, of which some must be removed
        self.offers = ()  # tentative fifths
        self.twins = ()  # two offers that are equal by symmetry
        self.foul = -1  # the foul's point
        self.foul_name = ""
        self.foul_lines = ()  # the points of each line that makes the foul, or would make it if all lines counted
        self.dead = ()  # for each of these lines, whether it does not count
        self.five = ()  # in order along the line
        self.missing_black = ()
        self.missing_white = ()
        self.extra = ()
        self.faulty = ()  # points that can't be trusted: on a dead row or column, or with a chattering reed
        self.unsteady = ()  # points on a row or column that fails now and then; they are still read
        self.words = ""  # a short text
        self.bars = (Bar(bar_length), Bar(bar_length))  # of the players, in the order of PLAYERS
        self.spelt = ("", "", 0)  # the words, foul name and stone layout of the last spell()
        # (match.expects, result) if the bars show nothing else; None if they must be composed each time
        self.bars_show: tuple | None = None
        self.shown: tuple = ()  # the argument of the last show()
        # the lit points of `words` and of the foul's sign, one word per row
        self.word_rows = array("I", [0] * size)
        self.foul_rows = array("I", [0] * size)

    def show(self, shown, now):
        """Set the attributes listed below from the tuple `shown`, and `since`, unless `shown` has not changed."""
        if shown == self.shown:
            return
        self.shown = shown
        self.since = now
        self.last, self.zone, self.forbidden, self.provisional, self.several, self.offers, self.twins = shown[:7]
        self.foul, self.foul_name, self.foul_lines, self.five = shown[7:11]
        self.missing_black, self.missing_white, self.extra, self.faulty, self.unsteady = shown[11:]

    def spell(self):
        """Find a place for the words and the foul's sign. Raises ValueError if they can't be shown."""
        _spell(self.words, self.cells, self.word_rows)
        _spell(_FOUL_SIGNS.get(self.foul_name, ""), self.cells, self.foul_rows)


def _spell(text, cells, rows):
    if text:
        glyphs.place(text, cells, rows)
        return
    for row in range(len(rows)):
        rows[row] = 0


def compose(picture, session, now):
    """Update the picture from the session. If its points change, their rhythms restart at `now` (ms).

    Return the ms until it must be composed again even if nothing happens, or NEVER.
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
        # the result's points are the winner's five, or the loser's foul
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
    # only if something has changed: spell() takes longer than all the rest
    spelt = (picture.words, picture.foul_name, session.layout)
    if spelt != picture.spelt and (picture.words or picture.foul_name):
        picture.spell()
    picture.spelt = spelt
    return _compose_bars(picture, session, now)


def _words(session):
    """Return the text that the board shows, or ""."""
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
    """Update the edge bars. Return the ms until the clock changes one of them, or NEVER."""
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
    """Update an edge bar for a refusal, a menu, the colours or a request to resume. Return False if there is none."""
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
    """Update an edge bar for its player's state. Return the ms until the clock changes it, or NEVER."""
    match, hands, clock = session.match, session.hands, session.timing.clock
    asked, result = match.expects, match.result
    if hands.offers and asked.do != "keep" and match.asked().who == seat:
        bar.counted(len(hands.offers), match.asked().count, OFFER)
    elif asked.do == "offer" and asked.who == seat:
        bar.counted(0, asked.count, OFFER)
    elif result:
        # the winner's bar is whole; after a draw both bars
        bar.turn(TURN[colour], result.winner in (colour, EMPTY))
    elif clock:
        runs = clock.running == seat and not session.timing.stopped
        until = bar.clock(clock.left(seat, now), clock.whole_ms(seat, now), TURN[colour], runs, now)
        return until if until > 0 else NEVER
    else:
        bar.turn(TURN[colour], asked.who == seat)
    return NEVER
