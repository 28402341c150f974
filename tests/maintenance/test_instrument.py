"""The board as an instrument. It counts each edge of a raw frame without an allocation, and lights single pixels."""

from array import array

from memory_store import MemoryStore
from portable import raises
from tengen import wiring
from tengen.codes import Refused, coded, error
from tengen.lights.lamps import Lamps
from tengen.maintenance import wire_file, wire_map
from tengen.maintenance.faultlog import Restart
from tengen.maintenance.probe import LEFT_ALONE_MS, SAMPLE_MS, Probe

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython

    def heap_lock():
        pass

    heap_unlock = heap_lock

REST = [0x8000] * 15 + [0xFFFF, 0, 0]


class Strip:
    def __init__(self):
        self.frame = bytearray(3 * wiring.PIXELS)

    def draw(self):
        return self.frame

    def send(self):
        pass

    doubt = send


class Matrix:
    frames = 65_530


class Supply:
    def millivolts(self):
        return 4987


class Watchdog:
    def stage(self, part):
        pass


class Board:
    def __init__(self):
        self.strip, self.matrix, self.supply, self.store = Strip(), Matrix(), Supply(), MemoryStore()
        self.watchdog = Watchdog()


class Upkeep:
    """The part of upkeep.py that a probe uses."""

    def __init__(self):
        self.saved = []

    def look(self, now):
        return ()

    def feed(self, steps, now):
        pass

    def tick(self, idle, now):
        return ()

    def save_wired(self, found):
        self.saved.append(found)
        return []

    def forget_wired(self):
        self.saved.append(None)
        return []


class Bench:
    """A probe with a matrix that the test changes. `told` has the probe's events at `now`."""

    def __init__(self, found=None):
        self.board, self.upkeep = Board(), Upkeep()
        self.lamps = Lamps(self.board.strip, wiring)
        self.now = 1000
        self.words = array("I", REST)
        self.probe = Probe(self.board, self.lamps, self.upkeep, found or wire_map.defaults(wiring), self.now)

    def look(self, output=None, bit=0):
        """Give the probe a frame, after a change of one bit."""
        if output is not None:
            self.words[output] ^= 1 << bit
        heap_lock()
        told = self.probe.look(self.words)
        heap_unlock()
        assert told == 0, "nothing is told from there"
        self.board.matrix.frames = self.board.matrix.frames + 1 & 0xFFFF

    def tick(self, period=20):
        self.now += period
        return self.probe.tick(None, self.now)

    def obey(self, **command):
        word = command.pop("cmd")
        return self.probe.obey(word, command, self.now)

    def lit(self):
        if self.lamps.draw(None, self.now):
            self.lamps.send()
        frame = self.board.strip.frame
        return {at: tuple(frame[3 * at : 3 * at + 3]) for at in range(255) if any(frame[3 * at : 3 * at + 3])}


def no_light(number):
    wanted = coded("device.wanted_lights", number=number)
    return coded("device.wrong_field", command="light", setting="pixels", wanted=wanted)


def test_the_first_frame_is_told_as_it_is_with_supply_and_current():
    bench = Bench()
    assert bench.tick() == [], "there is none yet"
    bench.look()
    (event,) = bench.tick()
    assert event == {
        "code": "frame",
        "words": "8000" * 15 + "ffff" + "0000",
        "buttons": 0,
        "changes": [],
        "frames": 1,
        "ms": 1040,
        "mv": 4987,
        "ma": 255,
    }


def test_every_edge_is_counted_once_by_output_and_input():
    bench = Bench()
    bench.look()
    bench.tick()
    for _ in range(3):
        bench.look(6, 3)
    bench.look(15, 15)
    bench.look(17, 2)  # a change of a button does not count as an edge
    # an input that is high with all rows low does not count either, because it is high in all other words, too
    bench.look(16, 0)
    (event,) = bench.tick()
    assert event["changes"] == [[6 * 16 + 3, 3], [15 * 16 + 15, 1]]
    assert (event["words"][24:28], event["words"][60:], event["buttons"]) == ("8008", "7fff0001", 4)
    assert event["frames"] == 6 and "mv" not in event
    assert bench.tick() == [], "nothing is told twice"
    bench.look(6, 3)
    (event,) = bench.tick()
    assert event["changes"] == [[99, 1]] and event["words"][24:28] == "8000"


