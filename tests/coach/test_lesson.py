"""The lessons on the board: each position is set up by lights, and solved, missed, hinted at and left by hands."""

from portable import DWELL_MS, raises
from table import Table, board
from tengen.coach.lesson import HINT_MS
from tengen.codes import coded
from tengen.games import BLACK, WHITE
from tengen.games.points import index, name, names
from tengen.partner import lessons
from tengen.partner.fours import Fours
from tengen.session.board_state import PROVISIONAL, REFUSED, SEVERAL
from tengen.session.transients import WORDS_MS

LATER = 3 * DWELL_MS
NUMBERS = range(1, lessons.COUNT + 1)


def begun(lesson, at=1, its=None, **settings):
    """Return a table with a position of a lesson after it was set up by the lights."""
    its = its or Table(**settings)
    its.director.obey(("lesson", lesson, at), its.now)
    return set_up(its.wait(20))


def with_task(task, its=None):
    """Return a table with the first position that has this task."""
    return begun(*place([number for number in NUMBERS if lessons.position(number).task == task][0]), its)


def place(number):
    found = lessons.position(number)
    return found.lesson, found.at


def set_up(its):
    """Put and lift stones where lights ask for it, and exchange those of the other colour."""
    for _ in range(8):
        picture = its.picture()
        for point in its.session.board_state.turn:
            its.lift(name(point, 15)).wait(LATER).put(name(point, 15)).wait(LATER)
        points = list(picture.missing_black) + list(picture.missing_white) + list(picture.extra)
        points = [name(point, 15) for point in points if point not in its.session.board_state.turn]
        its.put(*points).wait(LATER)
    assert its.session.board_state.awaits is None and its.session.board_state.state == "calm"
    return its


def put(its, point):
    """Put a stone and wait until the board has judged it."""
    return its.put(point if type(point) is str else name(point, 15)).wait(DWELL_MS).wait(20).wait(20)


def told(its):
    """Return the newest event of the lesson. A new client must get the same."""
    event = dict(its.last("lesson"))
    event.pop("code")
    assert its.groups()["lesson"] == event
    return event


def spots(text):
    return tuple([index(point, 15) for point in text.split()])


def lines(its):
    """Return the shapes and stones of the lines that explain the stone, without the board's words for them."""
    its.director.explain()
    reason = its.groups()["reason"]
    return reason and [(line["shape"], " ".join(line["stones"]), line.get("counts")) for line in reason["lines"]]


def state(its):
    return its.groups()["lesson"]["state"]


def position(its):
    return lessons.position(its.session.task.number)


def wrong(its):
    """Return legal points that are no answers, near the stones."""
    game, right = its.session.match.game, position(its).right
    return [at for at in range(225) if at not in right and not game.refusal(at) and not game.warning(at)]


def solve(its):
    """Put right stones, and the answers that lights ask for, until the position is solved."""
    while not its.session.task.ended:
        match = its.session.match
        if match.announced:
            put(its, match.announced[0])
        elif position(its).task == "fours":
            fours = Fours()
            fours.begin(bytes(match.game.cells), match.game.turn)
            while not fours.try_fours(1000):
                pass
            put(its, fours.found.line[0])
        else:
            put(its, position(its).right[0])
    return its


def test_all_lessons_are_solved_one_after_another_with_stones_and_buttons():
    its = Table()
    its.enter("arbiter", "lessons").enter("arbiter", "1").wait(20)
    for number in NUMBERS:
        set_up(its)
        where = lessons.position(number)
        event = told(its)
        assert (event["number"], event["position"], event["state"]) == (where.lesson, where.at, "given"), number
        assert (event["of"], event["positions"], event["task"]) == (10, where.of, where.task)
        assert its.session.forbidden == (), "these points could be the answer"
        solve(its)
        event = told(its)
        assert (event["state"], event["solved"], event["wrong"]) == ("right", True, 0), number
        assert event["learned"] == list(range(1, where.lesson + (where.at == where.of)))
        if number < lessons.COUNT:
            its.press(("p1", "p2", "arbiter")[number % 3]).wait(20)
    assert its.session.settings.learned == list(range(1, 11))
    assert "next" not in its.entries("p1"), "this was the last position"
    its.press("p1").wait(20)
    assert told(its)["solved"] and its.last("refused")["why"] == coded("refused.clear_for_new")


def test_a_press_cancels_the_wait_for_another_game_and_does_not_go_on():
    its = solve(begun(1))
    its.director.obey(("new_game", True), its.now)
    assert its.session.clearing
    its.press("arbiter").wait(20)
    assert not its.session.clearing and told(its)["position"] == 1
    its.press("arbiter").wait(20)
    assert told(its)["position"] == 2


