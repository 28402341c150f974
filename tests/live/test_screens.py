"""The pictures to look through: each scene in all sizes, colours and languages, and all of them on one sheet."""

import io

from PIL import Image
from tengen_host.live import screens


def test_each_size_each_language_and_each_colour_is_looked_at():
    looked = screens.looks(["en", "ja", "sv"])
    assert [size for size, *_ in looked[:8]] == list(screens.SIZES)
    assert {theme for _, theme, _ in looked} == set(screens.THEMES)
    assert sorted(code for *_, code in looked if code != "en") == ["ja", "sv"]
    assert len(set(looked)) == len(looked) == 8 + 2 + 2
    assert {"en", "et", "ja", "ru", "sv", "zh"} <= set(screens.languages())


def test_the_sheet_has_a_row_for_each_scene_and_each_picture_in_its_place():
    def png(width, height, colour):
        written = io.BytesIO()
        Image.new("RGB", (width, height), colour).save(written, "PNG")
        return written.getvalue()

    found = screens.sheet(
        {
            "play": [("a", png(1366, 768, "#ff0000")), ("b", png(320, 568, "#00ff00"))],
            "hall": [("c", png(320, 568, "#0000ff"))],
        }
    )
    down = screens.TITLE + screens.HEIGHT + screens.GAP
    wide = round(1366 * screens.HEIGHT / 768)
    top = screens.GAP + screens.TITLE + 5
    assert found.height == screens.GAP + 2 * down
    assert found.getpixel((screens.GAP + 5, top)) == (255, 0, 0)
    assert found.getpixel((2 * screens.GAP + wide + 5, top)) == (0, 255, 0)
    assert found.getpixel((screens.GAP + 5, top + down)) == (0, 0, 255)
