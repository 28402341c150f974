"""The picture to be shown, as points and words without colours. It is composed when the session's state changes."""

from array import array

from tengen.games import BLACK, COMMON, EMPTY, FAULTS, OWN
from tengen.maintenance import wire_map
from tengen.sensing.field import Field
from tengen.session.arbiter import ARBITER
from tengen.session.board_state import CLEAR, DISTURBED
from tengen.session.players import SEATS

from . import glyphs
from .bars import Bar
from .colours import KIND, MENU, OFFER, TURN
from .rhythm import NEVER
from .signs import DAMAGED, NO_WIN, UNKNOWN, praise_sign, result_sign, sign

_NOTHING = ((), (), (), (), ())  # out of place
_NO_FIFTHS = _TRUSTED = ((), ())

# The sign of each foul on the board: the marks of the verdicts
_FOUL_SIGNS = ("overline", "6", "double-four", "44", "double-three", "33", "open four", "4")


class Picture:
    """Everything that the lights can show. Points are indices. -1 and () mean that nothing is shown.

    Points are those of the game's `field` unless stated otherwise. `since` is the time in ms when the points last
    changed; their rhythms start then. After a direct change of `words` or `cells`, call spell().
    """

    def __init__(self, size, bar_length):
        self.since = 0
        self.frame: tuple = ()  # the ring around the field, as points of the board
        self.field = Field(size, size)
        self._pixels = b""  # the pixel under each point of a smaller field, as in `_pixels_of`
        self._pixels_of = b""  # the pixels under the points of the board
        self.cells = bytearray(size * size)  # the stones on the board, which words avoid
        self.last = -1
        self.zone = ()  # the points allowed for the next stone
        self.forbidden = ()  # foul points for Black, in the teaching mode
        self.provisional = -1  # the newest stone of the turn
        self.earlier = ()  # other new stones of the turn
        self.replies = ()  # stones that wait until the stones of the turn are moves
        self.several = ()  # new stones; some of them must be removed
        self.offers = ()  # tentative fifths
        self.twins = ()  # two offers that are equal by symmetry
        self.foul = -1  # the foul's point
        self.foul_name = ""
        # the points of each line that makes the foul, or that would make the foul if all lines counted
        self.foul_lines = ()
        self.dead = ()  # for each of these lines: True if it does not count
        self.five = ()  # the points of the winning line, in order along the line
        self.missing_black = ()
        self.missing_white = ()
        self.extra = ()
        self.takes = ()  # stones that the new stones would remove from the board
        self.lift = ()  # captured stones, which must be lifted
        self.standing = ()  # a line that waits for an answer
        self.common = -1  # the common stone, which counts for the colour `common_colour`
        self.common_colour = EMPTY
        # a win by fours, or (): the fours, the answers, the newest stone of either or -1, whether the newest is an
        # answer, the points of a five, the point of a foul or -1
        self.hints: tuple = ()
        self.known: tuple = ()  # the points that the laptop or a hint shows, and those that are marked; or ()
        self.rest = -1  # where a misplaced stone belongs
        # extra stones outside the field. `outside`, `faulty` and `unsteady` contain points of the board, not of the
        # field.
        self.outside = ()
        self.faulty = ()  # points that can't be trusted: on a dead row or column, or with a chattering reed
        self.unsteady = ()  # points on an intermittent row or column; they are still read
        self.words = ""  # a short text
        self.bars = (Bar(bar_length), Bar(bar_length))  # the players' bars, in the order of SEATS
        # what the last spell() used: the words, the foul's name, the match and its facts
        self.spelt: tuple = ("", "", None, 0)
        # (match.expects, result, kind of the next stone) if the bars show only these; None: the bars must be composed
        # each time
        self.bars_show: tuple | None = None
        self.shown: tuple = ()  # the argument of the last show()
        # the lit points of `words` and of the foul's sign, one word per row
        self.word_rows = array("I", [0] * size)
        self.foul_rows = array("I", [0] * size)

    def show(self, shown, now):
        """If `shown` has changed, set the attributes listed below from its tuples, and set `since`."""
        if shown == self.shown:
            return
        self.shown = shown
        self.since = now
        self.last, self.zone, self.forbidden, self.standing = shown[0]
        self.provisional, self.earlier, self.several, self.takes, self.rest, self.replies = shown[1]
        self.offers, self.twins = shown[2]
        self.foul, self.foul_name, self.foul_lines, self.five = shown[3]
        self.missing_black, self.missing_white, self.extra, self.lift, self.outside = shown[4]
        self.faulty, self.unsteady = shown[5]
        self.common, self.common_colour = shown[6]
        self.hints = shown[7]
        self.known = shown[8]

    def shows_on_bars(self, bars_show):
        """Return whether the bars already show this (see `bars_show`), and record it for the next call."""
        if bars_show == self.bars_show:
            return True
        self.bars_show = bars_show
        return False

    def pixel_of(self, wired):
        """Return the pixels under the points of the field; `wired` (a WireMap) has those of the board."""
        if self.field.whole:
            return wired.pixel_of
        if wired.pixel_of is not self._pixels_of:
            # this is another function, because the variables of a comprehension are allocated at each call of its
            # function
            self._find_pixels(wired.pixel_of)
        return self._pixels

    def _find_pixels(self, pixels_of):
        field = self.field
        self._pixels_of = pixels_of
        self._pixels = wire_map.numbered([pixels_of[field.on_board(point)] for point in range(field.size**2)])

    def lay(self, field):
        """Set the field of the game."""
        if field is not self.field:
            self.field = field
            self.frame = field.frame()
            self._pixels_of = b""

    def embed(self, cells):
        """Set the stones on the board, which words avoid. `cells` are the stones of a smaller field."""
        field = self.field
        self.cells = bytearray(field.board_size**2)
        for point in range(len(cells)):
            self.cells[field.on_board(point)] = cells[point]

    def spell(self):
        """Find a place for the words and the foul's sign. Raises ValueError if they can't be shown."""
        _spell(self.words, self.cells, self.word_rows)
        _spell(_foul_sign(self.foul_name), self.cells, self.foul_rows)


