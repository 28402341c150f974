"""The board's partner at its seat. Lights ask for its stone, and a person places the stone, which makes it a move."""

from portable import DWELL_MS, raises
from seats import person
from table import Table
from tengen.coach import coach
from tengen.codes import coded
from tengen.games import BLACK, WHITE, registry
from tengen.games.points import index, name
from tengen.partner.reserve import Reserve
from tengen.session.arbiter import ARBITER
from tengen.session.board_state import REFUSED, TELL_MS
from tengen.session.buttons import open_to
from tengen.session.director import Director
from tengen.session.session import Session
from tengen.session.settings import Settings

WAITING = "waits"


def table(seat="p2", level=1, **settings):
    return Table(partner="%s %d" % (seat, level), **settings).wait(20)


def test_each_game_thinks_in_the_same_memory():
    reserve = Reserve()
    session = Session(15, Settings(100, 15), DWELL_MS, reserve)
    director = Director(session, coach)
    for seat, game in (("p2 1", "renju"), ("none", "pente"), ("p1 2", "gomoku"), ("p2 1", "five"), ("none", "renju")):
        director.begin_with(session.settings.with_({"partner": seat, "game": game}))
        if seat != "none":
            solver, player = session.mind.fours, session.mind.player
            assert solver.reserve is reserve and player._brain.state is reserve.brain
    other = table().session
    assert other.mind.fours.reserve is not reserve, "each of two boards in one process has its own"


def partner(its):
    """Return the partner's state. The partner's newest event must contain the same state."""
    shown = its.groups()["partner"]
    assert dict(shown, code="partner") == its.last("partner")
    return shown


def asks(its):
    """Return the points where the partner asks for stones. The lights must ask for the same points."""
    told = partner(its)
    assert told["state"] == "asks"
    points = [index(point, 15) for point in told["points"]]
    picture = its.picture()
    lights = picture.missing_black if told["colour"] == "black" else picture.missing_white
    assert sorted(lights) == sorted(point for point in points if point not in its.session.reconciler.new)
    return told["points"]


def put_for_it(its):
    """Place one stone for the partner. Return its point."""
    point = asks(its)[0]
    its.put(point).wait(DWELL_MS)
    return point


def test_its_stone_is_asked_for_and_is_a_move_without_a_press():
    its = table(move="button").play_by_button("h8").wait(20)
    told = partner(its)
    assert (told["who"], told["level"], told["do"], told["colour"]) == ("p2", 1, "stone", "white")
    point = asks(its)[0]
    its.put(point)
    assert not its.picture().missing_white, "it lies"
    its.wait(DWELL_MS)
    assert its.moves() == ["h8", point] and its.last("move")["who"] == "p2"
    assert partner(its)["state"] == WAITING and its.session.match.expects.who == "p1"


def test_it_begins_where_its_seat_has_the_first_stone():
    its = table("p1", opening="rif")
    assert asks(its) == ["h8"], "the first stone is on the centre"
    put_for_it(its)
    assert its.moves() == ["h8"]


def test_a_stone_elsewhere_is_refused_and_nothing_is_lost():
    its = table().play("h8").wait(20)
    point = asks(its)[0]
    wrong = "a1" if point != "a1" else "a2"
    its.put(wrong).wait(DWELL_MS)
    assert its.last("refused")["why"] == coded("refused.partner_plays", points=[point])
    assert its.session.board_state.state == REFUSED and list(its.picture().extra) == [index(wrong, 15)]
    assert asks(its) == [point], "the light still asks for it"
    its.put(point).wait(DWELL_MS)
    assert its.moves() == ["h8"], "two stones are one too many"
    its.lift(wrong).wait(DWELL_MS)
    assert its.moves() == ["h8", point]


def test_its_stone_lifted_early_is_asked_for_again():
    its = table().play("h8").wait(20)
    point = asks(its)[0]
    its.put(point).wait(50).lift(point).wait(DWELL_MS)
    assert its.moves() == ["h8"] and asks(its) == [point]