def test_stones_that_nobody_has_exchanged_still_have_their_colour_in_the_next_position():
    black = set(lessons.position(1).black)
    other = next(number for number in NUMBERS if black & set(lessons.position(number).white))
    its = begun(1)
    its.director.obey(("lesson",) + place(other), its.now)
    its.wait(20)
    assert its.session.board_state.turn != []
    its.director.obey(("lesson", 1, 1), its.now)
    assert its.wait(20).session.board_state.turn == []


def test_a_right_stone_is_a_move_and_the_board_shows_that_it_is_right():
    its = with_task("four")
    point = position(its).right[0]
    assert put(its, point).moves() == [name(point, 15)] and state(its) == "right"
    assert its.picture().words == "OK" and its.picture().known == () and its.picture().foul_lines == ()
    its.director.explain()
    its.wait(WORDS_MS).wait(20)
    assert its.picture().words == "" and its.picture().foul_lines == (spots("f8 g8 h8 i8"),), "not as letters for long"
    its = begun(1, lessons.LESSONS[0][1])
    assert its.picture().words == ""
    solve(its)
    assert its.picture().words == "DONE" and its.session.settings.learned == [1]


def test_a_five_ends_the_game_with_its_line():
    its = solve(with_task("five"))
    assert its.last("result")["reason"] == "five" and its.picture().five and its.picture().words == "OK"


def test_a_foul_that_is_asked_for_is_shown_with_its_lines_and_is_no_move():
    for task in ("double-three", "double-four", "overline"):
        its = with_task(task)
        point = position(its).right[0]
        put(its, point)
        its.director.explain()
        assert told(its)["solved"] and its.moves() == [], task
        assert its.session.board_state.state == PROVISIONAL and its.session.board_state.foul == task
        picture = its.picture()
        assert picture.foul == point and picture.foul_lines and picture.words == ""
        number = its.session.task.number
        its.press("p1").wait(20)
        assert its.session.task.number == number + 1 and its.session.match.result is None, "the press is no move"


def test_a_double_three_that_is_allowed_shows_which_three_is_dead():
    its = put(with_task("allowed"), position(with_task("allowed")).right[0])
    its.director.explain()
    reason = its.groups()["reason"]
    assert reason["foul"] is None and "all" not in reason
    assert [line["counts"] for line in reason["lines"]].count(False) == 1
    assert its.picture().foul_lines and its.moves() == []


def test_a_wrong_stone_is_refused_and_may_be_lifted_and_another_tried():
    its = begun(1)
    away = name(wrong(its)[0], 15)
    put(its, away)
    assert its.session.board_state.state == REFUSED
    assert its.last("refused")["why"] == coded("refused.lesson", task="five")
    assert (told(its)["state"], told(its)["point"], told(its)["wrong"]) == ("wrong", away, 1)
    its.lift(away).wait(LATER)
    assert its.moves() == [] and its.session.board_state.state == "calm"
    put(its, away)
    assert told(its)["wrong"] == 2
    its.lift(away).wait(LATER)
    assert state(solve(its)) == "right" and told(its)["wrong"] == 2


def test_a_foul_that_is_not_asked_for_is_refused_by_its_name_and_loses_nothing():
    its = begun(1, 4)  # the five beside an overline
    point = next(name(at, 15) for at in range(225) if its.session.match.warning(at) == "overline")
    put(its, point)
    assert its.last("refused")["why"] == coded("refused.foul", foul="overline")
    its.press("p1").wait(20)
    assert its.session.match.result is None and its.moves() == [] and told(its)["wrong"] == 1
    its.lift(point).wait(LATER)
    assert told(solve(its))["solved"]


def test_a_wrong_stone_says_what_it_makes_and_what_it_lacks():
    its = put(begun(5), "i8")
    assert its.last("refused")["why"] == coded("refused.lesson_lacks", task="four-three", lacks="three")
    assert lines(its) == [("four", "e8 f8 g8 i8", None)]
    assert its.groups()["reason"]["foul"] is None and its.groups()["reason"]["all"]
    picture = its.picture()
    assert picture.foul_lines == (spots("e8 f8 g8 i8"),) and index("i8", 15) in picture.extra
    its.wait(1000)
    assert lines(its), "the lines stay as long as the stone"
    its.lift("i8").wait(LATER)
    assert lines(its) is None and its.picture().foul_lines == ()
    its = put(begun(9), "f10")
    assert its.last("refused")["why"] == coded("refused.lesson_lacks", task="three", lacks="live three")
    assert lines(its) == [("three", "d10 e10 f10", False)]
    assert its.groups()["reason"]["lines"][0]["stopped"] == ["c10"], "the line says why it is dead"
    its = put(begun(4), "a1")
    assert its.last("refused")["why"] == coded("refused.lesson", task="three") and lines(its) == []


