"""Test files that are cut off, damaged or malicious.

The result must be a record or one clear sentence, in bounded time and memory.
"""

import os
import random
import resource
import subprocess
import sys

import effort
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from portable import QUICK, some
from recording import records
from tengen_host.records import formats
from tengen_host.records.checks import MOST_BYTES, MOST_GAMES
from tengen_host.records.record import Note, Record, RecordError

NOTES = (
    Note(1, "chosen", {"who": "p2", "ask": "swap", "option": "swap"}),
    Note(2, "comment", {"text": "[;)(] \\ <b> # ä"}),
)
GAME = Record(("h8", "i9", "g7", "j10", "f6"), black="Ants Soosõrv", white="中村", event="Open", notes=NOTES)
WRITTEN = {name: formats.write([GAME], name) for name in formats.FORMATS if name != "pgn"}
CAPTURE = Record(("j10", "k10", "n10", "l10", "m10", "a1"), size=19, game="pente", first="white", rule="pro",
                 changes=((),) * 4 + ((("k10", "black", "empty"), ("l10", "black", "empty")), ()), notes=NOTES,
                 black="Ants Soosõrv", white="中村", event="Open")  # fmt: skip
WRITTEN["pgn"] = formats.write([CAPTURE], "pgn")

MB = 1_000_000


def opened(data, format_):
    """Read data; return records, or the error's message of one sentence. No other error may be raised."""
    try:
        found = formats.FORMATS[format_].read(data, "a.file")
    except RecordError as error:
        message = str(error)
        assert message.startswith("a.file") and ": " in message and "\n" not in message and len(message) < 250
        return message
    assert found
    return found


@pytest.mark.parametrize("format_", WRITTEN)
def test_a_file_cut_off_anywhere_is_a_game_or_says_so(format_):
    data = WRITTEN[format_]
    for size in range(len(data)):
        found = opened(data[:size], format_)
        # XML and SGF have an end mark; a file without its end mark gives an error
        assert format_ in ("text", "psq", "pgn", "sav") or isinstance(found, str) or size >= len(data.rstrip()), size


@pytest.mark.parametrize("format_", WRITTEN)
def test_damaged_bytes_do_no_harm(format_):
    luck = random.Random(format_)
    for _ in range(400):
        data = bytearray(WRITTEN[format_])
        for _ in range(luck.randrange(1, 6)):
            at = luck.randrange(len(data))
            data[at : at + luck.randrange(3)] = bytes(luck.choice(b"[]();\\<>&\"'# 0-\0\xff\x81hB") for _ in range(2))
        opened(bytes(data), format_)
        formats.recognize(bytes(data))


