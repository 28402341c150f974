"""The arbiter's actions by link or button: take-backs, clock corrections, positions, settings of the next game."""

from portable import raises
from table import PRESS_MS, Table, board
from tengen.codes import Refused, coded
from tengen.games import registry
from tengen.games.points import index, name
from tengen.session.arbiter import BRIGHTNESSES, CORRECTIONS
from tengen.session.board_state import CALM, DISTURBED
from tengen.session.settings import CLOCKS, MODES

ARBITER = "arbiter"
FIVE = ("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")


def chosen(table, *entries):
    """Select entries of the arbiter's menus with the arbiter's button."""
    for entry in entries:
        table.enter(ARBITER, entry)
    return table


# Taking back


def test_the_arbiter_takes_back_any_number_in_any_mode():
    for mode in MODES:
        table = Table(mode=mode, move="button").play_by_button("h8", "i9", "g7", "i10")
        chosen(table, "take back", "3")
        told = table.last("taken_back")
        assert (told["by"], told["count"]) == (ARBITER, 3) and table.moves() == ["h8"], mode
        assert sorted(told["removed"]) == ["g7", "i10", "i9"]
        assert table.session.board_state.state == DISTURBED, "they must be lifted"
        assert sorted(table.picture().extra) == sorted(index(point, 15) for point in ("i9", "g7", "i10"))
        table.lift("i9", "g7", "i10").play_by_button("g9")
        assert table.moves() == ["h8", "g9"]


def test_the_arbiters_menu_has_the_numbers_up_to_ten_then_fewer_and_all():
    table = Table().play("h8", "i9")
    table.enter(ARBITER, "take back")
    assert table.menu(ARBITER)["entries"] == ["1", "2"]
    table = Table(move="button").play_by_button(*["h8"] + [name(20 * at, 15) for at in range(11)] + ["b13", "d13"])
    table.enter(ARBITER, "take back")
    assert table.menu(ARBITER)["entries"] == [str(count) for count in range(1, 11)] + ["14"]
    assert "take back" not in Table().entries(ARBITER)


def test_more_than_there_is_is_refused():
    table = Table().play("h8", "i9")
    assert raises(ValueError, table.back, 3) == coded("refused.no_more_back", n=2)
    assert raises(ValueError, table.back, 0) == coded("refused.no_more_back", n=2)
    assert table.moves() == ["h8", "i9"] and table.session.board_state.state == CALM


def test_a_number_that_is_stale_is_refused():
    table = Table().play("h8", "i9")
    table.enter(ARBITER, "take back")
    table.press(ARBITER)  # 2
    table.enter("p2", "take back").enter("p1", "yes").lift("i9")
    table.hold(ARBITER)
    assert table.refused() == (ARBITER, coded("refused.no_more_back", n=1))
    assert table.moves() == ["h8"] and not table.session.menus


def test_an_end_is_taken_back_with_its_lights():
    table = Table().play(*FIVE).back(3)
    assert table.ended() is None and len(table.moves()) == 6 and not table.picture().five
    assert table.groups()["asks"]["do"] == "stone" and table.groups()["asks"]["who"] == "p1"
    table.play("k8", "d1", "l8")
    assert table.ended() == ("black", "five")


def test_a_foul_is_taken_back_with_its_reason():
    table = Table(mode="referee").play_by_button("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15", "g8").explain()
    assert table.ended() == ("white", "double-three")
    table.back(1)
    assert table.ended() is None and table.groups()["reason"] is None
    assert table.picture().foul < 0 and not table.picture().foul_lines
    table.play_by_button("f9")
    assert table.moves()[-1] == "f9"


def test_a_resignation_or_agreement_goes_with_the_move_before_it():
    table = Table(mode="referee").play_by_button("h8", "i9").enter("p1", "resign").press("p1").hold("p1").back(1)
    assert table.ended() is None and table.moves() == ["h8"] and table.groups()["asks"]["who"] == "p2"
    table = Table(mode="referee").play_by_button("h8", "i9").enter("p2", "draw").enter("p1", "accept").back(1)
    assert table.ended() is None and table.moves() == ["h8"] and table.groups()["asks"].get("draw") is None


def test_a_time_forfeit_is_taken_back_and_the_clock_corrected():
    table = Table(clock="10").play_by_button("h8", "i9").wait(601_000)
    assert table.ended() == ("white", "time")
    table.correct(p1=60_000).back(1)
    assert table.ended() is None and table.groups()["clock"].get("running") == "p2"
    assert table.groups()["clock"].get("stopped") is None
    before = table.left()
    table.wait(10_000)
    assert table.left() == (60_000, before[1] - 10_000)
    table.play_by_button("g7").wait(59_800)
    assert table.ended() is None
    table.wait(100)
    assert table.ended() == ("white", "time")


