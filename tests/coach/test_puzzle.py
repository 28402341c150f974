"""A puzzle on the board: the set-up by lights, the solution with stones, answers to wrong stones, the stored tally."""

from portable import DWELL_MS, raises
from table import Table, board
from tengen.coach.puzzle import following
from tengen.codes import coded
from tengen.games import BLACK
from tengen.games.points import index, name
from tengen.partner import puzzles
from tengen.partner.fours import Fours
from tengen.session.board_state import REFUSED

LATER = 3 * DWELL_MS


def begun(number=None, grade=None, its=None):
    """Return a table with a puzzle after its position was set up by the lights."""
    its = its or Table()
    its.director.obey(("puzzle", grade, number), its.now)
    its.wait(20)
    return set_up(its)


def set_up(its):
    for _ in range(3):
        picture = its.picture()
        points = list(picture.missing_black) + list(picture.missing_white) + list(picture.extra)
        if not points:
            break
        its.put(*[name(point, 15) for point in points]).wait(LATER)
    return its


def told(its):
    """Return the newest event of the puzzle. A new client must get the same."""
    event = dict(its.last("puzzle"))
    shown = its.groups()["puzzle"]
    assert {field: shown[field] for field in event if field != "code"} == {
        field: event[field] for field in event if field != "code"
    }
    return event


def win(its):
    """Return the solver's line in the present position."""
    fours = Fours()
    fours.begin(bytes(its.session.match.game.cells), its.session.match.game.turn)
    while not fours.try_fours(1000):
        pass
    return fours.found


def solve(its):
    """Play the shortest win, and place the answers where lights ask for them."""
    while not its.session.match.result:
        its.put(name(win(its).line[0], 15)).wait(DWELL_MS).wait(20).wait(20)
        if told(its)["state"] == "right" and not told(its)["solved"]:
            answer = told(its)["answer"]
            lights = its.picture()
            assert index(answer, 15) in tuple(lights.missing_black) + tuple(lights.missing_white)
            its.put(answer).wait(DWELL_MS).wait(20)
    return its


def numbers(colour, fours):
    """Return the first puzzles of this colour and length."""
    found = [number for number in range(1, puzzles.COUNT + 1) if puzzles.puzzle(number).turn == colour]
    return [number for number in found if puzzles.puzzle(number).fours == fours]


def test_a_right_stone_is_never_refused():
    its = solve(begun(numbers(BLACK, 3)[0]))
    assert its.last("puzzle")["solved"]
    assert "refused" not in its.kinds(), "lights ask for the answer when the four is a move"


def test_it_is_set_up_by_lights_and_solved_with_stones():
    number = numbers(BLACK, 3)[0]
    its = begun(number)
    event = told(its)
    assert (event["number"], event["of"], event["state"], event["colour"], event["fours"]) == (
        number, puzzles.COUNT, "given", "black", 3,
    )
    solve(its)
    event = told(its)
    assert (event["state"], event["solved"], event["wrong"], event["shown"]) == ("right", True, 0, False)
    grade = event["grade"] - 1
    assert event["tally"][grade] == [1, 1] and sum(sum(each) for each in event["tally"]) == 2
    result = its.session.match.result
    assert (result.winner, result.reason) == (BLACK, "resignation"), "the defender resigns"
    assert its.picture().words == "WELL DONE" and its.entries("p1") == ["puzzle"]


def test_white_wins_by_blacks_foul():
    number = [each for each in range(1, puzzles.COUNT + 1) if puzzles.puzzle(each).by_foul][0]
    its = solve(begun(number))
    assert told(its)["solved"] and its.last("result")["winner"] == "white"


def test_the_result_says_whether_the_puzzle_is_solved():
    its = solve(begun(numbers(BLACK, 2)[0]))
    assert its.last("result")["solved"] and its.groups()["result"]["solved"]
    assert its.last("result")["reason"] == "resignation", "the defender's, in the record"
    its = begun(numbers(BLACK, 2)[0])
    its.enter("p1", "resign").enter("p1", "resign").wait(20)
    assert its.last("result")["solved"] is False and (told(its)["state"], told(its)["solved"]) == ("failed", False)
    assert "solved" not in Table().play("h8").enter("p2", "resign").enter("p2", "resign").last("result")


