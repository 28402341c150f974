"""Events as codes with values, for logs, sounds and screen readers. state.py has the present state."""

from tengen.games import COLOUR_NAMES, EMPTY
from tengen.games.moves import moves_text
from tengen.games.points import name, names


def of_deed(fact, who, changes, match):
    """Return the events of an action (an entry of Match.fresh), or () if another event reports the action."""
    size, game = match.game.size, match.game
    what = fact[0]
    its = told_changes(changes, size)
    events = []
    if what == "keep":
        events.append({"code": "kept", "point": name(fact[1], size), "who": who, "changes": its})
        its = []  # the fifth was on the board already
    if what in ("stone", "keep", "pass"):
        event = {"code": "passed" if what == "pass" else "move", "n": len(game.moves), "who": who}
        if what != "pass":
            event["point"] = name(fact[1], size)
        if len(fact) > 2:
            event["kind"] = fact[2]
        event["colour"] = COLOUR_NAMES[game.colour_of(len(game.moves) - 1)]
        if len(its) > 1 or "kind" in event:
            event["changes"] = its  # an ordinary stone changes nothing else
        events.append(event)
        return events
    from .record import of_fact  # seldom used

    event = of_fact(fact, size)
    if event is None:
        return ()
    if what in ("choose", "play on"):
        event["players"] = {COLOUR_NAMES[colour]: seat for colour, seat in match.players.items()}
    if what in ("offer", "back"):
        event["who"] = who
        event["changes"] = its
    return (event,)


def told_changes(changes, size):
    """Return the changes of a board: [point, was, is] each."""
    return [[name(point, size), COLOUR_NAMES[was], COLOUR_NAMES[now]] for point, was, now in changes]


def result(session):
    """Return the event of the game's end. In a puzzle or lesson it says whether the task is solved."""
    match, task = session.match, session.task
    ended = match.result
    winner = None if ended.winner == EMPTY else COLOUR_NAMES[ended.winner]
    event = {"code": "result", "winner": winner, "reason": ended.reason, "line": names(ended.points, match.game.size)}
    if task:
        # a lesson's game ends only by the right stone
        event["solved"] = task.kind == "lesson" or task.praise(match) is not None
    return event


def opening(found):
    """Return an opening's code, name and kanji."""
    code, its_name, kanji = found
    return {"code": code, "name": its_name, "kanji": kanji}


def moves(match):
    """Return the moves so far, as text."""
    return moves_text(match.game.moves, match.game.size)