def test_a_time_forfeit_that_is_taken_back_without_correction_is_none_until_that_player_moves_again():
    table = Table(clock="10").play_by_button("h8", "i9").wait(601_000).back(1).wait(1000)
    assert table.ended() is None and table.left()[0] == 0
    table.play_by_button("g7").wait(1)
    assert table.ended() == ("white", "time")


def test_the_clock_goes_on_after_an_end_that_came_while_the_board_was_disturbed():
    table = Table(clock="10", mode="referee").play_by_button("h8", "i9").lift("h8").wait(4000)
    assert table.groups()["clock"].get("stopped") == "disturbed"
    table.enter("p1", "resign").press("p1").hold("p1").put("h8")
    table.back(1)
    before = table.left()
    table.wait(10_000)
    assert table.left() == (before[0], before[1] - 10_000)


def test_the_clock_stands_after_an_end_that_is_taken_back_over_a_broken_wire():
    table = Table(clock="10", mode="referee").play_by_button("h8", "i9")
    table.enter("p1", "resign").press("p1").hold("p1").distrust(["row 7"], [0], []).back(1)
    assert table.groups()["clock"].get("stopped") == "fault"
    before = table.left()
    table.wait(10_000)
    assert table.left() == before
    table.distrust([], [], []).wait(1000)
    assert table.left() == (before[0], before[1] - 1000)


def test_an_openings_name_is_gone_with_its_third_stone():
    table = Table().play("h8", "i9", "g7")
    code = table.session.opening[0]
    assert table.picture().words == code
    table.back(1)
    assert table.picture().words == "" and table.groups()["game"].get("opening") is None
    table.play("g9")
    assert table.picture().words == table.session.opening[0] != code


def test_an_opening_is_taken_back_to_where_it_was():
    table = Table(opening="taraguchi-10").play("h8").enter("p2", "swap").play("h9").enter("p2", "no swap")
    assert len(table.moves()) == 2
    table.back(1)
    asked = table.groups()["asks"]
    assert (asked["do"], asked["number"], asked["who"]) == ("stone", 2, table.session.match.players[2])
    table.back(1)
    assert table.session.match.players == {1: "p1", 2: "p2"} and not table.moves()
    table.play("h8")
    assert table.menu("p2")["about"] == "swap"


# Clocks


def test_clocks_are_corrected_by_menu_in_steps_that_follow_each_other():
    table = Table(clock="10").play_by_button("h8")
    before = table.left()
    table.hold(ARBITER)
    chosen(table, "time", "p1 +1")
    assert table.left()[0] == before[0] + 60_000
    assert table.last("clock")["cause"] == "corrected"
    assert table.menu(ARBITER)["about"] == "time" and table.menu(ARBITER)["at"] == CORRECTIONS.index("p1 +1")
    table.hold(ARBITER)
    assert table.left()[0] == before[0] + 120_000, "the menu is still open"
    for entry, seat, step in (("p1 -1", 0, -60_000), ("p2 +1", 1, 60_000), ("p2 -1", 1, -60_000)):
        now, was = table.now, table.left()
        table.enter(ARBITER, entry)
        passed = (table.now - now) * seat  # White's clock runs while the arbiter uses the menu
        assert table.left()[seat] == was[seat] + step - passed, entry
        assert table.menu(ARBITER)["at"] == CORRECTIONS.index(entry), "the next hold repeats it"


def test_a_correction_below_nothing_leaves_nothing_and_above_the_most_adds_nothing():
    table = Table(clock="0.5").play_by_button("h8")
    chosen(table, "time", "p1 -1")
    assert table.left()[0] == 0 and table.ended() is None
    table = Table(clock="600").play_by_button("h8")
    chosen(table, "time", "p1 +1")
    assert table.left()[0] == 36_000_000


def test_in_byo_yomi_a_correction_is_a_period():
    table = Table(clock="0.5/30x3").play_by_button("h8").wait(70_000)
    clock = table.session.timing.clock
    assert (clock.periods("p2", table.now), table.left()[1]) == (2, 20_000 - PRESS_MS)
    chosen(table, "time", "p2 +1")
    assert clock.periods("p2", table.now) == 3 and table.left()[1] < 20_000
    table.enter(ARBITER, "p2 -1").enter(ARBITER, "p2 -1")
    assert clock.periods("p2", table.now) == 1 and table.left()[1] > 0


