"""The menu entries that are available: to each player, and to the arbiter."""

from tengen.games import WHITE
from tengen.games.openings import OPENINGS

from .settings import CLOCKS, MODES

BRIGHTNESSES = ("100", "75", "50", "25", "10")
CORRECTIONS = ("p1 +1", "p1 -1", "p2 +1", "p2 -1")  # minutes
CORRECTION_MS = 60_000
LAPTOP = "laptop"  # whether it may act in a referee or silent game
DAMAGED = "damaged"  # the menu for a game that can't be read completely
BACK = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100)  # and all of them


def of_player(session, seat, clear):
    """Return a player's menu entries, in order: the actions besides placing stones. `clear`: the board is empty."""
    match, mode = session.match, session.played.mode
    casual = mode == "casual"
    found: list = []
    if not match.result:
        if mode == "silent":
            found += _claims(session, seat)
        asked = match.expects
        own = asked.do == "stone" and asked.who == seat
        if own and not match.pass_refusal() and session.hands.state == "calm":
            found.append("pass")
        if asked.do == "stone" and not own and not match.opening.expects and match.game.moves and not match.draw_by:
            found.append("draw")
    if session.wishes_back == seat and not session.wish_event()["lifted"]:
        found.append("withdraw")
    elif casual and match.moves():
        found.append("take back")
    if not match.result:
        found.append("resign")
    if casual and (match.result or clear):
        found.append("new game")
    return found


def _claims(session, seat):
    match = session.match
    found = []
    moved_last = match.game.moves and match.seat(match.game.turn) != seat
    if moved_last or (session.hands.state == "provisional" and match.expects.who == seat):
        found.append("five")
    if match.colour(seat) == WHITE and match.game.turn == WHITE and match.game.moves:
        found.append("foul")
    if session.timing.clock:
        found.append("time")
    return found


def of_arbiter(session):
    """What the arbiter may do."""
    found = ["new game"]
    if session.match.moves():
        found.append("take back")
    if session.timing.clock:
        found.append("time")
    return found + [LAPTOP, "opening", "mode", "clock", "lamps", "game"]


def of_damage(session):
    """What the arbiter may do with a damaged game."""
    return ("go on", "set aside") if session.can_go_on else ("set aside",)


def under(session, entry):
    """The entries of an arbiter's sub-menu, and which of them is so now (its number, or 0)."""
    settings = session.settings
    if entry == "take back":
        moves = session.match.moves()
        return [str(count) for count in BACK if count < moves] + [str(moves)], 0
    choices, now = {
        "time": (CORRECTIONS, ""),
        LAPTOP: (("no", "yes"), "yes" if session.laptop else "no"),
        "opening": (OPENINGS, settings.opening),
        "mode": (MODES, settings.mode),
        "clock": (CLOCKS, settings.clock),
        "lamps": (BRIGHTNESSES, str(settings.brightness)),
        "game": (session.games, settings.game),
    }[entry]
    choices = list(choices)
    return choices, choices.index(now) if now in choices else 0
