"""Damage in the journal. Readable records stay, and only the arbiter can continue the game. On both Pythons."""

from array import array
from binascii import crc32

from memory_store import MemoryStore
from portable import DWELL_MS, raises
from table import Table
from tengen.codes import coded
from tengen.journal import archive, partfile
from tengen.journal.archive import FOLDER, Kept
from tengen.journal.keeper import QUIET_MS
from tengen.lights.signs import DAMAGED, sign
from tengen.partner import lessons
from tengen.session.board_state import DISTURBED

STONES = ("h8", "i9", "g7", "j10", "f6", "a1")
_NUMBER = coded("device.wanted_number", least=1, most=789)
NO_PUZZLE = coded("device.wrong_field", command="puzzle", setting="number", wanted=_NUMBER)
NO_LESSON = coded(
    "device.wrong_field", command="lesson", setting="position",
    wanted=coded("device.wanted_number", least=1, most=lessons.COUNT),
)  # fmt: skip
DAMAGED_AFTER_2 = coded("refused.damaged", number=2)


def path(number):
    return FOLDER + "/" + ("0000" + str(number))[-5:]


def spans(store, number):
    data = bytes(store.files[path(number)])
    return list(partfile._spans(data, len(data.rstrip(b"\xff"))))


def flip(store, number, record, byte=2, bit=0):
    """Flip a bit in a record of a file. Byte and bit are counted from 0."""
    store.files[path(number)][spans(store, number)[record][0] + byte] ^= 1 << bit


def trouble(table):
    return table.keeper.archive.state()["why"]


def rest_of(table, times=12):
    """Let time pass, to finish the work on files and to send answers that wait."""
    for _ in range(times):
        table.wait(QUIET_MS)
    return table


def again(table, cause=None):
    """Start the board again with the same stones on it."""
    table.restart(cause)
    table.wait(50)
    return table


def damaged(record=2):
    """Return a restarted game of six stones, still on the board; the record with this number is unreadable."""
    table = Table(move="button").play_by_button(*STONES)
    flip(table.store, 1, record)
    return again(table)


def test_a_bad_record_before_a_good_one_is_damage():
    table = damaged()
    assert table.session.resuming and table.session.damaged == 2 and table.moves() == ["h8", "i9"]
    assert table.last("resuming") == {"code": "resuming", "n": 3, "damaged": 2}
    assert table.groups()["game"]["damaged"] == 2 and trouble(table) == coded("device.game_damaged", number=1, count=2)


def test_lights_say_that_a_game_is_damaged_and_nothing_asks_the_players_to_press():
    table = damaged()
    picture = table.picture()
    assert picture.words == DAMAGED and len(picture.extra) == 4
    table.lift(*STONES[2:]).wait(300)
    picture = table.picture()
    assert picture.words == DAMAGED and not picture.extra
    assert [bar.count for bar in picture.bars] == [15, 1], "whose turn it would be"


def test_a_player_can_not_go_on_with_a_damaged_game():
    table = damaged()
    for lies in (True, False):
        for who in ("p1", "p2"):
            table.press(who)
            assert table.refused()[1] == DAMAGED_AFTER_2, lies
            table.hold(who)
            assert table.refused()[1] == DAMAGED_AFTER_2, lies
        table.press("arbiter")
        table.wait(DWELL_MS).wait(60_000)
        assert table.session.damaged == 2 and table.moves() == ["h8", "i9"]
        if lies:
            table.lift(*STONES[2:]).wait(300)


def test_the_arbiter_goes_on_from_the_last_stone_that_can_be_read():
    table = damaged().hold("arbiter")
    assert table.session.menus["arbiter"].entries == ("go on", "set aside")
    assert table.picture().words == sign("go on") == "GO ON"
    table.hold("arbiter")
    assert table.last("damage_accepted") == {"code": "damage_accepted", "by": "arbiter", "after": 2}
    assert table.session.resuming and table.session.damaged is None and table.groups()["game"].get("damaged") is None
    # the board asks for its stones as in any interrupted game
    table.press("p1")
    assert table.refused()[1] == coded("refused.take_away", points=["a1", "f6", "g7", "j10"])
    table.lift(*STONES[2:]).wait(300).press("p1")
    assert not table.session.resuming
    table.play_by_button("c3", "d4")
    assert table.moves() == ["h8", "i9", "c3", "d4"]
    again(table)
    assert table.session.damaged is None and trouble(table) is None and table.moves() == ["h8", "i9", "c3", "d4"]