def _foul_sign(foul):
    return _FOUL_SIGNS[_FOUL_SIGNS.index(foul) + 1] if foul in _FOUL_SIGNS else ""


def _spell(text, cells, rows):
    if text:
        glyphs.place(text, cells, rows)
        return
    for row in range(len(rows)):
        rows[row] = 0


def compose(picture, session, now):
    """Update the picture from the session. If its points change, their rhythms restart at `now` (ms).

    Return the ms until it must be composed again even if nothing happens, or NEVER.

    A new stone's light waits for this function, so rare cases are in other functions. A function with many variables
    needs a stack frame that is allocated on the heap at each call (0.3 ms).
    """
    picture.lay(session.field)
    if session.field.whole:
        picture.cells = session.match.cells
    picture.show(_points(session), now)
    picture.dead = session.reason.dead
    _compose_words(picture, session)
    return _compose_bars(picture, session, now)


def _points(session):
    """Return the points to be shown, as Picture.show() takes them.

    Lists become tuples, which can't change later. Nearly all lists are empty, so they are checked first: a call of
    tuple() takes 0.03 ms.
    """
    return (
        _marks(session),
        _new_stones(session.board_state),
        _fifths(session.board_state, session.match),
        _end(session),
        _with_announced(session, _out_of_place(session)) if session.match.announced else _out_of_place(session),
        _wiring(session.wiring_trust),
        _common(session.match),
        _hints(session) if session.hints and (session.hints.shown or session.task) else (),
        _known(session) if session.shown else (),
    )


def _marks(session):
    match = session.match
    return session.last, match.zone(), session.forbidden, match.game.standing


def _new_stones(state):
    last = -1 if state.foul else state.provisional
    if not state.stones and not state.several:
        return last, (), (), (), state.rest, ()
    several, takes = state.several, state.takes
    earlier = tuple(state.stones[:-1]) if len(state.stones) > 1 else ()
    return last, earlier, tuple(several) if several else (), tuple(takes) if takes else (), state.rest, state.replies


