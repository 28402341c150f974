"""How many bytes may be written to the USB console without waiting: at most what fits TinyUSB's 256 bytes.

A write of more waits half a second, again and again, for a host that doesn't read; and for ever where the bus is
suspended, for the loop that waits asks nobody whether that is still so. How full they are can't be asked, but the
hardware says (RP2040 data sheet, 4.1.2.5 and 4.1.4):

- Whether the host has set the console's endpoint up since it reset the bus, and whether anything was sent since. A
  packet that it had not taken then is lost, but what lay in the buffer is kept (mp_usbd.h: tx_persistent).
- Whether it has taken the last packet, which of two kinds that was in turn, and how long. One of less than 64 bytes
  that was filled since the last write was all that TinyUSB had left. Where the last packet is still the one before,
  nothing was sent: TinyUSB sends nothing while the bus is suspended, and does not begin by itself when the host wakes.
  One byte more makes it.
- The number of the present frame, one a ms. Where it stands still there is no host, or one that is asleep.
"""

_BUFFER = 256  # CFG_TUD_CDC_TX_BUFSIZE
_PACKET = 64
# Full packets and a shorter last one (of no bytes, perhaps) make an odd number: an even one could end with a packet
# that looks as the one before did. What is left of the 256 is for bytes that make TinyUSB send.
_ONE_PACKET = 63
_THREE_PACKETS = 191
_UNTAKEN = 1 << 10
_LENGTH = 0x3FF


class Room:
    """What is known of the room in TinyUSB's buffer."""

    def __init__(self):
        self.again = True  # at the last look: the host has restarted
        self._reset = True  # the bus was, since anything was last looked at
        self._frame = 0  # at the last look
        self._control = 0  # then; none since a reset
        self._held = 0  # so many bytes at most lie in the buffer
        self._stuck = 0  # so many times was looked since anything was sent

    def look(self, frame, control, set_up):
        """Whether the host takes anything just now.

        Of the frame's number, the lower half of EP2 IN's buffer control, and whether its endpoint control is set.
        """
        if not set_up:
            self._reset, self._control = True, 0
        if frame == self._frame or control & _UNTAKEN or not set_up:
            return False
        sent = control and control != self._control
        self.again = self._reset or bool(self._control and not control)
        if sent:
            self._held = max(0, self._held - _PACKET) if control & _LENGTH == _PACKET else 0
        self._stuck = 0 if sent else self._stuck + 1
        self._reset = False
        self._frame, self._control = frame, control
        return True

    def fits(self, waiting):
        """After a look: of so many bytes that wait, how many are to be written now. They count as written.

        One where none waits: a line end, to make TinyUSB send.
        """
        if not self._held:
            count = min(waiting, _THREE_PACKETS if waiting > 2 * _PACKET - 1 else _ONE_PACKET)
        elif not self._stuck:
            count = min(waiting, max(0, _THREE_PACKETS - self._held))
        else:
            # of several packets between two looks the last may look as the one before did: that passes
            count = 1 if self._held < _BUFFER and (waiting or self._stuck > 1) else 0
        self._held += count
        return count

    def all_taken(self):
        """Whether the host was seen to take all."""
        return not self._held
