"""The wear of the reeds over the board's life: counters for each point, and their file format."""

from array import array
from binascii import crc32

from tengen.codes import Refused, coded

from .kernels import closed_again

# The file contains a mark and the size; for each point closures (4 bytes), flickers (2) and longest openings (1); a
# checksum
_MARK = b"TH1"
_CLOSURES, _FLICKERS = 4, 2
_MOST_HIGH = 0x3B  # the limit of the highest byte of closures, because no reed lasts for more than 10^9 closures


class Health:
    """The counters of each point.

    `closures`: the number of touches. `flickers`: the number of other closings, from bounces and chatter, 65535 at
    most. `longest`: the longest opening of the reed in ms, 255 at most, that ended while the point still counted as
    touched.
    """

    def __init__(self, size, frame_ms):
        points = size * size
        self.size = size
        self.closures = array("I", [0] * points)
        self.flickers = array("H", [0] * points)
        self.longest = bytearray(points)
        self._frame_ms = frame_ms
        self._touched = array("I", [0] * size)
        self._closings = array("H", [0] * points)  # the number of the watch's closings that have been counted

    def touch(self, touched):
        """Count the newly touched points. `touched` begins with one word per row; later words are ignored."""
        for row in range(self.size):
            word = touched[row]
            fresh = word & ~self._touched[row]
            self._touched[row] = word
            point = self.size * row
            while fresh:
                if fresh & 1:
                    self.closures[point] += 1
                    # the closing that caused the touch does not count as a flicker
                    self._closings[point] = (self._closings[point] + 1) & 0xFFFF
                fresh >>= 1
                point += 1

    def follow(self, watch, row):
        """Update `flickers` and `longest` of a row's points from a Watch's counters."""
        # neither value can change without a closing
        bits = closed_again(watch.reeds, self._closings, row, self.size)
        point = self.size * row
        while bits:
            if bits & 1:
                self._follow_point(watch, point)
            bits >>= 1
            point += 1

    def _follow_point(self, watch, point):
        closings = watch.closings(point)
        flickers = (closings - self._closings[point]) & 0xFFFF
        if flickers >> 15:
            return  # touch() has counted a closing before the watch did, so wait for the next call
        self._closings[point] = closings
        self.flickers[point] = min(0xFFFF, self.flickers[point] + flickers)
        self.longest[point] = max(self.longest[point], min(255, watch.longest_open(point) * self._frame_ms))

    def row(self, row):
        """Return {point: (closures, flickers, longest)} for the points of a row that have closures."""
        points = range(self.size * row, self.size * (row + 1))
        return {p: (self.closures[p], self.flickers[p], self.longest[p]) for p in points if self.closures[p]}

    def dump(self):
        """Return all counters as bytes."""
        found = bytearray(_MARK)
        found.append(self.size)
        for numbers, width in ((self.closures, _CLOSURES), (self.flickers, _FLICKERS)):
            for number in numbers:
                found.extend(number.to_bytes(width, "little"))
        found.extend(self.longest)
        found.extend(crc32(found).to_bytes(4, "little"))
        return bytes(found)

    def load(self, data):
        """Load the counters from bytes of dump(). Raise Refused and change nothing if the bytes are wrong."""
        points = self.size * self.size
        head = len(_MARK) + 1
        if data[:head] != _MARK + bytes([self.size]) or len(data) != head + 7 * points + 4:
            raise Refused(coded("device.other_counters", number=self.size))
        if crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            raise Refused(coded("device.checksum"))
        if any(data[head + _CLOSURES * at + _CLOSURES - 1] > _MOST_HIGH for at in range(points)):
            raise Refused(coded("device.other_counters", number=self.size))
        for numbers, width in ((self.closures, _CLOSURES), (self.flickers, _FLICKERS)):
            for point in range(points):
                numbers[point] = int.from_bytes(data[head : head + width], "little")
                head += width
        self.longest[:] = data[head : head + points]
