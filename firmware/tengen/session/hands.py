"""What players have done to the board: the difference between expected and sensed stones, as events.

It does not make moves: Session does, from what is told here.
"""

from tengen.rules import COLOUR_NAMES
from tengen.rules.points import name, names

CALM = "calm"  # the board matches the game
PROVISIONAL = "provisional"  # one new stone, not yet a move
SEVERAL = "several"  # two or more new stones: one must go
REFUSED = "refused"  # a new stone where none may be put
DISTURBED = "disturbed"  # stones are missing, perhaps others too many
OFFERING = "offering"  # tentative fifths are being put down
KEEPING = "keeping"  # they are being taken away, all but one

# Why stones are asked for that are not there yet: a position is set up, or an interrupted game is continued
SET_UP = "set up"
RESUME = "resume"

TELL_MS = 200  # a stone that has gone is told of when the hand has stopped; its light follows the hand


def interrupted(damaged):
    """What is to be done with a game that was interrupted, in words; `damaged`: after how many moves, or None."""
    if damaged is None:
        return "the game was interrupted: press to go on with it; the arbiter holds his button to set it aside"
    return "damaged after stone %d: the arbiter holds his button to go on from there, or to set it aside" % damaged


def listed(points, size):
    """Some points as people say them: "H8, I9"."""
    return ", ".join(names(points, size)).upper() or "none"


class Hands:
    """`state` is one of the words above.

    `provisional` is a point or -1, `foul` the foul it would be, in a word, or None; `several`, `missing`, `extra`,
    `offers` (those that lie) and `equal` (two of them) are lists of points. `leftover` are stones that the game has
    taken off and that still lie there: they must be lifted before they can be new ones. `awaits` is SET_UP or RESUME
    while stones of the game are not missing, but not there yet; then none can be a new one.
    """

    def __init__(self, awaits=None):
        self.awaits = awaits
        self.leftover: list = []
        self._known = None  # what the link knows of it: (missing, extra, offers), or (PROVISIONAL, point, turn, foul)
        self._told = False  # whether the link was told of something that only "restored" takes back
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
        self.refusal = None  # of a stone: its point, and why
        self.untold = None  # what has been done to stones of the game, as long as a hand may be at it

    def calm(self, removed=(), new=()):
        """The match has gone on: what lies is looked at again; the points of `removed` and `new` are to be cleared."""
        self.leftover += [point for point in list(removed) + list(new) if point not in self.leftover]
        self._settle(CALM)

    def take(self, match, difference, warns):
        """Take the difference (a Reconciler) between match and board; `warns`: fouls are told. Returns events."""
        new, missing = difference.new, difference.missing
        if self.awaits:
            self.leftover = list(new)
        elif self.leftover:
            self.leftover = [point for point in self.leftover if point in new]
        before, was = self.state, self.provisional
        clearing = match.expects.do == "keep"
        left = [point for point in match.offers if point not in missing] if clearing else ()
        # a fifth that is not there when the game is continued was not taken away by White
        keeping = clearing and self.awaits != RESUME
        if keeping:
            missing = [point for point in missing if point not in match.offers]
        if missing or self.leftover:
            # new stones that were told of may be gone when all is as it should be; and a slid stone may have been told
            # of as a new one, as long as its old reed was still closed
            self._told = self._told or before not in (CALM, DISTURBED)
            if match.result and missing:
                # whoever clears the board after the end needs no advice
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
            return None  # something else has gone on meanwhile
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
        """`left` of the offers lie."""
        size = match.game.size
        missing = () if left else match.offers
        several = new if len(new) > match.wanted() else ()
        # White's next stone may lie there already: it waits
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
        """What is out of place."""
        event = {"event": "disturbed", "what": self.untold}
        event["missing"] = names(self.missing, size)
        event["extra"] = names(self.extra, size)
        event["left"] = names(self.offers, size)
        self.untold = None
        self._told = True
        self._known = (self.missing, self.extra, self.offers)
        return event

    def snapshot_told(self):
        """The link was told all this just now, though a hand may be at it: what becomes of it must be told, too."""
        if self.untold:
            self._told = True
            self._known = None


def what_to_mend(hands, size):
    """What is to be done so that the board matches the game again, in words."""
    if hands.several:
        return "too many new stones: " + listed(hands.several, size)
    parts = []
    if hands.missing:
        parts.append("put back " + listed(hands.missing, size))
    if hands.extra:
        parts.append("take away " + listed(hands.extra, size))
    return ", ".join(parts)