def test_while_it_thinks_a_stone_is_refused():
    its = table().put("h8")
    its.now += DWELL_MS
    its.look()
    its.director.tick(its.now, its.now)
    its.director.tick(its.now + 20, its.now + 20)
    assert its.session.partner.state == "thinking" and its.session.mind.job is its.session.partner
    its.now += 20
    its.put("i9")
    assert its.last("refused")["why"] == coded("refused.partner_thinks")
    its.lift("i9").wait(20)
    assert asks(its)


def test_nobody_sits_at_its_seat():
    its = table(opening="swap-2")
    assert its.session.people["p2"].offers(its.session) == [] and open_to(its.session, "p2") == []
    assert raises(ValueError, its.do, "p2", "resign") == coded("refused.not_now", seat="p2")
    its.play("h8", "i9", "g7").wait(20)
    assert "p2" not in its.session.menus, "it decides by itself"
    assert [event["who"] for event in its.told if event["code"] == "chosen"] == ["p2"]


def test_every_decision_of_every_opening_is_made_by_a_partner_on_either_seat():
    # the person plays at random, and places the partner's stones where lights ask for them
    for game in ("renju", "gomoku", "five"):
        for opening in registry.openings(game):
            for seat in ("p1", "p2"):
                its = table(seat, game=game, opening=opening)
                for deed in range(40):
                    if its.session.match.result or (not its.session.match.opening.expects and deed > 8):
                        break
                    go_on(its, seat, deed)
                assert not its.session.match.opening.expects, (game, opening, seat)
                assert not [event for event in its.heard if event["code"] == "error"]


def go_on(its, seat, deed):
    """Do the next action: place the partner's stones, or act for the person."""
    match = its.session.match
    asked = match.expects
    if asked.who == seat and match.announced:
        told = its.last("partner")
        if told["do"] == "keep":
            gone = [point for point in match.offers if point not in match.announced]
            assert sorted(its.picture().lift) == sorted(gone)
            its.lift(*[name(point, 15) for point in gone])
        else:
            its.put(*asks(its))
        its.wait(DWELL_MS).wait(20)
    else:
        person(its, deed)


def test_it_agrees_to_a_take_back_and_its_own_move_goes_too():
    its = table(opening="free centre").play("h8").wait(20)
    put_for_it(its)
    second = its.moves()[1]
    its.play("o15" if second != "o15" else "o14").wait(20)
    put_for_it(its)
    its.enter("p1", "take back").wait(20)
    assert len(its.moves()) == 2 and its.last("partner_agrees")["to"] == "take back"
    its.mend().wait(DWELL_MS)
    assert its.moves() == ["h8", second] and its.session.match.expects.who == "p1"


def test_a_persons_stone_lifted_while_it_thinks_or_asks_is_taken_back():
    its = table(opening="free centre").play("h8").wait(20)
    asks(its)
    its.lift("h8").wait(TELL_MS).wait(20)
    assert its.moves() == []
    its.play("h8").wait(20)
    assert its.moves() == ["h8"] and asks(its)


def replied(*points):
    """Return a table where the person has put these stones, and the partner p2 has answered each of them."""
    its = table(opening="free centre")
    for point in points:
        its.play(point).wait(20)
        put_for_it(its)
        its.wait(20)
    return its


def test_a_take_back_names_all_stones_that_go_and_who_asked():
    its = replied("h8", "o15")
    gone = its.moves()[:1:-1]
    its.enter("p1", "take back").wait(20)
    wished, back = its.last("take_back_wished"), its.last("taken_back")
    assert (wished["who"], wished["points"], wished["lifted"]) == ("p1", gone, False)
    assert (back["by"], back["count"], sorted(back["removed"])) == ("p1", 2, sorted(gone))


def test_its_own_stone_lifted_is_the_persons_wish_and_both_go():
    its = replied("h8")
    reply = its.moves()[1]
    its.lift(reply).wait(TELL_MS).wait(20)
    assert its.moves() == [] and its.last("taken_back")["by"] == "p1"
    assert its.last("take_back_wished")["who"] == "p1" and not its.session.menus
    its.mend().wait(DWELL_MS)
    assert its.moves() == [] and its.session.match.expects.who == "p1"


