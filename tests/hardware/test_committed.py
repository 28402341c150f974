"""The committed files in hardware/ are those generated from board.toml."""

import re
import xml.etree.ElementTree as ET

import alike
import pytest
from ledger import fewer
from svg_words import words
from tengen_hardware import __main__ as hardware


@pytest.mark.parametrize("maker", fewer(hardware.MAKERS, set(hardware.MAKERS) - {"simulation"}))
def test_what_is_committed_is_what_board_toml_gives(made, maker):
    """The committed files of each maker are those that the maker generates from board.toml."""
    assert made(maker)
    assert alike.differing(maker, made(maker)) == []


@pytest.mark.parametrize("maker", ["cables", "geometry", "guide", "mechanics"])
def test_every_drawing_is_shown_and_every_picture_shown_is_drawn(made, maker):
    pages = "".join(text for path, text in made(maker).items() if path.startswith(maker) and path.endswith(".md"))
    drawn = {path.removeprefix(f"{maker}/") for path in made(maker) if path.endswith(".svg")}
    assert set(re.findall(r"!\[[^]]*\]\(([\w-]+\.svg)\)", pages)) == drawn != set()


@pytest.mark.parametrize(
    ("maker", "wide"), [("geometry", 0.52), ("guide", 0.5), ("mechanics", 0.55)]
)
def test_the_words_of_a_drawing_stay_on_its_sheet(made, maker, wide):
    """`wide`: the width of a letter divided by its height."""
    for path, text in made(maker).items():
        if not path.endswith(".svg"):
            continue
        root = ET.fromstring(text)
        width, height = (float(root.get(side)) for side in ("width", "height"))
        read = words(text)
        assert read, path
        for each in read:
            left, right = each.extent(wide)
            assert left >= 0 and right <= width and 0 < each.y <= height, (path, each.text)


@pytest.mark.parametrize(
    ("maker", "file", "old", "new", "told"),
    [
        ("cables", "feed.svg", r"\d+\.\d+", "7.5", False),
        ("cables", "feed.svg", "rows 1, 4", "rows 2, 4", True),
        ("simulation", "README.md", r"\b3\.36 V", "3.39 V", False),
        ("simulation", "README.md", r"\b3\.36 V", "3.45 V", True),
        ("bom", "README.md", "a", "b", True),
    ],
)
def test_by_another_release_what_may_be_another_is_not_told_and_all_else_is(monkeypatch, maker, file, old, new, told):
    files = {path.relative_to(alike.FOLDER).as_posix(): path.read_text(encoding="utf-8")
             for path in (alike.FOLDER / maker).rglob("*") if path.is_file()}  # fmt: skip
    monkeypatch.setattr(alike, "as_committed", lambda maker: maker == "bom")
    assert alike.differing(maker, files) == []
    path = f"{maker}/{file}"
    spoilt = re.sub(old, new, files[path], count=1)
    assert spoilt != files[path]
    found = [f"{path} differs from what board.toml gives"] if told else []
    assert alike.differing(maker, {**files, path: spoilt}) == found
    monkeypatch.setattr(alike, "as_committed", lambda maker: True)
    assert alike.differing(maker, {**files, path: spoilt}) == [f"{path} differs from what board.toml gives"]


def test_a_changed_file_one_that_is_missing_and_one_too_many_are_told(tmp_path):
    made = {"a/one.txt": "1\n", "a/two.txt": "2\n", "a/three.txt": "3\n"}
    hardware.write(made, "a", tmp_path)
    assert hardware.compared(made, "a", tmp_path) == []
    (tmp_path / "a/one.txt").write_text("one\n")
    (tmp_path / "a/two.txt").unlink()
    (tmp_path / "a/four.txt").write_text("4\n")
    assert hardware.compared(made, "a", tmp_path) == [
        "a/one.txt differs from what board.toml gives",
        "a/two.txt is missing",
        "a/four.txt is no longer made",
    ]
    hardware.write(made, "a", tmp_path)
    assert hardware.compared(made, "a", tmp_path) == []


def test_another_boards_maker_is_refused(capsys):
    with pytest.raises(SystemExit):
        hardware.main(["soup"])
    assert "no maker soup" in capsys.readouterr().err
