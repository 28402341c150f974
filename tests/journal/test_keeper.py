"""The journal of a board saves everything, finds it again after any power cut, and drops old games in order."""

from binascii import crc32, unhexlify

from memory_store import MemoryStore
from portable import DWELL_MS, raises, to_mend
from table import Table
from tengen.codes import Refused, coded
from tengen.journal import partfile
from tengen.journal.archive import FOLDER, KEPT
from tengen.journal.keeper import QUIET_MS, SHOWN_MS
from tengen.lights import rhythm
from tengen.session.board_state import CALM, DISTURBED

FIVE = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")  # Black's five in row 8


def files(store):
    return sorted(int(name[len(FOLDER) + 1 :]) for name in store.files if name[len(FOLDER) + 1 :].isdigit())


def entries(store, number):
    return partfile.decode(store.files[FOLDER + "/" + ("0000" + str(number))[-5:]])


def written(store):
    """Return the numbers of the files that have records."""
    return [number for number in files(store) if entries(store, number)]


def trouble(table):
    return table.keeper.archive.state()["why"]


def kept_file(table):
    """Return the reason why the first file stays on the flash but is not read."""
    why = trouble(table)
    assert (why["code"], why["number"]) == ("device.file_kept", 1)
    return why["why"]


def test_a_stone_is_kept_when_it_is_a_move_and_not_before():
    table = Table()
    table.put("h8").wait(20)
    assert written(table.store) == []
    table.wait(DWELL_MS)
    found = entries(table.store, 1)
    assert [entry[0] for entry in found] == ["begin", "stone"] and found[1] == ("stone", 112)


def test_a_game_without_a_clock_takes_eight_bytes_a_stone_and_one_write():
    table = Table()
    table.play("h8", "i9")
    before = partfile.size(table.store.files["games/00001"])
    table.play("g7")
    assert partfile.size(table.store.files["games/00001"]) - before == 8


def test_no_block_is_erased_while_a_game_goes_on():
    table = Table(clock="10+5").wait(20).wait(20)
    made = len(table.store.reserved)
    table.play_by_button(*FIVE[:-1])
    table.wait(60_000)
    assert len(table.store.reserved) == made
    table.play_by_button(FIVE[-1])
    assert table.session.match.result and len(table.store.reserved) == made
    table.wait(QUIET_MS).wait(100)
    assert len(table.store.reserved) == made + 1, "one for the next, while everybody looks at the five"


def test_an_interrupted_game_waits_for_its_stones_and_a_press():
    table = Table(opening="rif", clock="10+5", mode="referee")
    table.play_by_button("h8", "h9", "i9")
    left = table.session.timing.left(table.now)
    table.lift("h9").put("a15")
    assert table.restart()
    session = table.session
    table.wait(1000)
    assert session.resuming and session.board_state.state == DISTURBED
    assert table.moves() == ["h8", "h9", "i9"] and table.last("resuming")["n"] == 4
    picture = table.picture()
    assert [len(points) for points in (picture.missing_white, picture.missing_black, picture.extra)] == [1, 0, 1]
    table.press("p1")
    assert table.refused() == ("p1", to_mend("h9", "a15")) and session.resuming
    table.put("h9").lift("a15").wait(60_000)
    assert session.resuming and session.board_state.state == CALM, "nothing goes on by itself"
    assert session.timing.left(table.now) == left and session.timing.stopped == "resume"
    assert table.groups()["game"]["awaits"] == "resume"
    table.press("p2")
    assert not session.resuming and table.last("resumed") == {"code": "resumed", "by": "p2", "cause": None}
    assert session.opening[0] == "D4" and session.played.mode == "referee"
    # p2 must decide, and p2's time runs
    assert session.menus["p2"].about == "swap" and session.timing.clock.running == "p2"
    table.enter("p2", "swap").wait(1000)
    assert session.match.players == {1: "p2", 2: "p1"} and table.moves() == ["h8", "h9", "i9"]


def test_a_stone_put_before_the_press_is_one_too_many():
    table = Table().play("h8", "i9")
    table.restart()
    table.put("g7").wait(DWELL_MS).wait(DWELL_MS)
    assert table.session.board_state.state == DISTURBED and table.moves() == ["h8", "i9"]
    table.press("p1")
    assert table.refused()[1] == coded("refused.take_away", points=["g7"])
    table.lift("g7").wait(50).press("p1").play("g7")
    assert table.moves() == ["h8", "i9", "g7"]


