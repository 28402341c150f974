"""The words on a picture: each letter in a font of this machine that has it, and a box where none has it."""

import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageFont
from tengen_host.records import fonts, picture
from tengen_host.records.diagram import Ground, Text

CUNEIFORM = "\U00012000"  # a letter that hardly any machine has a font for


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with fonts of its own only: machine(name, ...) puts copies of this machine's DejaVu fonts there."""
    there = tmp_path / "fonts"
    there.mkdir()
    monkeypatch.setattr(fonts, "PREFERRED", ())
    monkeypatch.setattr(fonts, "folders", lambda: [there, tmp_path / "not there"])
    monkeypatch.setattr(fonts, "_known", {})
    fonts._files.cache_clear()

    def have(*names):
        for name in names:
            shutil.copy(dejavu(name), there / name)
        fonts._files.cache_clear()
        fonts._known.clear()
        return there

    yield have
    fonts._files.cache_clear()


def dejavu(name):
    try:
        return Path(ImageFont.truetype(name, 20).path)
    except OSError:
        pytest.skip(f"this machine has no {name}")


def drawn(text, size=20):
    """The picture of a text."""
    return picture.image([Ground(600, 60, 60, "print"), Text(300, 30, text, size, "#000000")], 40)


def test_letters_of_ascii_need_no_font_of_the_machine(machine):
    machine()
    assert fonts.lacking("Anna - Bo 12, 2026-11-21") == [] and len(fonts.runs("Anna - Bo", 20)) == 1


def test_every_font_file_is_looked_into(machine):
    there = machine("DejaVuSans.ttf")
    ((font, text),) = fonts.runs("Žofie Дмитрий", 20)
    assert font.path == str(there / "DejaVuSans.ttf") and text == "Žofie Дмитрий"
    assert fonts.lacking("Žofie Дмитрий") == []


def test_one_letter_that_no_font_has_takes_nothing_from_the_others(machine):
    there = machine("DejaVuSans.ttf")
    found = fonts.runs(f"Žofie {CUNEIFORM} Дмитрий", 20)
    assert "".join(text for _, text in found) == f"Žofie {CUNEIFORM} Дмитрий"
    assert [text.strip() for _, text in found] == ["Žofie", CUNEIFORM, "Дмитрий"]
    own = ImageFont.load_default(20)
    assert [getattr(font, "path", "") == str(there / "DejaVuSans.ttf") for font, _ in found] == [True, False, True]
    assert found[1][0].getname() == own.getname()
    assert fonts.lacking(f"Žofie {CUNEIFORM} Дмитрий {CUNEIFORM}") == [CUNEIFORM]
    # Pillow's own font shows a box for it: there is ink
    assert drawn(f"Ž{CUNEIFORM}").tobytes() != drawn("Ž").tobytes()


def test_letters_come_from_two_fonts_where_none_has_all(machine):
    machine("DejaVuSansMono.ttf", "DejaVuMathTeXGyre.ttf")
    mono, gyre = "\u2591", "\U0001d400"  # light shade; mathematical bold A
    assert {Path(font.path).name for font, _ in fonts.runs(f"Ж{gyre}", 20)} == {
        "DejaVuSansMono.ttf", "DejaVuMathTeXGyre.ttf"
    }  # fmt: skip
    assert fonts.lacking(f"{mono}{gyre}") == []


def test_a_mark_stays_with_its_letter(machine):
    machine("DejaVuSans.ttf")
    assert fonts._letters("e\u0301ş\u200d\u0301x") == ["e\u0301", "ş\u200d\u0301", "x"]
    ((_, text),) = fonts.runs("Ne\u0301meth", 20)
    assert text == "Ne\u0301meth"


def test_a_file_that_is_no_font_is_passed_over(machine):
    there = machine("DejaVuSans.ttf")
    (there / "Aaa.ttf").write_bytes(b"no font at all")
    fonts._files.cache_clear()
    assert fonts.lacking("Ж") == []


def test_a_text_in_pieces_is_centred_like_one_in_one_piece(machine):
    machine("DejaVuSans.ttf")
    box = Image.eval(drawn(f"Žofie {CUNEIFORM} Дмитрий").convert("L"), lambda value: 255 - value).getbbox()
    width = drawn("x").width
    assert abs(box[0] + box[2] - width) <= 3  # the middle, to a pixel and a half


def test_two_hundred_letters_that_no_font_has_are_looked_for_once(machine, monkeypatch):
    machine("DejaVuSans.ttf")
    opened = []
    real = ImageFont.truetype
    monkeypatch.setattr(fonts.ImageFont, "truetype", lambda *its: opened.append(its) or real(*its))
    text = "".join(chr(0x12000 + at) for at in range(200))
    assert len(fonts.lacking(text)) == 200 and len(fonts.runs(text, 20)) >= 1
    assert len(opened) == 1  # every letter is asked of the one file when it is open
