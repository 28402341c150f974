"""Button presses and holds, and the action that each triggers: done, next, open, confirm, or nothing.

`since` is when the button went down: the action counts from then, and does not answer a later question.
"""

from tengen.games import removed

from . import arbiter, entries, players
from .hands import (
    CALM,
    DISTURBED,
    KEEPING,
    OFFERING,
    PROVISIONAL,
    REFUSED,
    interrupted,
    listed,
    what_to_mend,
)
from .opening import other_seat

_DECISIONS = ("swap", "side", "fifths", "way")  # of the opening


def down(session, who, since):
    """A button has gone down."""
    session.down[who] = since
    if who in session.menus:
        session.menus[who].down(since)


def press(session, who, since, difference, now):
    """A button that went down at `since` was let go before it was a hold: done, or next."""
    session.down.pop(who, None)
    menu = session.shown_menu(who)
    if session.trust.blocked:
        session.refuse(who, _waits(session), now)
    elif menu:
        if menu.press(since, now) is not None:
            session.front = who
            session.tell_menu(who)
    elif session.resuming:
        _resume(session, who, now)
    elif who == arbiter.ARBITER:
        _new_game_by(session, who, difference, now)
    else:
        finish(session, who, since, difference, now)


def hold(session, who, since, difference, now):
    """A button that went down at `since` is held: open, or confirm."""
    session.down.pop(who, None)
    menu = session.shown_menu(who)
    if session.trust.blocked:
        _go_on_without(session, who, now)
    elif menu:
        entry = menu.hold(since)
        if entry is None:
            session.refuse(who, "the button was down before that could be chosen", now)
        else:
            _try_to_enter(session, who, menu.about, entry, difference, now)
    elif session.resuming:
        if who != arbiter.ARBITER:
            session.refuse(who, interrupted(session.damaged), now)
        elif session.damaged is None:
            session.put_aside(now)
        else:
            session.open(who, entries.DAMAGED, entries.of_damage(session), now)
    elif who in session.menus:
        session.refuse(who, "press to play on, or lift the stone to decide", now)
    else:
        session.open(who, "menu", _entries(session, who, difference), now)


def _try_to_enter(session, who, about, entry, difference, now):
    try:
        _enter(session, who, about, entry, difference, now)
    except ValueError as error:
        # an entry that was available when the menu opened may no longer be available
        session.refuse(who, str(error), now)


def release(session, who):
    """A button that was held is let go."""
    session.down.pop(who, None)


def together(session, who, now):
    """A button was held together with another: neither means anything."""
    session.down.pop(who, None)
    session.refuse(who, "two buttons were held together", now)


def enter(session, who, entry, difference, now):
    """Execute an entry that comes over the link: of the open menu of `who`, or of his main menu.

    Raises ValueError if the entry is not available, or if it needs his own button.
    """
    if session.trust.blocked:
        raise ValueError(_waits(session))
    session.must_go_on()
    menu = session.shown_menu(who)
    asked = list(menu.entries if menu else ())
    own = _entries(session, who, difference)
    if entry not in asked and entry not in own:
        raise ValueError("%r is not open to %s now: %s" % (entry[:20], who, ", ".join(asked + own) or "nothing is"))
    about = menu.about if entry in asked else "menu"
    if entries.LAPTOP in (about, entry):
        raise ValueError("only the arbiter's own button allows the laptop, or forbids it")
    _enter(session, who, about, entry, difference, now)


def _enter(session, who, about, entry, difference, now):
    """Execute an entry that `who` takes of the menu `about`."""
    if about in _DECISIONS:
        session.match.choose(entry)
        session.go_on(now, now)
        return
    if who in session.menus and session.menus[who].about == about:
        session.close(who)
    if about == "menu" and entry not in _entries(session, who, difference):
        session.ask(now)
        raise ValueError("that is open no longer: %s" % entry)
    if who == arbiter.ARBITER and entry != "new game":
        arbiter.enter(session, about, entry, difference, now)
    elif entry == "new game":
        _new_game_by(session, who, difference, now)
    else:
        players.enter(session, who, about, entry, difference, now)
    session.ask(now)


def _entries(session, who, difference):
    if who == arbiter.ARBITER:
        return entries.of_arbiter(session)
    return entries.of_player(session, who, session.is_clear(difference))


def _new_game_by(session, who, difference, now):
    try:
        session.new_game(difference, now)
    except ValueError as error:
        session.refuse(who, str(error), now)


def _resume(session, who, now):
    hands = session.hands
    if session.damaged is not None:
        session.refuse(who, interrupted(session.damaged), now)
    elif hands.state == DISTURBED:
        session.refuse(who, what_to_mend(hands, session.match.game.size), now)
    else:
        session.resume(who, now)


def _waits(session):
    return "the game waits: " + session.trust.faults[0]


def _go_on_without(session, who, now):
    if who != arbiter.ARBITER:
        session.refuse(who, _waits(session), now)
        return
    try:
        session.go_on_without(now)
    except ValueError as error:
        session.say({"event": "error", "message": str(error)})


def finish(session, who, since, difference, now):
    """Handle a player's "done": a press of a button that went down at `since`."""
    match, hands = session.match, session.hands
    asked = match.expects if match.expects.do == "keep" else match.asked()
    if match.result:
        session.refuse(who, "the game is over: clear the board for a new one", now)
    elif hands.state in (DISTURBED, REFUSED) or hands.several:
        session.refuse(who, what_to_mend(hands, match.game.size), now)
    elif not asked or asked.who != who or hands.state == CALM:
        if session.timing.waits and match.expects.who == other_seat(who):
            session.timing.start()
            session.tell_clock(session.timing.switch(match.expects.who, since), now, "started")
        session.show_colours(now)
    elif not difference.ready():
        session.wish = (who, since)
    elif hands.state == PROVISIONAL:
        session.commit(since, now)
    elif hands.state == OFFERING:
        _offer(session, who, since, now)
    elif hands.state == KEEPING:
        _keep(session, who, since, now)


def _offer(session, who, at, now):
    hands, wanted = session.hands, session.match.asked().count
    if hands.equal:
        pair = listed(hands.equal, session.match.game.size)
        session.refuse(who, "%s are equal by symmetry: move one of them" % pair, now)
    elif len(hands.offers) != wanted:
        session.refuse(who, "%d tentative fifths lie, not %d" % (len(hands.offers), wanted), now)
    else:
        changes = session.match.offer(tuple(hands.offers))
        if wanted == 1:
            session.match.keep(hands.offers[0])  # White has no choice
        session.moved(who, changes, at, now)


def _keep(session, who, at, now):
    left, stone = session.hands.offers, session.hands.provisional
    if len(left) != 1:
        session.refuse(who, "%d tentative fifths lie: all but one must go" % len(left), now)
        return
    session.go_on(at, now, removed(session.match.keep(left[0])))
    if stone >= 0 and not session.match.refusal(stone):
        # White's next one, which has waited, is a move with the same press
        session.moved(who, session.match.stone(stone), at, now)