def test_a_file_that_power_failed_to_make_is_made_anew():
    table = Table().wait(20).wait(20).play("h8", "i9")
    table.store.files[max(table.store.files)] = bytearray()
    assert table.restart() and trouble(table) is None
    table.wait(50).press("p1").play("g7")
    assert table.restart() and table.moves() == ["h8", "i9", "g7"]
    assert all(table.store.files.values())


def test_both_edge_bars_ask_for_the_press():
    table = Table().play("h8", "i9")
    table.restart()
    table.wait(50)
    assert [(bar.count, bar.rhythm is rhythm.MENU) for bar in table.picture().bars] == [(15, True)] * 2
    table.press("p1").wait(50)
    assert not any(bar.rhythm is rhythm.MENU for bar in table.picture().bars)


def test_the_arbiter_sets_an_interrupted_game_aside_and_it_is_kept():
    table = Table().play("h8", "i9")
    table.restart()
    table.wait(50).hold("p1")
    assert table.refused()[1] == coded("refused.interrupted")
    table.hold("arbiter").wait(300)
    assert not table.session.resuming and table.moves() == [] and table.last("set_aside")["moves"] == "h8i9"
    assert table.session.board_state.extra, "its stones are to be taken away first"
    table.put("h8").put("i9").wait(50)
    assert table.session.board_state.state == CALM
    table.play("h8")
    assert [entry[0] for number in written(table.store) for entry in entries(table.store, number)] == [
        "begin",
        "stone",
        "stone",
        "more",
        "left",
        "begin",
        "stone",
    ]
    assert table.restart() and table.moves() == ["h8"]


def test_after_a_fault_of_the_firmware_the_game_goes_on_by_itself():
    for cause in ("watchdog", "exception"):
        table = Table(clock="10").play_by_button("h8", "i9")
        table.restart(cause)
        assert table.last("resumed") == {"code": "resumed", "by": None, "cause": cause}
        table.wait(1000)
        assert table.session.timing.clock.running == "p1" and not table.session.timing.stopped
        table.play_by_button("g7")
        assert table.moves() == ["h8", "i9", "g7"]


def test_a_game_that_is_over_is_not_gone_on_with_but_shown_after_a_fault():
    table = Table().play(*FIVE)
    assert not table.restart() and table.moves() == []
    table = Table().play(*FIVE)
    assert table.restart("watchdog")
    assert table.session.match.result.reason == "five" and len(table.picture().five) == 5


def test_a_game_goes_on_through_any_number_of_cuts():
    table = Table(move="button")
    for point in ("h8", "i9", "g7", "j10", "f6"):
        table.play_by_button(point)
        table.restart()
        table.wait(50).press("p2")
    assert table.moves() == ["h8", "i9", "g7", "j10", "f6"]
    later = [entries(table.store, number)[0] for number in written(table.store)[1:]]
    assert later == [("more", 1, count) for count in (1, 2, 3, 4)]


def test_a_place_that_does_not_hold_is_written_elsewhere():
    table = Table().play("h8")
    table.store.worn = 1
    table.play("i9", "g7")
    assert Table(table.store).moves() == ["h8", "i9", "g7"]
    assert entries(table.store, 2)[0] == ("more", 1, 1)


def test_the_first_place_of_all_does_not_hold():
    store = MemoryStore()
    store.worn = 1
    table = Table(store).play("h8", "i9")
    assert Table(table.store).moves() == ["h8", "i9"] and written(store) == [2]


def test_a_flash_that_holds_nothing_stops_keeping_and_not_the_game():
    table = Table().play("h8")
    table.store.worn = 99
    table.play("i9")
    assert trouble(table)["code"] == "device.kept_no_further" and table.moves() == ["h8", "i9"]
    assert table.last("journal")["why"] == trouble(table)
    table.store.worn = 0
    table.play("g7")
    assert Table(table.store).moves() == ["h8"], "nothing is kept after a gap"


def test_a_long_game_goes_on_in_a_second_file():
    table = Table(mode="casual", move="button")
    table.play_by_button("h8", "i9")
    for _ in range(240):
        table.enter("p2", "take back").enter("p1", "yes").lift("i9").wait(20)
        table.play_by_button("i9")
        table.heard.clear()
        table.told.clear()
    assert len(written(table.store)) == 2 and not table.keeper._lost
    assert len(partfile.decode(table.store.files["games/00001"])) > 100
    again = Table(table.store)
    assert again.session.match.facts == table.session.match.facts


