"""A page's commands are checked completely; each mistake is reported, and has no effect."""

import asyncio
import json

import pytest
from fake_board import FakeBoard
from hypothesis import given
from hypothesis import strategies as st
from tengen_host.hall.hall import Place
from tengen_host.web import page_commands

# the longest command that a page can send
SETUP = {"cmd": "setup", "board": "." * 225, "turn": "black", "confirm": True}



def perform(place, text):
    asyncio.run(page_commands.perform(place, page_commands.parse(text)))


GOOD = [
    ({"do": "put", "point": "h8", "colour": "white"}, ("put", "h8", "white")),
    ({"do": "put", "point": "H8", "colour": None}, ("put", "h8", None)),
    ({"do": "put", "point": "h8"}, ("put", "h8", None)),
    ({"do": "press", "button": "p2"}, ("press", "p2")),
    ({"do": "release", "button": "arbiter"}, ("release", "arbiter")),
    ({"do": "break", "fault": "stuck closed", "at": "h9"}, ("break", "stuck closed", "h9")),
    ({"do": "break", "fault": "slow lines"}, ("break", "slow lines", None)),
    ({"do": "mend", "fault": "dead row", "at": None}, ("mend", "dead row", None)),
    ({"do": "unplug"}, ("unplug",)),
    ({"do": "plug"}, ("plug",)),
    ({"do": "ask", "line": {"cmd": "set", "brightness": 40}}, ("ask", {"cmd": "set", "brightness": 40})),
    ({"do": "ask", "line": {"cmd": "x" * 489}}, ("ask", {"cmd": "x" * 489})),
    ({"do": "ask", "line": SETUP}, ("ask", SETUP)),
]


@pytest.mark.parametrize(("command", "done"), GOOD)
def test_each_command_reaches_the_board(command, done):
    board = FakeBoard()
    perform(Place("one", "one", board), json.dumps(command))
    assert board.done == [done]


def test_lift_and_slide_reach_the_board():
    board = FakeBoard()
    for command in (
        {"do": "put", "point": "c3"},
        {"do": "slide", "from": "c3", "to": "d4"},
        {"do": "lift", "point": "d4"},
    ):
        perform(Place("one", "one", board), json.dumps(command))
    assert board.done[1:] == [("slide", "c3", "d4"), ("lift", "d4")]


def test_details_reach_the_game_and_not_the_board():
    place = Place("one", "one", FakeBoard())
    perform(place, '{"do": "details", "p1": "Anna", "table": "5"}')
    assert place.board.done == []
    details = place.details
    assert (details.fields()["p1"], details.fields()["table"]) == ("Anna", "5")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "not JSON"),
        ("put h8", "not JSON: 'put h8'"),
        ("[" * 4000, "not JSON"),
        ("[]", "not a list"),
        ("8", "not 8"),
        ("{}", '"do" is None'),
        ('{"do": "explode"}', "put, lift, slide, press, release, break, mend, unplug, plug, ask, details"),
        ('{"do": ["put"]}', '"do" is a list'),
        ('{"do": "put"}', '"put" needs "point"'),
        ('{"do": "put", "point": 8}', '"point" is 8: it must be a text'),
        ('{"do": "lift", "point": null}', '"point" is None'),
        ('{"do": "put", "point": "h8", "color": "black"}', "no field 'color'"),
        ('{"do": "slide", "from": "h8"}', '"slide" needs "to"'),
        ('{"do": "break", "at": "h9"}', '"break" needs "fault"'),
        ('{"do": "break", "fault": "dead row", "at": 7}', '"at" is 7: it must be a text'),
        ('{"do": "ask"}', '"ask" needs "line"'),
        ('{"do": "ask", "line": "prove"}', '"line" is \'prove\': it must be {"cmd"'),
        ('{"do": "ask", "line": {}}', '"line" is an object: it must be'),
        ('{"do": "ask", "line": {"cmd": 1}}', '"line" is an object: it must be'),
        (json.dumps({"do": "ask", "line": {"cmd": "x" * 490}}), '"line" is too long: 500 bytes at most'),
        ('{"do": "ask", "line": {"cmd": "x", "y": ' + "[" * 900 + "]" * 900 + "}}", "too long"),
        ('{"do": "\\ud800"}', "\\ud800"),
        ('{"do": "details", "p1": null}', '"p1" is None: it must be a text'),
        ('{"do": "details", "p3": "Cleo"}', "no field 'p3'"),
    ],
)
def test_a_mistake_is_named(text, named):
    with pytest.raises(ValueError) as error:
        page_commands.parse(text)
    assert named in str(error.value)
    assert len(str(error.value)) < 200


JSON = st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=5).map(json.dumps)


@given(st.text() | JSON)
def test_no_text_at_all_does_more_than_a_clear_error(text):
    with pytest.raises(ValueError):
        page_commands.parse(text)
