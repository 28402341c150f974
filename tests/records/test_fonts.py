"""Test the words on a picture.

Each letter must be drawn in a font of this computer that has the letter, or as a box if no font has it.
"""

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image, ImageFont
from tengen_host.records import fonts, picture
from tengen_host.records.diagram import Ground, Text

CUNEIFORM = "\U00012000"  # a letter that is in none of these fonts
SHADE, BOLD_A = "\u2591", "\U0001d400"  # light shade; mathematical bold A
LATIN_AND_RUSSIAN = "".join(map(chr, [*range(0x20, 0x180), *range(0x300, 0x370), *range(0x400, 0x460)]))
# The key is the name of a font's file; the value has the letters in this font
FONTS = {"Sans.ttf": LATIN_AND_RUSSIAN, "Mono.ttf": LATIN_AND_RUSSIAN + SHADE, "Letters.ttf": BOLD_A}


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Simulate a computer that has only the fonts of machine(name, ...)."""
    there = tmp_path / "fonts"
    there.mkdir()
    monkeypatch.setattr(fonts, "PREFERRED", ())
    monkeypatch.setattr(fonts, "folders", lambda: [there, tmp_path / "not there"])
    monkeypatch.setattr(fonts, "_known", {})
    fonts._files.cache_clear()

    def have(*names):
        for name in names:
            make_font(FONTS[name], there / name)
        fonts._files.cache_clear()
        fonts._known.clear()
        return there

    yield have
    fonts._files.cache_clear()


def make_font(letters, path):
    """Make a font in which each of these letters is a bar with a different height, and any other letter is a box."""
    names = [".notdef", *(f"u{ord(letter):X}" for letter in letters)]
    font = FontBuilder(1000)
    font.setupGlyphOrder(names)
    font.setupCharacterMap(dict(zip(map(ord, letters), names[1:], strict=True)))
    font.setupGlyf({name: _bar(400 + at if at else 300) for at, name in enumerate(names)})
    font.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    font.setupHorizontalHeader(ascent=900, descent=-200)
    font.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    font.save(path)


def _bar(height):
    pen = TTGlyphPen(None)
    for to, at in zip([pen.moveTo, *[pen.lineTo] * 3], [(50, 0), (50, height), (550, height), (550, 0)], strict=True):
        to(at)
    pen.closePath()
    return pen.glyph()


def drawn(text, size=20):
    """The picture of a text."""
    return picture.image([Ground(600, 60, 60, "print"), Text(300, 30, text, size, "#000000")], 40)


def test_letters_of_ascii_need_no_font_of_the_machine(machine):
    machine()
    assert fonts.lacking("Anna - Bo 12, 2026-11-21") == [] and len(fonts.runs("Anna - Bo", 20)) == 1


def test_a_machine_without_fonts_lacks_no_letter_of_ascii(machine):
    machine()
    assert fonts.lacking("Anna Ж") == ["Ж"]


def test_every_font_file_is_looked_into(machine):
    there = machine("Sans.ttf")
    ((font, text),) = fonts.runs("Žofie Дмитрий", 20)
    assert font.path == str(there / "Sans.ttf") and text == "Žofie Дмитрий"
    assert fonts.lacking("Žofie Дмитрий") == []


def test_one_letter_that_no_font_has_takes_nothing_from_the_others(machine):
    there = machine("Sans.ttf")
    found = fonts.runs(f"Žofie {CUNEIFORM} Дмитрий", 20)
    assert "".join(text for _, text in found) == f"Žofie {CUNEIFORM} Дмитрий"
    assert [text.strip() for _, text in found] == ["Žofie", CUNEIFORM, "Дмитрий"]
    own = ImageFont.load_default(20)
    assert [getattr(font, "path", "") == str(there / "Sans.ttf") for font, _ in found] == [True, False, True]
    assert found[1][0].getname() == own.getname()
    assert fonts.lacking(f"Žofie {CUNEIFORM} Дмитрий {CUNEIFORM}") == [CUNEIFORM]
    # Pillow's own font shows a box for this letter, so there is ink
    assert drawn(f"Ž{CUNEIFORM}").tobytes() != drawn("Ž").tobytes()


def test_letters_come_from_two_fonts_where_none_has_all(machine):
    machine("Mono.ttf", "Letters.ttf")
    assert {Path(font.path).name for font, _ in fonts.runs(f"Ж{BOLD_A}", 20)} == {"Mono.ttf", "Letters.ttf"}
    assert fonts.lacking(f"{SHADE}{BOLD_A}") == []


def test_a_mark_stays_with_its_letter(machine):
    machine("Sans.ttf")
    assert fonts._letters("e\u0301ş\u200d\u0301x") == ["e\u0301", "ş\u200d\u0301", "x"]
    ((_, text),) = fonts.runs("Ne\u0301meth", 20)
    assert text == "Ne\u0301meth"


def test_a_file_that_is_no_font_is_passed_over(machine):
    there = machine("Sans.ttf")
    (there / "Aaa.ttf").write_bytes(b"no font at all")
    fonts._files.cache_clear()
    assert fonts.lacking("Ж") == []


def test_a_text_in_pieces_is_centred_like_one_in_one_piece(machine):
    machine("Sans.ttf")
    box = Image.eval(drawn(f"Žofie {CUNEIFORM} Дмитрий").convert("L"), lambda value: 255 - value).getbbox()
    width = drawn("x").width
    assert abs(box[0] + box[2] - width) <= 3  # the middle, to a pixel and a half


def test_two_hundred_letters_that_no_font_has_are_looked_for_once(machine, monkeypatch):
    machine("Sans.ttf")
    opened = []
    real = ImageFont.truetype
    monkeypatch.setattr(fonts.ImageFont, "truetype", lambda *its: opened.append(its) or real(*its))
    text = "".join(chr(0x12000 + at) for at in range(200))
    assert len(fonts.lacking(text)) == 200 and len(fonts.runs(text, 20)) >= 1
    assert len(opened) == 1  # every letter is looked up while the one file is open
