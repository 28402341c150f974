"""The current limit for all frames, and the bytes on the wire compared with the LED maker's own driver."""

from hypothesis import given, settings
from hypothesis import strategies as st
from portable import estimate_ma, some
from reference import maker
from tengen.lights import power

PIXELS = 255
CURRENTS = st.tuples(st.integers(1, 60), st.integers(1, 60), st.integers(1, 60))
# a random colour for each pixel, or a few lit pixels, or one colour everywhere
PIXEL = st.binary(min_size=3, max_size=3)
FRAMES = st.one_of(
    st.binary(min_size=3 * PIXELS, max_size=3 * PIXELS),
    st.lists(PIXEL, max_size=30).map(lambda few: b"".join(few).ljust(3 * PIXELS, b"\0")),
    PIXEL.map(lambda pixel: pixel * PIXELS),
)


@settings(max_examples=some(400), deadline=None)
@given(FRAMES, CURRENTS, st.integers(0, 2), st.integers(0, 12_000), st.integers(0, 256))
def test_no_frame_exceeds_its_budget_nor_is_needlessly_dark(frame, full, idle, over, brightness):
    budget = idle * PIXELS + over
    out = bytearray(len(frame))
    k = power.fit(frame, out, PIXELS, full, idle, budget, brightness)
    assert k <= brightness
    assert out == bytes(value * k // 256 for value in frame)
    assert estimate_ma(out, PIXELS, full, idle) <= budget
    if k < brightness:
        brighter = bytes(value * (k + 1) // 256 for value in frame)
        assert estimate_ma(brighter, PIXELS, full, idle) > budget


def test_the_wire_is_that_of_the_makers_driver_at_the_same_brightness(monkeypatch):
    strip, sent = maker(monkeypatch)
    values = bytes(range(256)) * 2 + bytes(range(253))
    for number in range(PIXELS):
        green, red, blue = values[3 * number : 3 * number + 3]
        strip[number] = (red, green, blue)
    out = bytearray(len(values))
    for brightness in range(257):
        for budget in (20_000, 400):
            k = power.fit(values, out, PIXELS, (11, 16, 15), 1, budget, brightness)
            strip.brightness = k / 256
            strip.show()
            assert sent[-1] == bytes(out), (brightness, k)