def test_what_the_arbiter_has_agreed_to_is_kept_at_once():
    table = damaged().hold("arbiter").hold("arbiter")
    again(table)
    assert table.session.resuming and table.session.damaged is None and table.moves() == ["h8", "i9"]


def test_the_arbiter_sets_a_damaged_game_aside_and_nothing_of_it_is_deleted():
    table = damaged()
    kept = bytes(table.store.files[path(1)])
    table.enter("arbiter", "set aside").wait(300)
    assert not table.session.resuming and table.moves() == [] and table.session.board_state.state == DISTURBED
    table.lift(*STONES).wait(100).play("h8")
    rest_of(table)
    again(table)
    assert table.moves() == ["h8"] and trouble(table) is None and bytes(table.store.files[path(1)]) == kept
    table.press("p1")
    table.enter("p2", "resign").enter("p2", "resign")
    rest_of(table)
    assert 1 in table.keeper.archive.games()["numbers"]


def test_the_menu_of_a_damaged_game_closes_and_opens_again():
    table = damaged().hold("arbiter").wait(5000)
    assert not table.session.menus and table.session.damaged == 2
    table.enter("arbiter", "set aside")
    assert table.session.damaged is None and table.moves() == []


def test_the_laptop_does_not_set_a_damaged_game_aside():
    table = damaged().lift(*STONES).wait(300)
    for intent in (("new_game", None), ("set_up", "X" + "." * 224, None, True)):
        assert raises(ValueError, table.director.obey, intent, table.now) == DAMAGED_AFTER_2
    assert raises(ValueError, table.do, "p1", "resign") == DAMAGED_AFTER_2
    assert table.session.damaged == 2


def test_a_damaged_game_does_not_go_on_by_itself_after_a_fault_of_the_firmware():
    for cause in ("watchdog", "exception"):
        table = Table(move="button", clock="10").play_by_button(*STONES)
        flip(table.store, 1, 3)
        again(table, cause)
        table.wait(DWELL_MS).wait(DWELL_MS)
        assert table.session.resuming and table.session.damaged == 3 and table.session.timing.stopped == "resume"


def test_a_game_whose_beginning_is_damaged_can_only_be_set_aside():
    table = damaged(0)
    assert table.session.damaged == 0 and trouble(table) == coded("device.beginning_gone", number=1, count=0)
    kept = bytes(table.store.files[path(1)])
    table.set(brightness=50, mode="referee")
    assert table.session.damaged == 0, "other settings begin no other game"
    table.hold("arbiter")
    assert table.session.menus["arbiter"].entries == ("set aside",)
    table.hold("arbiter").lift(*STONES).wait(100)
    rest_of(table)
    assert bytes(table.store.files[path(1)]) == kept
    again(table)
    assert not table.session.resuming and table.moves() == []


def test_the_last_record_alone_looks_torn_and_its_stone_is_one_too_many():
    for byte in range(8):
        table = Table(move="button").play_by_button(*STONES)
        flip(table.store, 1, 5, byte)
        again(table).wait(DWELL_MS).wait(DWELL_MS)
        assert table.moves() == list(STONES[:5]) and trouble(table) is None
        assert table.session.resuming and table.session.damaged is None
        assert list(table.picture().extra) == [0] and table.last("disturbed")["extra"] == ["a1"]
        table.press("p2")
        assert table.refused()[1] == coded("refused.take_away", points=["a1"])
        table.lift("a1").wait(300).press("p2").play_by_button("a1")
        assert table.moves() == list(STONES)


