"""The committed files in hardware/ are those that board.toml gives, file by file; test_pcb.py compares pcb/."""

import re

import alike
import pytest
from ledger import fewer
from tengen_hardware import __main__ as hardware
from tengen_host import resources

MAKERS = [maker for maker in hardware.MAKERS if maker != "pcb"]


@pytest.mark.parametrize("maker", fewer(MAKERS, set(MAKERS) - {"simulation"}))
def test_what_is_committed_is_what_board_toml_gives(made, maker):
    """The committed files of each maker are what it makes of board.toml."""
    assert made(maker)
    assert alike.differing(maker, made(maker)) == []


@pytest.mark.parametrize(
    ("maker", "file", "old", "new", "told"),
    [
        ("mechanics", "case-above.svg", '<rect x="139.7"', '<rect x="139.2"', False),
        ("mechanics", "case-above.svg", '<rect x="139.7"', '<rect x="140.3"', True),
        ("mechanics", "case-above.svg", "<rect", "<path", True),
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
    found = [f"{path} is not what board.toml gives"] if told else []
    assert alike.differing(maker, {**files, path: spoilt}) == found
    monkeypatch.setattr(alike, "as_committed", lambda maker: True)
    assert alike.differing(maker, {**files, path: spoilt}) == [f"{path} is not what board.toml gives"]


def test_a_changed_file_one_that_is_missing_and_one_too_many_are_told(tmp_path):
    made = {"a/one.txt": "1\n", "a/two.txt": "2\n", "a/three.txt": "3\n"}
    hardware.write(made, ("a",), tmp_path)
    assert hardware.compared(made, ("a",), tmp_path) == []
    (tmp_path / "a/one.txt").write_text("one\n")
    (tmp_path / "a/two.txt").unlink()
    (tmp_path / "a/four.txt").write_text("4\n")
    assert hardware.compared(made, ("a",), tmp_path) == [
        "a/one.txt is not what board.toml gives",
        "a/two.txt is missing",
        "a/four.txt is no longer made",
    ]
    hardware.write(made, ("a",), tmp_path)
    assert hardware.compared(made, ("a",), tmp_path) == []


def test_a_board_that_cant_be_built_is_told_and_nothing_is_written(tmp_path, capsys):
    text = resources.path("hardware/board.toml").read_text(encoding="utf-8")
    copy = tmp_path / "copy.toml"
    copy.write_text(text.replace("buzzer = 27", "buzzer = 19"), encoding="utf-8")
    into = tmp_path / "into"
    assert hardware.main(["--board", str(copy), "--into", str(into)]) == 1
    assert capsys.readouterr().err == "error: board.toml [pins] buzzer: GPIO19 is already led_data\n"
    assert not into.exists()


def test_another_boards_maker_is_refused(capsys):
    with pytest.raises(SystemExit):
        hardware.main(["soup"])
    assert "no maker soup" in capsys.readouterr().err
