"""Draws a frame when it may look different, fits it to the current budget, and sends it if it has changed."""

from tengen.maintenance import wire_map

from . import power, scene
from .picture import Picture, compose

REFRESH_MS = 2000  # a frame that something on the wire has spoilt is mended after so long


class Lamps:
    """Shows the session on a strip (its draw() gives a buffer for the bytes on the wire, send() sends that).

    `brightness` in percent. While `held` is set nothing is sent.
    """

    def __init__(self, strip, wiring):
        self.brightness = wiring.BRIGHTNESS
        self.held = False
        self._budget_ma = wiring.BUDGET_MA
        self._strip = strip
        self._wiring = wiring
        self._wired = wire_map.defaults(wiring)
        self._picture = Picture(wiring.SIZE, wiring.BAR_LENGTH)
        self._frame = bytearray(3 * wiring.PIXELS)
        self._drawn = bytearray(3 * wiring.PIXELS)
        self._shines = False  # single pixels and no picture
        self._stale = True  # the picture is no longer that of the session
        self._fresh = True  # what is drawn has not been sent, or is to be sent once more
        self._compose_at = 0  # when it will no longer be, though nothing has happened
        self._due = 0  # when the picture will look different; -1 for never
        self._refreshed_at = 0

    def wire(self, found):
        """The pixels are where `found` (a WireMap) says."""
        self._wired = found
        self._stale = self._fresh = True

    def change(self):
        """The session has changed."""
        self._stale = True

    def dim(self, percent):
        """Show all in so much of its brightness from now on."""
        self.brightness = percent
        self._stale = self._fresh = True

    def shine(self, pixels):
        """Show from now on these pixels of the chain and nothing else: (number, green, red, blue), not dimmed."""
        self._shines = self._fresh = True
        drawn = self._drawn
        drawn[:] = bytes(len(drawn))
        for number, green, red, blue in pixels:
            drawn[3 * number : 3 * number + 3] = bytes((green, red, blue))

    def current_ma(self):
        """The current, by the usual model, of what was sent last."""
        self._fit(self._frame)
        wiring = self._wiring
        return power.sent_ma(self._frame, wiring.PIXELS, wiring.FULL_MA, wiring.IDLE_MA)

    def allow(self, budget_ma):
        """What a frame may draw from now on."""
        self._budget_ma = budget_ma
        self._stale = self._fresh = True

    def draw(self, session, now):
        """Draw what is to be seen, if that may be something new: whether it wants sending."""
        if now - self._refreshed_at >= REFRESH_MS:
            self._fresh = True
            self._refreshed_at = now
        if self._shines:
            return self._fresh and not self.held
        if self._stale or now >= self._compose_at:
            self._stale = False
            self._compose_at = now + compose(self._picture, session, now)
        elif not 0 <= self._due <= now:
            return self._fresh and not self.held
        frame = self._frame
        soon = scene.draw(frame, self._picture, now, self._wired)
        self._due = -1 if soon < 0 else now + soon
        if frame != self._drawn:
            self._frame, self._drawn = self._drawn, frame
            self._fresh = True
        return self._fresh and not self.held

    def send(self):
        """Send what was drawn last, within the budget."""
        self._fresh = False
        self._fit(self._strip.draw())
        self._strip.send()

    def _fit(self, wire):
        wiring, brightness = self._wiring, 256 if self._shines else 256 * self.brightness // 100
        power.fit(
            self._drawn, wire, wiring.PIXELS, wiring.FULL_MA, wiring.IDLE_MA, self._budget_ma, brightness
        )
