"""What a laptop may ask: every command with its fields, and a clear word for everything else."""

from support import raises
from tengen.link.commands import checked


def test_the_commands():
    for command in (
        {"cmd": "snapshot"},
        {"cmd": "health"},
        {"cmd": "prove"},
        {"cmd": "set", "brightness": 40},
        {"cmd": "set", "sound": False, "brightness": 100},
    ):
        assert checked(command) is command


def test_everything_else_is_refused_by_name():
    for command, words in (
        ({"cmd": "dance"}, "unknown command 'dance': there are health, prove, set, snapshot"),
        ({"cmd": "health", "row": 3}, "health has no field 'row'"),
        ({"cmd": "set", "sound": 1}, "set: sound must be true or false"),
        ({"cmd": "set", "brightness": 0}, "set: brightness must be a whole number from 1 to 100 (percent)"),
        ({"cmd": "set", "brightness": True}, "brightness must be"),
        ({"cmd": "set", "brightness": "40"}, "brightness must be"),
    ):
        assert words in raises(ValueError, checked, command)
