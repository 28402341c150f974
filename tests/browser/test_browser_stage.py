"""Which board of the hall is large, which number is typed, and which results are listed: from states and the time."""

import pytest

ON_TOP = """async ([boards, now, every]) => {
    const { topOf } = await import('/page/hall/stage.js');
    const of = ({ key, idle = false, ms = null, foulAt = -Infinity, lowAt = -Infinity }) =>
        ({ key, idle, ms, news: { foul: '', foulAt, lowAt } });
    return topOf(boards.map(of), now, every) ?? null;
}"""
NEWS = """async ([before, facts, now]) => {
    const { newsAfter } = await import('/page/hall/stage.js');
    const its = newsAfter(before, { foul: '', ms: null, ...facts }, now);
    const time = (at) => (at === -Infinity ? null : at);
    return { foul: its.foul, foulAt: time(its.foulAt), lowAt: time(its.lowAt) };
}"""
FOUL = """async (its) => {
    const { beginning } = await import('/page/game/state.js');
    const { foulOf } = await import('/page/hall/stage.js');
    const game = beginning();
    return foulOf({ ...game, ...its, hand: { ...game.hand, ...its.hand } });
}"""
RUNNING = """async ([game, now]) => (await import('/page/hall/stage.js')).runningMs(game, now)"""
TYPED = """async ([keys, numbers]) => {
    const { isWhole, typedAfter } = await import('/page/hall/stage.js');
    let text = '';
    for (const key of keys) text = typedAfter(text, key, numbers);
    return [text, Boolean(text) && isWhole(text, numbers)];
}"""
RESULTS = """async ([boards, stored, since, seen]) => {
    const { commonRound, resultsOf } = await import('/page/hall/round.js');
    const names = ({ black, white, winner }) => [black, white, winner];
    return [commonRound(boards), resultsOf(boards, stored, since, new Set(seen)).map(names)];
}"""
EVERY = 15_000
REASON = {"point": "g8", "foul": "double-three", "lines": []}


@pytest.fixture
def on_top(modules):
    """on_top(now, a={...}, b={...}, ...) -> the key of the board on top."""
    return lambda now, **boards: modules.evaluate(
        ON_TOP, [[{"key": key, **its} for key, its in boards.items()], now, EVERY]
    )


def test_each_board_has_its_turn(on_top):
    boards = {"a": {}, "b": {}, "c": {}}
    tops = [on_top(now, **boards) for now in (0, EVERY - 1, EVERY, 2 * EVERY, 3 * EVERY, 4 * EVERY)]
    assert tops == ["a", "a", "b", "c", "a", "b"]
    assert on_top(EVERY, a={}) == "a" and on_top(0) is None


def test_boards_with_nothing_to_show_have_no_turn_unless_all_are_so(on_top):
    assert [on_top(turn * EVERY, a={"idle": True}, b={}, c={"idle": True}) for turn in (0, 1, 2)] == ["b"] * 3
    assert on_top(EVERY, a={"idle": True}, b={"idle": True}) == "b"


def test_the_last_foul_is_on_top_for_twenty_seconds_and_then_the_next_board_has_a_whole_turn(on_top):
    boards = {"a": {"foulAt": 3000}, "b": {"foulAt": 1000}, "c": {}}
    assert [on_top(now, **boards) for now in (3000, 22_999)] == ["a", "a"]
    assert [on_top(now, **boards) for now in (23_000, 23_000 + EVERY - 1, 23_000 + EVERY)] == ["b", "b", "c"]
    assert on_top(21_500, a={}, b={"foulAt": 1000}, c={"foulAt": 2000}) == "c"


def test_the_shortest_clock_is_on_top_after_fouls_and_before_clocks_that_were_short(on_top):
    clocks = {"a": {"ms": 19_999}, "b": {"ms": 7000}, "c": {"ms": 20_000}}
    assert on_top(0, **clocks) == "b"
    assert on_top(0, d={"foulAt": 0}, **clocks) == "d"
    assert on_top(1000, a={"lowAt": 900}, b={"ms": 12_000}) == "b"
    assert on_top(1000, a={"lowAt": 900}, b={"ms": 60_000}) == "a"
    assert on_top(20_900, a={"lowAt": 900}, b={}) == "b"


def test_only_what_comes_later_is_news(modules):
    def after(before, now, **facts):
        return modules.evaluate(NEWS, [before, facts, now])

    first = after(None, 5, foul="g8")
    assert first == {"foul": "g8", "foulAt": None, "lowAt": None}
    again = after({"foul": "g8"}, 9, foul="g8 over", ms=20_000)
    assert again == {"foul": "g8 over", "foulAt": 9, "lowAt": None}
    assert after({"foul": "g8", "foulAt": 9}, 12, ms=19_000) == {"foul": "", "foulAt": 9, "lowAt": 12}


@pytest.mark.parametrize("mode", ["casual", "teach", "referee", "silent"])
def test_a_foul_is_known_from_the_state_but_in_a_silent_game_only_after_its_end(modules, mode):
    def foul(**game):
        return modules.evaluate(FOUL, {"settings": {"mode": mode}, **game})

    result = {"winner": "white", "reason": "double-three", "line": ["g8"]}
    open_ = "" if mode == "silent" else "g8"
    assert foul(reason=REASON) == open_
    assert foul(hand={"foul": "double-three", "new": ["g8"]}) == open_
    assert "g8" in foul(reason=REASON, result=result) != "g8", "its end is another piece of news"
    assert foul(reason={**REASON, "foul": None}) == ""
    assert foul(result={"winner": "black", "reason": "five", "line": []}) == ""


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        ({"running": "p1"}, 9000),
        ({"running": "p2"}, 4000),
        ({"running": "p1", "stopped": "disturbed"}, None),
        ({"running": None}, None),
        ({"running": "p1", "periods": {"p1": 1, "p2": 3}}, 9000),
        ({"running": "p2", "periods": {"p1": 1, "p2": 3}}, None),
    ],
)
def test_a_clock_counts_if_its_end_loses(modules, clock, left):
    its = {"t": 1000, "p1": 10_000, "p2": 5000, "stopped": None, **clock}
    assert modules.evaluate(RUNNING, [{"clock": its, "result": None}, 2000]) == left
    assert modules.evaluate(RUNNING, [{"clock": its, "result": {"winner": "black"}}, 2000]) is None
    assert modules.evaluate(RUNNING, [{"clock": None, "result": None}, 2000]) is None


