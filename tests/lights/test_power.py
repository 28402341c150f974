"""The current of a frame: the usual model of a WS2812B, and no frame over the budget."""

from tengen.lights import power

FULL = (11, 16, 15)  # mA at full: green, red, blue


def test_a_dark_chain_draws_its_idle_current():
    assert power.estimate_ma(bytearray(765), 255, FULL, 1) == 255


def test_one_pixel_at_full_white():
    frame = bytearray(765)
    frame[0:3] = b"\xff\xff\xff"
    assert power.estimate_ma(frame, 255, FULL, 1) == 255 + 42


def test_a_whole_board_at_full_white_draws_eleven_amperes():  # FACTS, Electricity: 255 of them 11 A
    assert power.estimate_ma(bytearray(b"\xff" * 765), 255, FULL, 1) == 255 * 43


def test_a_frame_within_the_budget_is_left_alone():
    frame = bytearray(b"\x01" * 765)
    assert not power.limit(frame, 255, FULL, 1, 2000)
    assert frame == bytearray(b"\x01" * 765)


def test_no_frame_exceeds_the_budget():
    for budget in (255, 256, 350, 2000, 5000):
        for fill in (b"\xff\xff\xff", b"\x80\x00\xff", b"\x01\xff\x00"):
            frame = bytearray(fill * 255)
            power.limit(frame, 255, FULL, 1, budget)
            assert power.estimate_ma(frame, 255, FULL, 1) <= budget, (budget, fill)


def test_scaling_keeps_the_hue():
    frame = bytearray(b"\xc8\x64\x00" * 255)
    assert power.limit(frame, 255, FULL, 1, 2000)
    green, red, blue = frame[0:3]
    assert blue == 0 and abs(green - 2 * red) <= 2 and red > 20