def test_the_oldest_games_make_room_and_that_is_told():
    table = Table(move="button")
    for number in range(1, KEPT + 4):
        table.play_by_button("h8").enter("p2", "resign").enter("p2", "resign")
        assert table.session.match.result
        for _ in range(4):
            table.wait(QUIET_MS)
        table.lift("h8").press("arbiter")
        assert table.keeper.archive.present in (None, number)
    dropped = [event["number"] for event in table.heard if event["code"] == "dropped"]
    assert dropped == [1, 2]
    assert table.keeper.archive.games()["numbers"] == list(range(3, KEPT + 4))


def test_games_that_are_set_aside_make_room_too():
    table = Table(move="button")
    for _ in range(KEPT + 4):
        table.play_by_button("h8").lift("h8").press("arbiter").wait(SHOWN_MS)
        for _ in range(3):
            table.wait(20)
    assert [event["number"] for event in table.heard if event["code"] == "dropped"] == [1, 2, 3]
    assert table.keeper.archive.games()["numbers"] == list(range(4, KEPT + 5))


def test_games_of_many_files_are_counted_and_dropped_whole():
    table = Table(move="button")
    table.play_by_button("h8")
    table.restart()
    table.wait(50).press("p1").play_by_button("i9")
    table.restart()
    table.wait(50).hold("arbiter").put("h8", "i9").wait(50).play_by_button("h8")
    assert entries(table.store, 3)[0] == ("more", 1, 2) and entries(table.store, 4)[0][0] == "begin"
    table.enter("p2", "resign").enter("p2", "resign")
    for _ in range(6):
        table.wait(QUIET_MS)
    assert table.keeper.archive.games() == {"code": "games", "numbers": [1, 4], "present": 4}
    table.keeper.archive.fetched(1)
    table.wait(20)
    assert table.keeper.archive.games()["numbers"] == [4]
    assert written(table.store) == [4]


def test_a_game_that_is_given_up_is_not_listed_and_is_dropped_only_when_it_was_sent():
    table = Table(move="button").play_by_button("h8").lift("h8").press("arbiter").play_by_button("i9")
    table.enter("p2", "resign").enter("p2", "resign").wait(QUIET_MS)
    archive, kept = table.keeper.archive, bytes(table.store.files["games/00001"])
    archive.send(1)
    archive.give_up(1)
    assert archive.games()["numbers"] == [2]
    for _ in range(6):
        table.wait(QUIET_MS)
    parts = [event for event in table.heard if event["code"] == "part"]
    data = b"".join(unhexlify(part["data"]) for part in parts)
    assert parts[-1]["last"] and data and kept.startswith(data)
    assert written(table.store) == [2]


def test_a_full_flash_drops_old_games_and_when_there_are_none_says_so():
    table = Table(MemoryStore(6), move="button")
    for _ in range(6):
        table.play_by_button("h8").enter("p2", "resign").enter("p2", "resign")
        for _ in range(4):
            table.wait(QUIET_MS)
        table.lift("h8").press("arbiter")
    assert [event["number"] for event in table.heard if event["code"] == "dropped"] == [1, 2, 3]
    assert trouble(table) is None
    full = Table(MemoryStore(0), move="button")
    full.play_by_button("h8", "i9")
    assert trouble(full) == coded("device.kept_no_further", why=coded("device.flash_full"))
    assert full.moves() == ["h8", "i9"]


def test_a_flash_that_is_new_or_was_formatted_is_told_until_a_game_is_kept():
    table = Table()
    assert trouble(table) == coded("device.no_games")
    table.play("h8")
    assert trouble(table) is None
    assert trouble(Table(table.store)) is None


def test_a_file_system_that_can_not_be_read_is_told():
    store = MemoryStore()
    store.broken[FOLDER] = OSError(84)
    table = Table(store)
    assert trouble(table)["code"] == "device.flash_not_read"
    assert table.play("h8", "i9").moves() == ["h8", "i9"]


def of_version(store, version):
    name = "games/00001"
    store.files[name] = bytearray(store.files[name])
    store.files[name][len(partfile.MAGIC) : len(partfile.MAGIC) + 2] = bytes((0, version))
    return bytes(store.files[name])


def test_a_journal_of_another_version_is_kept_and_told():
    for version, code in ((0, "device.older_version"), (2, "device.newer_version")):
        store = Table().play("h8").store
        kept = of_version(store, version)
        table = Table(store)
        assert table.moves() == [] and kept_file(table) == coded(code, number=version, count=1)
        table.play("h8")
        assert bytes(store.files["games/00001"]) == kept and Table(store).moves() == ["h8"]