def test_a_wrong_stone_is_refused_and_its_answer_shown():
    its = begun(numbers(BLACK, 3)[0])
    first = puzzles.puzzle(its.session.task.number).first
    game = its.session.match.game
    fours = Fours()
    wrong = [
        point
        for point in range(225)
        if point != first and not game.refusal(point) and not game.warning(point)
    ]
    four = [point for point in wrong if fours.answer_to(game.cells, BLACK, point) >= 0]
    away = [point for point in wrong if point not in four][0]
    its.put(name(away, 15)).wait(DWELL_MS).wait(20)
    assert its.session.board_state.state == REFUSED and told(its)["state"] == "wrong" and told(its)["wrong"] == 1
    assert its.last("refused")["why"] == coded("refused.no_four") and told(its)["answer"] is None
    its.lift(name(away, 15)).wait(DWELL_MS)
    assert its.moves() == [] and its.session.match.barred is None
    its.put(name(away, 15)).wait(DWELL_MS).wait(20)
    assert told(its)["wrong"] == 2, "it may be tried again"
    its.lift(name(away, 15)).wait(DWELL_MS)
    if four:
        answer = fours.answer_to(game.cells, BLACK, four[0])
        its.put(name(four[0], 15)).wait(DWELL_MS).wait(20)
        assert its.last("refused")["why"] == coded(
            "refused.does_not_win", why=coded("refused.white_answers", point=name(answer, 15))
        )
        assert its.picture().hints[2] == answer
        its.lift(name(four[0], 15)).wait(DWELL_MS)
        assert its.picture().hints == ()
    solve(its)
    event = told(its)
    assert event["solved"] and event["wrong"] >= 1 and event["tally"][event["grade"] - 1] == [0, 1]


def test_who_asks_for_the_win_has_not_solved_it():
    its = begun(numbers(BLACK, 2)[0])
    its.enter("p2", "win").wait(20)
    assert its.last("advice")["state"] == "shown" and its.last("advice")["line"][0] == name(win(its).line[0], 15)
    its.hold("p2")
    solve(its)
    assert told(its)["shown"] and told(its)["tally"][told(its)["grade"] - 1] == [0, 1]


def test_a_press_gives_the_next_and_stones_of_another_colour_are_exchanged():
    its = Table()
    its.enter("p1", "puzzle").enter("p1", "1").wait(20)
    set_up(its)
    first = told(its)["number"]
    assert told(its)["grade"] == 1 and first == puzzles.numbers(1)[0]
    solve(its).wait(20)
    before = bytes(its.session.match.game.cells)
    its.press("p1").wait(20).wait(20)
    assert told(its)["number"] == puzzles.numbers(1)[1] and told(its)["state"] == "given"
    after = its.session.match.game.cells
    other = [point for point in range(225) if before[point] and after[point] and before[point] != after[point]]
    set_up_with_exchange(its, other)
    solve(its)
    assert told(its)["tally"][0] == [2, 2]


def set_up_with_exchange(its, other):
    """Set up a position on a board with stones. `other`: the points of stones with the wrong colour."""
    for _ in range(4):
        picture = its.picture()
        asked = list(picture.missing_black) + list(picture.missing_white) + list(picture.extra)
        lying = [point for point in asked if point in other]
        if its.session.board_state.turn and not [point for point in asked if point not in other]:
            for point in lying:
                its.put(name(point, 15)).wait(LATER).put(name(point, 15)).wait(LATER)
            return
        its.put(*[name(point, 15) for point in asked if point not in other]).wait(LATER)


def test_it_is_given_once_and_again_only_after_another():
    its = begun(numbers(BLACK, 3)[0])
    its.wait(20).restart()
    its.press("p1").wait(20).wait(20)
    assert [event["state"] for event in its.heard if event["code"] == "puzzle"] == ["given"]


def put_wrong(its):
    """Place a stone that does not win, so that the puzzle begins to judge it."""
    first, game = puzzles.puzzle(its.session.task.number).first, its.session.match.game
    wrong = [at for at in range(225) if at != first and not game.refusal(at) and not game.warning(at)][0]
    its.put(name(wrong, 15))
    its.now += DWELL_MS
    its.look()
    its.director.tick(its.now, its.now)
    assert its.session.mind.job is its.session.task


def test_what_counts_after_another_puzzle_was_chosen_forgets_no_choice():
    its = begun(grade=2)
    put_wrong(its)
    its.director.obey(("puzzle", 2, None), its.now)
    while its.director.think(5000, its.now):
        pass
    its.wait(20).wait(20)
    assert its.session.settings.tally[3:6] == [0, 1, 2] and its.session.task.number == puzzles.numbers(2)[1]


