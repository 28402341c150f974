"""The contact sheet of all games: each has its game there, and its moves are legal."""

import io

import pytest
from PIL import Image
from tengen import wiring
from tengen.games import registry
from tengen_host.judge import playing
from tengen_host.live import contact_sheet


def test_each_game_that_the_board_has_room_for_is_in_the_sheet():
    assert set(contact_sheet.GAMES) == {name for name in registry.NAMES if min(registry.sizes(name)) <= wiring.SIZE}


@pytest.mark.parametrize("name", contact_sheet.GAMES)
def test_its_moves_are_legal(name):
    options, words = contact_sheet.GAMES[name]
    match = playing.new_match(name, options)
    playing.play_all(match, [word for word in words.split() if word[0] != "+"])


def test_a_picture_stands_below_each_title():
    written = io.BytesIO()
    Image.new("RGB", contact_sheet.PAGE, "#ff0000").save(written, "PNG")
    found = contact_sheet.sheet(dict.fromkeys(list(contact_sheet.GAMES)[:5], written.getvalue()))
    down = contact_sheet.TITLE + contact_sheet.HEIGHT + contact_sheet.GAP
    assert found.height == contact_sheet.GAP + 2 * down
    assert found.getpixel((contact_sheet.GAP + 5, down + contact_sheet.GAP + contact_sheet.TITLE + 5)) == (255, 0, 0)