def _common(match):
    """Return the point of the common stone, or -1 if there is none, and the colour for which it counts now."""
    cells = match.cells
    centre = len(cells) // 2
    if cells[centre] != COMMON or match.result:
        return -1, EMPTY
    return centre, match.game.turn


def _fifths(state, match):
    offers = state.offers or match.offers
    return (tuple(offers), tuple(state.equal)) if offers else _NO_FIFTHS


def _end(session):
    state, result, reason = session.board_state, session.match.result, session.reason
    excused = state.provisional >= 0 and reason.point == state.provisional
    if result or state.foul or excused or reason.kept:
        return _reason(state, result, reason, excused or (reason.kept and not session.transients.sign))
    return -1, "", (), ()


def _reason(state, result, reason, explained):
    """Return the foul, its name, the lines and the five for Picture.show(). `explained`: with lines of no foul, too."""
    foul, foul_name, five = -1, "", ()
    if state.foul:
        foul, foul_name = state.provisional, state.foul
    if result and result.points:
        # The result's points are the loser's foul or the winner's line. The common stone may be the first point of the
        # line
        if result.reason in FAULTS:
            foul, foul_name = reason.point if reason.point >= 0 else result.points[0], result.reason
        else:
            five = tuple(result.points)
    return foul, foul_name, reason.lines if foul >= 0 or explained else (), five


def _out_of_place(session):
    state = session.board_state
    if state.awaits == CLEAR:
        return (), (), tuple(state.lying()), (), tuple(state.outside)
    if not (state.missing or state.extra or state.lift or state.turn or state.outside):
        return _NOTHING
    # while a game waits for its stones, it is not known yet whether a stone has been replaced by the other colour
    return _missing(list(state.missing) + ([] if state.awaits else state.turn), state, session.match.cells)


def _with_announced(session, found):
    """Return `found` (misplaced points) with the points of the partner: stones to place, fifths to lift."""
    its = session.partner or session.task
    put, lift = its.to_put(session), its.to_lift(session)
    if not put and not lift:
        return found
    black, white, extra, lifted, outside = found
    asked = session.match.asked()
    if asked and asked.colour == BLACK:
        black += put
    else:
        white += put
    return black, white, extra, lifted + lift, outside


def _hints(session):
    """Return Picture.hints: the current step of a shown win, or the answer to a wrong stone of a task."""
    its = session.hints
    shown, step = its.shown, its.step
    if not shown:
        refuted = session.task and session.task.refuted
        return ((), (), refuted[1], True, (), -1) if refuted and refuted[1] >= 0 else ()
    fours, answers, newest = shown.stones(step)
    fives, foul, _ = shown.reason(step)
    return fours, answers, newest, step & 1 == 1, tuple(fives), foul


def _known(session):
    """Return Picture.known: the points of session.shown, while the game is still in their position."""
    its = session.shown
    return (its.points, its.best) if its.is_of(session.match) else ()


def _thinking(session):
    """Return the seat for which the board or the laptop is thinking, or None."""
    partner, its = session.partner, session.hints
    if partner and partner.state == "thinking":
        return partner.seat
    return its.who if its and its.thinking else None


def _missing(points, state, cells):
    black = tuple([point for point in points if cells[point] == BLACK])
    white = tuple([point for point in points if cells[point] != BLACK])
    # new stones that wait until other stones are lifted may stay
    extra = tuple([point for point in state.extra if point not in state.stones])
    return black, white, extra, tuple(state.lift), tuple(state.outside)


def _wiring(trust):
    if not (trust.unproved or trust.chattering or trust.unsteady):
        return _TRUSTED
    return tuple(trust.unread()), tuple(trust.unsteady)


def _compose_words(picture, session):
    picture.words = _words(session)
    # call spell() only if something has changed, because it takes longer than everything else here
    match = session.match
    spelt = (picture.words, picture.foul_name, match, len(match.facts))
    if spelt != picture.spelt and (picture.words or picture.foul_name):
        if not session.field.whole:
            picture.embed(match.cells)
        picture.spell()
    picture.spelt = spelt


