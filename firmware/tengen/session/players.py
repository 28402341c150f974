"""The players' menus: the action of each entry."""

from .hands import PROVISIONAL
from .opening import other_seat

SEATS = ("p1", "p2")


def enter(session, who, about, entry, difference, now):
    """Execute an entry that a player takes of the menu `about`: of his own menu, or of a question to him."""
    if about == "draw":
        _answer_draw(session, who, entry, now)
    elif about == "take back":
        _answer_wish(session, who, entry, difference, now)
    elif about == "resign":
        if entry == "resign":
            session.match.resign(who)
            session.go_on(now, now)
    elif entry == "resign":
        session.open(who, "resign", ("no", "resign"), now)
    elif entry == "pass":
        session.moved(who, session.match.pass_(), now, now)
    elif entry == "draw":
        session.match.offer_draw(who)
        session.go_on(now, now)
    elif entry == "take back":
        session.wish_back(who, now)
    elif entry == "withdraw":
        session.wish_back(None, now)
    elif entry == "time":
        session.match.claim_time(who, [seat for seat in SEATS if session.timing.has_ended(seat, now)])
        session.go_on(now, now)
    else:
        _claim(session, who, entry, difference, now)


def _answer_wish(session, who, entry, difference, now):
    if entry == "yes":
        session.take_back(1, other_seat(who), difference, now)
    else:
        session.say({"event": "take_back_declined", "who": who})
        session.wishes_back = None


def _answer_draw(session, who, entry, now):
    if entry == "accept":
        session.match.agree()
    else:
        session.match.decline_draw(who)
    session.go_on(now, now)


def _claim(session, who, what, difference, now):
    if what == "five" and session.hands.state == PROVISIONAL and session.match.expects.who == who:
        if not difference.ready():
            session.refuse(who, "the stone has not come to rest yet", now)
            return
        session.commit(now, now)  # to declare a five is to play it
    session.match.claim(who, what)
    session.go_on(now, now)
