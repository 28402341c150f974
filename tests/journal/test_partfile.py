"""Records of each kind. After any power cut, a record exists completely or not at all."""

from binascii import crc32

from portable import raises, seeded
from tengen.codes import Refused, coded
from tengen.journal.partfile import HEAD, HEAD_SIZE, MAGIC, OtherVersion, decode, encode, read, size

HEADER = HEAD + bytes(8)
ERASED = b"\xff" * 64

ENTRIES = (
    ("begin", '{"game": "renju"}'),
    ("clocks", 0, 36_000_000, None, True),
    ("clocks", 127, 128, "p2", False),
    ("stamp", "no. 7", "2026-11-21"),
    ("end", 0, "agreement"),
    ("end", 2, "double-three"),
    ("left",),
    ("set up", (0, 112, 224), (), 2),
    ("set up", tuple(range(225)), tuple(range(225)), 1),
    ("stone", 0),
    ("stone", 224),
    ("stone", 360),  # on a board of 19x19
    ("stone", 112, "bomb"),
    ("stone", 0, "neutral"),
    ("pass",),
    ("choose", "p1", "swap", "no swap"),
    ("play on", "p2", "way", "one"),
    ("offer", (3, 200)),
    ("keep", 200),
    ("claim", "p1", "five", True),
    ("claim", "p2", "time", False),
    ("lapsed", "foul", 100),
    ("offer draw", "p1"),
    ("decline draw", "p2"),
    ("clock", "disturbed", "put back 天元", 1, 599_999),
    ("clock", None, "corrected by the arbiter", 0, 0),
    ("agree",),
    ("resign", "p1"),
    ("time", None),
    ("time", "p2"),
    ("back", 3, "arbiter", (1, 2, 130)),
    ("back", 1, "p2", ()),
    ("turned", (63, 64)),
    ("turned", ()),
)


def part(entries=ENTRIES):
    return HEADER + b"".join(encode(entry) for entry in entries)


def test_every_kind_comes_back_as_it_was():
    data = part() + ERASED
    assert tuple(decode(data)) == ENTRIES
    assert size(data) == len(part())
    assert decode(memoryview(data)) == decode(data)


def test_a_later_file_says_what_came_before():
    data = part((("more", 17, 300), ("stone", 0)))
    assert data[HEAD_SIZE:][:6] == bytes((0, 4, 1, 17, 172, 2)) and decode(data) == [("more", 17, 300), ("stone", 0)]


def test_nothing_written_is_no_entry():
    assert decode(HEADER + ERASED) == [] and size(HEADER + ERASED) == HEAD_SIZE


def test_a_stone_takes_few_bytes():
    assert len(encode(("stone", 112))) == 8
    assert len(encode(("clocks", 3_600_000, 3_600_000, "p1", False))) == 17


def test_the_bytes_of_a_kind_never_change():
    # the checksum that these entries had when the first such entries were written
    first = [entry for entry in ENTRIES if entry[0] != "turned" and not (entry[0] == "stone" and len(entry) > 2)]
    assert crc32(part(first[:1] + [("more", 17, 300)] + first[1:])) == 0x065BBC9D


def test_a_stone_of_another_kind_has_a_record_of_its_own():
    record = encode(("stone", 112, "bomb"))
    assert record[:9] == bytes((0, 7, 23, 112, 4)) + b"bomb" and len(record) == 13
    assert decode(HEADER + record + ERASED) == [("stone", 112, "bomb")]


def test_a_stone_that_was_turned_takes_few_bytes():
    assert encode(("turned", (112,)))[:5] == bytes((0, 3, 24, 1, 112)) and len(encode(("turned", (112,)))) == 9


def test_a_part_that_ends_anywhere_has_what_was_whole_before():
    ends = [HEAD_SIZE]
    for entry in ENTRIES:
        ends.append(ends[-1] + len(encode(entry)))
    data = part()
    for end in range(HEAD_SIZE, len(data)):
        whole = sum(1 for each in ends if each <= end) - 1
        for left in (data[:end], data[:end] + ERASED):
            assert decode(left) == list(ENTRIES[:whole]), end


def test_a_half_written_byte_spoils_its_own_record_only():
    data = part()
    before = len(part(ENTRIES[:10]))
    for at in range(before, before + len(encode(ENTRIES[10]))):
        spoilt = bytearray(data)
        spoilt[at] = ~data[at] & 0xFF
        assert decode(spoilt) == list(ENTRIES[:10]), at


def test_any_bytes_behind_the_head_are_read_without_an_error():
    number = seeded(6)
    for _ in range(300):
        junk = bytes([number(256) for _ in range(number(60))])
        assert decode(HEADER + junk + ERASED) == []


def test_a_newer_and_an_older_version_are_told():
    for version, code in ((0, "device.older_version"), (2, "device.newer_version")):
        other = MAGIC + bytes((0, version)) + bytes(8) + encode(("pass",))
        assert raises(OtherVersion, decode, other) == coded(code, number=version, count=1)


def test_a_kind_of_later_times_is_told():
    record = bytes((0, 1, 200))
    later = HEADER + record + crc32(record).to_bytes(4, "big") + ERASED
    assert raises(OtherVersion, decode, later) == coded("device.other_record", number=200)


def test_a_file_that_power_failed_to_make_has_no_entries():
    # littlefs writes a file's name before its bytes
    assert decode(b"") == []


def test_other_files_are_told():
    for data in (b"Tengen", b"\xff" * 4096, b"hello, world, this is a text", bytes(100)):
        assert raises(Refused, decode, data) == coded("device.no_part")


def test_a_long_cause_is_cut_at_a_whole_letter():
    told = decode(part((("clock", "disturbed", "天" * 200, 1, 2),)))[0][2]
    assert told == "天" * 80


# bodies that encode() never generates
FORGED = (
    bytes((7,)),  # a stone without its point
    bytes((11, 3, 1, 2)),  # two of three points
    bytes((11, 255, 255, 255, 255, 3, 1)),  # a count that would fill the memory
    bytes((7,)) + b"\xff" * 200 + b"\x01",  # a number of 1,400 bits
    bytes((7, 128, 128, 128, 128, 4)),  # 2 to the 30th
    bytes((19, 9)),  # resigned by person 9, who does not exist
    bytes((19, 0)),  # by nobody
    bytes((19, 3)),  # by the arbiter
    bytes((2, 1, 1, 3, 0)),  # the arbiter's clock
    bytes((0, 255)),  # no settings
    bytes((0, 5)) + b"{}",  # settings that end too early
    bytes((22, 2)) + b"\xff\xfe",  # no UTF-8
    bytes((7, 112, 1, 3, 0)),  # "more" is not the first entry
    bytes((7, 112, 0, 2)) + b"{}",  # "begin" is not the first entry
)


def test_a_record_that_nobody_writes_is_damage_though_its_checksum_is_right():
    for body in FORGED:
        record = len(body).to_bytes(2, "big") + body
        record += crc32(record).to_bytes(4, "big")
        before, after = encode(("begin", "{}")), encode(("stone", 7))
        found = read(HEADER + before + record + after + ERASED)
        assert found.damaged and found.entries == [("begin", "{}")] and found.behind == [("stone", 7)], body
        found = read(HEADER + before + record + ERASED)
        assert found.damaged and not found.torn and decode(HEADER + before + record) == [("begin", "{}")], body
        assert size(HEADER + before + record + ERASED) == HEAD_SIZE + len(before + record), "its bytes are sent, too"