def test_giving_up_ends_it_unsolved():
    its = begun(grade=2)
    seat = its.session.match.seat(its.session.task.colour)
    its.enter(seat, "resign").enter(seat, "resign").wait(20)
    tally = its.session.settings.tally
    assert tally[3:5] == [0, 1] and its.session.match.result


def test_a_cut_of_power_keeps_the_puzzle_and_the_tally():
    its = begun(numbers(BLACK, 3)[0])
    its.put(name(win(its).line[0], 15)).wait(DWELL_MS).wait(20).wait(20)
    assert told(its)["state"] == "right"
    its.restart()
    assert its.session.task and its.session.resuming
    its.press("p1").wait(20).wait(20)
    answer = told(its)["answer"]
    assert answer is not None
    its.put(answer).wait(DWELL_MS).wait(20)
    solve(its)
    assert told(its)["solved"]


def test_moves_that_the_arbiter_takes_back_may_be_played_again():
    its = solve(begun(numbers(BLACK, 2)[0])).wait(20)
    its.director.obey(("take_back", 3, "arbiter"), its.now)
    its.lift(*[name(point, 15) for point in its.picture().extra]).wait(LATER).wait(20)
    assert told(its)["state"] == "given" and its.moves() == []
    assert told(solve(its).wait(20))["solved"] and counts(its) == (1, 1)


def counts(its):
    """Return how many puzzles were solved, and how many were tried."""
    tally = its.session.settings.tally[:15]
    return sum(tally[0::3]), sum(tally[1::3])


def start_again(its, cause=None):
    """Cut the power, or stop the firmware for a `cause`. The app loads the settings."""
    its.restart(cause, {"tally": its.session.settings.tally})
    return its.wait(20).wait(20)


def test_a_restart_after_the_end_does_not_count_the_puzzle_again():
    its = solve(begun(numbers(BLACK, 2)[0]))
    assert counts(its.wait(20)) == (1, 1)
    for _ in range(2):
        assert counts(start_again(its, "watchdog")) == (1, 1) and told(its)["solved"]
    its.press("p1").wait(20)
    assert counts(solve(set_up(its)).wait(20)) == (2, 2), "the next one counts"


def test_a_cut_of_power_after_a_wrong_stone_does_not_count_the_puzzle_again():
    number = numbers(BLACK, 2)[0]
    its = begun(number)
    its.put("a15").wait(DWELL_MS).wait(20).wait(20)
    its.lift("a15").wait(LATER)
    assert counts(its) == (0, 1)
    start_again(its).press("p1").wait(20)
    assert counts(solve(its).wait(20)) == (0, 1) and told(its)["solved"]
    its.director.obey(("puzzle", None, number), its.now)
    assert counts(solve(set_up(its.wait(20))).wait(20)) == (1, 2), "the same puzzle, set once more"


def test_a_cut_of_power_before_anything_was_counted_loses_no_count():
    its = start_again(begun(numbers(BLACK, 2)[0]))
    its.press("p1").wait(20)
    assert counts(solve(its).wait(20)) == (1, 1)


def test_no_laptop_fetches_a_puzzle_and_the_board_drops_it():
    its = solve(begun(numbers(BLACK, 2)[0]))
    for _ in range(20):
        its.wait(1000)
    its.lift(*[name(point, 15) for point in range(225) if its.session.match.game.cells[point]]).wait(LATER)
    its.press("arbiter")
    for _ in range(60):
        its.wait(1000)
    assert its.keeper.archive.games()["numbers"] == []


def test_when_there_is_none():
    its = Table().play("h8")
    words = coded("refused.no_task_in_game")
    assert raises(ValueError, its.director.obey, ("puzzle", 1, None), its.now) == words
    assert "puzzle" not in its.entries("p1")
    its = Table()
    raises(ValueError, its.director.obey, ("puzzle", None, puzzles.COUNT + 1), its.now)
    assert its.session.task is None


def test_the_puzzles_of_a_grade_follow_one_another_and_begin_again():
    tally = [0] * 15
    seen = []
    for _ in range(5):
        number, tally = following(tally, 3, (7, 9, 12))
        seen.append(number)
    assert seen == [7, 9, 12, 7, 9] and tally[:6] == [0] * 6


def test_another_game_may_begin_as_soon_as_a_puzzle_has():
    for after in (("new_game", None), ("puzzle", 2, None), ("set_up", board("h8"), "white", True)):
        its = Table()
        its.director.obey(("puzzle", 1, None), its.now)
        its.director.tick(its.now, its.now)
        assert its.session.task
        its.director.obey(after, its.now)
        its.wait(20).wait(20)
        its.hear()
