"""The difference between board and game, as a state with its stones and its events.

This module makes no moves. Play makes moves from this state.
"""

from tengen.codes import coded
from tengen.games import COLOUR_NAMES, EMPTY, OWN
from tengen.games.points import name, names

CALM = "calm"  # the board matches the game
PROVISIONAL = "provisional"  # new stones that may become moves of this turn
SEVERAL = "several"  # more new stones than the turn wants, so some must be removed
REFUSED = "refused"  # a new stone on a point that is not allowed
DISTURBED = "disturbed"  # stones of the game are missing, or extra stones must be lifted
OFFERING = "offering"  # tentative fifths are being placed
KEEPING = "keeping"  # tentative fifths are being taken away, except one
# captured stones are being lifted, or stones are being replaced by the other colour, because the game asks for this
LIFTING = "lifting"

# The reasons why expected stones are not on the board yet: a position is being set up, or an interrupted game is
# continued
SET_UP = "set up"
RESUME = "resume"
# ... and the reason why all stones must be removed: a new game was chosen
CLEAR = "clear"

TELL_MS = 200  # a missing stone is reported after this time without a change, but its light is shown at once
MOMENT_MS = 100  # nobody puts a stone and lifts it again within this time


def interrupted(damaged):
    """Return what to do about an interrupted game (codes.coded). `damaged`: see Session, or None."""
    if damaged is None:
        return coded("refused.interrupted")
    return coded("refused.damaged", number=damaged)


