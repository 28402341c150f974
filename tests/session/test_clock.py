"""The players' clock: cases calculated by hand, and two hours compared with a clock that counts differently."""

from portable import raises, seeded
from tengen.codes import coded
from tengen.session.clock import Clock, control

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        pass

    heap_unlock = heap_lock

SECOND, MINUTE = 1000, 60_000
LONG_AGO = 5 * 24 * 60 * MINUTE  # the time (ms) since the board was switched on


def clock(text, seat="p1", at=0):
    """Return a Clock on which a player's time runs from `at` on."""
    found = Clock(control(text))
    found.run(seat, at)
    return found


# The texts of a clock


def test_texts_and_what_they_mean():
    for text, main_ms, increment_ms, periods, period_ms, briefly in (
        ("10", 10 * MINUTE, 0, 0, 0, "10"),
        ("600", 600 * MINUTE, 0, 0, 0, "600"),
        ("10+5", 10 * MINUTE, 5 * SECOND, 0, 0, "10+5"),
        ("135+30", 135 * MINUTE, 30 * SECOND, 0, 0, "135+30"),
        ("0.5+2", 30 * SECOND, 2 * SECOND, 0, 0, "0.5+2"),
        ("10+0", 10 * MINUTE, 0, 0, 0, "10"),
        ("30/30", 30 * MINUTE, 0, 1, 30 * SECOND, "30/30"),
        ("30/30x1", 30 * MINUTE, 0, 1, 30 * SECOND, "30/30"),
        ("45/30x3", 45 * MINUTE, 0, 3, 30 * SECOND, "45/30x3"),
        ("0/600x99", 0, 0, 99, 600 * SECOND, "0/600x99"),
        (" 007.250 / 0.5 X 05 ", 435 * SECOND, 0, 5, 500, "7.25/0.5x5"),
        ("0.001+0.001", 60, 1, 0, 0, "0.001+0.001"),
    ):
        found = control(text)
        assert (found.main_ms, found.increment_ms) == (main_ms, increment_ms), text
        assert (found.periods, found.period_ms) == (periods, period_ms), text
        assert found.text == briefly
        assert control(briefly).text == briefly
    assert control("none") is None and control(" None ") is None


def test_texts_that_are_no_clock():
    plain = ("", "soon", "-5", "1e3", "10:00", "1.", ".5", "1.2345", "1.2.3", "\u0665", "9" * 41)
    increment = ("10+", "+5", "10+5+5", "10+5x3", "5+5/30")
    byo_yomi = ("5/", "5/30/30", "5/30x", "5/30x3x3", "5/30x3.5")
    for text in plain + increment + byo_yomi:
        assert raises(ValueError, control, text) == coded("device.clock_kinds", text=text[:40])
    assert raises(ValueError, control, "601") == coded("device.clock_minutes", most=600, text="601")
    assert raises(ValueError, control, "600.001/1") == coded("device.clock_minutes", most=600, text="600.001")
    assert raises(ValueError, control, "5+600.5") == coded("device.clock_increment", most=600, text="600.5")
    assert raises(ValueError, control, "5/601") == coded("device.clock_period", most=600, text="601")
    assert raises(ValueError, control, "5/0x3") == coded("device.clock_period", most=600, text="0")
    assert raises(ValueError, control, "5/30x0") == coded("device.clock_periods", most=99, count=0)
    assert raises(ValueError, control, "5/30x100") == coded("device.clock_periods", most=99, count=100)
    for text in ("0", "0+5"):
        assert raises(ValueError, control, text) == coded("device.clock_no_main", text=text)


# Calculated by hand


def test_before_it_begins_nobodys_time_passes():
    new = Clock(control("10"))
    assert new.running is None and not new.stopped
    for seat in ("p1", "p2"):
        assert new.left(seat, 99 * MINUTE) == 10 * MINUTE
        assert new.ends_at(seat) == -1 and not new.out(seat, 99 * MINUTE)


def test_an_increment_undoes_no_time_out():
    game = clock("1+5")
    game.moved("p1", 60_000)
    game.run("p2", 60_000)
    game.run("p1", 61_000)
    game.moved("p1", 62_000)
    assert game.out("p1", 62_000) and game.left("p1", 62_000) == 0


def test_byo_yomi():
    game = clock("1/30x3")  # the time ends at 60 + 90 s
    assert game.ends_at("p1") == 150_000
    for now, left, periods, whole in (
        (0, 60_000, 3, 60_000),
        (59_999, 1, 3, 60_000),
        (60_000, 30_000, 3, 30_000),
        (89_999, 1, 3, 30_000),
        (90_000, 30_000, 2, 30_000),
        (130_000, 20_000, 1, 30_000),
        (149_999, 1, 1, 30_000),
        (150_000, 0, 0, 30_000),
        (999_999, 0, 0, 30_000),
    ):
        assert (game.left("p1", now), game.periods("p1", now), game.whole_ms("p1", now)) == (left, periods, whole), now
        assert game.out("p1", now) == (now >= 150_000)


