"""The pictures of a game's film, and the errors if ffmpeg is missing, broken or stops early."""

import os
import sys
from fractions import Fraction

import pytest
from PIL import Image
from tengen.games.renju.position import SIZE
from tengen_host.cli import app
from tengen_host.records import ffmpeg, film, picture
from tengen_host.records.diagram import Ground, Line, Loop, Stone, Text
from tengen_host.records.record import Record, RecordError
from typer.testing import CliRunner

MOVES = ("h8", "a1", "g8", "a3", "i9", "a5", "i10", "o1", "h6", "o3", "i8")
FOUL = Record(MOVES, black="Anna", white="Bo", event="Club", date="2026-11-28", over=True, winner="white",
              reason="double-three", line=("i8",))  # fmt: skip
HD = (1920, 1080)


def pictures(record, size=HD):
    return list(film.pictures(record, film.plan(record, size)))


def said(shapes):
    """Return the words beside the board."""
    coordinates = [text for text in shapes if isinstance(text, Text) and not text.left]
    assert len(coordinates) >= 4 * SIZE
    return [text.text for text in shapes if isinstance(text, Text) and text.left]


def test_each_position_has_the_names_and_its_move():
    found = pictures(FOUL)
    assert len(found) == 1 + len(MOVES) + 2 + 1
    for number, (least, shapes) in enumerate(found[: 1 + len(MOVES)]):
        assert least == 0
        assert sum(isinstance(shape, Stone) for shape in shapes) == number + 2, "also one beside each name"
        words = said(shapes)
        assert words[:3] == ["Anna", "Bo", "Club, 2026-11-28"]
        colour = "Black" if number % 2 else "White"
        assert words[3:] == ([f"{number}. {colour} {MOVES[number - 1].upper()}"] if number else [])


def test_the_lines_of_a_foul_come_one_by_one_and_then_the_result():
    *_, one, two, last = pictures(FOUL)
    assert [least for least, _ in (one, two, last)] == [film.READ_S, film.READ_S, film.LAST_S]
    loops = [[shape for shape in shapes if isinstance(shape, Loop)] for _, shapes in (one, two, last)]
    assert [len(its) for its in loops] == [1, 2, 2]
    first, second, third = (" ".join(said(shapes)[4:]) for _, shapes in (one, two, last))
    assert first == "I8: double-three, a foul three G8 H8 I8 in the row: straight four at F8 or J8"
    assert second == f"{first} three I8 I9 I10 in the column: straight four at I7 or I11"
    assert third == f"{second} White wins."
    marks = [shape.colour for shape in last[1] if isinstance(shape, Line) and shape.width == 6]
    assert marks == [loop.colour for loop in loops[2]], "the words have the colours of the lines"


def test_a_foul_that_nobody_claimed_is_shown_where_it_was_played():
    record = Record((*MOVES, "a7"), settings={"mode": "silent"}, over=True, winner="black", reason="resignation")
    found = pictures(record)
    assert len(found) == 1 + 12 + 2 + 1
    assert "a foul" in " ".join(said(found[12][1])) and "foul" not in " ".join(said(found[14][1]))
    open_ = pictures(Record((*MOVES, "a7"), settings={"mode": "silent"}))
    assert len(open_) == 1 + 12 + 1 and not any("foul" in text for _, its in open_ for text in said(its))


def test_a_five_is_drawn_at_the_end():
    five = ("h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12")
    record = Record(five, over=True, winner="black", reason="five", line=five[::2])
    *_, before, (_, last) = pictures(record)
    assert not any(isinstance(shape, Loop) for shape in before[1]) and any(isinstance(shape, Loop) for shape in last)
    assert " ".join(said(last)).endswith("Black wins: five H8 H9 H10 H11 H12.")


def test_passes_captures_and_an_empty_game():
    pente = Record(
        ("h8", "i8", "a1", "j8", "k8"), game="pente", first="white",
        changes=(*[()] * 4, (("i8", "black", "empty"), ("j8", "black", "empty"))),
    )  # fmt: skip
    assert "White has captured 2" in " ".join(said(pictures(pente)[-1][1]))
    assert said(pictures(Record(("h8", "--")))[-1][1])[-1] == "2. White passes"
    assert [said(shapes) for _, shapes in pictures(Record(()))] == [["Black", "White"]] * 2


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160), (640, 480), (1080, 1080), (1080, 1920), (240, 240)])
@pytest.mark.parametrize("points", [9, 15, 19])
def test_everything_is_inside_the_picture_of_any_size(size, points):
    record = Record(MOVES if points > 10 else ("e5",), size=points, black="W" * 60, white="山" * 60, event="E" * 80)
    its = film.plan(record, size)
    scale = its.pitch / 40
    shapes = list(film.pictures(record, its))[-1][1]
    ground = shapes[0]
    assert isinstance(ground, Ground) and (ground.width * scale, ground.height * scale) == pytest.approx(size)
    for shape in shapes:
        if isinstance(shape, Stone):
            assert shape.x + shape.r <= ground.width and shape.y + shape.r <= ground.height
        elif isinstance(shape, Text):
            assert 0 <= shape.x < ground.width and 0 <= shape.y + shape.size / 2 <= ground.height, shape
    assert its.left + its.width <= ground.width


def test_a_picture_has_the_size_of_the_film():
    its = film.plan(FOUL, (640, 360))
    assert picture.image(list(film.pictures(FOUL, its))[-1][1], its.pitch).size == (640, 360)


@pytest.mark.parametrize("size", [(1919, 1080), (1920, 1081), (238, 240), (3842, 2160)])
def test_an_impossible_size(size):
    with pytest.raises(ValueError, match="each side has an even number from 240 to 3840"):
        film.plan(FOUL, size)