def test_a_stone_of_a_torn_record_is_no_move_after_a_fault_of_the_firmware():
    table = Table().play(*STONES)
    flip(table.store, 1, 5)
    again(table, "watchdog").wait(DWELL_MS).wait(DWELL_MS)
    assert not table.session.resuming and table.moves() == list(STONES[:5]) and len(table.picture().extra) == 1
    table.lift("a1").wait(50).play("a1")
    assert table.moves() == list(STONES)


def test_the_only_stone_of_a_torn_record_is_no_move_of_another_game():
    table = Table().play("h8")
    flip(table.store, 1, 0)
    again(table).wait(DWELL_MS).wait(DWELL_MS)
    assert table.moves() == [] and len(table.picture().extra) == 1
    table.lift("h8").wait(50).play("h8")
    assert table.moves() == ["h8"]


def in_several_files(table=None):
    """A game in three files, with the moves h8 i9, g7 j10, f6 a1. Its stones are on the board."""
    table = table or Table(move="button")
    for number in range(3):
        table.play_by_button(*STONES[2 * number : 2 * number + 2])
        if number < 2:
            again(table)
            table.press("p1")
    return table


def test_damage_in_any_file_of_a_game_is_told():
    # each case: the file, the damaged record, and how many moves can be read before this record
    for file, record, after in ((1, 0, 0), (1, 1, 1), (2, 0, 2), (2, 1, 2), (2, 2, 3), (3, 0, 4), (3, 1, 4)):
        table = in_several_files()
        flip(table.store, file, record)
        again(table)
        assert table.session.damaged == after, (file, record)
        assert table.moves() == list(STONES[:after]) and (
            (trouble(table)["number"], trouble(table)["count"]) == (1, after)
        )
        if after:
            table.enter("arbiter", "go on").mend().wait(300).press("p1").play_by_button("c3")
            again(table)
            assert table.moves() == list(STONES[:after]) + ["c3"] and table.session.damaged is None, (file, record)


def test_a_file_that_is_gone_or_can_not_be_read_is_damage():
    for file, after in ((1, 0), (2, 2)):
        table = in_several_files()
        del table.store.files[path(file)]
        again(table)
        assert table.session.damaged == after and table.moves() == list(STONES[:after]), file
    for file, after in ((1, 0), (2, 2), (3, 4)):
        table = in_several_files()
        table.store.broken[path(file)] = OSError(84, "corrupt")
        again(table)
        assert table.session.damaged == after and table.moves() == list(STONES[:after]), file


def test_a_file_whose_head_is_damaged_is_read_all_the_same():
    for byte in list(range(6)) + list(range(8, 16)):
        for file in (1, 2, 3):
            table = in_several_files()
            table.store.files[path(file)][byte] ^= 0x10
            again(table)
            assert table.moves() == list(STONES) and table.session.damaged is None and trouble(table) is None


def test_a_spare_file_that_is_damaged_disturbs_no_game():
    for byte in list(range(16)) + [16, 17, 500, 4095]:
        table = Table(move="button").wait(20).wait(20).play_by_button(*STONES)
        table.store.files[max(table.store.files)][byte] ^= 0x01
        again(table)
        assert table.moves() == list(STONES) and table.session.resuming and table.session.damaged is None, byte
        table.press("p1").play_by_button("c3")
        again(table)
        assert table.moves() == list(STONES) + ["c3"], byte


def test_a_damaged_game_that_is_over_is_told_and_not_asked_about():
    table = Table(move="button").play_by_button(*STONES).do("p1", "resign", "resign")
    flip(table.store, 1, 3)
    again(table).wait(DWELL_MS)
    assert not table.session.resuming and table.moves() == [] and table.session.board_state.state == DISTURBED
    assert trouble(table) == coded("device.game_damaged", number=1, count=3)
    rest_of(table)
    assert table.keeper.archive.games()["numbers"] == [1]
    # if the board knew the result of this game, it would show the game again after a fault
    again(table, "watchdog")
    assert not table.session.resuming and table.moves() == []