def test_a_move_within_a_period_gives_that_period_back():
    game = clock("1/30x3")
    game.moved("p1", 75_000)  # 15 s of the first period are used
    game.run("p2", 75_000)
    assert (game.left("p1", 80_000), game.periods("p1", 80_000)) == (30_000, 3)
    game.run("p1", 100_000)
    assert game.ends_at("p1") == 190_000
    game.moved("p1", 140_000)  # after 40 s one period is used up, and the second period starts again
    game.run("p2", 140_000)
    assert (game.left("p1", 150_000), game.periods("p1", 150_000)) == (30_000, 2)
    game.run("p1", 150_000)
    game.moved("p1", 180_000)  # after exactly 30 s the period is used up
    assert (game.left("p1", 180_000), game.periods("p1", 180_000)) == (30_000, 1)
    game.moved("p1", 209_999)
    assert (game.left("p1", 209_999), game.periods("p1", 209_999)) == (30_000, 1)
    assert game.ends_at("p1") == 239_999
    game.moved("p1", 239_999)
    assert game.out("p1", 239_999) and game.periods("p1", 239_999) == 0


def test_a_press_counts_from_when_the_finger_went_down():
    game = clock("10", at=1_000)
    assert game.left("p1", 5_300) == 595_700  # the time that was shown while the finger was down
    game.moved("p1", 5_000)
    game.run("p2", 5_000)
    assert game.left("p1", 5_300) == 596_000 and game.left("p2", 5_300) == 599_700


def test_a_press_that_saved_the_last_period_is_told_after_it_would_have_ended():
    game = clock("0/10x1")
    assert game.out("p1", 10_100)
    game.moved("p1", 9_999)
    game.run("p2", 9_999)
    assert not game.out("p1", 10_100) and game.left("p1", 10_100) == 10_000


def test_no_time_is_used_twice_or_given_back_by_what_comes_late():
    game = clock("10")
    game.stop(10_000)
    game.run("p2", 9_000)  # this time counts only from 10 s on, because the clock was stopped until then
    game.go_on(9_500)
    assert game.left("p1", 10_000) == 590_000 and game.left("p2", 10_000) == 600_000
    game.run("p1", 10_500)
    game.run("p2", 10_400)
    assert game.left("p1", 11_000) == 590_000 and game.left("p2", 11_000) == 599_000
    assert game.left("p2", 10_000) == 599_500  # for an earlier time the clock returns the last answer


def test_stopping_twice_is_stopping_once():
    game = clock("10")
    game.stop(3_000)
    game.stop(5_000)
    game.go_on(6_000)
    game.go_on(7_000)
    assert game.left("p1", 8_000) == 595_000


def test_nobodys_clock():
    game = clock("10")
    game.run(None, 4_000)
    assert game.left("p1", 9_000) == 596_000 and game.ends_at("p1") == -1


def test_the_arbiter_corrects_main_time():
    game = clock("10")
    game.correct("p1", 90_000, 30_000)
    game.correct("p2", 36_000_000, 30_000)
    assert game.left("p1", 40_000) == 80_000 and game.ends_at("p1") == 120_000
    assert game.left("p2", 40_000) == 36_000_000
    game.correct("p1", 0, 50_000)
    assert game.out("p1", 50_000)
    game.correct("p1", 1_000, 60_000)  # this lets the arbiter undo the end of a player's time
    assert not game.out("p1", 60_999) and game.out("p1", 61_000)
    for wrong in (-1, 36_000_001):
        assert raises(ValueError, game.correct, "p1", wrong, 60_000) == (
            coded("device.clock_left", most=600, text=wrong)
        )


def test_the_arbiter_corrects_a_period():
    def corrected(at, left_ms):
        game = clock("1/30x3")
        game.correct("p1", left_ms, at)
        return game.left("p1", at), game.periods("p1", at), game.whole_ms("p1", at)

    # in main time all periods stay
    assert corrected(10_000, 20_000) == (20_000, 3, 60_000)
    assert corrected(10_000, 0) == (30_000, 3, 30_000)
    # after 40 s of byo-yomi the second of three periods runs
    assert corrected(100_000, 25_000) == (25_000, 2, 30_000)
    assert corrected(100_000, 30_000) == (30_000, 2, 30_000)
    assert corrected(100_000, 0) == (30_000, 1, 30_000)
    # a rest that is longer than a period counts as main time again
    assert corrected(100_000, 30_001) == (30_001, 3, 60_000)
    # the time has ended, so the last period is given back
    assert corrected(150_000, 7_000) == (7_000, 1, 30_000)
    assert corrected(150_000, 0) == (0, 0, 30_000)


