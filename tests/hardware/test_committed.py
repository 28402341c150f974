"""The committed files in hardware/ equal those that board.toml gives, file by file."""

import pytest
from fewer import fewer
from tengen_hardware import __main__ as hardware
from tengen_host import resources


@pytest.mark.parametrize("maker", fewer(hardware.MAKERS, set(hardware.MAKERS) - {"simulation"}))
def test_what_is_committed_is_what_board_toml_gives(made, maker):
    """The committed files of each maker are what it makes of board.toml."""
    assert made(maker)
    assert hardware.compared(made(maker), hardware.MAKERS[maker], resources.path("hardware")) == []


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
