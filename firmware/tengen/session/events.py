"""Events for the link, made from what was done in a match, its expectations, clocks and menus."""

from tengen.games import BLACK, CELL_MARKS, COLOUR_NAMES, EMPTY, WHITE
from tengen.games.moves import moves_text
from tengen.games.points import name, names

from .board_state import CALM, CLEAR, SET_UP

# the facts on a result slip besides the moves
_ON_RECORD = ("claim", "lapsed", "back", "set up", "clock")


def of_deed(fact, who, changes, match):
    """Return the events of what was just done, an entry of Match.fresh; () if another event reports it."""
    size = match.game.size
    what = fact[0]
    told = _changes(changes, size)
    events = []
    if what == "keep":
        events.append({"event": "kept", "point": name(fact[1], size), "who": who, "changes": told})
        told = []  # the fifth lay there already
    if what in ("stone", "keep", "pass"):
        event = {"event": "passed" if what == "pass" else "move", "n": len(match.game.moves), "who": who}
        if what != "pass":
            event["point"] = name(fact[1], size)
        if len(fact) > 2:
            event["kind"] = fact[2]
        event["colour"] = COLOUR_NAMES[match.game.colour_of(len(match.game.moves) - 1)]
        event["changes"] = told
    else:
        event = of_fact(fact, match)
        if event is None:
            return ()
        if what in ("offer", "back"):
            event["who"] = who
            event["changes"] = told
    if what in ("stone", "keep", "pass", "back"):
        event["turn"] = turn(match)
        event["wanted"] = match.game.wanted()
        event.update(captures(match))
        if match.game.standing:
            event["standing"] = names(match.game.standing, size)
    if what == "back":
        event["moves"] = moves(match)
        event["colours"] = colours(match)
        event["players"] = players(match)
    events.append(event)
    return events


def of_fact(fact, match):
    """Return the event of a fact that is no move, or None if another event reports it.

    For the facts in _ON_RECORD the result is the same at any later time.
    """
    what, size = fact[0], match.game.size
    if what in ("choose", "play on"):
        return {"event": "chosen", "who": fact[1], "ask": fact[2], "option": fact[3], "players": players(match)}
    if what == "offer":
        return {"event": "offered", "points": names(fact[1], size)}
    if what == "claim":
        return {"event": "claim", "who": fact[1], "what": fact[2], "right": fact[3]}
    if what == "lapsed":
        return {"event": "lapsed", "what": fact[1], "point": name(fact[2], size)}
    if what == "offer draw":
        return {"event": "draw_offered", "who": fact[1]}
    if what == "decline draw":
        return {"event": "draw_declined", "who": fact[1]}
    if what == "back":
        return {"event": "taken_back", "count": fact[1], "by": fact[2], "removed": names(fact[3], size)}
    if what == "set up":
        cells = match.game.arranged(fact[BLACK], fact[WHITE])
        return {"event": "set_up", "board": board_text(cells, size), "turn": COLOUR_NAMES[fact[3]]}
    if what == "clock":
        return {"event": "clock", "stopped": fact[1], "cause": fact[2], "p1": fact[3], "p2": fact[4]}
    return None  # the result says it


def turn(match):
    """The colour to move, by name; None after the end."""
    return None if match.result else COLOUR_NAMES[match.game.turn]


def players(match):
    """The seat of each colour, by its name."""
    return {COLOUR_NAMES[colour]: seat for colour, seat in match.players.items()}


def board_text(cells, size):
    """The stones of a board as its text (CELL_MARKS), the highest row first."""
    rows = ["".join([CELL_MARKS[cell] for cell in cells[row * size : row * size + size]]) for row in range(size)]
    return "".join(reversed(rows))


def result(match):
    """How the game has ended."""
    ended = match.result
    return {
        "event": "result",
        "winner": None if ended.winner == EMPTY else COLOUR_NAMES[ended.winner],
        "reason": ended.reason,
        "line": names(ended.points, match.game.size),
    }


def expects(match, waits, its_answers=None):
    """What is to be done next, and by whom; `waits`: no clock has begun yet; `its_answers`: Questions.answers()."""
    asked = match.expects
    event = {"event": "expects", "do": asked.do, "who": asked.who, "turn": turn(match), "players": players(match)}
    event["n"] = len(match.game.moves) + 1
    event["colour"] = COLOUR_NAMES[asked.colour] if asked.colour else None
    event["zone"] = list(asked.zone) if asked.zone else None
    event["ask"] = asked.ask or None
    event["options"] = list(asked.options)
    event["play_on"] = match.play_on
    event["count"] = asked.count
    event["declared"] = asked.declared
    event["wanted"] = match.wanted()
    event["first"] = waits
    if asked.do == "stone" and len(match.kinds()) > 1:
        event["kinds"] = list(match.kinds())
    if its_answers:
        event["answers"] = its_answers
    return event


def answers(about, option, asked):
    """Return what stones do instead of an answer to the question `about`: they take the `option`, and do as `asked`."""
    found = {"about": about, "option": option, "do": asked.do}
    if asked.colour:
        found["colour"] = COLOUR_NAMES[asked.colour]
    if asked.do == "offer":
        found["count"] = asked.count
        found["declared"] = asked.declared
    return found


def opening(found):
    """An opening's code, name and kanji."""
    code, its_name, kanji = found
    return {"code": code, "name": its_name, "kanji": kanji}


def menu(who, open_menu):
    """Return the event of the menu of `who`; `open_menu` is None if it is closed."""
    if open_menu is None:
        return {"event": "menu", "who": who, "about": None, "entries": [], "at": 0}
    return {
        "event": "menu",
        "who": who,
        "about": open_menu.about,
        "entries": list(open_menu.entries),
        "at": open_menu.at,
    }