def test_no_clock_no_correction():
    table = Table().play("h8")
    assert "time" not in table.entries(ARBITER)
    assert raises(ValueError, table.do, ARBITER, "time") == coded("refused.no_clock")
    assert raises(ValueError, table.director.obey, ("correct_clock", {"p1": 1000}), 0) == coded("refused.no_clock")


# Positions


def test_a_position_is_asked_for_stone_by_stone_in_its_colours():
    table = Table().play("h8").lift("h8").set_up(board("h8 g7", "i9"))
    assert table.kinds()[-3:] == ["set_aside", "new_game", "set_up"]
    picture = table.picture()
    assert sorted(name(point, 15) for point in picture.missing_black) == ["g7", "h8"]
    assert [name(point, 15) for point in picture.missing_white] == ["i9"]
    assert table.groups()["game"]["awaits"] == "set up"
    table.put("g7")
    assert [name(point, 15) for point in table.picture().missing_black] == ["h8"]
    table.put("c3")
    assert [name(point, 15) for point in table.picture().extra] == ["c3"]
    table.lift("c3").put("h8").put("i9")
    assert table.session.board_state.state == CALM and "awaits" not in table.groups()["game"]
    assert table.groups()["asks"]["colour"] == "white" and table.groups()["asks"]["who"] == "p2"
    table.play("i10")
    assert table.moves() == ["i10"] and table.told[-1]["colour"] == "white"
    assert table.groups()["asks"]["turn"] == "black"


def test_stones_that_lie_there_already_are_not_asked_for():
    table = Table().play("h8", "i9").set_up(board("h8 g7", "i9"))
    assert [name(point, 15) for point in table.picture().missing_black] == ["g7"]
    assert not table.picture().missing_white and not table.picture().extra


def test_whose_turn_it_is_may_be_said():
    table = Table().set_up(board("h8", "i9"), "white").mend().play("g7")
    assert table.told[-1]["colour"] == "white"
    assert raises(ValueError, table.set_up, board("h8"), "green") == "not a player's colour"


def test_uneven_counts_need_to_be_confirmed():
    for black, white in (("h8 g7 f6", "i9"), ("h8", "i9 i10")):
        table = Table().play("h8")
        why = coded("device.uneven", black=len(black.split()), white=len(white.split()))
        assert raises(Refused, table.set_up, board(black, white)) == why
        assert table.moves() == ["h8"] and "new_game" not in table.kinds()
        table.set_up(board(black, white), confirmed=True)
        setup = table.groups()["game"]["setup"]
        assert (set(setup["black"]), set(setup["white"])) == (set(black.split()), set(white.split()))
    # equal numbers of black and white stones need no confirmation
    Table().set_up(board("h8 g7", "i9")).set_up(board("h8", "i9"))


def test_a_position_that_can_not_be_read_is_refused_with_its_place_and_loses_nothing():
    text = board("h8", "i9")
    at = (15 - 3) * 15 + 2
    mark, five = coded("device.board_mark", text="x"), ["a1", "b1", "c1", "d1", "e1"]
    for wrong, said in (
        (text[:at] + "x" + text[at + 1 :], coded("refused.at_character", number=at + 1, why=mark)),
        (text[:-1], coded("device.board_text", number=225, count=224)),
        (board("a1 b1 c1 d1 e1", "a3 b3 c3 d3 e5"), coded("device.won_already", won="five", points=five)),
        ("XO" * 112 + "X", None),
    ):
        table = Table().play("h8", "i9")
        told = len(table.heard)
        message = raises(ValueError, table.set_up, wrong)
        assert said is None or message == said
        table.hear()
        assert table.moves() == ["h8", "i9"] and len(table.heard) == told, "nothing is lost"


def test_play_goes_on_from_a_position_as_from_any():
    table = Table().set_up(board("h8 i8 j8 k8", "a1 c1 e1 g1")).mend().play("l8")
    assert table.ended() == ("black", "five")
    table.back(1).play("l9")
    assert table.ended() is None
    table = Table().set_up(board("h8", "i9")).mend()
    assert "pass" in table.entries("p1")
    table.enter("p1", "pass").enter("p2", "pass")
    assert table.ended() == ("draw", "two passes")


