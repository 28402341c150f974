"""The pictures of the pages: each game is included, its moves are legal, and each scene has all looks."""

import io

import pytest
from PIL import Image
from tengen_host.judge import playing
from tengen_host.pictures import __main__, browser, readme, scenes, screens
from tengen_host.records import fonts


@pytest.mark.parametrize("game", readme.POSITIONS)
def test_the_position_of_a_game_is_of_legal_moves(game):
    settings, words = readme.POSITIONS[game]
    match = playing.new_match(game, settings)
    playing.play_all(match, [word for word in words.split() if word[0] != "+"])


def test_each_size_each_language_and_each_colour_is_looked_at():
    looked = screens.looks(["en", "ja", "sv"])
    assert [size for size, *_ in looked[:8]] == list(screens.SIZES)
    assert {theme for _, theme, _ in looked} == set(screens.THEMES)
    assert sorted(code for *_, code in looked if code != "en") == ["ja", "sv"]
    assert len(set(looked)) == len(looked) == 8 + 2 + 2
    assert {"en", "et", "ja", "ru", "sv", "zh"} <= set(screens.languages())


def png(width, height, colour):
    written = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(written, "PNG")
    return written.getvalue()


def test_the_sheet_has_each_picture_below_its_title_in_its_row():
    rows = [
        [("a", png(1366, 768, "#ff0000")), ("b", png(320, 568, "#00ff00"))],
        [("c", png(320, 568, "#0000ff"))],
    ]
    found = scenes.sheet(rows)
    down = scenes.TITLE + scenes.HEIGHT + scenes.GAP
    wide = round(1366 * scenes.HEIGHT / 768)
    top = scenes.GAP + scenes.TITLE + 5
    assert found.height == scenes.GAP + 2 * down
    assert found.getpixel((scenes.GAP + 5, top)) == (255, 0, 0)
    assert found.getpixel((2 * scenes.GAP + wide + 5, top)) == (0, 255, 0)
    assert found.getpixel((scenes.GAP + 5, top + down)) == (0, 0, 255)


def test_the_lights_keep_their_colours():
    wood = [(200 + step % 55, 120 + step // 55 % 60, 60 + step % 40) for step in range(200 * 200)]
    picture = Image.new("RGB", (200, 200))
    picture.putdata(wood)
    lights = {(20, 20): (30, 30, 230), (90, 20): (20, 200, 60), (20, 90): (230, 20, 30)}
    for at, colour in lights.items():
        picture.paste(colour, (*at, at[0] + 3, at[1] + 3))
    found = readme.with_palette(picture).convert("RGB")
    for at, colour in lights.items():
        assert max(abs(had - has) for had, has in zip(colour, found.getpixel(at), strict=True)) < 30, at


def test_no_pictures_are_taken_with_boxes_in_place_of_kanji(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fonts, "lacking", list)
    monkeypatch.setattr(browser, "find", lambda: "chromium")
    assert __main__.main(["readme", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(f"error: {fonts.absent()}")
    assert not list(tmp_path.iterdir())