def game(event, session):
    """A game begins: which, and by what settings."""
    match = session.match
    found = {
        "event": event,
        "game": match.game.name,
        "size": match.game.size,
        "torus": match.game.torus,
        "first": COLOUR_NAMES[match.game.first],
        "goal": match.game.goal,
        "turn": turn(match),
        "players": players(match),
        "settings": session.played.game_fields(),
        "stamp": session.stamp,
    }
    found.update(captures(match))
    return found


def captures(match):
    """How many stones each colour has captured, as fields of an event; none in a game without captures."""
    game = match.game
    if not game.goal and not game.counts_removed:
        return {}
    captured = game.captured
    return {"captured": {COLOUR_NAMES[colour]: captured[colour] for colour in (BLACK, WHITE)}}


def colours(match):
    """The colour of each move, a pass too, as a text of marks: `X` black, `O` white."""
    game = match.game
    return "".join([CELL_MARKS[game.colour_of(number)] for number in range(len(game.moves))])


def _others(match):
    """By number of the move, from 1, as a text: its changes besides its own stone, where there are any.

    All its changes, the stone first, if this is not of the mover's colour.
    """
    game, found = match.game, {}
    for number in range(len(game.moves)):
        changes = game.changes_of(number)
        own = changes and changes[0][2] == game.colour_of(number)
        others = changes[1:] if own else changes
        if others:
            found[str(number + 1)] = _changes(others, game.size)
    return found


def _changes(changes, size):
    return [[name(point, size), COLOUR_NAMES[was], COLOUR_NAMES[now]] for point, was, now in changes]


def moves(match):
    """The moves so far, as text."""
    return moves_text(match.game.moves, match.game.size)


def clock(timing, now, cause):
    """Return the event of the clocks: remaining times, the running seat, why they are stopped, the event's `cause`."""
    its = timing.clock
    event = {"event": "clock", "running": its.running}
    for seat in ("p1", "p2"):
        event[seat] = its.left(seat, now)
    event["periods"] = {seat: its.periods(seat, now) for seat in ("p1", "p2")} if its.control.periods else None
    event["stopped"] = "waiting" if timing.waits else timing.stopped
    event["cause"] = cause
    return event


def laptop(session):
    """Whether the laptop may act in a referee or silent game."""
    return {"event": "laptop", "allowed": session.laptop}


def snapshot(session, now):
    """Return the whole state as one event, with the clocks at `now`. The board's state then counts as sent."""
    match, state, trust, reason = session.match, session.board_state, session.wiring_trust, session.reason
    size = match.game.size
    event = game("snapshot", session)
    event["moves"] = moves(match)
    event["board"] = board_text(match.game.cells, size)
    event["state"] = state.state
    event["setting_up"] = state.awaits == SET_UP
    event["clearing"] = state.awaits == CLEAR
    event["resuming"] = session.resuming
    event["damaged"] = session.damaged
    event["provisional"] = None if state.provisional < 0 else name(state.provisional, size)
    event["foul"] = state.foul
    event["reason"] = reason.data
    event["provisionals"] = names(state.stones, size)
    event["replies"] = names(state.replies, size)
    event["takes"] = names(state.takes, size)
    event["lifted"] = names(state.lifted, size)
    event["lift"] = names(state.lift, size)
    event["several"] = names(state.several, size)
    event["to_turn"] = names(state.turn, size)
    event["press"] = state.presses
    event["missing"] = names(state.missing, size)
    event["kind"] = state.kind
    event["extra"] = names(state.extra, size)
    event["outside"] = len(state.outside)
    event["refusal"] = state.refusal
    event["offers"] = names(match.offers or state.offers, size)
    event["left"] = names(_left(match, state), size)
    event["equal"] = names(state.equal, size)
    questions = session.questions
    event["expects"] = expects(match, session.timing.waits, questions.answers())
    event["menus"] = [menu(who, questions.shown(who)) for who in session.menus if questions.shown(who)]
    if session.open_now:
        event["open"] = {who: session.open_now.of(who) for who in session.people}
    event["advice"] = session.hints and session.hints.event()
    event["partner"] = session.partner and session.partner.event()
    event["puzzle"] = session.puzzle and session.puzzle.event()
    event["draw_by"] = match.draw_by
    event["wish"] = session.questions.wish()
    event["colours"] = colours(match)
    event["changes"] = _others(match)
    event["standing"] = names(match.game.standing, size)
    event["wanted"] = match.game.wanted()
    set_up = [fact for fact in match.facts if fact[0] == "set up"]
    event["setup"] = of_fact(set_up[0], match)["board"] if set_up else None
    event["clock"] = clock(session.timing, now, None) if session.timing.clock else None
    event["opening"] = session.play.opening and opening(session.play.opening)
    event["record"] = [of_fact(fact, match) for fact in match.facts if fact[0] in _ON_RECORD]
    event["laptop"] = session.laptop
    event["faults"] = trust.faults
    event["unproved"] = names(trust.unproved, session.size)
    event["waits"] = trust.blocked
    event["chattering"] = names(trust.chattering, session.size)
    event["intermittent"] = trust.intermittent
    event["unsteady"] = names(trust.unsteady, session.size)
    event["result"] = None
    if match.result:
        event["result"] = result(match)
        del event["result"]["event"]
    state.snapshot_sent()
    return event


def _left(match, state):
    """The tentative fifths that lie, while they are being cleared."""
    if match.expects.do != "keep":
        return ()
    # before BoardState.take() has compared the board, all offers count as on it
    return match.offers if state.state == CALM else state.offers