def test_its_moves_before_the_persons_first_are_not_taken_back():
    its = table("p1", opening="free centre")
    put_for_it(its)
    its.wait(20)
    assert raises(ValueError, its.do, "p2", "take back") == coded("refused.no_move_back")
    its.lift("h8").wait(TELL_MS).wait(20)
    assert its.moves() == ["h8"] and its.session.questions.wishes_back is None
    its.put("h8").wait(DWELL_MS)
    assert its.moves() == ["h8"] and its.session.match.expects.who == "p2"
    assert "take back" in its.entries("arbiter"), "the arbiter may take back every move"


def test_all_stones_that_it_has_put_since_the_persons_move_go():
    its = table("p2", opening="swap-2")
    its.play("h8", "i9", "g7").wait(20)
    while its.session.match.expects.who == "p2":
        put_for_it(its)
        its.wait(20)
    count = len(its.moves())
    if its.session.match.expects.do == "choose":
        its.enter("p1", its.session.match.expects.options[0]).wait(20)
    its.enter("p1", "take back").wait(20)
    assert its.moves() == ["h8", "i9"] and its.last("taken_back")["count"] == count - 2


def test_it_answers_a_draw_offer():
    its = table().play("h8").wait(20)
    its.enter("p1", "draw").wait(20)
    assert its.last("draw_declined")["who"] == "p2", "after one stone no game is even"


def test_it_offers_a_draw_as_soon_as_its_stone_lies():
    its = table().put("h8")
    its.now += DWELL_MS
    its.look()
    its.director.tick(its.now, its.now)
    player = its.session.mind.player
    while not player.think(5000):
        pass
    player.offers_draw = True  # the partner offers a draw only late in an even game
    its.wait(20)
    assert its.session.match.draw_by is None
    put_for_it(its)
    its.wait(20)
    assert its.session.match.draw_by == "p2" and its.menu("p1")["about"] == "draw"


def test_its_clock_stands_also_where_a_press_starts_the_clock_while_it_asks():
    its = table("p1", clock="10")
    assert asks(its) and its.groups()["clock"]["stopped"] == "waiting"
    its.press("p2").wait(20)
    assert its.groups()["clock"]["stopped"] == "hands"


def test_its_clock_stands_while_a_person_puts_its_stone():
    its = table(clock="10").play_by_button("h8").wait(20)
    asks(its)
    left = its.groups()["clock"]["p2"]
    assert its.session.timing.stopped == "hands"
    its.wait(60_000)
    put_for_it(its)
    its.wait(20)
    clock = its.groups()["clock"]
    assert left - clock["p2"] <= DWELL_MS and clock["running"] == "p1" and "stopped" not in clock


def test_a_cut_of_power_in_its_turn_asks_again():
    its = table().play("h8").wait(20)
    asks(its)
    its.restart()
    assert its.session.partner and its.session.resuming
    its.press("p1").wait(20)
    assert asks(its)


def test_where_it_may_play():
    for fields, its in (
        ({"mode": "referee"}, coded("refused.partner_mode", mode="referee")),
        ({"mode": "silent"}, coded("refused.partner_mode", mode="silent")),
        ({"game": "pente"}, coded("refused.partner_game", game="pente", games=["renju", "gomoku", "five"])),
    ):
        why = raises(ValueError, Settings(100).with_, dict(fields, partner="p2 1"))
        assert why == its
    assert table("p1", 5, mode="teach").session.partner.level == 5
    its = table()
    its.set(mode="referee")
    assert its.session.settings.partner == "none" and its.wait(20).session.partner is None
    assert "partner" not in its.entries(ARBITER)


def test_it_is_chosen_by_the_arbiters_button():
    its = Table().enter(ARBITER, "partner").enter(ARBITER, "p1 2").wait(20)
    assert its.session.partner.level == 2 and asks(its)


def test_it_never_helps_in_a_silent_game_whatever_was_set_before():
    its = table()
    its.set(mode="silent").wait(20)
    assert its.session.partner is None and its.session.mind is None


def test_a_whole_game_by_its_hands():
    # the person plays anywhere near the stones; the partner must make no foul, and no error may occur
    its = table("p1", 2, opening="free centre")
    for deed in range(60):
        if its.session.match.result:
            break
        go_on(its, "p1", deed)
    result = its.session.match.result
    assert result and result.winner == BLACK != WHITE and result.reason == "five"