def test_a_typed_number_is_whole_when_no_other_begins_with_it(modules):
    twelve = [str(number) for number in range(1, 13)]
    expected = {"2": ["2", True], "1": ["1", False], "10": ["10", True], "14": ["4", True], "0": ["", False]}
    assert {keys: modules.evaluate(TYPED, [keys, twelve]) for keys in expected} == expected
    assert modules.evaluate(TYPED, ["3", ["1", "2"]]) == ["", False]


def test_a_board_has_the_number_of_its_table_if_all_have_one(modules):
    numbers = "async (boards) => (await import('/page/hall/stage.js')).numbersOf(boards)"
    tables = [{"key": "a", "table": "7"}, {"key": "b", "table": "12"}]
    assert modules.evaluate(numbers, tables) == {"a": "7", "b": "12"}
    for table in ("", "7", "B", "0"):
        assert modules.evaluate(numbers, [tables[0], {"key": "b", "table": table}]) == {"a": "1", "b": "2"}


@pytest.mark.parametrize("text", ["", "0", "2", "601", "1e2", "-5", "fifteen"])
def test_a_time_that_is_none_is_refused(modules, text):
    seconds = "async (text) => (await import('/page/hall/stage.js')).secondsIn(text)"
    assert modules.evaluate(seconds, text) is None
    assert [modules.evaluate(seconds, its) for its in ("3", "20", "600")] == [3, 20, 600]


def stored(id_, black, winner="black", day="2026-11-28", **more):
    """Return an entry of /games.json."""
    its = {"id": id_, "date": f"{day}T14:0{id_}:00", "black": black, "white": "Bo", "over": True, "winner": winner}
    return {"event": "", "round": "", "table": "", "reason": "five", **its, **more}


def results(modules, boards, *games, since="2026-11-28T00:00:00", seen="1234567"):
    return modules.evaluate(RESULTS, [boards, list(games), since, list(seen)])


def test_the_results_are_those_of_today_in_the_order_of_the_tables(modules):
    games = [
        stored("1", "Anna", table="10"), stored("2", "Chiara", table="9"), stored("3", "Dmitri", None),
        stored("4", "Emil", day="2026-11-27"), stored("5", "Faye", over=False), stored("6", "Gus", date=""),
        stored("7", "Hal", date="2026-11-28"),
    ]  # fmt: skip
    expected = [["Chiara", "Bo", "black"], ["Anna", "Bo", "black"], ["Hal", "Bo", "black"], ["Dmitri", "Bo", None]]
    assert results(modules, [], *games) == ["", expected]


def test_only_games_of_these_boards_count_and_none_without_names(modules):
    games = [
        stored("1", "Anna", table="2"), stored("2", "Chiara", table="9"), stored("3", "Dmitri"), stored("4", "Emil"),
        stored("5", "", white="", table="2"), stored("6", "", table="2"),
    ]  # fmt: skip
    unnamed = {"id": "8", "table": "3", "result": {"winner": "black", "reason": "five"}}
    expected = [["Anna", "Bo", "black"], ["", "Bo", "black"], ["Emil", "Bo", "black"]]
    assert results(modules, [{"table": "2"}, unnamed], *games, seen="48") == ["", expected]


@pytest.mark.parametrize(
    ("now", "since"),
    [("29T00:30", "28T12:30"), ("29T11:59", "28T23:59"), ("29T12:00", "29T00:00"), ("29T23:00", "29T00:00")],
)
def test_games_of_the_evening_count_after_midnight(modules, now, since):
    found = """async (now) => {
        const { sinceOf } = await import('/page/hall/round.js');
        return sinceOf(new Date(now)).toLocaleString('sv').replace(' ', 'T');
    }"""
    assert modules.evaluate(found, f"2026-11-{now}") == f"2026-11-{since}:00"


def test_only_the_round_of_the_boards_counts_and_a_game_on_a_board_counts_once(modules):
    club = {"event": "Club", "round": "3"}
    ended = {"winner": "white", "reason": "time"}
    board = {"id": "1", "date": "2026-11-28T14:01:00", "black": "Anna", "white": "Bo", "result": ended, **club}
    going_on = {"id": "9", "date": "2026-11-28T15:00:00", "black": "Gus", "white": "Ida", "result": None, **club}
    games = [stored("1", "Anna", "white", **club), stored("2", "Chiara", **club), stored("3", "Dmitri", round="2")]
    expected = [["Anna", "Bo", "white"], ["Chiara", "Bo", "black"]]
    assert results(modules, [board, going_on], *games) == ["3", expected]
    assert results(modules, [board, {**going_on, "round": "4"}])[0] == ""
    assert results(modules, [{**board, "date": "2026-11-27T20:00:00"}]) == ["3", []]
    late = results(modules, [board], *games, since="2026-11-28T12:30:00")
    assert late == ["3", expected], "after midnight"
