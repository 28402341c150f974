"""JSON lines. Each line is one object of limited length, and everything else is an error."""

import json

from portable import raises
from tengen.codes import Refused
from tengen.link import codec


def written(groups, fields):
    """Return line number 7 with these groups and fields in the form in which it is sent. Check its mark."""
    line = codec.Line()
    for group in groups:
        before = line.size
        line.add(group, groups[group])
        assert line.size > before
    found = line.end(7, 1234, fields)
    assert found[:1] == b"\x1e" and found[-1:] == b"\n" and found.count(b"\n") == 1
    return json.loads(found[1:].decode())


def test_a_line_from_the_board():
    game, did, number = {"number": 1, "name": "天元"}, [{"code": "move", "point": "h8"}], {"seq": 7, "t": 1234}
    for groups in ({}, {"game": game}, {"game": game, "result": None}):
        for fields in ({}, {"did": did}, {"did": did, "more": True}, {"re": None, "answer": {}}):
            found = written(groups, fields)
            assert found.pop("is", {}) == groups
            for field in number:
                assert found.pop(field) == number[field]
            assert found == fields


def test_a_command():
    assert codec.decode(b'{"cmd": "snapshot"}') == {"cmd": "snapshot"}


def test_what_is_no_command():
    broken = (b"", b"hello", b"{", b'{"cmd": "snapshot"', b"\xff\xfe", b"[" * 200)
    objects = (b"{}", b'{"cmd": 1}')
    for line in broken + (b"[1]", b"1", b"null") + objects:
        code = raises(Refused, codec.decode, line)["code"]
        assert code == ("device.no_command" if line in objects else "device.no_json"), line


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
