"""A full file system. Games are played as usual, the board reports the error, and it makes no useless writes."""

from binascii import crc32

from flash_store import FlashStore, fill
from table import Table
from tengen.codes import coded
from tengen.journal import partfile
from tengen.journal.keeper import QUIET_MS

FULL = coded("device.flash_full")


def troubles(table):
    return [event["why"] for event in table.heard if event["code"] == "journal"]


def test_a_flash_that_is_full_of_other_files():
    flash = FlashStore()
    fill(flash)
    table = Table(flash.store)
    assert troubles(table) == [coded("device.none_kept", why=FULL)]
    table.play("h8", "i9")
    assert table.moves() == ["h8", "i9"]


def test_a_flash_that_others_have_filled_since_the_last_game():
    flash = FlashStore()
    Table(flash.store)
    flash.store.remove("games/00001")
    flash.store.remove("games/00002")
    fill(flash)
    table = Table(flash.store)
    assert troubles(table) == [coded("device.next_not_kept", why=FULL)]
    done = len(flash.operations)
    table.play("h8").do("p1", "resign", "resign").wait(QUIET_MS)
    assert coded("device.kept_no_further", why=FULL) in troubles(table)
    for _ in range(50):
        table.wait(20)
    assert len(flash.operations) == done
    flash.store.remove("file 0")
    table.wait(20)
    table.lift("h8").wait(100).press("arbiter").play("h8", "i9")
    assert Table(flash.store).moves() == ["h8", "i9"], "there is room again"


def test_finished_games_make_room_on_a_full_flash():
    flash = FlashStore()
    table = Table(flash.store)
    for _ in range(3):
        table.play("h8").do("p1", "resign", "resign").wait(QUIET_MS).wait(20).wait(20).wait(20)
        table.lift("h8").wait(100).press("arbiter").wait(100)
    fill(flash)
    table.restart()
    for _ in range(2):
        table.play("h8").do("p1", "resign", "resign").wait(QUIET_MS).wait(20).wait(20).wait(20)
        table.lift("h8").wait(100).press("arbiter").wait(100)
    assert [event["number"] for event in table.heard if event["code"] == "dropped"] == [1, 2]
    assert not any(troubles(table))


def test_the_interrupted_game_makes_no_room_for_itself():
    flash = FlashStore()
    Table(flash.store).play("h8", "i9", "g7")
    fill(flash)
    for _ in range(2):
        assert Table(flash.store).moves() == ["h8", "i9", "g7"]


def test_files_made_ahead_make_room_before_any_game():
    flash = FlashStore()
    table = Table(flash.store, move="button").wait(20).wait(20)
    for _ in range(3):
        table.play_by_button("h8").do("p2", "resign", "resign").wait(QUIET_MS).wait(20).wait(20).wait(20)
        table.lift("h8").wait(100).press("arbiter").wait(100)
    fill(flash)
    for _ in range(3):
        table.restart()
        table.wait(QUIET_MS).wait(20).wait(20).wait(20).wait(20)
    assert table.keeper.archive.games()["numbers"] == [1, 2, 3]
    assert not [event for event in table.heard if event["code"] == "dropped"] and not any(troubles(table))


def test_a_full_flash_never_costs_a_game_of_a_newer_version():
    flash = FlashStore()
    table = Table(flash.store)
    for _ in range(3):
        table.play("h8").do("p1", "resign", "resign").wait(QUIET_MS).wait(20).wait(20).wait(20)
        table.lift("h8").wait(100).press("arbiter").wait(100)
    newer = {}
    for name, change in (("games/00001", of_newer_version), ("games/00002", with_newer_record)):
        newer[name] = change(flash.store.load(name))
        with flash.open(name, "wb") as file:
            file.write(newer[name])
    fill(flash)
    table.restart()
    for _ in range(3):
        table.wait(QUIET_MS).wait(20).wait(20)
        table.play("h8").do("p1", "resign", "resign").wait(QUIET_MS).wait(20).wait(20).wait(20)
        table.lift("h8").wait(100).press("arbiter").wait(100)
    assert [event["number"] for event in table.heard if event["code"] == "dropped"][0] == 3
    assert {name: flash.store.load(name) for name in newer} == newer
    why = coded("device.other_record", number=200)
    assert coded("device.file_left_alone", number=2, why=why) in troubles(table), "one of them is reported"


def of_newer_version(data):
    return partfile.MAGIC + bytes((0, partfile.VERSION + 1)) + data[len(partfile.HEAD) :]


def with_newer_record(data):
    """Return a file's bytes with one more record, of a kind that only a later version has."""
    record = b"\0\1\xc8"
    used = partfile.size(data)
    added = record + crc32(record).to_bytes(4, "big")
    return data[:used] + added + data[used + len(added) :]
