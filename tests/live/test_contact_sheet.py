"""The contact sheet of all games: each has its game there, and its moves are legal."""

import io

import pytest
from PIL import Image
from tengen.games import registry
from tengen_host.judge import playing
from tengen_host.live import browser, contact_sheet, screenshot
from tengen_host.records import fonts


def test_each_game_is_in_the_sheet():
    assert set(contact_sheet.GAMES) == set(registry.NAMES)


@pytest.mark.parametrize("name", contact_sheet.GAMES)
def test_its_moves_are_legal(name):
    options, words = contact_sheet.GAMES[name]
    match = playing.new_match(name, options)
    playing.play_all(match, [word for word in words.split() if word[0] not in "+~"])


def test_a_picture_stands_below_each_title():
    written = io.BytesIO()
    Image.new("RGB", contact_sheet.PAGE, "#ff0000").save(written, "PNG")
    found = contact_sheet.sheet(dict.fromkeys(list(contact_sheet.GAMES)[:5], written.getvalue()))
    down = contact_sheet.TITLE + contact_sheet.HEIGHT + contact_sheet.GAP
    assert found.height == contact_sheet.GAP + 2 * down
    assert found.getpixel((contact_sheet.GAP + 5, down + contact_sheet.GAP + contact_sheet.TITLE + 5)) == (255, 0, 0)


def test_the_lights_keep_their_colours():
    wood = [(200 + step % 55, 120 + step // 55 % 60, 60 + step % 40) for step in range(200 * 200)]
    picture = Image.new("RGB", (200, 200))
    picture.putdata(wood)
    lights = {(20, 20): (30, 30, 230), (90, 20): (20, 200, 60), (20, 90): (230, 20, 30)}
    for at, colour in lights.items():
        picture.paste(colour, (*at, at[0] + 3, at[1] + 3))
    found = contact_sheet.reduced(picture).convert("RGB")
    for at, colour in lights.items():
        assert max(abs(had - has) for had, has in zip(colour, found.getpixel(at), strict=True)) < 30, at


def test_no_pictures_are_taken_with_boxes_in_place_of_kanji(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fonts, "lacking", list)
    monkeypatch.setattr(browser, "find", lambda: "chromium")
    for script in (screenshot, contact_sheet):
        assert script.main([str(tmp_path / "games.png")]) == 1
        assert capsys.readouterr().err.startswith("error: no font here has the kanji of the openings: install one")
    assert not list(tmp_path.iterdir())
