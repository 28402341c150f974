"""The players' actions on the board: the difference between expected and sensed stones, as a state and events.

This module does not make moves: Session does, from this state.
"""

from tengen.games import COLOUR_NAMES
from tengen.games.points import name, names

CALM = "calm"  # the board matches the game
PROVISIONAL = "provisional"  # one new stone, not yet a move
SEVERAL = "several"  # more new stones than the turn wants: some must be removed
REFUSED = "refused"  # a new stone on a point that is not allowed
DISTURBED = "disturbed"  # stones of the game are missing, or extra stones must be lifted
OFFERING = "offering"  # tentative fifths are being placed
KEEPING = "keeping"  # tentative fifths are being taken away, except one

# Why expected stones are not on the board yet: a position is being set up, or an interrupted game is continued
SET_UP = "set up"
RESUME = "resume"

TELL_MS = 200  # a missing stone is sent after this time without a change; its light is shown at once


def interrupted(damaged):
    """Return the instruction for an interrupted game. `damaged`: it is damaged after this number of moves; or None."""
    if damaged is None:
        return "the game was interrupted: press to go on with it; the arbiter holds his button to set it aside"
    return "damaged after stone %d: the arbiter holds his button to go on from there, or to set it aside" % damaged


def listed(points, size):
    """Return points as a text for people: "H8, I9"."""
    return ", ".join(names(points, size)).upper() or "none"


