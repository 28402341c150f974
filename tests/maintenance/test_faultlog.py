"""The log has the last few faults with their numbers, also after cuts, on a full flash, with invalid contents."""

import json

from memory_store import MemoryStore
from tengen.codes import coded
from tengen.maintenance.faultlog import FILE, LONGEST_TEXT, MOST, FaultLog, Pauses, stood_still
from tengen.maintenance.progress import LIGHTS


class Store(MemoryStore):
    """A store that stores files until it is `full`."""

    full = False

    def save(self, name, data):
        if self.full:
            raise OSError(28)
        MemoryStore.save(self, name, data)


def test_a_new_board_has_none():
    log = FaultLog(Store())
    assert (log.count, log.last, log.trouble) == (0, None, None)


def test_a_fault_is_there_at_the_next_start():
    store = Store()
    FaultLog(store).add("watchdog", stood_still(LIGHTS))
    FaultLog(store).add("exception", 'Traceback:\n  File "app.py", line 7\nValueError: \xfc "quoted"\n')
    log = FaultLog(store)
    assert log.count == 2 and log.trouble is None
    assert log.last == {
        "count": 2,
        "cause": "exception",
        "text": 'Traceback:\n  File "app.py", line 7\nValueError: \xfc "quoted"\n',
    }
    assert b'"text": "lights"' in store.files[FILE]


def test_the_last_few_are_kept_and_all_are_counted():
    store = Store()
    log = FaultLog(store)
    for number in range(1, 30):
        log.add("exception", "%d " % number + 5000 * "x" + " end")
    assert FaultLog(store).count == 29
    assert FaultLog(store).last["text"][-5:] == "x end", "where a traceback says what it is about"
    lines = store.files[FILE].split(b"\n")
    assert len(lines) == MOST + 1 and lines[-1] == b""
    assert len(store.files[FILE]) < MOST * (LONGEST_TEXT + 60)


def test_what_cannot_be_written_is_counted_and_told():
    store = Store()
    FaultLog(store).add("exception", "one")
    store.full = True
    log = FaultLog(store)
    log.add("exception", "two")
    assert log.count == 2 and log.last["text"] == "two"
    assert log.trouble == coded("device.file_not_written", file=FILE, error="28")
    store.full = False
    log.add("exception", "three")
    assert FaultLog(store).count == 3 and b"one" in store.files[FILE]


def test_nonsense_on_flash_is_told_and_moved_away():
    good = Store()
    FaultLog(good).add("exception", "good")
    good = good.files[FILE]
    for bad in (
        b"\n",
        b"\xff\xfe\n",
        b"7\n",
        b"null\n",
        b"{}\n",
        b'{"count": null, "cause": "", "text": ""}\n',
        b'{"count": "x", "cause": "", "text": ""}\n',
        good + b"{",
        good + good[:20] + b"\n",
    ):
        store = Store()
        store.files[FILE] = bad
        log = FaultLog(store)
        assert log.count == 0 and log.last is None, bad
        why = coded("device.file_moved", file=FILE, why=coded("device.foreign"), bad="faults.bad")
        assert log.trouble == why, bad
        assert store.files == {"faults.bad": bad}, "what was there is kept"
        log.add("exception", "again")
        log = FaultLog(store)
        assert log.count == 1 and log.trouble is None, bad
        assert log.last["text"] == "again\n" + json.dumps(why), bad


def test_an_app_that_fails_again_at_once_waits_longer_each_time():
    pauses = Pauses()
    assert [pauses.after(100) for _ in range(9)] == [0, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]
    assert pauses.after(3_600_000) == 0, "it has gone on for long"
    assert pauses.after(100) == 500
