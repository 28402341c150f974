"""What the lights show of the board's own part: a partner's stones, a win by fours. A firmware of files lacks it."""

from tengen.games import BLACK


def with_announced(session, found):
    """Return what is out of place (`found`), and what the board's own player asks for: stones, fifths to be lifted."""
    its = session.partner or session.puzzle
    put, lift = its.to_put(session), its.to_lift(session)
    if not put and not lift:
        return found
    black, white, extra, lifted, outside = found
    asked = session.match.asked()
    if asked and asked.colour == BLACK:
        black += put
    else:
        white += put
    return black, white, extra, lifted + lift, outside


def hints(session):
    """Return Picture.hints: the step of a win that is shown, or the answer to a wrong stone of a puzzle."""
    its = session.hints
    shown, step = its.shown, its.step
    if not shown:
        refuted = session.puzzle and session.puzzle.refuted
        return ((), (), refuted[1], True, (), -1) if refuted and refuted[1] >= 0 else ()
    fours, answers, newest = shown.stones(step)
    fives, foul, _ = shown.reason(step)
    return fours, answers, newest, step & 1 == 1, tuple(fives), foul


def known(session):
    """Return Picture.known: the points that the laptop shows, while the game is where they are known from."""
    its = session.shown
    return (its.points, its.best) if its.is_of(session.match) else ()


def thinking(session):
    """Return the seat for which the board, or the laptop, thinks, or None."""
    partner, its = session.partner, session.hints
    if partner and partner.state == "thinking":
        return partner.seat
    return its.who if its and its.thinking else None