def test_a_wild_contact_is_counted_up_to_255_and_no_further():
    bench = Bench()
    bench.look()
    bench.tick()
    for _ in range(300):
        bench.look(0, 0)
    assert bench.tick()[0]["changes"] == [[0, 255]]
    bench.look(0, 0)
    assert bench.tick()[0]["changes"] == [[0, 1]]


def test_where_nothing_changes_a_frame_is_told_now_and_then():
    bench = Bench()
    bench.look()
    bench.tick()
    told = []
    for _ in range(2000 // 20):
        bench.look()
        told += bench.tick()
    assert [event["ms"] - 1020 for event in told] == [SAMPLE_MS, 2 * SAMPLE_MS, 3 * SAMPLE_MS, 4 * SAMPLE_MS]
    assert all(event["mv"] == 4987 and event["frames"] == 25 and event["changes"] == [] for event in told)


def test_supply_and_current_are_told_however_much_changes():
    bench = Bench()
    sampled = 0
    for _ in range(1000 // 20):
        bench.look(3, 3)
        (event,) = bench.tick()
        sampled += "mv" in event
    assert sampled == 2


def test_single_pixels_are_lit_and_all_others_dark_whatever_the_brightness():
    bench = Bench()
    bench.lamps.dim(10)
    assert bench.lit() == {}
    assert bench.obey(cmd="light", pixels=[[0, "ff8000"], [254, "00000A"]]) == []
    assert bench.lit() == {0: (0x80, 0xFF, 0), 254: (0, 0, 10)}
    bench.obey(cmd="light", pixels=[[7, "010203"]])
    assert bench.lit() == {7: (2, 1, 3)}
    bench.obey(cmd="light", pixels=[])
    assert bench.lit() == {}


def test_lights_stay_within_the_budget_and_their_current_is_told():
    bench = Bench()
    bench.lamps.allow(300)
    bench.obey(cmd="light", pixels=[[pixel, "ffffff"] for pixel in range(20)])
    lit = bench.lit()
    assert sorted(lit) == list(range(20)) and 0 < lit[0][0] < 20
    bench.look()
    assert 290 < bench.tick()[0]["ma"] <= 300


def test_lights_that_cannot_be_are_refused_in_words():
    bench = Bench()
    bench.obey(cmd="light", pixels=[[3, "0000ff"]])
    for pixels, why in (
        ([7], no_light(1)),
        ([[1, "ffffff"], [7]], no_light(2)),
        ([[True, "ffffff"]], no_light(1)),
        ([[255, "ffffff"]], coded("device.no_pixel", text="255", most=254)),
        ([[-1, "ffffff"]], coded("device.no_pixel", text="-1", most=254)),
        ([[0, "fffff"]], no_light(1)),
        ([[0, "0xffff"]], no_light(1)),
        ([[0, "ffffff"], [0, "ffff_f"]], no_light(2)),
    ):
        assert raises(Refused, bench.probe.obey, "light", {"pixels": pixels}, 0) == why
    assert bench.lit() == {3: (0, 0, 255)}, "and change nothing"


def test_a_value_that_is_nested_deeper_than_can_be_said_is_refused():
    nested: list = []
    for _ in range(5000):
        nested = [nested]
    bench = Bench()
    assert raises(Refused, bench.probe.obey, "light", {"pixels": nested}, 0) == no_light(1)
    why = raises(Refused, bench.probe.obey, "wire", {"rows": [nested] * 16}, 0)
    assert (why["setting"], why["wanted"]["words"]) == ("rows", list(range(16)))


def test_what_was_learned_comes_in_parts_and_is_written_when_it_is_whole():
    bench = Bench()
    rows = [1, 0] + list(range(2, 16))
    assert bench.obey(cmd="wire", rows=rows) == [{"code": "wired", "have": ["rows"]}]
    assert bench.obey(cmd="wire", buttons=[22, 21, 26]) == [{"code": "wired", "have": ["rows", "buttons"]}]
    assert bench.upkeep.saved == []
    assert bench.obey(cmd="wire", save=True) == [{"code": "wired", "saved": True}]
    (found,) = bench.upkeep.saved
    assert (list(found.rows), found.buttons, found.pixel_of) == (rows, (22, 21, 26), wiring.PIXEL_OF)
    (told,) = bench.obey(cmd="probe", on=True)
    assert told["rows"] == list(range(16)) and not told["learned"], "it holds from the next start"


def test_a_flash_that_is_full_is_the_answer_to_a_wire():
    bench = Bench()
    why = coded("device.file_not_written", file="board.json", error="28")
    bench.upkeep.save_wired = bench.upkeep.forget_wired = lambda *_: [error(why)]
    for fields in ({"save": True}, {"forget": True}):
        assert raises(Refused, bench.probe.obey, "wire", fields, 0) == why


def test_what_is_no_whole_is_not_written():
    bench = Bench()
    bench.obey(cmd="wire", bars=["00" * 15, "e1" * 15])
    why = coded("device.pixel_once", number=0, count=16)
    assert raises(Refused, bench.probe.obey, "wire", {"save": True}, 0) == why
    raises(Refused, bench.probe.obey, "wire", {"rows": [0] * 16, "save": True}, 0)
    why = coded("device.forget_alone")
    assert raises(Refused, bench.probe.obey, "wire", {"save": True, "forget": True}, 0) == why
    assert bench.upkeep.saved == []
    assert bench.obey(cmd="wire", forget=True) == [{"code": "wired", "forgotten": True}]
    assert bench.upkeep.saved == [None]
    assert bench.obey(cmd="wire") == [{"code": "wired", "have": []}]


def test_it_ends_when_it_is_told_to_after_it_has_said_so():
    bench = Bench()
    (event,) = bench.obey(cmd="probe", on=False)
    assert (event["code"], event["on"], event["why"]) == ("probe", False, None)
    bench.look()
    assert [event["code"] for event in bench.tick()] == ["frame"]
    bench.tick()
    raises(Restart, bench.tick)


def test_asked_for_once_more_before_it_is_over_it_goes_on():
    bench = Bench()
    bench.obey(cmd="probe", on=False)
    (event,) = bench.obey(cmd="probe", on=True)
    assert event["on"]
    for _ in range(10):
        bench.tick()
    bench.obey(cmd="probe", on=False)
    bench.tick(40)
    raises(Restart, bench.tick)


def test_what_was_forgotten_does_not_come_back_with_what_is_learned_next():
    bench = Bench(wire_file.with_(wire_map.defaults(wiring), {"rows": bytes([1, 0] + list(range(2, 16)))}))
    bench.obey(cmd="wire", forget=True)
    bench.obey(cmd="wire", buttons=[22, 21, 26], save=True)
    found = bench.upkeep.saved[-1]
    assert (list(found.rows), found.buttons) == (list(range(16)), (22, 21, 26))
    (told,) = bench.obey(cmd="probe", on=True)
    assert told["rows"][:2] == [1, 0], "which hold until the next start"


def test_left_alone_it_ends_after_ten_minutes():
    bench = Bench()
    bench.tick(LEFT_ALONE_MS - 100)
    bench.probe.asked(bench.now)
    assert bench.tick(LEFT_ALONE_MS - 100) == []
    (event,) = bench.tick(100)
    assert not event["on"] and event["why"] == coded("device.probe_left")
    raises(Restart, bench.tick, 100)
