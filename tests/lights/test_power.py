"""The current of a frame by the usual model of a WS2812B. No frame takes more than the limit."""

from portable import estimate_ma, seeded
from tengen.lights import power

FULL = (11, 16, 15)  # mA at full brightness: green, red, blue


def fit(frame, budget_ma=2000, brightness=256):
    """Return (k, the bytes to send) for a frame of the board's chain."""
    out = bytearray(b"\xaa" * len(frame))
    return power.fit(frame, out, 255, FULL, 1, budget_ma, brightness), out


def test_a_dark_chain_draws_its_idle_current():
    assert estimate_ma(bytearray(765), 255, FULL, 1) == 255


def test_one_pixel_at_full_white():
    frame = bytearray(765)
    frame[0:3] = b"\xff\xff\xff"
    assert estimate_ma(frame, 255, FULL, 1) == 255 + 42


def test_each_channel_has_its_own_current():
    for channel in range(3):
        frame = bytearray(765)
        frame[300 + channel] = 255
        assert estimate_ma(frame, 255, FULL, 1) == 255 + FULL[channel]
        # with one mA less it must be dimmed
        assert fit(frame, 255 + FULL[channel])[0] == 256
        assert fit(frame, 254 + FULL[channel])[0] < 256


def test_a_whole_board_at_full_white_draws_eleven_amperes():  # 255 white LEDs take 11 A
    assert estimate_ma(bytearray(b"\xff" * 765), 255, FULL, 1) == 255 * 43


def test_a_frame_within_the_budget_is_sent_as_it_is():
    frame = bytearray(b"\x01\x02\x03" * 255)
    assert fit(frame) == (256, frame)


def test_the_drawn_frame_is_left_as_it_was():
    frame = bytearray(b"\xff" * 765)
    fit(frame, 300)
    assert frame == bytearray(b"\xff" * 765)


def test_the_whole_board_white_at_two_amperes():
    # 1745 mA are left for the pixels, which take 255 x 42 mA at full brightness. So the model gives 0.163 of full, and
    # k is the nearest number of 256ths.
    k, out = fit(bytearray(b"\xff" * 765))
    assert k == 42 and out == bytearray(b"\x29" * 765)
    # the current at brightness 41 and at 42 of 255
    assert estimate_ma(out, 255, FULL, 1) == 255 + 1722 and 255 + 1764 > 2000


def test_no_frame_exceeds_the_budget_nor_is_needlessly_dark():
    number = seeded(765)
    for budget in (255, 256, 257, 300, 350, 1000, 2000, 5000, 11000):
        for most in (2, 20, 256):
            frame = bytearray(number(most) if number(3) else 0 for _ in range(765))
            for brightness in (1, 100, 256):
                k, out = fit(frame, budget, brightness)
                assert out == bytearray(value * k >> 8 for value in frame)
                assert k <= brightness and estimate_ma(out, 255, FULL, 1) <= budget
                if k < brightness:
                    more = bytearray(value * (k + 1) >> 8 for value in frame)
                    assert estimate_ma(more, 255, FULL, 1) > budget


def test_a_budget_below_the_dark_current_darkens_all():
    assert not any(fit(bytearray(b"\xff" * 765), 100)[1])


def test_brightness_dims_what_is_within_the_budget():
    frame = bytearray(b"\xc8\x64\x00" * 10 + bytes(735))
    assert fit(frame, 2000, 128) == (128, bytearray(b"\x64\x32\x00" * 10 + bytes(735)))
    assert fit(frame, 2000, 0) == (0, bytearray(765))