# ffmpeg

PROGRAM = """#!{python}
import sys
given = sys.stdin.buffer.read({reads})
with open({log!r}, "w") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n" + str(len(given)))
{then}
"""
WRITES = "open(sys.argv[-1], 'wb').write(b'a film')"
posix = pytest.mark.skipif(os.name != "posix", reason="a program is a script with #!")


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """fake(then, reads): set TENGEN_FFMPEG to a program that reads so many bytes, and does `then`. Returns its log."""

    def make(then=WRITES, reads=-1):
        program, log = tmp_path / "fake ffmpeg", tmp_path / "log"
        program.write_text(PROGRAM.format(python=sys.executable, reads=reads, log=str(log), then=then))
        program.chmod(0o755)
        monkeypatch.setenv("TENGEN_FFMPEG", str(program))
        return log

    return make


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "foul.txt"
    path.write_text(" ".join(MOVES) + " 0-1\n")
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["record", "film", *map(str, arguments)])


@posix
def test_ffmpeg_gets_each_picture_as_often_as_its_time_needs(fake, game, tmp_path):
    log = fake()
    result = run(game, "--out", tmp_path / "x.mp4", "--size", "320x240", "--seconds", "2")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "x.mp4").read_bytes() == b"a film"
    options, given = log.read_text().split("\n")
    assert "-video_size 320x240 -framerate 1/2 -i pipe:0" in options and "libx264" in options
    # 12 positions, two lines of a foul for 3 s each, the result for 5 s: each picture lasts 2 s
    assert int(given) == (12 + 2 * 2 + 3) * 320 * 240 * 3


@posix
@pytest.mark.parametrize("reads", [-1, 1000])
@pytest.mark.parametrize(
    ("told", "cause"),
    [
        (["", "Unknown encoder 'libx264'", ""], "Unknown encoder 'libx264'"),
        (
            ["[vost#0:0 @ 0x55bb] Unknown encoder 'libx264'", "[vost#0:0 @ 0x55bb] Error selecting an encoder"],
            "Unknown encoder 'libx264'",
        ),
        (
            ["[out#0/mp4 @ 0x563c] Could not write header: No space left", "[vf#0:0 @ 0x563c] Task finished with -28"],
            "Could not write header: No space left",
        ),
        (["[mp4 @ 0x1]", "Invalid argument"], "Invalid argument"),
    ],
    ids=["version 5", "version 7", "full disk", "part alone"],
)
def test_what_ffmpeg_complains_of_first_is_told_in_one_sentence(fake, game, tmp_path, reads, told, cause):
    fake(f"sys.exit({chr(10).join(told)!r})", reads)
    out = tmp_path / "x.mp4"
    result = run(game, "--out", out, "--size", "320x240")
    assert result.exit_code == 1 and not out.exists()
    its = f"error: {tmp_path / 'fake ffmpeg'} made no film ({cause})"
    assert result.output == f"{its}: try --out with .webm or .gif, or another ffmpeg\n"


@posix
@pytest.mark.parametrize(("then", "why"), [("sys.exit(3)", "its exit status is 3"), ("", "its exit status is 0")])
def test_an_ffmpeg_that_says_nothing(fake, game, tmp_path, then, why):
    fake(then)
    result = run(game, "--out", tmp_path / "x.webm", "--size", "320x240")
    assert result.exit_code == 1 and f"made no film ({why}): try --out with .mp4 or .gif" in result.output


@posix
def test_a_file_that_does_not_run(tmp_path, monkeypatch, game):
    program = tmp_path / "ffmpeg"
    program.write_bytes(b"\x7fELF nothing")
    program.chmod(0o755)
    monkeypatch.setenv("TENGEN_FFMPEG", str(program))
    result = run(game, "--out", tmp_path / "x.mp4", "--size", "320x240")
    assert result.exit_code == 1 and result.output.startswith(f"error: {program} does not start (")


@posix
def test_the_program_ends_when_a_picture_fails(fake):
    fake()

    def pictures():
        yield 1, bytes(12)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ffmpeg.encode(ffmpeg.find(), pictures(), (2, 2), Fraction(1), ".mp4")


def test_a_variable_that_names_no_program(tmp_path, monkeypatch, game):
    monkeypatch.setenv("TENGEN_FFMPEG", str(tmp_path / "nothing"))
    with pytest.raises(RecordError, match="is no program: correct it, or remove this variable"):
        ffmpeg.find()
    assert run(game, "--out", tmp_path / "x.mp4").exit_code == 1
    assert run(game, "--out", tmp_path / "x.gif").exit_code == 0, "it needs no ffmpeg"


def test_without_ffmpeg_there_is_an_animated_picture_and_a_sentence(tmp_path, monkeypatch, game):
    monkeypatch.delenv("TENGEN_FFMPEG", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run(game, "--out", tmp_path / "x.mp4", "--seconds", "0.5")
    out = tmp_path / "x.gif"
    assert result.exit_code == 0
    assert result.output == (
        f"warning: there is no ffmpeg, so {out} is an animated picture: {ffmpeg.install()}\n{out}: Renju, 11 moves\n"
    )
    assert not (tmp_path / "x.mp4").exists()
    with Image.open(out) as image:
        assert image.n_frames == 12 and image.info["duration"] == 500
    again = run(game, "--out", tmp_path / "x.mp4")
    assert again.exit_code == 1 and f"{out} exists already" in again.output


@pytest.mark.parametrize(
    "wrong", [["--out", "x.avi"], ["--size", "large"], ["--size", "1920"], ["--seconds", "0"], ["--which", "0"]]
)
def test_what_is_typed_wrong(game, wrong):
    result = run(game, *wrong)
    assert result.exit_code == 2 and wrong[0] in result.output