def test_a_foreign_file_is_left_alone_and_the_game_before_it_goes_on():
    store = Table().play("h8").store
    store.files["games/00009"] = bytearray(b"my shopping list, for tomorrow")
    store.files["games/notes.txt"] = bytearray(b"more")
    table = Table(store)
    why = coded("device.file_left_alone", number=9, why=coded("device.no_part"))
    assert table.moves() == ["h8"] and trouble(table) == why
    assert b"shopping" in store.files["games/00009"] and 10 in files(store)


def test_a_file_that_can_not_be_read_is_left_alone():
    store = Table().play("h8").store
    store.broken["games/00001"] = OSError(84)
    table = Table(store)
    assert table.moves() == [] and trouble(table)["number"] == 1


def test_a_game_whose_facts_can_not_be_is_set_aside():
    table = Table().play("h8")
    sector = table.store.files["games/00001"]
    used = partfile.size(sector)
    again = partfile.encode(("stone", 112))  # a second stone on an occupied point
    sector[used : used + len(again)] = again
    table.restart()
    assert trouble(table)["code"] == "device.set_aside"
    table.wait(DWELL_MS).wait(DWELL_MS)
    assert table.moves() == [], "what lies there is no move of another game"
    assert not Table(table.store).session.resuming


def test_a_part_that_is_missing_is_told():
    table = Table(move="button").play_by_button("h8")
    table.restart()
    table.wait(50).press("p1").play_by_button("i9")
    del table.store.files["games/00001"]
    again = Table(table.store)
    assert again.moves() == [] and trouble(again)["code"] == "device.beginning_gone"


def test_a_clock_that_started_by_a_press_is_kept():
    table = Table(clock="10").press("p2").wait(1000)
    assert table.session.timing.clock.running == "p1"
    assert entries(table.store, 1)[1][0] == "clocks"


def test_the_laptops_stamp_is_kept():
    table = Table()
    table.session.stamp = {"id": "7", "date": "2026-11-21"}
    table.play("h8")
    table.restart()
    assert table.session.stamp == {"id": "7", "date": "2026-11-21"}


def test_a_game_is_told_in_pieces_that_make_its_bytes_again():
    table = Table(move="button").play_by_button("h8", "i9")
    table.keeper.archive.send(1)
    table.wait(QUIET_MS).wait(20)
    assert not [event for event in table.heard if event["code"] == "part"], "not while it is played"
    table.enter("p1", "resign").enter("p1", "resign")
    for _ in range(5):
        table.wait(QUIET_MS)
    pieces = [event for event in table.heard if event["code"] == "part"]
    data = b"".join(bytes.fromhex(event["data"]) for event in pieces)
    assert partfile.decode(data)[-1] == ("end", 2, "resignation") and [event["last"] for event in pieces][-1]


def test_games_that_are_not_there_are_refused():
    archive = Table().play("h8").keeper.archive
    assert raises(Refused, archive.send, 7) == coded("device.no_game", number=7)
    assert raises(Refused, archive.fetched, 1) == coded("device.still_there", number=1)


def test_what_is_asked_before_the_games_are_counted_is_to_be_asked_again():
    store = Table(move="button").play_by_button("h8").enter("p2", "resign").enter("p2", "resign").store
    table = Table(store)
    assert raises(Refused, table.keeper.archive.games) == coded("device.counting")
    for _ in range(4):
        table.wait(20)
    assert table.keeper.archive.games()["numbers"] == [1]


def test_a_fetched_game_that_has_made_room_already_is_dropped_once():
    table = Table(MemoryStore(5), move="button")
    for _ in range(2):
        table.play_by_button("h8").enter("p2", "resign").enter("p2", "resign").wait(20)
        table.lift("h8").press("arbiter")
    table.keeper.archive.fetched(1)
    table.play_by_button("h8").enter("p2", "resign").enter("p2", "resign")
    for _ in range(6):
        table.wait(QUIET_MS)
    assert [event["number"] for event in table.heard if event["code"] == "dropped"] == [1]


def test_a_foreign_file_among_the_games_is_not_dropped_with_them():
    table = Table(move="button").play_by_button("h8").enter("p2", "resign").enter("p2", "resign")
    table.store.files["games/00002"] = bytearray(b"my shopping list, for tomorrow")
    table = Table(table.store, move="button")
    table.play_by_button("h8").enter("p2", "resign").enter("p2", "resign")
    for _ in range(4):
        table.wait(QUIET_MS)
    table.keeper.archive.fetched(1)
    for _ in range(4):
        table.wait(QUIET_MS)
    assert table.keeper.archive.games()["numbers"] == [3] and "games/00002" in table.store.files