def test_an_end_that_was_taken_back_where_nothing_can_be_read_is_no_end():
    table = Table(move="button").play_by_button("h8", "i9").do("p1", "resign", "resign").back(1)
    table.mend().play_by_button("g7", "j10")
    flip(table.store, 1, 3)  # the record of the moves that were taken back
    again(table)
    assert table.session.resuming and table.session.damaged == 2


def test_all_the_pieces_of_a_damaged_game_are_told():
    table = in_several_files()
    table.do("p1", "resign", "resign")
    flip(table.store, 2, 0)
    flip(table.store, 3, 1)
    again(table)
    table.lift(*STONES).wait(300).press("arbiter")
    rest_of(table)
    table.keeper.archive.send(1)
    rest_of(table)
    pieces = [event for event in table.heard if event["code"] == "part"]
    assert sorted({piece["number"] for piece in pieces}) == [1, 2, 3] and pieces[-1]["last"]
    for number in (1, 2, 3):
        data = b"".join(bytes.fromhex(piece["data"]) for piece in pieces if piece["number"] == number)
        assert len(data) == spans(table.store, number)[-1][1]
        assert data == bytes(table.store.files[path(number)][: len(data)])


# A game of several files that is dropped


class Cut(Exception):
    """The power fails."""


class CutStore(MemoryStore):
    """A store that loses power when `removals` files have been removed."""

    removals = -1

    def remove(self, name):
        if self.removals == 0:
            raise Cut
        self.removals -= 1
        MemoryStore.remove(self, name)


def until_cut(do, *arguments):
    """Call a function, which may end with a Cut."""
    try:
        do(*arguments)
    except Cut:
        return


def three_games():
    """A CutStore with game 1 in one file, game 2 in the files 2 to 4, and game 5."""
    table = Table(CutStore(), move="button")
    finish(table.play_by_button("h8"))
    finish(in_several_files(table))
    finish(table.play_by_button("c3"))
    return table


def finish(table):
    table.do("p1", "resign", "resign")
    rest_of(table)
    table.stones = array("I", [0] * 15)
    table.look()
    table.press("arbiter").wait(QUIET_MS)


def told(table, game):
    """Return the numbers of the files that the board sends for a game."""
    table.heard.clear()
    table.keeper.archive.send(game)
    rest_of(table)
    return sorted({event["number"] for event in table.heard if event["code"] == "part"})


def test_a_cut_while_a_game_of_several_files_is_dropped_harms_no_other():
    table = three_games()
    numbers = table.keeper.archive.games()["numbers"]
    assert len(numbers) == 3 and numbers[0] == 1
    second = numbers[1]
    whole = [told(table, number) for number in numbers]
    assert len(whole[1]) == 3
    for removals in range(4):
        store = CutStore()
        store.files = table.store.copy().files
        store.folders = set(table.store.folders)
        start = Table(store, move="button")
        rest_of(start)
        start.keeper.archive.fetched(second)
        start.play_by_button("h8").do("p2", "resign", "resign")
        store.removals = removals
        until_cut(rest_of, start)
        store.removals = -1
        after = Table(store, move="button")
        assert not after.session.resuming and trouble(after) is None
        rest_of(after)
        left = after.keeper.archive.games()["numbers"]
        assert left[:-1] == (numbers if removals == 0 else [numbers[0], numbers[2]]), removals
        for number in left[:-1]:
            assert told(after, number) == whole[numbers.index(number)], removals
        # the remaining files of that game are removed first when space is needed
        rest = [number for number in whole[1] if path(number) in store.files]
        store.room = len(store.files)
        for number in range(len(rest) if removals else 0):
            finish(after.play("h8"))
            assert len([each for each in rest if path(each) in store.files]) == len(rest) - number - 1, removals
        assert removals == 0 or numbers[0] in after.keeper.archive.games()["numbers"]


def test_a_cut_while_the_last_game_is_dropped_does_not_let_it_go_on_again():
    table = in_several_files(Table(CutStore(), move="button"))
    table.do("p1", "resign", "resign")
    for removals in range(1, 4):
        store = CutStore()
        store.files = table.store.copy().files
        store.folders = set(table.store.folders)
        start = Table(store)
        rest_of(start)
        start.keeper.archive.fetched(1)
        store.removals = removals
        until_cut(start.keeper.archive.make_room)
        store.removals = -1
        after = Table(store)
        assert not after.session.resuming and after.moves() == [] and trouble(after) is None, removals


