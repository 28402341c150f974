"""Intermittent lines are reported within two seconds; single disturbances and dead lines are not."""

from array import array

from tengen.sensing.intermittent import CALM_WINDOWS, WINDOW_MS, Intermittent

FRAME_MS = 2
LOOK_MS = 100
TOLD_MS = 2000  # intermittent lines must be reported within two seconds


class Line:
    """Row 7 of a board in a sequence of frames, and the times when the row was reported or trusted again."""

    def __init__(self, began=0):
        self.fails = array("H", [65530, 65535] + [0] * 94)  # the counters may overflow at any time
        self.found = Intermittent(15)
        self.now = began
        self.told = []
        self.bad = False
        self.found.update(self.fails, self.now)

    def frames(self, *bad):
        for each in bad:
            self.now += FRAME_MS
            if each:
                self.fails[0] = self.fails[0] + 1 & 0xFFFF
                if not self.bad:
                    self.fails[1] = self.fails[1] + 1 & 0xFFFF
            self.bad = each
            if self.now % LOOK_MS == 0 and self.found.update(self.fails, self.now):
                self.told.append((self.now, self.found.rows))
        return self


def at_random(percent, frames):
    """Return for each frame whether the row fails in it.

    MicroPython's random has no generator objects.
    """
    found, number = [], percent
    for _ in range(frames):
        number = (1103515245 * number + 12345) & 0x7FFFFFFF
        found.append((number >> 8) % 100 < percent)
    return found


def line(began=0):
    found = Line(began).frames(*[False] * (WINDOW_MS * (CALM_WINDOWS + 3) // FRAME_MS))
    found.told.clear()
    return found


def test_three_of_a_hundred_frames_are_told_within_two_seconds():
    for began in range(0, WINDOW_MS, 130):
        for pattern in ([True] + [False] * 32, [True] * 3 + [False] * 97, [True] * 9 + [False] * 291):
            found = line(began)
            since = found.now
            while found.now - since < TOLD_MS:
                found.frames(*pattern)
            assert len(found.told) == 1 and found.told[0][1] == 1, (began, pattern)
            assert found.told[0][0] - since <= TOLD_MS, (began, pattern)


def test_a_line_that_fails_at_random_in_one_to_fifty_of_a_hundred_frames_is_told():
    for percent, within_ms in ((50, 1000), (10, 1000), (3, TOLD_MS), (1, 20_000)):
        found = line()
        since = found.now
        found.frames(*at_random(percent, within_ms // FRAME_MS))
        assert len(found.told) == 1 and found.told[0][0] - since <= within_ms, percent


def test_a_disturbance_now_and_then_is_not_told():
    found = line()
    for _ in range(30):
        found.frames(True, *[False] * 999)  # a single frame in two seconds
        found.frames(*[True] * 9, *[False] * 999)  # a shock
    assert found.told == []


def test_a_line_is_trusted_again_when_it_has_not_failed_for_long():
    found = line()
    found.frames(*([True] + [False] * 9) * 50)
    assert [rows for _, rows in found.told] == [1]
    mended = found.now
    found.frames(*[False] * (WINDOW_MS * (CALM_WINDOWS - 2) // FRAME_MS))
    assert len(found.told) == 1, "not yet"
    found.frames(True)
    found.frames(*[False] * (WINDOW_MS * (CALM_WINDOWS - 2) // FRAME_MS))
    assert len(found.told) == 1, "it has failed once more"
    found.frames(*[False] * (WINDOW_MS * 4 // FRAME_MS))
    assert [rows for _, rows in found.told] == [1, 0] and found.told[1][0] > mended


def test_rows_answers_and_falls_are_told_apart():
    for place, attribute in ((6, "rows"), (16 + 3, "answers"), (32 + 15, "falls")):
        found, fails = Intermittent(15), array("H", [0] * 96)
        fails[2 * place] = fails[2 * place + 1] = 50
        assert found.update(fails, 100)
        assert [(each, getattr(found, each)) for each in ("rows", "answers", "falls") if getattr(found, each)] == [
            (attribute, 1 << place % 16)
        ]