def test_a_result_that_was_taken_back_goes_on_with_a_clock():
    table = Table(mode="referee", clock="1").play_by_button("h8", "i9")
    table.enter("p1", "resign").enter("p1", "resign").back(1)
    table.restart()
    table.mend().wait(50).press("p1").wait(1000)
    assert table.session.timing.clock.running == "p2"
    table.wait(70_000)
    assert table.session.match.result.reason == "time"


def test_a_stone_that_was_taken_back_is_no_move_after_a_fault():
    table = Table().play("h8", "i9", "g7").take_back(1)
    table.restart("exception")
    table.wait(DWELL_MS).wait(DWELL_MS)
    assert table.moves() == ["h8", "i9"] and table.session.board_state.state == DISTURBED
    table.lift("g7").wait(50).play("g7")
    assert table.moves() == ["h8", "i9", "g7"]


def test_a_position_that_was_being_set_up_is_so_after_a_fault():
    table = Table()
    table.set_up("X" + "." * 224)
    table.put("a1").restart("watchdog")
    table.put("a15").wait(DWELL_MS).wait(DWELL_MS)
    assert table.moves() == [] and table.session.board_state.state == DISTURBED


def test_a_fifth_that_is_not_there_is_asked_for_before_white_takes_any_away():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "i9", "a1")
    table.put("c3", "d5").wait(50).press("p1")
    assert table.session.match.expects.do == "keep"
    table.restart()
    table.lift("c3").wait(300)
    assert table.session.board_state.missing and table.last("disturbed")["missing"] == ["c3"]
    table.press("p2")
    assert table.refused()[1] == coded("refused.put_back", points=["c3"])
    table.put("c3").wait(50).press("p2").lift("c3").wait(50).press("p2")
    assert table.session.match.facts[-1] == ("keep", 4 * 15 + 3)


def test_games_that_are_set_aside_leave_files_for_the_next():
    table = Table(move="button").wait(20).wait(20)
    for _ in range(8):
        made = len(table.store.reserved)
        table.play_by_button("h8")
        assert len(table.store.reserved) == made, "no stone waits for an erase"
        table.lift("h8").press("arbiter").wait(SHOWN_MS).wait(20)


def test_a_new_game_is_shown_before_files_are_made_for_it():
    table = Table(move="button").wait(20).wait(20)
    made = len(table.store.reserved)
    table.play_by_button("h8").lift("h8").press("arbiter").wait(SHOWN_MS - 20)
    assert table.heard[-1]["code"] == "new_game" and len(table.store.reserved) == made
    table.wait(20)
    assert len(table.store.reserved) == made + 1


def test_a_game_that_was_kept_no_further_is_left_with_the_next():
    table = Table(move="button").play_by_button("h8")
    table.store.worn = 3
    table.play_by_button("i9")
    assert trouble(table)["code"] == "device.kept_no_further"
    table.enter("p1", "resign").enter("p1", "resign").lift("h8", "i9").press("arbiter")
    assert table.moves() == [] and not Table(table.store).session.resuming


def test_a_kept_game_that_can_not_be_read_is_told_and_stops_nothing():
    table = Table(move="button").play_by_button("h8").enter("p2", "resign").enter("p2", "resign").wait(QUIET_MS)
    table.keeper.archive.send(1)
    table.store.broken["games/00001"] = OSError(84, "corrupt")
    table.wait(20).wait(20)
    assert trouble(table)["code"] == "device.game_file_not_read" and trouble(table)["number"] == 1


def end(table, who="p2"):
    """Let the player resign. Then let time pass, so that the journal can tidy up."""
    return table.do(who, "resign", "resign").wait(QUIET_MS).wait(20).wait(20).wait(20)


def test_a_game_from_a_big_position_is_a_game_after_the_next_start():
    table = end(Table(move="button").play_by_button("h8"))
    table.lift("h8").wait(100).press("arbiter").wait(SHOWN_MS)
    cells = ["XXOO"[(column + 2 * (row % 2)) % 4] if row < 6 else "." for row in range(15) for column in range(15)]
    table.set_up("".join(cells), "black", True).mend().wait(100)
    end(table, "p1").restart()
    for _ in range(9):
        table.wait(20)
    assert table.keeper.archive.games()["numbers"] == [1, 2]