@pytest.mark.parametrize("format_", WRITTEN)
@settings(max_examples=some(150), deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_are_games_or_say_why_not(format_, data):
    opened(data, format_)


@settings(max_examples=some(150), deadline=None)
@given(records())
@example(Record((), size=5, over=True, winner="black", reason="\n"))
def test_any_record_is_written_or_says_why_not(record):
    for format_ in WRITTEN:
        check_written(format_, record)


def check_written(format_, record):
    try:
        data = formats.write([record], format_)
    except RecordError as error:
        assert "write this game as sgf" in str(error) or "write it as sgf" in str(error)
        return
    (again,) = formats.FORMATS[format_].read(data, "")
    assert (again.moves, again.size, again.over, again.winner) == (
        record.moves,
        record.size,
        record.over,
        record.winner,
    )


def large(most):
    """Return functions that make files of a given size, by format and name. Each is the worst case of its kind."""

    def share(number):
        """Scale a number for a file of the greatest length to the length `most`."""
        return number * most // MOST_BYTES

    return {
        "sgf": {
            "nodes": lambda: b"(" + b";" * (most - 2) + b")",
            "values": lambda: b"(;A" + b"[]" * (most // 2 - 10) + b")",
            "properties": lambda: b"(;" + b"A " * (most // 2 - 10) + b")",
            "moves": lambda: b"(" + b";B[]" * (most // 4 - 10) + b")",
            "variations": lambda: b"(;" * (most // 2),
            "closed variations": lambda: b"(;" * 900 + b"(;)" * share(200_000) + b")" * 900,
            "brackets": lambda: b"(;C[" + b"[" * (most - 10),
            "backslashes": lambda: b"(;C[" + b"\\" * (most - 10),
            "parentheses": lambda: b"(" * most,
            "parentheses with blanks": lambda: b"(  " * (most // 3),
            "blanks": lambda: b"(" + b" " * (most - 1),
            "one comment": lambda: b"(;C[" + b"x" * (most - 10) + b"])",
            "escapes": lambda: b"(;C[" + b"\\x" * (most // 2 - 10) + b"])",
            "games": lambda: b"(;)" * (most // 3),
            "most games": lambda: b"(;B[hh];W[ig];B[gi])" * share(MOST_GAMES),
            "rectangles": lambda: b"(;SZ[19]" + b"AB[aa:ss]" * (most // 9 - 10) + b")",
            "rectangles node by node": lambda: b"(;SZ[19]" + b";AB[aa:ss][aa:ss]" * share(79_000) + b")",
            "130,000 nodes": lambda: b"(" + b";C[x]" * share(130_000) + b")",
            "the same stones again": lambda: b"(;SZ[19]" + b";AB[aa]AE[aa]" * share(30_000) + b")",
            "JSON": lambda: b"(;TG[" + b"\\[" * (most // 2 - 10) + b"])",
            "a long number": lambda: b"(;SZ[" + b"9" * (most - 20) + b"])",
            "a long number in JSON": lambda: b'(;TG[{"id":' + b"9" * (most - 20) + b"}])",
            "encodings": lambda: b"(;" + b"CA[x" * (most // 4 - 10),
            "high bytes": lambda: b"(;PB[" + b"\x81a" * (most // 2 - 20) + b"\xff])",
            "foreign ends": lambda: b"(" + b";C[\xe9]" * (most // 5 - 10) + b")",
            "foreign escapes": lambda: b"(;C[" + b"\xe9\\]" * (most // 3 - 10) + b"])",
            "foreign openings": lambda: b"(;C[" + b"\xe9[" * (most // 2 - 10) + b"])",
            "foreign words": lambda: b"(;C[" + b"".join(b"\xd0%d\xe9\\ " % n for n in range(share(400_000))) + b"])",
            "numbers of seconds": lambda: b"(" + b";BL[1.1111111111111]" * (most // 20 - 10) + b")",
        },
        "text": {
            "moves": lambda: b"h8" * (most // 2),
            "passes": lambda: b"--" * (most // 2),
            "results": lambda: b"* " * (most // 2),
            "games": lambda: b"h8\n" * (most // 3),
            "comments": lambda: b"#\n" * (most // 2),
            "games with comments": lambda: b"#\nh8\n" * (most // 5),
            "lines": lambda: b"\n" * most,
            "numbers": lambda: b"1 " * (most // 2),
            "move numbers": lambda: b"1." * (most // 2),
            "lines of both ends": lambda: b"\r\n\r\n\n\r" * (most // 6),
            "a long number": lambda: b"1" * most,
            "dashes": lambda: b"- " * (most // 2),
            "blanks": lambda: b" " * most,
            "one word": lambda: b"x" * most,
        },
        "psq": {
            "moves": lambda: b"Piskvorky 15x15, 0:0, 0\n" + b"1,1,1\n" * (most // 6 - 10),
            "a long number": lambda: b"Piskvorky 15x15, 0:0, 0\n" + b"1" * (most - 40) + b",1,1",
            "a long time": lambda: b"Piskvorky 15x15, 0:0, 0\n1,1," + b"1" * (most - 40),
            "a long size": lambda: b"Piskvorky " + b"1" * (most - 40),
            "blanks": lambda: b"Piskvorky " + b" " * (most - 40),
            "names": lambda: b"Piskvorky 15x15, 0:0, 0\n" + b"x\n" * (most // 2 - 40),
            "lines": lambda: b"Piskvorky 15x15, 0:0, 0\n" + b"\n" * (most - 40),
            "comments": lambda: b"Piskvorky 15x15, 0:0, 0\n-1\n" + b"#\n" * (most // 2 - 40),
            "commas": lambda: b"Piskvorky 15x15, 0:0, 0\n1,1" + b"," * (most - 40),
        },
        "sav": {
            "moves": lambda: b"19\n19\n361\n" + b"1 1\n" * (most // 4 - 10),
            "numbers": lambda: b"1 " * (most // 2),
            "one line": lambda: b"15\n15\n1\n" + b"1 " * (most // 2 - 10),
            "a long number": lambda: b"15\n" + b"1" * (most - 10),
            "blanks": lambda: b"15\n" + b" " * (most - 10),
            "lines": lambda: b"15\n15\n" + b"\n" * (most - 10),
            "comments": lambda: b"15\n15\n0\n" + b"#\n" * (most // 2 - 10),
            "a comment": lambda: b"15\n15\n0\n#" + b"#" * (most - 20),
        },
        "pgn": {
            "headers": lambda: b'[Game "Pente"]\n' * (most // 15),
            "games": lambda: b'[Game "Pente"]\n*\n' * (most // 17),
            "most games": lambda: b'[Game "Pente"]\n1. K10 L10 2. O10 M10 3. N10 A1 *\n' * share(MOST_GAMES),
            "moves": lambda: b'[Game "Connect6"]\n' + b"K10 " * (most // 4 - 10),
            "numbers": lambda: b'[Game "Connect6"]\n' + b"1. " * (most // 3 - 10),
            "results": lambda: b'[Game "Connect6"]\n' + b"* " * (most // 2 - 20),
            "comments": lambda: b'[Game "Connect6"]\n' + b"{x}" * (most // 3 - 20),
            "braces": lambda: b'[Game "Connect6"]\n' + b"{" * (most - 20),
            "one comment": lambda: b'[Game "Connect6"]\n{' + b"x" * (most - 20),
            "notes": lambda: b'[Game "Pente"]\n' + b'[Note "x"]\n' * (most // 11 - 10),
            "other headers": lambda: b'[Game "Pente"]\n' + b"".join(b'[A%d "x"]\n' % n for n in range(share(250_000))),
            "a long name": lambda: b'[Game "' + b"x" * (most - 20) + b'"]',
            "a long header": lambda: b"[" + b"x" * (most - 1),
            "blanks in a header": lambda: b"[Game" + b" " * (most - 20) + b'"x"]',
            "quotes": lambda: b"[Game " + b'"' * (most - 20),
            "lines": lambda: b'[Game "Pente"]\n' + b"\n" * (most - 20),
            "a long number": lambda: b'[Game "Pente"]\n' + b"1" * (most - 20),
        },
        "rif": {
            "elements": lambda: b"<a>" + b"<a/>" * (most // 4 - 10) + b"</a>",
            "elements in elements": lambda: b"<a>" * (most // 3),
            "games": lambda: b"<a>" + b"<game/>" * (most // 7 - 10) + b"</a>",
            "most games": lambda: b"<a>" + b"<game><move>h8 i9 g7</move></game>" * share(MOST_GAMES) + b"</a>",
            "players": lambda: b"<a>" + b'<player id="1"/>' * (most // 16 - 10) + b"</a>",
            "a long name in most games": lambda: b'<a><player id="1" name="' + b"x" * share(3 * MB) + b'" surname="y"/>'
            + b'<game black="1"/>' * share(MOST_GAMES) + b"</a>",
            "attributes": lambda: b"<a " + b" ".join(b'a%d="1"' % n for n in range(share(300_000))) + b"/>",
            "one attribute": lambda: b'<game black="' + b"x" * (most - 40) + b'"/>',
            "moves": lambda: b"<game><move>" + b"h8" * (most // 2 - 20) + b"</move></game>",
            "info": lambda: b"<game><info>" + b"&#65;" * (most // 5 - 20) + b"</info></game>",
            "comments": lambda: b"<game>" + b"<!---->" * (most // 7 - 20) + b"</game>",
            "a declaration": lambda: b"<?xml " + b" " * (most - 20),
            "a bracket": lambda: b"<" * most,
            "an entity": lambda: b'<!DOCTYPE a [<!ENTITY x "' + b"x" * share(3 * MB) + b'">]><a>'
            + b"&x;" * share(100_000) + b"</a>",
        },
    }  # fmt: skip


# The address space for files of the greatest length divided by the key. Shorter files are tested, too, because the
# longest ones may be refused at once for having too many parts.
BOUNDS = {120: 150 * MB, 1: 600 * MB}


def check_large(parts):
    """Open all files in a separate process, with the greatest length divided by `parts`, in bounded time and memory."""
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, __file__, str(parts)]
    done = subprocess.run(command, env=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr[-2000:]


def test_large_and_bad_files_take_bounded_time_and_memory():
    check_large(120)


@pytest.mark.proof
def test_the_largest_and_worst_files_take_bounded_time_and_memory():
    """Files of 8 MB, the worst case of each kind, are games or a sentence in 600 MB and in time by their length."""
    check_large(1)


def test_many_notes_are_written_in_time_that_grows_with_their_number():
    """If each note were compared with all others, the time would grow with the square of their number."""
    asked = Note(1, "draw_offered", {"who": "p1"})

    def write(count):
        players = {"black": "p2", "white": "p1"}
        record = Record(("h8", "i9"), black="Bo", white="Anna", notes=(asked,) * count, players=players)
        assert formats.write([record], "text").count(b"Player 1 (Anna) offers a draw.") == count
        formats.write([record], "sgf")

    assert effort.grows_evenly(write, 1000)


def run(parts):
    resource.setrlimit(resource.RLIMIT_AS, (BOUNDS[parts], BOUNDS[parts]))
    size = MOST_BYTES // parts // effort.TIMES
    files = {each: large(each) for each in (size, effort.TIMES * size)}
    cases = [(format_, case) for format_, its in files[size].items() for case in its]
    for format_, case in cases[:: 15 if QUICK else 1]:

        def read(size, format_=format_, case=case):
            data = files[size][format_][case]()
            assert len(data) <= MOST_BYTES
            opened(data, format_)
            formats.recognize(data + b".", "a")

        print(f"{format_}, {case}")
        assert effort.grows_evenly(read, size)


if __name__ == "__main__":
    run(int(sys.argv[1]))
