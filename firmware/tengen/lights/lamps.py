"""Draw a frame when it may have changed, fit it to the current limit, and send it if it has changed."""

from tengen.maintenance import wire_map

from . import power
from .colours import packed
from .kernels import scale
from .picture import Picture, compose
from .scene import Scene

REFRESH_MS = 2000  # ms after which the whole frame is sent again, because a voltage spike may have changed any pixel


class Lamps:
    """Show the session on a strip. The strip's draw() returns the buffer to be filled, and send() sends its changes.

    After the strip's doubt() its next frame is sent whole. `brightness` is in percent. While `held` is set, draw()
    reports nothing to send.
    """

    def __init__(self, strip, wiring):
        self.brightness = wiring.BRIGHTNESS
        self.held = False
        self._budget_ma = self._allowed = 0
        self._strip = strip
        self._wiring = wiring
        self._wired = wire_map.defaults(wiring)
        self._full = packed(wiring.FULL_MA)
        self._picture = Picture(wiring.SIZE, wiring.BAR_LENGTH)
        self._scene = Scene()
        self._frame = bytearray(3 * wiring.PIXELS)
        self._drawn = bytearray(3 * wiring.PIXELS)
        self._shines = False  # whether single pixels are shown instead of the picture
        self._stale = True  # whether the picture must be composed again
        self._fresh = True  # whether the drawn frame must be sent
        self._compose_at = 0  # when the picture must be composed again, even if nothing happens
        self._due = 0  # when the frame must be drawn again; -1: never
        self._refreshed_at = 0
        self.allow(wiring.BUDGET_MA)

    def wire(self, found):
        """Use the pixel numbers of `found` (a WireMap)."""
        self._wired = found
        self._stale = self._fresh = True

    def change(self):
        """Compose the picture again at the next draw(), because the session has changed."""
        self._stale = True

    def draw_and_send(self, session, news, now):
        """Draw a frame if it may have changed, and send it. `news`: True if the board has changed since (Watch.news).

        A frame takes 8 ms on the wire, so it is not sent if `news` will soon replace it. But if the stones have just
        changed and there is a new stone, the frame is sent, because then the news is nearly always a bouncing reed.
        """
        if session.effects.lights:
            session.effects.lights = False
            self.change()
        if self.draw(session, now) and (not news or session.reconciler.has_just_changed()):
            self.send()

    def dim(self, percent):
        """Set the brightness in percent."""
        self.brightness = percent
        self._stale = self._fresh = True

    def shine(self, pixels):
        """Show only these pixels from now on, undimmed. A pixel is (number in the chain, green, red, blue)."""
        self._shines = self._fresh = True
        self._strip.doubt()
        drawn = self._drawn
        drawn[:] = bytes(len(drawn))
        for number, green, red, blue in pixels:
            drawn[3 * number : 3 * number + 3] = bytes((green, red, blue))

    def current_ma(self):
        """Return the current in mA of the last drawn frame, as it is sent, by the model of power.py."""
        self._fit(self._frame)
        wiring = self._wiring
        return power.sent_ma(self._frame, wiring.PIXELS, wiring.FULL_MA, wiring.IDLE_MA)

    def allow(self, budget_ma):
        """Set the limit of a frame's current, in mA."""
        wiring = self._wiring
        self._budget_ma = budget_ma
        self._allowed = power.allowed_weight(wiring.PIXELS, wiring.IDLE_MA, budget_ma)
        self._stale = self._fresh = True
        self._strip.doubt()

    def draw(self, session, now):
        """Draw the frame, if it may have changed. Return whether it must be sent."""
        if now - self._refreshed_at >= REFRESH_MS:
            self._fresh = True
            self._refreshed_at = now
            self._strip.doubt()
        if self._shines:
            return self._fresh and not self.held
        if self._stale or now >= self._compose_at:
            self._stale = False
            self._compose_at = now + compose(self._picture, session, now)
        elif not 0 <= self._due <= now:
            return self._fresh and not self.held
        frame = self._frame
        soon = self._scene.draw(frame, self._picture, now, self._wired)
        self._due = -1 if soon < 0 else now + soon
        if frame != self._drawn:
            self._frame, self._drawn = self._drawn, frame
            self._fresh = True
        return self._fresh and not self.held

    def send(self):
        """Send the last drawn frame, within the current limit."""
        self._fresh = False
        self._fit(self._strip.draw())
        self._strip.send()

    def _fit(self, wire):
        """Write the drawn frame into `wire`, within the current limit. Nearly always only the brightness limits it."""
        brightness = 256 if self._shines else 256 * self.brightness // 100
        if scale(self._drawn, wire, brightness << 16 | len(wire), self._full) > self._allowed:
            self._reduce(wire, brightness)

    def _reduce(self, wire, brightness):
        wiring = self._wiring
        power.fit(self._drawn, wire, wiring.PIXELS, wiring.FULL_MA, wiring.IDLE_MA, self._budget_ma, brightness)
