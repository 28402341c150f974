"""Compare the lights' kernels with plain copies of the same text without decorators, on every tier."""

from array import array

from portable import firmware_text, seeded
from tengen.lights import kernels

CUT = "@micropython.viper\n"


def twins():
    """Return (a function of the kernels, its plain copy) by name."""
    text = firmware_text("lights/kernels.py")
    names = [line[4 : line.index("(")] for line in text.split(CUT)[1:]]
    plain = {}
    exec(text.replace(CUT, ""), plain)
    assert len(names) == 8
    return {name: (getattr(kernels, name), plain[name]) for name in names}


def test_pixels_are_written_alike_and_nowhere_else():
    number = seeded(3)
    pixel_of = bytes((7 * point + 3) % 255 for point in range(225))
    rows = array("I", [number(1 << 15) for _ in range(15)])
    points = [number(225) for _ in range(20)]
    calls = {
        "clear": (765,),
        "fill": (240, 15, 0xFE8001),
        "fill_places": (bytes(range(254, 224, -2)), 3 << 8 | 9, 0x1180FE),
        "fill_points": (pixel_of, points, 0x01FE80),
        "fill_rows": (pixel_of, rows, 0x8001FE),
    }
    found = twins()
    for name, arguments in calls.items():
        frames = [bytearray(b"\x05" * 765) for _ in range(2)]
        for frame, function in zip(frames, found[name]):
            function(frame, *arguments)
        assert frames[0] == frames[1], name
        lit = 255 - sum(frames[0][at : at + 3] == b"\x05\x05\x05" for at in range(0, 765, 3))
        most = {"clear": 255, "fill": 15, "fill_places": 9, "fill_points": len(set(points))}
        assert lit == most.get(name, sum(bin(row).count("1") for row in rows)), name


def test_frames_are_scaled_and_weighed_alike():
    number = seeded(4)
    scale, plain = twins()["scale"]
    for most, k in ((256, 256), (256, 77), (30, 255), (256, 0), (2, 256)):
        frame = bytearray(number(most) if number(2) else 0 for _ in range(765))
        out, other = bytearray(b"\x11" * 765), bytearray(b"\x22" * 765)
        arguments = k << 16 | 765, 11 << 16 | 16 << 8 | 15
        assert scale(frame, out, *arguments) == plain(frame, other, *arguments)
        assert out == other
    white = bytearray(b"\xff" * 765)
    assert scale(white, white, 256 << 16 | 765, 0x3C3C3C) == 765 * 255 * 60


def test_room_is_found_alike():
    number = seeded(5)
    found = twins()
    for size, some in ((15, 5), (15, 2), (19, 3)):
        cells = bytearray(0 if number(some) else 1 + number(2) for _ in range(size * size))
        rows, other = array("I", [7] * size), array("I", [9] * size)
        found["rows_of"][0](cells, rows)
        found["rows_of"][1](cells, other)
        assert rows == other
        assert all(bool(cells[size * y + x]) == bool(rows[y] >> x & 1) for y in range(size) for x in range(size))
        for width, height in ((1, 1), (7, 5), (15, 5), (11, 7)):
            box = found["best_box"][0](rows, width, height)
            assert box == found["best_box"][1](rows, width, height)
            left, bottom = box >> 5 & 31, box & 31
            covered = sum(bool(cells[size * (bottom + y) + left + x]) for y in range(height) for x in range(width))
            assert covered == box >> 16
