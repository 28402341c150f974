"""The queue of lines to send. Lines stay whole and in order, and memory is limited."""

from tengen.link.outbox import MOST_BYTES, Outbox


def drained(outbox, most):
    data = b""
    while outbox.waiting():
        part = outbox.take(most)
        assert 0 < len(part) <= most
        data += part
    return data


def test_lines_come_out_as_they_went_in_however_much_fits():
    lines = [b"a\n", b"bc\n", b"d" * 300 + b"\n", b"e\n"]
    for most in (1, 2, 3, 64, 256, 1000):
        outbox = Outbox()
        assert not outbox.waiting() and outbox.take(most) == b""
        for line in lines:
            outbox.put(line)
        assert drained(outbox, most) == b"".join(lines), most
        assert not outbox.waiting() and outbox.take(most) == b""


def test_several_lines_go_together():
    outbox = Outbox()
    outbox.put(b"abc\n")
    outbox.put(b"def\n")
    assert outbox.take(6) == b"abc\nde"
    outbox.put(b"ghi\n")
    assert outbox.take(64) == b"f\nghi\n"


def test_nothing_fits():
    outbox = Outbox()
    outbox.put(b"abc\n")
    assert outbox.take(0) == b"" and outbox.waiting()
    assert drained(outbox, 64) == b"abc\n"


def test_the_oldest_are_dropped_whole_but_never_the_rest_of_one_that_has_begun():
    outbox = Outbox()
    lines = [b"%04d%s\n" % (number, b"." * 95) for number in range(1000)]
    outbox.put(lines[0])
    begun = outbox.take(10)
    for line in lines[1:]:
        outbox.put(line)
    kept = MOST_BYTES // 100
    assert begun + drained(outbox, 64) == lines[0] + b"".join(lines[-kept:])


def test_a_line_longer_than_all_the_room_goes_alone():
    outbox = Outbox()
    long = b"x" * 2 * MOST_BYTES + b"\n"
    for line in (b"a\n", long):
        outbox.put(line)
    assert drained(outbox, 64) == long
    for line in (long, b"b\n"):
        outbox.put(line)
    assert drained(outbox, 64) == b"b\n"


def test_a_listener_who_has_lost_something_hears_a_line_end_and_then_whole_lines():
    outbox = Outbox()
    for line in (b"abcdef\n", b"ghi\n"):
        outbox.put(line)
    assert outbox.take(3) == b"abc"
    outbox.begin_anew()
    assert drained(outbox, 64) == b"\nghi\n"
    outbox.begin_anew()
    assert drained(outbox, 64) == b"\n"
