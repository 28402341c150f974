"""A film of a game, encoded by the real ffmpeg and decoded again."""

import shutil
import subprocess

import pytest
from PIL import Image
from tengen_host.cli import app
from typer.testing import CliRunner

FOUL = "h8 a1 g8 a3 i9 a5 i10 o1 h6 o3 i8 0-1"
MOVES = 11


def run(*arguments):
    return CliRunner().invoke(app, ["record", "film", *map(str, arguments)])


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "foul.txt"
    path.write_text(f"# Black: Anna\n# White: Bo\n# Date: 2026-11-28\n{FOUL}\n")
    return path


def probe(path):
    """Return what ffprobe reports about a film: {name: text}."""
    asked = "stream=codec_name,width,height,pix_fmt,color_space:format=duration"
    command = [shutil.which("ffprobe"), "-v", "error", "-show_entries", asked, "-of", "default=nw=1", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(line.split("=") for line in done.stdout.split())


def picture(path, second):
    """Return the picture that the film shows at this time."""
    out = path.with_name("picture.png")
    command = [shutil.which("ffmpeg"), "-v", "error", "-y", "-ss", str(second), "-i", str(path), "-frames:v", "1"]
    subprocess.run([*command, str(out)], check=True)
    with Image.open(out) as image:
        return image.convert("RGB")


def red(image, box):
    """Return the number of pixels with the colour of a foul's first line in a part of the picture."""
    return sum(r > 180 and g < 90 and b < 90 for r, g, b in pixels(image.crop(box)))


def pixels(image):
    data = image.tobytes()
    return zip(data[::3], data[1::3], data[2::3], strict=True)


@pytest.mark.parametrize(("ending", "codec"), [("mp4", "h264"), ("webm", "vp9")])
def test_a_film_has_each_position_and_the_lines_of_the_foul_at_the_end(game, tmp_path, ending, codec):
    out = tmp_path / f"game.{ending}"
    result = run(game, "--out", out, "--size", "640x360", "--seconds", "1")
    assert (result.exit_code, result.output) == (0, f"{out}: Anna - Bo, 2026-11-28, {MOVES} moves\n")
    its = probe(out)
    assert (its["codec_name"], its["width"], its["height"], its["pix_fmt"]) == (codec, "640", "360", "yuv420p")
    # each position for a second, each line of the foul for three, the result for five; some players shorten the last
    assert MOVES + 1 + 2 * 3 + 4 <= float(its["duration"]) <= MOVES + 1 + 2 * 3 + 5
    board = (0, 0, 360, 360)
    begun, moved, ended = (picture(out, second) for second in (0.5, MOVES + 0.5, MOVES + 10))
    assert begun.size == (640, 360)
    assert red(begun, board) == 0 and red(moved, board) == 0 and red(ended, board) > 50
    dark = [sum(sum(pixel) < 120 for pixel in pixels(image.crop(board))) for image in (begun, moved)]
    assert dark[1] > dark[0] + 250, "the black stones"


def test_the_file_has_the_names_of_the_players_if_no_other_is_given(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(game, "--size", "320x240", "--seconds", "0.5")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "2026-11-28 Anna - Bo.mp4").stat().st_size > 1000
    again = run(game, "--size", "320x240")
    assert again.exit_code == 1 and "exists already" in again.output


def test_an_encoder_that_this_ffmpeg_lacks_is_told_with_its_own_words(game, tmp_path, monkeypatch):
    from tengen_host.records import ffmpeg

    monkeypatch.setitem(ffmpeg._ENCODERS, ".mp4", "libnothing")
    result = run(game, "--out", tmp_path / "game.mp4", "--size", "320x240")
    assert result.exit_code == 1 and len(result.output.splitlines()) == 1
    assert "libnothing" in result.output and "try --out with .webm or .gif" in result.output
    assert list(tmp_path.glob("*.mp4")) == []
