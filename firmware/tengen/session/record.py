"""The parts of a match's record besides its moves: decisions, offers, claims, take-backs, stops of the clock."""

from tengen.codes import unpacked
from tengen.games import COLOUR_NAMES
from tengen.games.points import name, names

_NOT_NOTED = ("stone", "pass", "turned", "set up", "agree", "resign", "time")


def noted(match):
    """Return the facts of a match besides its moves: (the number of moves before it, the fact)."""
    found: list = []
    standing: list = []
    for fact in match.facts:
        what = fact[0]
        if what == "back":
            del standing[len(standing) - fact[1] :]
        elif what in ("stone", "pass", "offer"):
            standing.append(what)
        elif what == "keep":
            standing[-1] = what
        if what not in _NOT_NOTED:
            # offered fifths become a move only when one of them is picked
            found.append((len(standing) - (standing[-1:] == ["offer"]), fact))
    return found


def item(number, fact, size):
    """Return a fact as an item of the record, after `number` moves."""
    return dict(of_fact(fact, size), n=number)


def of_fact(fact, size):
    """Return the event of a fact that is not a move, or None if another event reports the fact."""
    what = fact[0]
    if what in ("choose", "play on"):
        return {"code": "chosen", "who": fact[1], "ask": fact[2], "option": fact[3]}
    if what == "offer":
        return {"code": "offered", "points": names(fact[1], size)}
    if what == "keep":
        return {"code": "kept", "point": name(fact[1], size)}
    if what == "claim":
        return {"code": "claim", "who": fact[1], "what": fact[2], "right": fact[3]}
    if what == "lapsed":
        return {"code": "lapsed", "what": fact[1], "point": name(fact[2], size)}
    if what == "offer draw":
        return {"code": "draw_offered", "who": fact[1]}
    if what == "decline draw":
        return {"code": "draw_declined", "who": fact[1]}
    if what == "back":
        return {"code": "taken_back", "count": fact[1], "by": fact[2], "removed": names(fact[3], size)}
    if what == "set up":
        return {"code": "set_up", "turn": COLOUR_NAMES[fact[3]]}
    if what == "clock":
        return {"code": "clock", "stopped": fact[1], "cause": unpacked(fact[2]), "p1": fact[3], "p2": fact[4]}
    return None  # the result reports it