def test_no_take_back_goes_beyond_a_position():
    table = Table().set_up(board("h8 g7", "i9")).mend()
    assert "take back" not in table.entries(ARBITER) + table.entries("p1") + table.entries("p2")
    assert raises(ValueError, table.back, 1) == coded("refused.no_move_back")
    table.lift("i9").wait(5000)
    assert not table.session.menus, "lifting does not ask for it either"
    table.put("i9").play("i10", "g9")
    assert raises(ValueError, table.back, 3) == coded("refused.no_more_back", n=2)
    table.back(2)
    assert not table.moves() and table.session.board_state.state == CALM
    assert table.groups()["board"] == {"h8": "black", "g7": "black", "i9": "white"}


def test_no_opening_is_gone_back_into_from_a_position():
    table = Table(opening="rif").set_up(board("h8 g7", "i9")).mend().play("a1", "b1", "c1").back(2)
    asked = table.groups()["asks"]
    assert (asked["do"], asked["who"], asked["colour"]) == ("stone", "p1", "black") and "zone" not in asked


def test_three_stones_put_upon_a_position_are_no_opening():
    table = Table().set_up(board("a1", "o15")).mend().play("h8", "i9", "g7")
    assert table.groups()["game"].get("opening") is None and "opening" not in [event["code"] for event in table.heard]


def test_a_position_with_a_clock_waits_for_its_first_stone():
    table = Table(clock="10").set_up(board("h8 g7", "i9")).wait(60_000)
    assert table.groups()["clock"].get("stopped") == "waiting" and table.left() == (600_000, 600_000)
    table.mend().wait(60_000)
    assert table.left() == (600_000, 600_000)
    table.put("i10").press("p2").wait(1000)
    assert table.left() == (600_000 - 1000 - 100, 600_000), "from the time when the button went down"


# Settings


def test_settings_are_for_the_next_game_once_something_has_been_played():
    table = Table().play("h8").set(mode="referee", clock="10", opening="rif")
    assert table.groups()["clock"] is None and table.session.played.mode == "casual"
    assert "new_game" not in table.kinds()
    table.lift("h8").press(ARBITER)
    assert table.groups()["game"]["settings"]["mode"] == "referee" and table.left() == (600_000, 600_000)
    assert table.groups()["game"]["settings"]["opening"] == "rif"


def test_settings_are_for_this_game_where_nothing_has_been_played():
    table = Table().set(mode="referee")
    assert table.kinds() == ["settings", "new_game"] and table.session.played.mode == "referee"
    table.put("h8").wait(5000)
    assert not table.moves(), "now it needs the button"
    table.press("p1")
    assert table.moves() == ["h8"]


def test_a_stone_that_is_no_move_yet_keeps_no_setting_waiting():
    table = Table(move="button").put("h8").set(opening="pro")
    assert table.session.played.opening == "pro"
    table.press("p1")
    assert table.moves() == ["h8"]


def test_light_and_sound_change_at_once_and_begin_no_game():
    table = Table().set(brightness=25).set(sound=False)
    assert table.kinds() == ["settings", "settings"]
    assert table.session.settings.brightness == 25 and not table.session.settings.sound


# The menu


def test_every_entry_of_the_arbiters_menus_is_taken_by_his_button():
    choices = (
        ("opening", registry.openings("renju"), "opening"),
        ("mode", MODES, "mode"),
        ("clock", CLOCKS, "clock"),
        ("lamps", BRIGHTNESSES, "brightness"),
    )
    for entry, options, field in choices:
        for option in options:
            table = Table(move="dwell", opening="pro", mode="teach", clock="45/30x3").set(brightness=50).play("h8")
            table.enter(ARBITER, entry)
            menu = table.menu(ARBITER)
            assert menu["about"] == entry and menu["entries"] == list(options)
            now = str(getattr(table.session.settings, field))
            assert menu["entries"][menu["at"]] == now, "it begins with the current choice"
            table.enter(ARBITER, option)
            assert str(getattr(table.session.settings, field)) == option and not table.session.menus
            assert table.moves() == ["h8"]


ON_BOARD = [game for game in registry.NAMES if min(registry.sizes(game)) <= 15]
ENTRIES = [registry.entry_of(game) for game in ON_BOARD]
GAMES = [entry for at, entry in enumerate(ENTRIES) if entry not in ENTRIES[:at]]


