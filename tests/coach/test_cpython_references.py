"""No part of the coach stores the session. It gets the session as an argument, and returns changes as intents."""

import gc
import types

import pytest
from table import Table, board
from tengen.coach import coach
from tengen.games.points import name
from tengen.partner import puzzles
from tengen.session.director import Director
from tengen.session.play import Play
from tengen.session.session import Session

LATER_MS = 1500
THREE = board("g8 i8 j8", "a1 c3 e1")


def partner_is_asked():
    return Table(partner="p1 3")


def partner_thinks():
    its = partner_is_asked()
    its.director.tick(20, 20)
    assert its.session.partner.state == "thinking"
    return its


def partner_asks():
    its = partner_is_asked().wait(20)
    assert its.session.partner.state == "asks"
    return its


def laptop_thinks():
    return Table(partner="p1 laptop").wait(20)


def win_is_searched():
    its = Table(mode="teach").set_up(THREE, "black", True).mend().wait(1000)
    its.director.obey(("take", "p1", "win"), its.now)
    assert its.session.mind.job
    return its


def win_is_shown():
    return win_is_searched().wait(20)


def missed_win_is_searched():
    its = Table(move="dwell", opening="free centre").play("h8").enter("p1", "resign").enter("p1", "resign").wait(20)
    its.director.obey(("take", "p1", "missed win"), its.now)
    assert its.session.mind.job
    return its


def puzzle_is_set():
    its = Table()
    its.director.obey(("puzzle", 1, None), its.now)
    return its.wait(20).wait(20)


def wrong_stone_is_judged():
    its = puzzle_is_set()
    for _ in range(3):
        picture = its.picture()
        its.put(*[name(at, 15) for at in list(picture.missing_black) + list(picture.missing_white)]).wait(LATER_MS)
    its.put(wrong_of(its)).now += LATER_MS
    its.look()
    its.director.tick(its.now, its.now)
    assert its.session.mind.job is its.session.task
    return its


def wrong_of(its):
    """Return a point that does not win in the puzzle."""
    game, first = its.session.match.game, puzzles.puzzle(its.session.task.number).first
    return name([at for at in range(225) if at != first and not game.refusal(at) and not game.warning(at)][0], 15)


def wrong_stone_is_lifted():
    its = wrong_stone_is_judged().wait(20)
    assert its.session.match.barred
    return its.lift(wrong_of(its))


def points_are_shown():
    its = Table(mode="teach")
    its.director.obey(("show", ["h8"], [], 0), its.now)
    return its


STATES = (
    partner_is_asked, partner_thinks, partner_asks, laptop_thinks, win_is_searched, win_is_shown,
    missed_win_is_searched, puzzle_is_set, wrong_stone_is_judged, wrong_stone_is_lifted, points_are_shown,
)  # fmt: skip


def reached(roots):
    """Yield all objects that can be reached from these objects, except through the globals of modules."""
    due, seen = [each for each in roots if each is not None], set()
    while due:
        each = due.pop()
        if id(each) in seen or isinstance(each, (type, types.ModuleType)):
            continue
        seen.add(id(each))
        yield each
        due += (each.__closure__ or ()) if isinstance(each, types.FunctionType) else gc.get_referents(each)


@pytest.mark.parametrize("state", STATES)
def test_no_part_of_the_coach_holds_the_session(state):
    session = state().session
    parts = [session.mind, session.hints, session.partner, session.task, session.shown]
    assert any(parts)
    for each in reached(parts):
        assert not isinstance(each, (Session, Director, Play)), "held by a part of the coach"


def facts_of(session):
    """Return the data that only the Director changes."""
    match = session.match
    return (
        tuple(match.facts), match.announced, match.barred, bytes(match.cells), session.settings, session.timing.stopped,
        session.board_state.state, session.questions.wishes_back, dict(session.menus), session.transients.ends_at,
    )  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_what_the_coach_is_asked_changes_nothing_but_itself(state):
    """In each state, each function of the coach changes only the coach, if the Director does not execute its intent."""
    its = state()
    session, now = its.session, its.now + 20
    before = facts_of(session)
    coach.look(session, now)
    while session.mind and session.mind.job:
        session.mind.think(session, 5000, now)
    coach.look(session, now)
    for seat in ("p1", "p2"):
        for entry, why in coach.offers(session, seat)[0]:
            if coach.has("menu", entry) and not why:
                coach.enter(session, seat, "menu", entry)
    if session.task:
        coach.begin_puzzle(session, 1, None)
        coach.look(session, now)
    if session.hints:
        session.hints.end(session)
    assert facts_of(session) == before


def test_a_wrong_stone_of_a_puzzle_is_refused_by_the_director_alone():
    its = wrong_stone_is_judged()
    found = None
    while its.session.mind.job:
        found = its.session.mind.think(its.session, 5000, its.now)
    assert found[0] == "both" and [each[0] for each in found[1:]] == ["note", "bar"]