def test_equal_stamps_are_written_once():
    table = Table(move="button").play_by_button("h8")
    stamp = {"id": "20261122-T3", "date": "2026-11-22"}
    table.session.stamp = dict(stamp)
    table.session.effects.change()
    table.hear()
    used = partfile.size(table.store.files["games/00001"])
    table.session.stamp = dict(stamp)
    table.session.effects.change()
    table.hear()
    assert partfile.size(table.store.files["games/00001"]) == used
    assert table.restart() and table.session.stamp == stamp


def test_settings_of_the_next_game_and_brightness_outlive_a_cut_in_this_one():
    for cause in (None, "exception"):
        table = Table(clock="10+5", mode="casual").play_by_button("h8")
        table.set(brightness=20, sound=False, mode="referee").wait(60_000)
        table.play_by_button("i9")
        assert table.restart(cause)
        settings = table.session.settings
        assert (settings.brightness, settings.sound, settings.mode) == (20, False, "referee")
        assert table.session.played.mode == "casual" and table.groups()["next"]["brightness"] == 20
        table.wait(20)
        assert written(table.store) == [1], "they are there once"


def test_a_corrected_clock_is_nothing_done_after_a_start_either():
    table = Table(clock="10", mode="referee").correct(p1=300_000)
    assert table.session.match.is_untouched() and table.restart()
    assert table.session.match.is_untouched()


def test_positions_that_nobody_plays_on_push_no_finished_game_out():
    table = end(Table(move="button").play_by_button("h8"))
    table.lift("h8").wait(100).press("arbiter").wait(SHOWN_MS)
    for _ in range(KEPT + 3):
        table.set_up("." * 112 + "X" + "." * 112, "white", True).wait(SHOWN_MS).wait(20)
    end(table.mend().wait(300))
    for _ in range(KEPT + 9):
        table.wait(20)
    assert table.keeper.archive.games()["numbers"] == [1, KEPT + 4]


def test_how_many_games_are_kept_is_told_when_they_are_counted():
    table = Table(move="button").play_by_button("h8")
    for point in ("i9", "g7", "j10"):
        table.restart()
        table.wait(50).press("p1").play_by_button(point)
    table.restart()
    assert table.keeper.archive.state()["kept"] is None
    table.wait(50).press("p1")
    end(table)
    for _ in range(9):
        table.wait(20)
    assert table.keeper.archive.state()["kept"] == 1 == table.last("journal")["kept"]


def test_a_stone_of_a_game_that_was_set_aside_is_no_move_of_the_next_after_a_fault():
    for cause in ("exception", None):
        table = Table().play("h8")
        table.restart()
        table.wait(50).hold("arbiter").wait(DWELL_MS)
        assert not table.restart(cause)
        table.wait(DWELL_MS).wait(DWELL_MS)
        assert table.moves() == []
        table.lift("h8").wait(100).play("h8")
        assert table.moves() == ["h8"]


def test_a_game_that_is_not_known_or_does_not_fit_is_told_by_name_and_kept_and_the_next_game_begins():
    for game in ("shogi", "irensei"):
        store = MemoryStore()
        number = (1).to_bytes(4, "big")
        begin = ("begin", '{"game":"?","opening":"free","mode":"casual","clock":"none"}'.replace("?", game))
        data = partfile.HEAD + number + crc32(number).to_bytes(4, "big") + partfile.encode(begin, ("stone", 112))
        store.folders.add("games")
        store.files["games/00001"] = bytearray(data + b"\xff" * (4096 - len(data)))
        table = Table(store)
        assert (trouble(table)["code"], trouble(table)["number"]) == ("device.set_aside", 1)
        assert table.session.match.game.name == "renju" and not table.moves() and not table.session.resuming
        assert bytes(store.files["games/00001"]).startswith(data), "it is kept as it was"
        table.play("h8")
        assert table.moves() == ["h8"]


def test_what_is_done_in_the_step_in_which_the_next_game_begins_is_kept_with_its_own_game():
    for begun in ((), ("h8", "i9")):
        table = Table(mode="referee").play_by_button(*begun)
        table.director.obey(("resign", "p1"), table.now)
        table.director.obey(("begin_anew", None, table.session.settings, (), ()), table.now)
        table.hear()
        kept = entries(table.store, 1)
        assert kept[0][0] == "begin" and [entry[0] for entry in kept[1:]] == ["stone"] * len(begun) + [
            "resign", "end", "left",
        ]
        assert not table.restart() and entries(table.store, 1) == kept