def test_a_state_is_gone_on_with_at_another_time():
    game = clock("1/30x3", at=LONG_AGO)
    game.moved("p1", LONG_AGO + 100_000)
    game.run("p2", LONG_AGO + 100_000)
    game.stop(LONG_AGO + 107_000)
    state = game.state(LONG_AGO + 200_000)
    assert state == (60_000, 143_000, "p2", True)
    other = Clock(control("1/30x3"))
    other.restore(list(state), 500)  # through JSON, after a restart of the board
    assert (other.left("p1", 900), other.periods("p1", 900), other.left("p2", 900)) == (30_000, 2, 53_000)
    other.go_on(1_000)
    assert other.running == "p2" and other.ends_at("p2") == 144_000
    running = other.state(3_000)
    assert running == (60_000, 141_000, "p2", False)
    game.restore(running, LONG_AGO)  # a take-back restores the old times
    assert game.left("p2", LONG_AGO + 1_000) == 50_000


def test_what_is_asked_every_tick_allocates_nothing():
    game = clock("1/30x3")
    found = [0]
    heap_lock()
    try:
        for now in range(0, 160_000, 7_000):
            found[0] += game.left("p1", now) + game.periods("p1", now) + game.whole_ms("p1", now)
            found[0] += game.ends_at("p1") + game.out("p1", now)
    finally:
        heap_unlock()
    assert found[0]


# Two hours


class Naive:
    """A player's time as three numbers that count down."""

    def __init__(self, kind):
        self.kind = kind
        self.main = kind.main_ms
        self.periods = kind.periods
        self.period = kind.period_ms
        self.used = 0

    def spend(self, ms):
        self.used += ms
        taken = min(ms, self.main)
        self.main -= taken
        ms -= taken
        while ms and self.periods:
            taken = min(ms, self.period)
            self.period -= taken
            ms -= taken
            if not self.period:
                self.periods -= 1
                self.period = self.kind.period_ms if self.periods else 0

    def move(self):
        if self.main or self.periods:
            self.main += self.kind.increment_ms
        if not self.main and self.periods:
            self.period = self.kind.period_ms

    def left(self):
        return self.main or (self.period if self.periods else 0)

    def all(self):
        return self.main + (self.kind.period_ms * (self.periods - 1) + self.period if self.periods else 0)


def play(text, seed, hours=2):
    """Play for some hours. Return the two Naive players, the events, the Clock and its time.

    A turn has several spans of thought. The clock is stopped in some spans, and may also be stopped at a press.
    """
    number = seeded(seed)
    kind = control(text)
    game = Clock(kind)
    players = {"p1": Naive(kind), "p2": Naive(kind)}
    now = start = LONG_AGO + number(1_000_000)
    end = start + hours * 60 * MINUTE
    mover, other = "p1", "p2"
    game.run(mover, now)
    stopped_ms = 0
    seen = {"moves": 0, "stops": 0, "least periods": kind.periods, "lost periods": 0, "queries": 0}
    while now < end:
        for _ in range(1 + number(3)):
            player = players[mover]
            # a thought is sometimes longer than a period, but never so long that the time ends
            thought = min(number(45_000) if number(5) else number(4_000), end - now, player.all() - 1)
            stopped = number(4) == 0
            if stopped:
                game.stop(now)
                stopped_ms += thought
                seen["stops"] += 1
            elif game.stopped:
                game.go_on(now)
            before = player.periods
            asked_at = number(thought + 1)
            for spent in (asked_at, thought - asked_at):
                now += spent
                if not stopped:
                    player.spend(spent)
                for seat in players:
                    naive = players[seat]
                    assert game.left(seat, now) == naive.left(), (now, seat)
                    assert game.periods(seat, now) == naive.periods, (now, seat)
                    assert not game.out(seat, now)
                    runs = seat == mover and not stopped
                    assert game.ends_at(seat) == (now + naive.all() if runs else -1), (now, seat)
                    seen["queries"] += 1
            seen["lost periods"] += before - player.periods
            seen["least periods"] = min(seen["least periods"], player.periods)
            # an action has the time at which the button went down, which may be before the last query
            game.left(mover, now + number(200))
        players[mover].move()
        game.moved(mover, now)
        game.run(other, now)
        seen["moves"] += 1
        mover, other = other, mover
        if not number(10):
            kept = game.state(now)
            game = Clock(kind)
            game.restore(kept, now)
    seen["stopped ms"] = stopped_ms
    return players, seen, game, now - start


def test_two_hours_with_byo_yomi_to_the_millisecond():
    for seed in range(1, 6):
        players, seen, game, passed = play("20/30x5", seed)
        assert passed == 7_200_000
        assert players["p1"].used + players["p2"].used + seen["stopped ms"] == passed
        assert seen["moves"] > 100 and seen["stops"] > 30 and seen["queries"] > 800, seen
        assert seen["lost periods"] >= 4 and seen["least periods"] == 1, seen


def test_two_hours_of_the_other_kinds():
    for text in ("135", "70+10", "90.5/60", "0/45x99"):
        for seed in (1, 2):
            players, seen, game, passed = play(text, seed)
            assert players["p1"].used + players["p2"].used + seen["stopped ms"] == passed == 7_200_000
            if text == "135":
                for seat in players:
                    assert game.left(seat, LONG_AGO) == 135 * MINUTE - players[seat].used
