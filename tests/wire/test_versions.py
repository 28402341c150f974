"""Promises of the protocol: newer boards add groups, fields and codes, and another version is reported."""

import re

import pytest
from portable import raises
from tengen.codes import Refused
from tengen.link import codec, commands
from tengen_host.i18n import code_text
from tengen_host.web.app import PAGE
from tengen_host.wire import versions
from tengen_host.wire.replica import Replica
from tengen_host.wire.state import State
from tengen_relay import validation

NEWER = "the board speaks version 2 of the protocol, this laptop version 1: update tengen with pip on the laptop"
OLDER = "the board speaks version 0 of the protocol, this laptop version 1: `tengen flash` updates the board"
STONE = {"changes": [["h8", "empty", "black"]]}
# a line of a newer board: an unknown group, an unknown field of a known group, an unknown code with an unknown reason
LINE = {
    "seq": 1,
    "t": 5,
    "is": {
        "weather": {"rain": True},
        "game": {"number": 1, "name": "renju", "size": 15, "mood": "calm"},
        "board": {"clear": True, "size": 15, **STONE},
        "asks": {"do": "stone", "turn": "white", "who": "p2", "hurry": 3},
    },
    "did": [{"code": "rained", "mm": 4, "why": {"code": "device.clouds", "count": 9}}],
    "later": 7,
}


@pytest.mark.parametrize(
    ("device", "words"),
    [({"wire": 2}, NEWER), ({"wire": 0}, OLDER), ({"wire": 1}, None), ({"wire": "2"}, None), ({}, None), (None, None)],
)
def test_another_version_is_reported_with_the_remedy(device, words):
    assert versions.other(device) == words


def test_board_laptop_and_page_have_one_version():
    (page,) = re.findall(r"^export const WIRE = (\d+);$", (PAGE / "wire.js").read_text(encoding="utf-8"), re.MULTILINE)
    assert int(page) == versions.WIRE == codec.WIRE == 1


def test_a_state_ignores_what_only_a_newer_board_sends():
    replica = Replica()
    replica.receive(LINE)
    for state in (State().merge(LINE), replica.state):
        assert state.game.stones == {"h8": "black"} and (state.game.turn, state.game.asked) == ("white", "stone")
        assert state.groups["weather"] == {"rain": True}
    assert replica.log[0]["did"] == LINE["did"]
    assert code_text(LINE["did"][0]["why"]) == "device.clouds count=9"


def test_a_relay_shows_a_newer_board_too():
    shown = validation.checked(LINE)
    assert "weather" not in shown["is"] and shown["is"]["asks"]["hurry"] == 3 and shown["did"] == LINE["did"]


def test_a_board_refuses_what_only_a_newer_laptop_sends():
    for command, code in (({"cmd": "rain"}, "unknown_command"), ({"cmd": "snapshot", "mm": 4}, "no_field")):
        assert raises(Refused, commands.checked, command)["code"] == f"device.{code}"
