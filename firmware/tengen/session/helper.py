"""What the board itself does beside a game: it shows wins by fours, plays at a seat, sets puzzles. One session each.

A firmware of files has no room for it and lacks this module. `mind`, `hints`, `partner` and `puzzle` of a session are
None until they are needed: most games need none of them.
"""

from tengen.codes import Refused, coded

from .board_state import interrupted
from .partner_rules import HELPED, NOT_ASKED, ONLY_RENJU, PARTNERS, is_known, partner_refusal
from .settings import NOBODY


def begin(session, settings):
    """A game begins: wake what it needs of the board, and let go what it does not need."""
    if session.hints:
        session.hints.end()
    if session.mind:
        session.mind.stop()
    session.partner = session.puzzle = session.shown = None
    seat = None if settings.partner == NOBODY else settings.partner[:2]
    # hints know only Renju: other games need no solver for them
    laptop = seat is not None and not settings.partner[3:].isdigit()
    if laptop:
        from .laptop_seat import LaptopSeat

        session.partner = LaptopSeat(session, seat)
    plays = seat is not None and not laptop
    if not plays and not settings.puzzle and not (settings.helps() and settings.game == "renju"):
        session.mind = session.hints = None
        return
    wake(session).prepare(plays)
    if plays:
        from .partner_seat import PartnerSeat

        session.partner = PartnerSeat(session, seat, int(settings.partner[3:]))
    if settings.puzzle:
        from .puzzle import Puzzle

        session.puzzle = Puzzle(session, settings.puzzle)


def wake(session):
    """Return the mind of the session, which is made if there is none."""
    if not session.mind:
        from .hints import Hints
        from .mind import Mind

        session.mind, session.hints = Mind(session.reserve), Hints(session)
    return session.mind


def look(session, now):
    """Do what is due at `now`."""
    if session.chosen_puzzle:
        _set_puzzle(session, now)
    if session.partner:
        session.partner.look(now)
    if session.puzzle:
        session.puzzle.look(now)


# The menus of players


def offers(session, seat):
    """Return what the board has for a player, as PlayerMenu.offers() does: (before, after) what the game has for him.

    The second is None where the game has nothing for him.
    """
    if session.partner and session.partner.seat == seat:
        return [], None  # nobody sits there
    hints, puzzle, match = session.hints, session.puzzle, session.match
    if hints and hints.shown and hints.who == seat:
        return [("next step", None), ("end", None)], None
    after = []
    if session.played.mode in HELPED and (session.idle or puzzle):
        after.append(("puzzle", puzzle_refusal(session)))
    if match.result:
        if puzzle:
            return after, None
        return [("missed win", None if is_known(match.game) else ONLY_RENJU)], after
    before = [("win", hints.refusal(seat) if hints else ONLY_RENJU)] if session.played.helps() else []
    if puzzle:
        return before + [("resign", None)] + after, None
    return before, after


def enter(session, who, about, entry, now):
    """Execute an entry of the menu `about`, if it is one of offers(). Return whether it is."""
    if about == "puzzle":
        begin_puzzle(session, now, grade=int(entry))
    elif entry == "puzzle":
        session.questions.open(who, "puzzle", ("1", "2", "3", "4", "5"), now)
    elif entry == "next step":
        session.hints.next()
    elif entry == "end":
        session.hints.end()
    elif entry == "win":
        wake(session)
        session.hints.ask(who)
    elif entry == "missed win":
        wake(session)
        session.hints.ask_missed(who)
    else:
        return False
    return True


# The arbiter's menu

PARTNER, HINTS = "partner", "hints"
_HINTS = coded("refused.hints_for_casual")
_END_FIRST = coded("refused.no_puzzle_in_game")


def arbiter_offers(settings):
    """Return what the arbiter may choose of it for the next game, as ArbiterMenu.offers() does."""
    return [(PARTNER, partner_refusal(settings)), (HINTS, None if settings.mode == "casual" else _HINTS)]


def arbiter_choices(settings, entry):
    """Return the entries of such a sub-menu, and which of them is so now."""
    if entry == PARTNER:
        return PARTNERS, settings.partner
    return ("no", "yes"), "yes" if settings.hints else "no"


# Puzzles


def puzzle_refusal(session):
    """Return why no puzzle can be set now (codes.coded), or None."""
    if session.damaged is not None:
        return interrupted(session.damaged)
    if session.resuming:
        return interrupted(None)
    if not session.idle and not session.puzzle:
        return _END_FIRST
    return None


def begin_puzzle(session, now, grade=None, number=None):
    """Set a puzzle at the next tick: the next of a grade, or that with a number; without both the next of grade 1.

    Raises Refused if there is none, or while a game is under way.
    """
    refusal = puzzle_refusal(session)
    if refusal:
        raise Refused(refusal)
    from tengen.partner import puzzles

    from .puzzle import following

    if number is None:
        number, tally = following(session.settings.tally, grade or 1, puzzles.numbers(grade or 1))
        session.take(session.settings.with_({"tally": tally}))
    else:
        puzzles.puzzle(number)  # raises Refused
    session.chosen_puzzle = number


def _set_puzzle(session, now):
    from tengen.partner import puzzles

    from .puzzle import changed_colours

    number, session.chosen_puzzle = session.chosen_puzzle, 0
    its = puzzles.puzzle(number)
    fields: dict = {"game": "renju", "mode": "teach", "clock": "none", "move": "auto", "partner": "none"}
    fields["puzzle"] = number
    position = its.black, its.white, its.turn
    cells, missing = session.match.cells, session.reconciler.missing
    lying = [point for point in range(len(cells)) if cells[point] and point not in missing]
    turned = changed_colours(cells, lying, position, 15)
    session.begin_anew(now, position, settings=session.settings.with_(fields), turned=turned)
    session.effects.say(session.puzzle.event())


# The laptop's part: its commands "show" and "partner"


def obey(session, word, command, now):
    """Obey one of these commands, whose fields link/commands.py has checked. Raises ValueError, with the reason."""
    if word == "partner":
        _answer(session, command, now)
    else:
        _show(session, command["points"], command.get("best", ()), command["moves"])


def _show(session, points, best, moves):
    from .shown import shown

    session.shown = shown(session, points, best, moves)
    session.effects.change()


def _answer(session, command, now):
    if not session.partner or session.partner.level:
        raise Refused(NOT_ASKED)
    given = [field for field in command if field not in ("cmd", "id", "question")]
    if len(given) != 1:
        raise Refused(coded("device.needs_field", command="partner", word="stone, choose, offer, keep, resign, draw"))
    session.partner.answer(command["question"], given[0], command[given[0]], now)