def test_what_a_wrong_stone_lacks():
    for lesson, at, point, lacks in (
        (3, 1, "d8", "straight"), (4, 3, "h9", "live three"), (5, 1, "e6", "four"), (5, 3, "a1", None),
        (6, 1, "e7", "second three"), (6, 1, "a1", None), (7, 1, "i8", "second four"), (9, 3, "f8", "second three"),
    ):  # fmt: skip
        its = put(begun(lesson, at), point)
        assert its.last("refused")["why"].get("lacks") == lacks, (lesson, at, point, lines(its))


def test_a_stone_that_stops_no_four_says_where_the_five_is():
    its = put(begun(2, 3), "a1")
    assert its.last("refused")["why"] == coded("refused.white_five", points=["j9"])
    its = put(begun(2, 2), "a1")
    assert its.last("refused")["why"] == coded("refused.black_five", points=["j8"]) and lines(its) is None


def test_a_wrong_foul_shows_its_lines_and_a_right_stone_its_own():
    its = put(begun(1, 4), "h9")
    assert lines(its) == [("overline", "h8 h9 h10 h11 h12 h13", None)] and its.groups()["reason"]["foul"] == "overline"
    its.wait(1000)
    assert its.picture().foul_lines, "the stone lies and is refused"
    for lesson, point, made in (
        (2, "i8", [("four", "f8 g8 h8 i8")]), (3, "i8", [("straight four", "f8 g8 h8 i8")]),
        (4, "i8", [("three", "g8 h8 i8")]), (5, "h8", [("four", "e8 f8 g8 h8"), ("three", "h8 h9 h10")]),
    ):  # fmt: skip
        its = put(begun(lesson), point)
        assert told(its)["solved"] and [each[:2] for each in lines(its)] == made
        its.restart()
        its.press("p1").wait(20).wait(20)
        assert [each[:2] for each in lines(its)] == made, "also after a cut of power"
        its.director.obey(("take_back", 1, "arbiter"), its.now)
        assert lines(its.wait(20)) is None


def test_two_stones_at_once_are_too_many():
    its = begun(1)
    its.put("a1", "i8").wait(LATER)
    assert its.session.board_state.state == SEVERAL and state(its) == "given"
    its.lift("a1").wait(DWELL_MS).wait(20)
    assert state(its) == "right"


def test_a_hint_comes_after_a_minute_without_a_stone():
    its = begun(1)
    for _ in range(3):
        its.put("a1").wait(20).lift("a1").wait(LATER)  # the minute begins again
        its.wait(HINT_MS - 100)
        assert told(its)["hint"] is None and its.picture().known == ()
    its.wait(HINT_MS)
    hint = names(position(its).hint, 15)
    assert told(its)["hint"] == hint == its.groups()["shown"]["points"]
    assert its.picture().known[0] == position(its).hint and "hint" not in its.entries("p1")
    solve(its)
    assert told(its)["hint"] is None and its.groups()["shown"] is None


def test_no_hint_comes_while_the_position_is_set_up():
    its = Table()
    its.director.obey(("lesson", 1, 1), its.now)
    its.wait(20).wait(2 * HINT_MS).wait(20)
    assert told(its)["hint"] is None


def test_the_laptop_can_show_no_points_in_a_lesson():
    its = begun(1).enter("p1", "hint")
    before = its.groups()["shown"]
    words = raises(ValueError, its.director.obey, ("show", ["a1"], [], 0), its.now)
    assert words == coded("refused.no_points_in_task") and its.groups()["shown"] == before


def test_a_hint_comes_after_the_second_wrong_stone_and_from_the_menu():
    its = begun(1)
    for count in (1, 2):
        put(its, "a1")
        assert bool(told(its)["hint"]) == (count == 2)
        its.lift("a1").wait(LATER)
    assert told(its)["hint"], "the hint stays when the stone is lifted"
    its = begun(1)
    its.enter("p2", "hint")
    assert told(its)["hint"] and told(its)["wrong"] == 0


def test_the_menu_of_a_player():
    its = begun(2)
    assert its.entries("p1") == its.entries("p2") == ["hint", "again", "end"]
    raises(ValueError, its.do, "p1", "next")
    solve(its)
    assert its.entries("p1") == ["next", "again", "end"]
    its.enter("p1", "again").wait(20)
    set_up(its)
    assert (state(its), told(its)["position"]) == ("given", 1)
    solve(its).enter("p2", "next").wait(20)
    assert told(its)["position"] == 2
    its.enter("p1", "end").wait(20)
    assert its.session.task is None and its.groups()["lesson"] is None and its.picture().extra
    assert its.session.played.lesson == 0 and its.session.played.mode == "casual"