def test_every_game_is_taken_by_the_arbiters_button_from_the_menu_of_its_family():
    reached = []
    for entry in GAMES:
        table = Table(move="dwell").play("h8").enter(ARBITER, "game")
        assert (table.menu(ARBITER)["entries"], table.menu(ARBITER)["at"]) == (GAMES, 0), "Renju is played"
        if not registry.family(entry):
            table.enter(ARBITER, entry)
            assert table.session.settings.game == entry and not table.session.menus
            reached.append(entry)
            continue
        games = [game for game in ON_BOARD if game in registry.family(entry)]
        for game in games:
            table.enter(ARBITER, entry)
            menu = table.menu(ARBITER)
            assert (menu["about"], menu["entries"]) == ("game", games)
            table.enter(ARBITER, game)
            assert table.session.settings.game == game and not table.session.menus
            assert table.moves() == ["h8"]
            table.enter(ARBITER, "game")
            menu = table.menu(ARBITER)
            assert menu["entries"][menu["at"]] == entry, "it begins with the current choice"
            table.enter(ARBITER, entry)
            menu = table.menu(ARBITER)
            assert menu["entries"][menu["at"]] == game
            table.enter(ARBITER, game).enter(ARBITER, "game")
            reached.append(game)
    assert sorted(reached) == sorted(ON_BOARD)


def test_a_game_is_few_presses_away():
    families = [[game for game in registry.family(entry) if game in ON_BOARD] for entry in GAMES]
    assert max(at + max(0, len(games) - 1) for at, games in enumerate(families)) <= 9


def test_what_is_open_to_the_arbiter():
    always = ["laptop", "opening", "mode", "clock", "lamps", "game", "partner", "hints"]
    assert Table().entries(ARBITER) == ["new game"] + always + ["lessons"]
    assert Table().play("h8").entries(ARBITER) == ["new game", "take back"] + always
    assert Table(clock="10").entries(ARBITER) == ["new game", "time"] + always + ["lessons"]
    table = Table(clock="10").play_by_button("h8").enter("p2", "resign").press("p2").hold("p2")
    assert table.entries(ARBITER) == ["new game", "take back", "time"] + always + ["lessons"], "also after the end"


def test_the_arbiter_does_not_take_what_is_a_players():
    for entry in ("pass", "resign", "yes", "no", "five", "draw", "casual", "1"):
        table = Table(move="button").play_by_button("h8")
        raises(ValueError, table.do, ARBITER, entry)
        assert table.moves() == ["h8"] and table.kinds()[-1] == "move"
    raises(ValueError, Table().do, "p1", "mode")


def test_a_new_game_by_the_arbiters_menu_needs_a_cleared_board():
    table = Table(mode="referee").play_by_button("h8").enter(ARBITER, "new game")
    assert table.refused() == (ARBITER, coded("refused.stones_lie"))
    assert table.moves() == ["h8"] and not table.session.menus
    table.lift("h8").enter(ARBITER, "new game")
    assert table.told[-1]["code"] == "new_game"


def test_an_entry_that_is_stale_is_refused():
    table = Table().play("h8").hold(ARBITER)
    table.press(ARBITER)
    assert table.session.menus[ARBITER].at == 1  # take back
    table.enter("p1", "take back").enter("p2", "yes").lift("h8").hold(ARBITER)
    assert table.refused() == (ARBITER, coded("refused.no_longer", entry="take back")) and not table.session.menus


def test_menus_are_left_by_themselves():
    table = Table().hold(ARBITER).wait(4999)
    assert ARBITER in table.session.menus
    table.press(ARBITER).wait(4999)
    assert ARBITER in table.session.menus, "each press restarts the five seconds"
    table.wait(1)
    assert not table.session.menus and table.groups()["menus"] == {}
    assert table.session.settings.mode == "casual"


def test_games_take_backs_and_positions_go_on_in_the_memory_there_was_at_the_start():
    # after hours of play the heap may have no free piece of ten kB
    made = []
    new = registry.new

    def noted(*arguments, **rules):
        game = new(*arguments, **rules)
        made.append(game.position)
        return game

    registry.new = noted
    try:
        table = Table()
        at_first = made[:]
        for _ in range(3):
            table.play("h8", "i9", "g7").back(2).play("i9").lift("h8", "i9").enter(ARBITER, "new game")
            raises(ValueError, table.set_up, board("h8 g8 i8 j8 k8", "a1 a2 a3 a4"))  # White has a five there already
            assert table.moves() == [] and table.groups()["board"] == {}
            table.set_up(board("h8", "i9")).mend().play("a1").lift("h8", "i9", "a1").enter(ARBITER, "new game")
    finally:
        registry.new = new
    assert len(made) >= 10 and all(any(its is other for other in at_first) for its in made)