def _words(session):
    """Return the text that the board shows, or ""."""
    if session.wiring_trust.blocked:
        return session.wiring_trust.sign
    menu = session.menus and session.questions.in_front()
    if menu:
        return sign(menu.entries[menu.at], menu.about)
    if session.transients.answer:
        return NO_WIN if session.transients.answer == "none" else UNKNOWN
    if session.hints and session.hints.shown:
        return _foul_sign(session.hints.foul())
    if session.damaged is not None:
        return DAMAGED
    if session.transients.sign and not session.board_state.foul:  # a foul has its own sign
        praise = session.task and session.task.praise(session.match)
        if praise:
            return praise_sign(praise)
    if session.match.result:
        return result_sign(session.match.result) if session.transients.sign else ""
    if session.board_state.kind != OWN:
        return sign(session.board_state.kind)
    opening = session.opening
    return opening[0] if opening and session.transients.name else ""


def _compose_bars(picture, session, now):
    """Update the edge bars. Return the ms until the clock changes one of them, or NEVER."""
    said = _says(session) or ((session.hints or session.partner) and _thinking(session))
    if said or session.timing.clock or session.board_state.offers:
        picture.bars_show = None
    elif picture.shows_on_bars((session.match.expects, session.match.result, session.board_state.kind)):
        return NEVER
    soon = _compose_one(picture, session, 0, said, now)
    return min(soon, _compose_one(picture, session, 1, said, now))


def _says(session):
    """Whether the bars show something only for a short time, or to one person."""
    transients = session.transients
    if session.menus or transients.refused or transients.colours:
        return True
    return session.resuming or session.board_state.presses or _goes_on(session)


def _goes_on(session):
    """Whether a press of a player's button begins the next task."""
    return session.task is not None and not session.clearing and session.task.goes_on(session.match, SEATS[0])


def _compose_one(picture, session, number, said, now):
    seat = SEATS[number]
    colour, bar = session.match.colour(seat), picture.bars[number]
    if said and _compose_saying(bar, session, seat, colour, now):
        return NEVER
    return _compose_bar(bar, session, seat, colour, now)


def _compose_saying(bar, session, seat, colour, now):
    """Update an edge bar for a refusal, menu, the colours or a request to resume. Return False if there is none."""
    transients = session.transients
    menu = session.questions.shown(ARBITER) or session.questions.shown(seat)
    if transients.refused in (seat, ARBITER):
        bar.refuse(now)
    elif menu:
        bar.entry(menu.at + 1, MENU[menu.at % len(MENU)], now)
    elif transients.colours:
        game = session.match.game
        if (game.goal or game.counts_removed) and game.moves:
            bar.counted(game.captured[colour], game.goal or bar.length, TURN[colour])
        else:
            bar.whole(TURN[colour])
    elif (session.hints or session.partner) and seat == _thinking(session):
        bar.think(TURN[colour], now)
    elif session.board_state.presses == seat or _can_resume(session) or _goes_on(session):
        bar.ask(TURN[colour], now)
    else:
        return False
    return True


def _can_resume(session):
    return session.resuming and session.damaged is None and session.board_state.state != DISTURBED


def _compose_bar(bar, session, seat, colour, now):
    """Update an edge bar for its player's state. Return the ms until the clock changes it, or NEVER."""
    match, state, clock = session.match, session.board_state, session.timing.clock
    asked, result = match.expects, match.result
    turn = KIND if state.kind != OWN and asked.who == seat else TURN[colour]
    if state.offers and asked.do != "keep" and match.asked().who == seat:
        bar.counted(len(state.offers), match.asked().count, OFFER)
    elif asked.do == "offer" and asked.who == seat:
        bar.counted(0, asked.count, OFFER)
    elif result:
        # after a win the winner's whole bar is lit, after a draw both bars
        bar.turn(TURN[colour], result.winner in (colour, EMPTY))
    elif clock:
        runs = clock.running == seat and not session.timing.stopped
        until = bar.clock(clock.left(seat, now), clock.whole_ms(seat, now), turn, runs, now)
        return until if until > 0 else NEVER
    else:
        bar.turn(turn, asked.who == seat)
    return NEVER
