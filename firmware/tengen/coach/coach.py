"""The functions of the coach: it shows wins by fours, plays at a seat, and sets puzzles and lessons.

The Director (session/director.py) calls these functions and executes the intents that they return. The functions change
only the coach's own fields of the session, and add to the session's effects. The fields `mind`, `hints`, `partner` and
`task` are None until a game needs them. Most games need none of them.
"""

from tengen.codes import Refused, coded
from tengen.games import opponent
from tengen.session.board_state import interrupted
from tengen.session.partner_rules import HELPED, NOT_ASKED, ONLY_RENJU, PARTNERS, is_known, partner_refusal
from tengen.session.settings import NOBODY

_GRADES = ("1", "2", "3", "4", "5")


def begin(session):
    """Create the parts of the coach that a new game needs, and release the others."""
    settings = session.played
    if session.hints:
        session.hints.end(session)
    if session.mind:
        session.mind.stop()
    session.partner = session.task = session.shown = None
    seat = None if settings.partner == NOBODY else settings.partner[:2]
    laptop = seat is not None and not settings.partner[3:].isdigit()
    if laptop:
        from .laptop_seat import LaptopSeat

        session.partner = LaptopSeat(seat, session.questions_asked)
    plays = seat is not None and not laptop
    # without a partner of the board, a mind is needed only for a task, or for hints, which exist only in Renju
    if not plays and not settings.has_task() and not (settings.helps() and settings.game == "renju"):
        session.mind = session.hints = None
        return
    wake(session).prepare(plays)
    if plays:
        from .partner_seat import PartnerSeat

        session.partner = PartnerSeat(seat, int(settings.partner[3:]))
    if settings.puzzle:
        from .puzzle import Puzzle

        session.task = Puzzle(settings.puzzle, session.settings.tally)
    elif settings.lesson:
        from .lesson import Lesson

        session.task = Lesson(settings.lesson)


def wake(session):
    """Return the mind of the session. Create the mind if there is none."""
    if not session.mind:
        from .hints import Hints
        from .mind import Mind

        session.mind, session.hints = Mind(session.reserve), Hints()
    return session.mind


def look(session, now):
    """Return the intent of the coach's action that is due at `now`, or None."""
    if session.chosen_task:
        return _set_task(session)
    if session.partner:
        return session.partner.look(session, now)
    return session.task.look(session, now) if session.task and not session.resuming else None


# The players' menus


def offers(session, seat):
    """Return the coach's menu entries for a player: (those before, those after the game's entries).

    Both have the form of PlayerMenu.offers(). The second is None if the game has no entries for the player.
    """
    if session.partner and session.partner.seat == seat:
        return [], None  # no person plays at this seat, so there is no menu
    hints, task, match = session.hints, session.task, session.match
    if task and task.kind == "lesson":
        return task.entries(), None
    if hints and hints.shown and hints.who == seat:
        return [("next step", None), ("end", None)], None
    after = []
    if session.played.mode in HELPED and (session.idle or task):
        after.append(("puzzle", task_refusal(session)))
    if match.result:
        if task:
            return after, None
        return [("missed win", None if is_known(match.game) else ONLY_RENJU)], after
    before = [("win", hints.refusal(session, seat) if hints else ONLY_RENJU)] if session.played.helps() else []
    if task:
        return before + [("resign", None)] + after, None
    return before, after


_ENTRIES = ("puzzle", "next step", "end", "win", "missed win", "hint", "next", "again")


def has(about, entry):
    """Whether this entry of the menu `about` comes from offers(), so that enter() can execute it."""
    return about == "puzzle" or entry in _ENTRIES


def choices(entry):
    """Return what can be chosen under an entry for which has() is true; () if the entry acts at once."""
    return _GRADES if entry == "puzzle" else ()


def enter(session, who, about, entry):
    """Execute an entry of the menu `about` for which has() is true. Return an intent or None. Raises Refused."""
    if about == "puzzle":
        return begin_puzzle(session, int(entry), None)
    if session.task and session.task.kind == "lesson":
        return session.task.enter(session, entry)
    if entry == "puzzle":
        return "open", who, "puzzle", choices(entry), 0
    if entry == "next step":
        session.hints.next(session)
    elif entry == "end":
        session.hints.end(session)
    elif entry == "win":
        wake(session)
        return session.hints.ask(session, who)
    else:
        wake(session)
        session.hints.ask_missed(session, who)
    return None


