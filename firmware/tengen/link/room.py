"""Compute how many bytes can be written to the USB console without waiting.

As many bytes can be written as fit into TinyUSB's 256-byte buffer. If the host does not read, a longer write waits
repeatedly, half a second each time. While the bus is suspended such a write waits for ever, because its loop does not
check whether the bus is still suspended. TinyUSB does not report how full its buffer is, but hardware registers give
this information (RP2040 data sheet, 4.1.2.5 and 4.1.4):

- Whether the host has set up the console's endpoint since the last bus reset, and whether anything was sent since. A
  bus reset loses a packet that the host had not taken, but keeps the bytes in the buffer (mp_usbd.h: tx_persistent).
- Whether the host has taken the last packet, the packet's type (two types alternate), and its length. A packet of less
  than 64 bytes, filled since the last write, means that TinyUSB had no more bytes. If the last packet is still the
  packet before, nothing was sent: TinyUSB sends nothing while the bus is suspended, and does not start by itself when
  the host wakes. One more byte makes it start.
- The number of the present USB frame, one per ms. If it does not change, there is no host, or the host is asleep.
"""

_BUFFER = 256  # CFG_TUD_CDC_TX_BUFSIZE
_PACKET = 64
# The maximum number of bytes to write at once. They make an odd number of packets, and the last packet is short
# (perhaps empty). After an even number the last packet could look like the packet before it. The rest of the 256 bytes
# is reserved for single bytes that make TinyUSB send.
_ONE_PACKET = 63
_THREE_PACKETS = 191
_UNTAKEN = 1 << 10
_LENGTH = 0x3FF


class Room:
    """The known state of TinyUSB's buffer."""

    def __init__(self):
        self.again = True  # True if the last look() found that the host has restarted
        self._reset = True  # True if the bus was reset since the last successful look()
        self._frame = 0  # the frame number at the last look()
        self._control = 0  # the buffer control at the last look(); 0 since a reset
        self._held = 0  # the maximum number of bytes that may be in the buffer
        self._stuck = 0  # the number of look() calls since a packet was sent

    def look(self, frame, control, set_up):
        """Return whether the host takes data now.

        `frame` is the USB frame number, `control` the lower half of EP2 IN's buffer control, `set_up` whether EP2 IN's
        endpoint control is set.
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
        """Return how many of the `waiting` bytes to write now. They then count as written. Call it after look().

        The result may be 1 although no byte waits. Then write a line end, which makes TinyUSB send.
        """
        if not self._held:
            count = min(waiting, _THREE_PACKETS if waiting > 2 * _PACKET - 1 else _ONE_PACKET)
        elif not self._stuck:
            count = min(waiting, max(0, _THREE_PACKETS - self._held))
        else:
            # If several packets were sent since the last look(), the last packet may look like the packet before it.
            # Then `_held` is too high until a later packet differs
            count = 1 if self._held < _BUFFER and (waiting or self._stuck > 1) else 0
        self._held += count
        return count

    def all_taken(self):
        """Whether the host has taken all bytes, as far as is known."""
        return not self._held