class Hands:
    """`state` is one of the states above.

    `provisional` is a point or -1; `foul` the name of the foul it would be, or None. `several`, `missing`, `extra`,
    `offers` (on the board) and `equal` (two offers) are lists of points. `leftover`: stones that the game has removed
    but that are still on the board; they must be lifted before they can be new stones. `awaits` is SET_UP or RESUME
    while the stones of the game are still to be placed; then no stone counts as new.
    """

    def __init__(self, awaits=None):
        self.awaits = awaits
        self.leftover: list = []
        self._known = None  # the state last sent: (missing, extra, offers), or (PROVISIONAL, point, turn, foul)
        self._told = False  # whether an event was sent that only "restored" revokes
        self._settle(CALM)

    def _settle(self, state, provisional=-1, foul=None, several=(), missing=(), extra=(), offers=(), equal=()):
        self.state = state
        self.provisional = provisional
        self.foul = foul
        self.several = several
        self.missing = missing
        self.extra = extra
        self.offers = offers
        self.equal = equal
        self.refusal = None  # of a refused stone: its point and the reason
        self.untold = None  # the kind of a disturbance that was not sent yet, as the hand may still be moving

    def calm(self, removed=(), new=()):
        """Start anew after a change of the match. The stones on `removed` and `new` must be lifted first."""
        self.leftover += [point for point in list(removed) + list(new) if point not in self.leftover]
        self._settle(CALM)

    def take(self, match, difference, warns):
        """Take the difference (a Reconciler) between match and board; `warns`: report fouls. Return events."""
        new, missing = difference.new, difference.missing
        if self.awaits:
            self.leftover = list(new)
        elif self.leftover:
            self.leftover = [point for point in self.leftover if point in new]
        before, was = self.state, self.provisional
        clearing = match.expects.do == "keep"
        left = [point for point in match.offers if point not in missing] if clearing else ()
        # when a game is continued, a missing fifth was not taken away by White
        keeping = clearing and self.awaits != RESUME
        if keeping:
            missing = [point for point in missing if point not in match.offers]
        if missing or self.leftover:
            # events of new stones were sent: they may have gone when the board is in order again; or a slid stone was
            # sent as a new stone while its old reed was still closed
            self._told = self._told or before not in (CALM, DISTURBED)
            if match.result and missing:
                # no events while the players clear the board after the end
                self._known = None
                self._settle(CALM)
                return []
            self._settle(DISTURBED, missing=missing, extra=new, offers=left)
            if self._known and self._known[0] == PROVISIONAL:
                self._known = None
            if self._known != (missing, new, left):
                self.untold = self.awaits or (difference.kind if missing else DISTURBED)
            return []
        if self.awaits == SET_UP:
            self.awaits = None
        if not new or self._known is None or self._known[0] != PROVISIONAL:
            self._known = None
        events: list = []
        if self._told or before == REFUSED or (before == SEVERAL and not new):
            self._told = False
            events.append({"event": "restored"})
        if keeping:
            return events + self._keep(match, left, new)
        asked = match.asked()
        if asked and asked.do == "offer":
            events += self._offer(match, new, before)
        elif new:
            event = self._put(match, new, warns)
            if event:
                events.append(event)
        else:
            self._settle(CALM)
            if before == PROVISIONAL:
                events.append({"event": "withdrawn", "point": name(was, match.game.size)})
        return events

    def _put(self, match, new, warns):
        size, point = match.game.size, new[0]
        if len(new) > match.wanted() > 0:
            self._settle(SEVERAL, several=new)
            self._known = None
            return {"event": "several", "points": names(new, size)}
        refusal = match.refusal(point)
        if refusal:
            self._settle(REFUSED, extra=new)
            self._known = None
            self.refusal = {"point": name(point, size), "message": refusal}
            event = {"event": "refused", "extra": names(new, size)}
            event.update(self.refusal)
            return event
        self._settle(PROVISIONAL, provisional=point, foul=match.warning(point) if warns else None)
        known = (PROVISIONAL, point, match.game.turn, self.foul)
        if known == self._known:
            return None  # already sent
        self._known = known
        event = {"event": "provisional", "point": name(point, size), "colour": COLOUR_NAMES[match.game.turn]}
        if self.foul:
            event["foul"] = self.foul
        return event

    def _offer(self, match, new, before):
        size, count = match.game.size, match.asked().count
        if new:
            several = new if len(new) > count else ()
            self._settle(OFFERING, offers=new, equal=() if several else match.equal_offers(new), several=several)
        else:
            self._settle(CALM)
            if before != OFFERING:
                return []
        return [
            {
                "event": "offers",
                "points": names(new, size),
                "count": count,
                "equal": names(self.equal, size),
                "many": len(new) > count,
            }
        ]

    def _keep(self, match, left, new):
        """Handle the offers while White takes them away; `left` are still on the board. Return events."""
        size = match.game.size
        missing = () if left else match.offers
        several = new if len(new) > match.wanted() else ()
        # White may already have placed the next stone: it waits
        stone = new[0] if new and not several else -1
        known = self.state == KEEPING or (self.state == SEVERAL and several)
        known = known and list(self.offers) == left and self.provisional == stone
        self._settle(
            SEVERAL if several else KEEPING, provisional=stone, several=several, offers=left, missing=missing
        )
        events = []
        if not known:
            event = {"event": "keep", "points": names(left, size)}
            event["provisional"] = None if stone < 0 else name(stone, size)
            events.append(event)
        if several:
            events.append({"event": "several", "points": names(several, size)})
        return events

    def disturbed_event(self, size):
        """Return the event of a disturbance, which then counts as sent."""
        event = {"event": "disturbed", "what": self.untold}
        event["missing"] = names(self.missing, size)
        event["extra"] = names(self.extra, size)
        event["left"] = names(self.offers, size)
        self.untold = None
        self._told = True
        self._known = (self.missing, self.extra, self.offers)
        return event

    def snapshot_told(self):
        """Note that a snapshot was sent. If it had an unsent disturbance, its end must be sent, too."""
        if self.untold:
            self._told = True
            self._known = None


def what_to_mend(hands, size):
    """Return the instruction, as a text, for making the board match the game again."""
    if hands.several:
        return "too many new stones: " + listed(hands.several, size)
    parts = []
    if hands.missing:
        parts.append("put back " + listed(hands.missing, size))
    if hands.extra:
        parts.append("take away " + listed(hands.extra, size))
    return ", ".join(parts)