# The arbiter's menu

PARTNER, HINTS, LESSONS = "partner", "hints", "lessons"


def arbiter_offers(session):
    """Return the arbiter's choices for the next game, and the lessons, as ArbiterMenu.offers() does."""
    settings = session.settings
    why = None if settings.mode == "casual" else coded("refused.hints_for_casual")
    return [(PARTNER, partner_refusal(settings)), (HINTS, why), (LESSONS, task_refusal(session))]


def arbiter_choices(settings, entry):
    """Return the entries of the sub-menu for one of arbiter_offers(), and the current choice."""
    if entry == PARTNER:
        return PARTNERS, settings.partner
    if entry == LESSONS:
        from tengen.partner.lessons import ENTRIES

        learned = settings.learned
        return ENTRIES, [each for each in ENTRIES if int(each) not in learned or each == ENTRIES[-1]][0]
    return ("no", "yes"), "yes" if settings.hints else "no"


# Tasks: puzzles and lessons


def task_refusal(session):
    """Return why no puzzle or lesson can begin now (codes.coded), or None."""
    if session.damaged is not None:
        return interrupted(session.damaged)
    if session.resuming:
        return interrupted(None)
    if not session.idle and not session.task:
        return coded("refused.no_task_in_game")
    return None


def begin_puzzle(session, grade, number):
    """Choose the puzzle that look() will set.

    It is the puzzle with this number, or the next puzzle of this grade. Without either it is the next of grade 1.
    Return an intent. Raises Refused if there is no such puzzle, or during a game.
    """
    _must(task_refusal(session))
    from tengen.partner import puzzles

    from .puzzle import COUNTED, following

    tally = list(session.settings.tally)
    if number is None:
        number, tally = following(tally, grade or 1, puzzles.numbers(grade or 1))
    else:
        puzzles.puzzle(number)  # raises Refused
    tally[COUNTED] = 0  # so that a puzzle that is set once more counts once more
    session.chosen_task = "puzzle", number
    return "note", session.settings.with_({"tally": tally})


def begin_lesson(session, lesson, at):
    """Choose position `at` of a lesson for look(), both numbered from 1. Raises Refused like begin_puzzle()."""
    _must(task_refusal(session))
    from tengen.partner.lessons import number_of

    session.chosen_task = "lesson", number_of(lesson, at)


def _must(refusal):
    if refusal:
        raise Refused(refusal)


def _set_task(session):
    from .task import changed_colours

    (kind, number), session.chosen_task = session.chosen_task, None
    if kind == "puzzle":
        from tengen.partner.puzzles import puzzle as found
    else:
        from tengen.partner.lessons import position as found
    its = found(number)
    fields: dict = {"game": "renju", "mode": "teach", "clock": "none", "move": "auto", "partner": "none"}
    fields[kind] = number
    position = its.black, its.white, its.turn
    cells, missing = bytearray(session.match.cells), session.reconciler.missing
    for point in session.board_state.turn:
        cells[point] = opponent(cells[point])  # nobody has replaced this stone yet
    lying = [point for point in range(len(cells)) if cells[point] and point not in missing]
    turned = changed_colours(cells, lying, position, 15)
    return "both", ("begin_anew", position, session.settings.with_(fields), turned), ("say_task",)


# The laptop's commands "partner" and "show". link/commands.py has already checked their fields


def answer(session, command):
    """Handle the laptop's answer for the seat it plays. Return an intent or None. Raises Refused with the reason."""
    if not session.partner or session.partner.level:
        raise Refused(NOT_ASKED)
    given = [field for field in command if field not in ("cmd", "id", "question")]
    if len(given) != 1:
        raise Refused(coded("device.needs_field", command="partner", word="stone, choose, offer, keep, resign, draw"))
    return session.partner.answer(session, command["question"], given[0], command[given[0]])


def show(session, points, best, moves):
    """Light the points that the laptop has sent (shown.shown). Raises Refused, with the reason."""
    if session.task:
        raise Refused(coded("refused.no_points_in_task"))  # they would replace the hint of a lesson, or be the answer
    from .shown import shown

    session.shown = shown(session, points, best, moves)
    session.effects.change()