class BoardState:
    """The board compared with the `match`, from the differences that the `reconciler` finds. `warns`: reports fouls.

    `by_button`: True if new stones become moves by a press. The next player may then place stones even before the
    press.

    `state` is one of the states above. Points are those of the game's field unless stated otherwise. `kind` is the kind
    of the next stone, until it is a move or is lifted.

    `stones`: the new stones of the turn, in the order of placement. `provisional`: the last of these stones, or -1.
    `foul`: the name of the foul that the last stone would make, or None. `replies`: stones that were placed after all
    stones of the turn. They wait until the stones of the turn are moves, and then become new stones of the next turn.
    `takes`: the points of the stones that the new stones would remove. `lifted`: the points in `takes` with a stone
    that is already lifted. `rest`: where a refused stone would come to rest, or -1. `several`, `missing`, `extra`,
    `offers` (on the board) and `equal` (two offers) are lists of points. `outside`: extra stones outside the field, as
    points of the board.

    These are used after a move. `lift`: captured stones that are still on the board; the next player's new stone waits
    until they are gone. `turn`: stones that must change their colour. Such a stone is done when its point was empty
    once, and all are done when the player `turner` presses. A move that moves other stones always needs this press,
    because the reeds can't sense colours. `presses`: the player's seat while only this press is missing, else None.
    `leftover`: other stones that the game has removed but that are still on the board; they must be lifted before they
    can be new stones. Until then `stones` has the stones in `extra` that will be new stones. `awaits`: SET_UP or RESUME
    while the stones of the game must still be placed; CLEAR while all stones must be removed because another game was
    chosen. During CLEAR no stone counts as new.
    """

    def __init__(self, match, reconciler, warns, by_button, awaits=None):
        self._match = match
        self._reconciler = reconciler
        self._warns = warns
        self._by_button = by_button
        self.kind = OWN
        self.awaits = awaits
        self._awaited = None  # the value of `awaits` before CLEAR
        self.leftover: list = []
        self.lift: list = []
        self.turn: list = []
        self.turner = None
        self._moves = False  # True if the last move has moved other stones and the player has not pressed yet
        self._first: list = []  # the stones of the turn that were placed before the replies
        self._first_at = 0  # when the last of them was placed
        self._now = 0  # the time of the last take()
        self._later: list = []  # the replies, while they are on the board
        self._lay = False  # True if the board had new stones at the last look
        self._opened: list = []  # the points of `turn` that are empty now
        self._known = None  # the state last sent: _what_is_wrong(), (PROVISIONAL, ...) or (LIFTING, ...)
        self._reported = False  # True if an event was sent that only "restored" revokes
        self._lift_sent = False  # True if an event was sent about stones that must be lifted or replaced
        self._settle(CALM)

    def _settle(self, state, stones=(), foul=None, several=(), missing=(), extra=(), offers=()):
        self.state = state
        self.stones = stones
        self.provisional = stones[-1] if stones else -1
        self.foul = foul
        self.replies: tuple = ()
        self.takes = ()
        self.rest = -1
        self.lifted = ()
        self.several = several
        self.missing = missing
        self.extra = extra
        self.offers = offers
        self.equal = ()
        self.outside = ()
        self.presses = None
        self.refusal = None  # the point of a refused stone, and the reason
        self.pending = None  # the kind of a disturbance that was not sent yet, because the hand may still be moving

    def calm(self, gone=(), new=()):
        """Start again after a change of the match. The stones on `gone` and `new` must be lifted first."""
        self.leftover += [point for point in list(gone) + list(new) if point not in self.leftover]
        self._first, self._later = self._later, []  # a reply becomes the stone of the next turn
        self._first_at = self._now - MOMENT_MS
        self._settle(CALM)

    def ask_to_clear(self, asks):
        """Ask for all stones to be removed; or stop this, and ask again for the earlier stones."""
        if asks:
            self._awaited = self.awaits
        self.awaits = CLEAR if asks else self._awaited
        self._known = None  # the request has changed, although the stones are the same

    def ask(self, changes):
        """Ask for the effects of a move on other stones, which must be lifted or replaced by the other colour."""
        if changes:
            self.turner = self._match.mover()
            self._moves = self._match.game.moves_others
        for point, was, now in changes:
            if now == EMPTY:
                self.lift.append(point)
            elif was != EMPTY:
                self.turn.append(point)
        self.lift.sort()
        self.turn.sort()

    def ask_back(self, changes):
        """Ask for the changes of a take-back: stones that must get back their colour, except those not yet replaced.

        Stones that the move captured need not be lifted any more.
        """
        cells = self._match.cells
        if self._match.game.moves_others:
            for _, _, now in changes:
                self._moves = self._moves or now != EMPTY
        again = [point for point, was, now in changes if EMPTY not in (was, now)]
        self.lift = []
        self.turn = [point for point in self.turn if point not in again and cells[point]] + [
            point for point in again if point not in self.turn
        ]
        self.turner = self._match.expects.who
        self._opened = []

    def restored(self, fresh, resuming):
        """Restore the requests of a restored match. `fresh`: see Match. `resuming`: the match waits for its stones.

        Ask again for what the last action needs and what was not done yet: stones to be lifted or replaced, a press, or
        the position. While the match waits, stones that must be removed are extra.
        """
        deed, later = None, []
        for fact, _, changes in fresh:
            if fact[0] in ("back", "turned"):
                later.append((fact, changes))
            elif fact[0] != "clock":
                deed, later = (fact, changes), []
        if deed and deed[0][0] == "set up":
            self.awaits = SET_UP
        elif deed and deed[0][0] == "stone":
            self.ask(deed[1][1:])
        for fact, changes in later:
            if fact[0] == "turned":
                self._done(fact[1])
            else:
                self.leftover += fact[3]
                self.ask_back(changes)
        if resuming:
            self.awaits = RESUME
            self.lift = []

    def turned(self):
        """Record the player's report that all stones are replaced. If none must be lifted, the board is in order."""
        done = self.turn if self.lift else ()
        self._match.note_turned(done)
        self._done(done)

    def _done(self, turned):
        """Mark stones as replaced by the other colour; (): the board is in order."""
        self.turn = [point for point in self.turn if turned and point not in turned]
        self._opened = [point for point in self._opened if point in self.turn]
        self._moves = self._moves and len(turned) > 0

    def take(self, now):
        """Evaluate the difference between match and board. Return events."""
        self._now = now
        # A light waits for this function. Nearly always the board has only new stones of the turn, or none. In these
        # cases _take_new() gives the same events as _take_all(), but without its frame and closures, which are so large
        # that they are allocated.
        return self._take_new(self._reconciler.new) if self._is_plain() else self._take_all()

    def _is_plain(self):
        """Whether stones may be placed, and nothing is missing or must be lifted, now or at the last call."""
        reconciler = self._reconciler
        if reconciler.missing or reconciler.outside or self.awaits or self.leftover or self.lift or self.turn:
            return False
        if self._reported or self._lift_sent or self._moves or self._match.expects.do != "stone":
            return False
        return self.state in (CALM, PROVISIONAL)

    def _take_new(self, new):
        self._note(new)
        if not new:
            return self._withdraw()
        if len(new) > 1 or self._later:
            new = self._of_turn(new)
        preview = self._preview(new)
        return self._put(new, preview, _taken(preview[3], new) if preview else (), ())

    def _take_all(self):
        match, reconciler = self._match, self._reconciler
        new, missing = reconciler.new, reconciler.missing
        if self.awaits:
            self.leftover = list(new)
            # a missing stone must be put back in its present colour, which the light of its point shows
            self._opened = [point for point in self.turn if point in missing or point in self._opened]
        elif self.leftover:
            self.leftover = [point for point in self.leftover if point in new]
        if self.awaits == CLEAR:
            return self._disturb(missing, new, (), self.state, ())
        if (self.lift or self.turn or self._moves) and not self.awaits:
            missing = self._lifted(new, missing)
            new = [point for point in new if point not in self.lift]
        before = self.state
        self._note(new)
        clearing = match.expects.do == "keep"
        left = [point for point in match.offers if point not in missing] if clearing else ()
        # if the game was interrupted, it was not White who removed the missing fifths
        keeping = clearing and self.awaits != RESUME
        if keeping:
            missing = [point for point in missing if point not in match.offers]
        asked = match.asked()
        preview, takes, of_turn = None, (), new
        lifted: list = []
        placing = new and not keeping and not self.leftover and (not asked or asked.do == "stone")
        if placing:
            of_turn = self._of_turn(new)
            preview = self._preview(of_turn)
        if preview:
            takes = _taken(preview[3], new)
            if takes and missing:
                # captured stones may already be lifted before the move is made
                lifted = [point for point in missing if point in takes]
                missing = [point for point in missing if point not in takes]
        if missing or self.leftover or reconciler.outside:
            stones = not keeping and (not asked or asked.do == "stone")
            waits = self._waiting(new) if stones and not missing and not reconciler.outside else ()
            return self._disturb(missing, new, left, before, lifted, waits)
        if self.awaits == SET_UP:
            self.awaits = None
        if not new or self._known is None or self._known[0] != PROVISIONAL:
            self._known = None
        events: list = []
        if self._reported or before == REFUSED or (before == SEVERAL and not new):
            self._reported = False
            events.append({"code": "restored"})
        if keeping:
            return events + self._keep(left, new)
        if asked and asked.do == "offer" and match.announced is not None and self._strangers(new):
            events.append(self._refuse_strangers(new))
        elif asked and asked.do == "offer":
            events += self._offer(new, before)
        elif not self.awaits and (self.lift or self.turn or self._moves):
            events += self._wait(new, preview)
        else:
            if self._lift_sent:
                self._lift_sent = False
                events.append(self._lift_event())
            events += self._put(of_turn, preview, takes, lifted) if new else self._withdraw()
        return events

    def _waiting(self, new):
        """Return the new stones that will be stones of the turn when the leftover stones are lifted."""
        stones = [point for point in new if point not in self.leftover]
        preview = self._preview(stones) if stones else None
        return stones if preview and preview[0] < 0 else ()

    def _note(self, new):
        """Note whether new stones are on the board. When all are lifted, the next stone is an ordinary stone again."""
        if new:
            self._lay = True
        elif self._lay:
            self._lay = False
            self.kind = OWN

    def _of_turn(self, new):
        """Return the new stones that are stones of the turn. The other new stones are replies.

        A stone is a reply if it was placed while all stones of the turn were on the board. It stays a reply until it is
        lifted. Meanwhile the player to move may lift a stone of the turn and put it elsewhere. If the first reed opens
        again within MOMENT_MS, no stone was there: the magnet of the second stone had closed both reeds.
        """
        first, later = self._first, self._later
        if later and self._now - self._first_at < MOMENT_MS and not all([point in new for point in first]):
            later = []
        whole = first and len(first) == self._match.wanted() and self._by_button and self._match.announced is None
        if whole and all([point in new for point in first]):
            later = new
        self._later = [point for point in later if point in new and point not in first]
        self._first = [point for point in first if point in new]
        return [point for point in new if point not in self._later]

    def _preview(self, new):
        """Return the effect of these new stones (Match.preview), or None if there are more than the turn wants."""
        wanted = self._match.wanted()
        return None if len(new) > wanted > 0 else self._match.preview(new, self.kind)

    def _withdraw(self):
        """Handle a board without new stones. Return events."""
        were = self.stones if self.state == PROVISIONAL else ()
        self._first, self._later = [], []
        self._known = None
        self._settle(CALM)
        return [{"code": "withdrawn", "point": name(were[-1], self._match.game.size)}] if were else []

    def _lifted(self, new, missing):
        """Record which captured stones are gone and which stones were replaced. Return the other missing points."""
        if self._match.result:
            self._done(())
        self.lift = [point for point in self.lift if point in new]
        if not self.turn:
            return missing
        opened = [point for point in self.turn if point in missing]
        closed = [point for point in self._opened if point not in opened]
        if closed:
            self._match.note_turned(closed)  # recorded, so that the same is not requested again after a power failure
            self._done(closed)
        self._opened = opened
        return [point for point in missing if point not in opened]

    def _disturb(self, missing, new, left, before, lifted, waits=()):
        # Events about new stones were sent. These stones may be gone when the board is in order again; or a slid stone
        # was reported as new while its old reed was still closed
        self._reported = self._reported or before not in (CALM, DISTURBED)
        outside = tuple(self._reconciler.outside)
        if self._match.result and (missing or outside) and self.awaits != CLEAR:
            # no events while the players clear the board after the end
            self._known = None
            self._settle(CALM)
            return []
        self._settle(DISTURBED, stones=waits, missing=missing, extra=new, offers=left)
        self.lifted = lifted
        self.outside = outside
        if self._known and self._known[0] == PROVISIONAL:
            self._known = None
        if self._known != self._what_is_wrong():
            self.pending = self.awaits or (self._reconciler.kind if missing else DISTURBED)
        return []

    def _what_is_wrong(self):
        return self.missing, self.extra, self.offers, self.outside, list(self.lift), list(self.turn), list(self.lifted)

    def _put(self, new, preview, takes, lifted):
        """Handle new stones of the turn, or replies. Return events."""
        if not new:
            return [self._refuse(self._later, 0, coded("refused.earlier_stone"))]
        if preview is None or (self._later and len(self._later) > self._match.wanted()):
            return self._put_several(new + self._later)
        if preview[0] >= 0:
            return [self._refuse(new, preview[0], preview[1])]
        self._settle(PROVISIONAL, new, preview[2] if self._warns else None)
        if len(new) > len(self._first):
            self._first_at = self._now
        self._first = new
        if self._later:
            self.replies = tuple(self._later)
        self.takes = takes
        self.lifted = lifted
        return self._tell_provisional(new, preview[3][0][2])

    def _tell_provisional(self, new, cell):
        known = self._what_is_new(new)
        if known == self._known:
            return ()  # already sent
        self._known = known
        return [self._provisional_event(cell)]

    def _what_is_new(self, new) -> tuple:
        turn = self._match.game.turn
        return PROVISIONAL, tuple(new), self.replies, turn, self.kind, self.foul, tuple(self.lifted)

    def _put_several(self, new):
        """Handle more new stones than the turn wants. Return events."""
        why = self._refuses_all(new)
        if why:
            return [self._refuse(new, 0, why)]
        self._known = None
        self._settle(SEVERAL, several=new)
        return [{"code": "several", "points": names(new, self._match.game.size)}]

    def _refuses_all(self, new):
        """Return why the first of these new stones is refused if all of them are; else None."""
        first = None
        for point in new:
            why = self._match.refusal(point, self.kind)
            if not why:
                return None
            first = first or why
        return first

    def _refuse(self, new, at, why):
        match = self._match
        size = match.game.size
        self._known = None
        self._settle(REFUSED, stones=new[:at], extra=new[at:])
        self.refusal = {"point": name(new[at], size), "why": why}
        if not at and len(new) > 1:
            # the other new stones of the turn may be refused for another reason, so select those with the same reason
            also = [point for point in new[1:] if match.refusal(point, self.kind) == why]
            self.refusal["also"] = names(also, size)
        self.rest = self._match.game.rest_of(new[at])
        event = {"code": "refused", "extra": names(new[at:], size)}
        if at:
            event["points"] = names(new[:at], size)  # the other new stones of the turn
        event.update(self.refusal)
        return event

    def _strangers(self, new):
        """Return the new tentative fifths that were not announced (Match.announce)."""
        return [point for point in new if self._match.refusal(point)]

    def _refuse_strangers(self, new):
        strangers = self._strangers(new)
        right = [point for point in new if point not in strangers]
        return self._refuse(right + strangers, len(right), self._match.refusal(strangers[0]))

    def _provisional_event(self, cell):
        size = self._match.game.size
        event = {"code": "provisional", "point": name(self.provisional, size), "colour": COLOUR_NAMES[cell]}
        if self.kind != OWN:
            event["kind"] = self.kind
        if len(self.stones) > 1:
            event["points"] = names(self.stones, size)
        if self.takes:
            event["takes"] = names(self.takes, size)
            event["missing"] = names(self.lifted, size)  # the points of `takes` with a lifted stone
        if self.foul:
            event["foul"] = self.foul
        if self.replies:
            event["replies"] = names(self.replies, size)
        return event

    def _wait(self, new, preview):
        """Handle the board while captured stones are still on it. The next player's new stone waits. Return events."""
        allowed = preview and preview[0] < 0
        stones = new if allowed else ()
        known = (LIFTING, list(self.lift), list(self.turn), list(stones), self.kind)
        several = () if preview else new
        self._settle(LIFTING, stones=stones, several=several, extra=new if preview and not allowed else ())
        if not self.lift and not self.turn:
            self.presses = self.turner
        if known == self._known:
            return []
        self._known = known
        self._lift_sent = True
        events = [self._lift_event(stones, self.presses)]
        if several:
            events.append({"code": "several", "points": names(several, self._match.game.size)})
        return events

    def _lift_event(self, stones=(), presses=None):
        size = self._match.game.size
        event = {"code": "lift", "points": names(self.lift, size), "turn": names(self.turn, size)}
        event["provisional"] = name(stones[-1], size) if stones else None
        if presses:
            event["press"] = presses
        if stones and self.kind != OWN:
            event["kind"] = self.kind
        return event

    def _offer(self, new, before):
        match = self._match
        size, count = match.game.size, match.asked().count
        if new:
            several = new if len(new) > count else ()
            self._settle(OFFERING, offers=new, several=several)
            self.equal = () if several else match.equal_offers(new)
        else:
            self._settle(CALM)
            if before != OFFERING:
                return []
        return [
            {
                "code": "offers",
                "points": names(new, size),
                "count": count,
                "equal": names(self.equal, size),
                "many": len(new) > count,
            }
        ]

    def _keep(self, left, new):
        """Handle the offers while White removes them; `left` are still on the board. Return events."""
        match = self._match
        size = match.game.size
        missing = () if left else match.offers
        several = new if len(new) > match.wanted() else ()
        # White may already have placed the next stone, which then waits
        stones = new[:1] if new and not several else ()
        known = self.state == KEEPING or (self.state == SEVERAL and several)
        known = known and list(self.offers) == left and list(self.stones) == list(stones)
        self._settle(SEVERAL if several else KEEPING, stones=stones, several=several, offers=left, missing=missing)
        events = []
        if not known:
            event = {"code": "keep", "points": names(left, size)}
            event["provisional"] = name(stones[0], size) if stones else None
            events.append(event)
        if several:
            events.append({"code": "several", "points": names(several, size)})
        return events

    def moves_others(self):
        """Whether the last move requires that other stones are moved. No player's time runs until this is done."""
        return self._moves and not self.awaits and self.state in (LIFTING, DISTURBED)

    def stones_wanted(self):
        """Return how many stones the turn wants besides the provisional stones; 0 if these already end the game."""
        wanted = self._match.wanted() - len(self.stones)
        return 0 if wanted <= 0 or self._match.would_end(self.stones, self.kind) else wanted

    def is_clear(self, unread):
        """Whether the board has no stones, as far as it can be read. `unread`: the points that can't be read."""
        cells, reconciler, field = self._match.cells, self._reconciler, self._reconciler.field
        if reconciler.new or reconciler.outside:
            return False
        if not reconciler.missing and not unread:
            return not any(cells)  # this is nearly always the case, and fast to check
        unread = [field.in_field(point) for point in unread]
        stones = sum(1 for point in range(len(cells)) if cells[point] and point not in unread)
        return len(reconciler.missing) >= stones

    def lying(self):
        """Return the stones on the field, including stones that do not belong to the game."""
        cells = self._match.cells
        gone, more = self.missing, self.extra
        return [point for point in range(len(cells)) if point in more or (cells[point] and point not in gone)]

    def disturbed_event(self):
        """Return the event of a disturbance, and mark it as sent."""
        size = self._match.game.size
        event = {"code": "disturbed", "what": self.pending}
        event["missing"] = names(self.missing, size)
        event["extra"] = names(self.extra, size)
        event["left"] = names(self.offers, size)
        if self.lift:
            event["lift"] = names(self.lift, size)
        if self.turner:
            event["turn"] = names(self.turn, size)
        if self.lifted:
            event["lifted"] = names(self.lifted, size)
        if self.outside:
            event["outside"] = len(self.outside)
        if self.stones:
            event["waits"] = names(self.stones, size)
        self.pending = None
        self._reported = True
        self._known = self._what_is_wrong()
        return event

    def what_to_mend(self):
        """Return the instruction for making the board match the game again (codes.coded), or None."""
        size = self._match.game.size
        if self.replies:
            return coded("refused.earlier_stone")
        if self.several:
            return coded("refused.too_many", points=names(self.several, size))
        clear = self.awaits == CLEAR
        extra = [point for point in self.extra if point not in self.stones]
        gone = self.lying() if clear else extra + list(self.lift)
        parts = []
        if self.missing and not clear:
            parts.append(coded("refused.put_back", points=names(self.missing, size)))
        if gone:
            parts.append(coded("refused.take_away", points=names(gone, size)))
        if self.turn and not self.awaits:
            parts.append(coded("refused.turn", points=names(self.turn, size)))
        if self.outside:
            parts.append(coded("refused.outside"))
        if self.presses and not parts:
            parts.append(coded("refused.colours_right", seat=self.presses))
        return coded("refused.all", parts=parts) if len(parts) > 1 else parts[0] if parts else None


def _taken(changes, new):
    """Return the points of stones that the changes remove, in order, without the new stones."""
    return () if len(changes) == 1 else _others(changes, new)


def _others(changes, new):
    return sorted([point for point, was, now in changes if now == EMPTY and was != EMPTY and point not in new])
