"""Find what a press or a hold of a button means: done, next, open, confirm, or nothing. The Director executes it.

`since` is the time when the button went down. The action counts from this time, so it can't answer a question that was
asked later.
"""

from tengen.codes import Refused, coded
from tengen.games.points import names

from .board_state import CALM, DISTURBED, KEEPING, LIFTING, OFFERING, PROVISIONAL, REFUSED, interrupted
from .players import SEATS
from .settings import MODES


def press(session, who, since, now):
    """Return the intent of a button that was released before its press became a hold: done, or next."""
    if session.wiring_trust.blocked:
        return "refuse", who, _waits(session)
    if session.questions.shown(who):
        return "next", who, since
    if session.resuming:
        return _resume(session, who)
    if session.hints and session.hints.shown:
        return "help", who, "menu", "next step"
    if session.task and not session.clearing and session.task.goes_on(session.match, who):
        return session.task.following()
    if who in SEATS:
        return finish(session, who, since, now)
    return "new_game", False if session.clearing else None


def hold(session, who, since):
    """Return the intent of a button that is held: open, or confirm."""
    menu = session.questions.shown(who)
    if session.wiring_trust.blocked:
        return ("refuse", who, _waits(session)) if who in SEATS else ("go_on_without",)
    if menu:
        entry = menu.hold(since)
        return ("refuse", who, coded("refused.too_early")) if entry is None else ("enter", who, menu.about, entry)
    if session.resuming:
        return _hold_while_resuming(session, who)
    if session.hints and session.hints.who:
        return "help", who, "menu", "end"
    if who in session.menus:
        return "refuse", who, _how_to_decide(session)
    return _open(who, "menu", session.people[who].entries(session))


def finish(session, who, since, now):
    """Return the intent of a player's "done": a press of a button that went down at `since`."""
    match, state = session.match, session.board_state
    asked = match.expects if match.expects.do == "keep" else match.asked()
    if match.result:
        return "refuse", who, coded("refused.clear_for_new")
    if state.state == LIFTING and who == state.turner and (state.turn or state.presses):
        return ("turned",)
    if state.state in (DISTURBED, REFUSED) or state.several or (state.replies and asked.who != who):
        # a reply can't become a move before the stones of the turn are moves
        return "refuse", who, state.what_to_mend()
    if not asked or asked.who != who or state.state == CALM:
        return "show_sides", who, since
    if state.state == LIFTING:
        return "refuse", who, state.what_to_mend()
    if not session.reconciler.ready():
        return "wish", who, since
    if session.task and session.task.judges(session):
        return session.task.judge(session, now)
    return _done(session, who, since)


def _done(session, who, since):
    """Return the intent of "done" for stones that are at rest and in order."""
    match, state = session.match, session.board_state
    if state.state == PROVISIONAL:
        missing = state.stones_wanted()
        return ("refuse", who, coded("refused.more_stones", n=missing)) if missing else ("commit", since)
    if state.state == OFFERING:
        return _offer(who, since, state, match)
    if state.state != KEEPING:
        return None
    if len(state.offers) != 1:
        return "refuse", who, coded("refused.keep_one", lie=len(state.offers))
    # White's next stone, which was waiting, becomes a move by the same press
    return "keep", since, who, state.offers[0], state.provisional


def _offer(who, since, state, match):
    offers, wanted = tuple(state.offers), match.asked().count
    if state.equal:
        return "refuse", who, coded("refused.equal", points=names(state.equal, match.game.size))
    if len(offers) != wanted:
        return "refuse", who, coded("refused.offers_lie", n=len(offers), count=wanted)
    return "offer", since, who, offers


def entry_taken(session, who, entry, choice=None):
    """Return the intent of an entry that was taken over the link, from the open menu of `who` or the main menu.

    An entry with a sub-menu opens no menu here. It needs a `choice`; without one the board answers with its choices.
    Raises Refused if the entry or the choice is not available, or if it needs the person's own button.
    """
    if session.wiring_trust.blocked:
        raise Refused(_waits(session))
    if session.resuming:
        raise Refused(interrupted(session.damaged))
    menu, person = session.questions.shown(who), session.people[who]
    asked = menu.entries if menu else ()
    if entry not in asked and entry not in person.entries(session):
        raise Refused(_refusal(session, who, entry))
    about = menu.about if entry in asked else "menu"
    if person.needs_button(about, entry):
        raise Refused(coded("refused.laptop_button"))
    choices = person.choices(session, entry) if about == "menu" else ()
    if choice is None:
        return ("tell_choices", who, entry, choices) if choices else ("enter", who, about, entry)
    if not choices:
        raise Refused(coded("refused.nothing_to_choose"))
    if choice not in choices:
        raise Refused(coded("refused.no_choice", entry=choice, options=list(choices)))
    return "pick", who, entry, choice


def open_to(session, who):
    """Return a person's entries in order: (entry, why it is not available now, or None). This takes some ms."""
    offers = session.people[who].offers(session)
    if session.resuming:
        why = interrupted(session.damaged)
    elif session.wiring_trust.blocked and who in SEATS:
        why = _waits(session)  # only players wait for the wiring; the arbiter's commands are not affected by it
    else:
        return offers
    # an arbiter may clear the board and begin a new game at any time
    clears = who not in SEATS
    return [(entry, its if clears and entry == "new game" else why) for entry, its in offers]


def _refusal(session, who, entry):
    """Return why an entry is not available to `who` now (codes.coded)."""
    for offered, why in session.people[who].offers(session):
        if offered == entry and why:
            return why
    if who in session.menus and entry in session.menus[who].entries:
        return _how_to_decide(session)
    if who not in SEATS:
        if entry in MODES:
            session.settings.with_({"mode": entry})  # raises Refused for a mode that the game does not have
        return coded("refused.not_now_arbiter")
    if entry == "pass" and session.match.pass_refusal():
        return session.match.pass_refusal()
    return coded("refused.not_now", seat=who)


def _how_to_decide(session):
    """Return how a player who plays on can come back to the open question (codes.coded)."""
    if session.match.expects.do == "keep":
        return coded("refused.play_on_or_put_back")
    return coded("refused.play_on_or_lift")


def _open(who, about, options):
    return ("open", who, about, options) if options else ("refuse", who, coded("refused.nothing_to_choose"))


def _hold_while_resuming(session, who):
    if who in SEATS:
        return "refuse", who, interrupted(session.damaged)
    if session.damaged is None:
        return ("put_aside",)
    return _open(who, *session.people[who].of_damage(session))


def _resume(session, who):
    if session.damaged is not None:
        return "refuse", who, interrupted(session.damaged)
    if session.board_state.state == DISTURBED:
        return "refuse", who, session.board_state.what_to_mend()
    return "resume", who


def _waits(session):
    return coded("refused.waits", fault=session.wiring_trust.faults[0])
