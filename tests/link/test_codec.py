"""JSON lines: one object per line, of bounded length, and an error in words for everything else."""

import json

from support import raises
from tengen.link import codec


def test_a_line_from_the_board_is_marked():
    line = b"".join(codec.encode({"event": "move", "point": "h8"}))
    assert line[:1] == b"\x1e" and line[-1:] == b"\n" and line.count(b"\n") == 1
    assert json.loads(line[1:].decode()) == {"event": "move", "point": "h8"}


def test_a_long_event_goes_in_pieces():
    event = {"field %d" % number: ["a", None, number] for number in range(60)}
    pieces = codec.encode(event)
    assert len(pieces) > 4 and max(len(piece) for piece in pieces) < 300
    line = b"".join(pieces)
    assert line[:1] == b"\x1e" and line[-1:] == b"\n" and line.count(b"\n") == 1
    assert json.loads(line[1:].decode()) == event


def test_a_command():
    assert codec.decode(b'{"cmd": "snapshot"}') == {"cmd": "snapshot"}


def test_what_is_no_command():
    broken = (b"", b"hello", b"{", b'{"cmd": "snapshot"', b"\xff\xfe", b"[" * 200)
    for line in broken + (b"[1]", b"1", b"null", b"{}", b'{"cmd": 1}'):
        message = raises(ValueError, codec.decode, line)
        assert '{"cmd": "snapshot"}' in message, line


def test_lines_come_whole_however_they_arrive():
    lines = codec.Lines()
    assert lines.feed(b"ab") == []
    assert lines.feed(b"c\nd") == [b"abc"]
    assert lines.feed(b"\r\n\r\ne\n") == [b"d", b"e"]


def test_a_line_too_long_is_dropped_whole_and_told_once():
    lines = codec.Lines()
    for _ in range(1000):
        assert lines.feed(b"x" * 100) == []
    assert lines.feed(b"y\nok\n") == [None, b"ok"]
    assert lines.feed(b"z" * codec.LONGEST_LINE + b"\n") == [b"z" * codec.LONGEST_LINE]