def test_a_win_by_fours_is_answered_by_the_board_as_in_a_puzzle():
    its = begun(10)
    its.wait(HINT_MS + 100)
    assert told(its)["hint"]
    put(its, position(its).right[0])
    event = told(its)
    assert event["state"] == "right" and event["answer"] and not its.session.task.ended
    lights = its.picture()
    assert index(event["answer"], 15) in lights.missing_white + lights.missing_black
    its.press("p1").wait(20)
    assert told(its)["position"] == 1, "the position is not solved yet"
    its.put(event["answer"]).wait(DWELL_MS).wait(20)
    put(its, "a1")
    assert its.last("refused")["why"] == coded("refused.no_four")
    its.lift("a1").wait(LATER)
    its.wait(HINT_MS + 100)
    assert told(its)["hint"], "the second four has a hint of its own"
    solve(its)
    assert told(its)["state"] == "right" and its.session.match.result.winner == BLACK


def test_a_stone_that_the_arbiter_takes_back_solves_nothing():
    its = solve(begun(1)).wait(20)
    its.director.obey(("take_back", 1, "arbiter"), its.now)
    its.wait(20)
    assert state(its) == "given" and its.picture().words == ""
    its.lift(told(its)["point"]).wait(LATER)
    assert state(solve(its)) == "right"


def test_white_wins_by_six_and_by_a_black_foul():
    its = solve(begun(8, 1))
    assert its.session.match.result.winner == WHITE and len(its.session.match.result.points) == 6
    its = solve(begun(10, 4))
    assert its.session.match.result.winner == WHITE and told(its)["solved"]


def test_a_cut_of_power_keeps_the_position_and_what_was_learned():
    its = solve(begun(1, lessons.LESSONS[0][1]))
    its.press("p1").wait(20)
    set_up(its)
    its.restart(None, {"learned": its.session.settings.learned})  # the app loads the settings
    assert its.session.task and its.session.resuming
    its.press("p1").wait(20).wait(20)
    assert (told(its)["number"], told(its)["position"], state(its), told(its)["learned"]) == (2, 1, "given", [1])
    solve(its).restart(None, {"learned": [1]})
    its.press("p1").wait(20).wait(20)
    assert state(its) == "right" and its.moves(), "the right stone is a move"
    its.press("p2").wait(20)
    assert told(its)["position"] == 2


def test_a_cut_of_power_inside_a_win_by_fours_asks_for_the_answer_again():
    its = begun(10)
    put(its, position(its).right[0]).restart()
    its.press("p1").wait(20).wait(20)
    assert told(its)["answer"]
    assert state(solve(its)) == "right"


def test_no_lesson_is_kept_as_a_game():
    its = solve(begun(1))
    its.enter("p1", "end").wait(20)
    for _ in range(80):
        its.wait(1000)
    assert its.keeper.archive.games()["numbers"] == []


def test_the_arbiters_menu_begins_at_the_first_lesson_that_is_not_learned():
    its = Table(learned=[1, 2])
    its.enter("arbiter", "lessons")
    menu = its.menu("arbiter")
    assert menu["entries"] == [str(number) for number in range(1, 11)] and menu["at"] == 2
    its.enter("arbiter", "3").wait(20)
    assert told(its)["name"] == "straight-four"


def test_no_lesson_begins_in_a_game_or_without_its_number():
    its = Table().play("h8")
    words = coded("refused.no_task_in_game")
    assert raises(ValueError, its.director.obey, ("lesson", 1, 1), its.now) == words
    assert "lessons" not in its.entries("arbiter")
    its = Table()
    for lesson, at in ((0, 1), (11, 1), (1, 0), (1, 6)):
        raises(ValueError, its.director.obey, ("lesson", lesson, at), its.now)
    assert its.session.task is None and its.session.chosen_task is None
    begun(1, 1, Table(mode="referee", clock="10"))


def test_a_press_before_the_stone_is_at_rest_judges_it_too():
    its = begun(1)
    its.put("i8").press("p1").wait(DWELL_MS).wait(20)
    assert state(its) == "right"


def test_a_puzzle_may_follow_a_lesson_and_a_lesson_a_puzzle():
    its = begun(1)
    its.director.obey(("puzzle", 1, None), its.now)
    its.wait(20)
    assert its.groups()["lesson"] is None and its.groups()["puzzle"]
    its.director.obey(("lesson", 4, 2), its.now)
    its.wait(20)
    assert its.groups()["puzzle"] is None and told(its)["position"] == 2
    its.director.obey(("set_up", board("h8"), "white", True), its.now)
    its.wait(20)
    assert its.groups()["lesson"] is None
