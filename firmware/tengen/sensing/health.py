"""The wear of the reeds over the board's life: counters for each point, and their form on flash."""

from array import array
from binascii import crc32

# On flash: a mark and the size; closures (4 bytes a point), flickers (2), longest openings (1); a checksum
_MARK = b"TH1"
_CLOSURES, _FLICKERS = 4, 2


class Health:
    """For each point `closures` (touches), `flickers` (closings beside those: bounces and chatter, 65535 at most) and
    `longest` (ms for which its reed was open and closed again while a stone lay there, 255 at most)."""

    def __init__(self, size, frame_ms):
        points = size * size
        self.size = size
        self.closures = array("I", [0] * points)
        self.flickers = array("H", [0] * points)
        self.longest = bytearray(points)
        self._frame_ms = frame_ms
        self._touched = array("I", [0] * size)
        self._closings = array("H", [0] * points)  # as the watch had them when they were last looked at

    def touch(self, touched):
        """Count the points that are touched now and were not before (a word a row, perhaps others after them)."""
        for row in range(self.size):
            word = touched[row]
            fresh = word & ~self._touched[row]
            self._touched[row] = word
            point = self.size * row
            while fresh:
                if fresh & 1:
                    self.closures[point] += 1
                    # the closing that made the touch is no flicker
                    self._closings[point] = (self._closings[point] + 1) & 0xFFFF
                fresh >>= 1
                point += 1

    def follow(self, watch, row):
        """Take over what a Watch has counted for the points of a row."""
        for point in range(self.size * row, self.size * (row + 1)):
            closings = watch.closings(point)
            flickers = (closings - self._closings[point]) & 0xFFFF
            if flickers >> 15:
                continue  # a touch is counted that the watch counted later: the next time
            self._closings[point] = closings
            self.flickers[point] = min(0xFFFF, self.flickers[point] + flickers)
            self.longest[point] = max(self.longest[point], min(255, watch.longest_open(point) * self._frame_ms))

    def row(self, row):
        """The counters of a row's points that have any, by point: (closures, flickers, longest)."""
        points = range(self.size * row, self.size * (row + 1))
        return {p: (self.closures[p], self.flickers[p], self.longest[p]) for p in points if self.closures[p]}

    def dump(self):
        """All counters as bytes."""
        found = bytearray(_MARK)
        found.append(self.size)
        for numbers, width in ((self.closures, _CLOSURES), (self.flickers, _FLICKERS)):
            for number in numbers:
                found.extend(number.to_bytes(width, "little"))
        found.extend(self.longest)
        found.extend(crc32(found).to_bytes(4, "little"))
        return bytes(found)

    def load(self, data):
        """Go on from what dump() gave. Raises ValueError, with nothing changed, for any other bytes."""
        points = self.size * self.size
        head = len(_MARK) + 1
        if data[:head] != _MARK + bytes([self.size]) or len(data) != head + 7 * points + 4:
            raise ValueError("these are not the counters of a board of %d" % self.size)
        if crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            raise ValueError("the counters' checksum is wrong")
        for numbers, width in ((self.closures, _CLOSURES), (self.flickers, _FLICKERS)):
            for point in range(points):
                numbers[point] = int.from_bytes(data[head : head + width], "little")
                head += width
        self.longest[:] = data[head : head + points]