def out_of_memory(data):
    raise MemoryError


def test_a_file_that_takes_all_memory_is_told_and_left_alone():
    read = partfile.read
    table = Table(move="button").play_by_button(*STONES)
    kept = bytes(table.store.files[path(1)])
    partfile.read = out_of_memory
    try:
        assert not table.restart()
    finally:
        partfile.read = read
    assert trouble(table) == coded("device.file_left_alone", number=1, why=coded("device.too_long"))
    table.wait(50).lift(*STONES).wait(100).play("h8")
    assert table.moves() == ["h8"] and bytes(table.store.files[path(1)]) == kept


def test_a_game_that_takes_all_memory_is_told_and_left_alone():
    class Full(Kept):
        def take(self, entry):
            raise MemoryError

    table = Table(move="button").play_by_button(*STONES)
    archive.Kept = Full
    try:
        assert not table.restart()
    finally:
        archive.Kept = Kept
    assert trouble(table) == coded("device.not_continued", number=1, why=coded("device.too_long"))
    table.wait(50).lift(*STONES).wait(100).play("h8")
    assert table.moves() == ["h8"]


def test_a_forged_record_is_damage_wherever_it_stands():
    body = bytes((7, 200, 2, 19, 9))  # a stone on point 328, and a resignation by person 9, who does not exist
    forged = len(body).to_bytes(2, "big") + body
    forged += crc32(forged).to_bytes(4, "big")
    for record in range(len(STONES)):
        table = Table(move="button").play_by_button(*STONES)
        begin, end = spans(table.store, 1)[record]
        data = table.store.files[path(1)]
        data[begin:] = forged + data[end:]
        again(table)
        assert table.session.damaged == record and table.moves() == list(STONES[:record])
        assert (trouble(table)["number"], trouble(table)["count"]) == (1, record)


def test_a_fact_that_no_match_can_have_sets_the_game_aside():
    for fact, why in (
        (("turned", (225,)), coded("refused.no_point")),
        (("set up", (), (), 1), "not at the beginning"),
        (("stone", 225), coded("refused.no_point")),
        (("back", 7, "p1", ()), coded("refused.no_more_back", n=6)),
        (("settings", "7"), coded("device.foreign")),
        (("settings", '{"puzzle":9999}'), NO_PUZZLE),
        (("settings", '{"lesson":99}'), NO_LESSON),
    ):
        table = Table(move="button").play_by_button(*STONES)
        at = spans(table.store, 1)[-1][1]
        record = partfile.encode(fact)
        table.store.files[path(1)][at : at + len(record)] = record
        kept = bytes(table.store.files[path(1)])
        again(table)
        assert trouble(table) == coded("device.set_aside", number=1, why=why)
        table.lift(*STONES).wait(100).play("h8")
        assert table.moves() == ["h8"] and bytes(table.store.files[path(1)]) == kept


def test_a_clock_that_runs_for_nobody_goes_on_for_the_player_to_move():
    table = Table(move="button", clock="10").play_by_button(*STONES)
    at = spans(table.store, 1)[-1][1]
    record = partfile.encode(("clocks", 60_000, 50_000, None, False))
    table.store.files[path(1)][at : at + len(record)] = record
    again(table, "watchdog").wait(1000)
    assert table.session.timing.clock.running == "p1"


def test_a_file_with_a_number_that_no_board_gives_is_left_alone():
    table = Table(move="button").play_by_button(*STONES)
    data = bytes(table.store.files[path(1)])
    table.store.files[FOLDER + "/99999999999"] = bytearray(data)
    again(table).press("p1").play_by_button("c3")
    again(table).press("p1")
    assert trouble(table) is None and table.moves() == list(STONES) + ["c3"]
    assert bytes(table.store.files[FOLDER + "/99999999999"]) == data
