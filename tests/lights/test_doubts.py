"""While the state of the LED chain is uncertain, the next frame is sent whole, even if it has not changed."""

from table import Table
from tengen import wiring
from tengen.lights.lamps import REFRESH_MS, Lamps


class Strip:
    """`sent` has for each frame True if the chain's state was uncertain."""

    def __init__(self):
        self._frame = bytearray(3 * wiring.PIXELS)
        self._doubted = False
        self.sent = []

    def draw(self):
        return self._frame

    def doubt(self):
        self._doubted = True

    def send(self):
        self.sent.append(self._doubted)
        self._doubted = False


def lit():
    """Return a table, and lamps that have sent their first frame."""
    table, strip = Table(), Strip()
    lamps = Lamps(strip, wiring)
    assert lamps.draw(table.session, table.now)
    lamps.send()
    return table, strip, lamps


def test_the_first_frame_goes_out_whole_and_a_change_does_not():
    table, strip, lamps = lit()
    lamps.dim(50)
    assert lamps.draw(table.session, table.now)
    lamps.send()
    assert strip.sent == [True, False]


def test_a_frame_that_does_not_change_goes_out_whole_at_times():
    table, strip, lamps = lit()
    for now in range(20, 3 * REFRESH_MS, 20):
        if lamps.draw(table.session, table.now + now):
            lamps.send()
    assert strip.sent.count(True) in (3, 4)


def test_a_changed_budget_and_single_pixels_are_a_doubt():
    # the current limit changes when the supply becomes low, or good again
    table, strip, lamps = lit()
    for change in (lambda: lamps.allow(700), lambda: lamps.shine([(3, 1, 2, 3)]), lambda: lamps.shine(())):
        change()
        assert lamps.draw(table.session, table.now)
        lamps.send()
    assert strip.sent[1:] == [True, True, True]
