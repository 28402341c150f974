"""The table of rights has a row for each command and each address, and each role has only its rights."""

import json
import re

import pytest
from fake_board import FakeBoard
from starlette.routing import Route, WebSocketRoute
from tengen.link.commands import COMMANDS
from tengen_host.hall.details import FIELDS as DETAILS
from tengen_host.records.library import Library
from tengen_host.rights import table
from tengen_host.rights.table import PAIRED, PLAYERS, ROLES, Who, deeds, refusal, refusal_of, rights
from tengen_host.web import games, quiz_page
from tengen_host.web.app import PAGE, make_app
from tengen_host.web.page_commands import FIELDS

BUTTONS = FakeBoard().description()["buttons"]


def all_commands():
    """Return the deeds of all commands that a page can send."""
    found = {*FIELDS, *quiz_page.FIELDS} - {"here", "press", "release", "details", "ask"}
    found |= {f"{verb}.{button}" for verb in ("press", "release") for button in BUTTONS}
    found |= {f"details.{field}" for field in DETAILS}
    found |= {f"ask.{word}" for word in COMMANDS if word != "do"}
    found |= {f"ask.do.{who}" for who in BUTTONS}
    return found | {f"ask.do.{seat}.{entry}" for seat in PLAYERS for entry in table.RESULTS}


def all_requests(folder):
    """Return the deeds of all requests that the server answers."""
    found = set()
    for route in make_app(FakeBoard(), games=games.routes(Library(folder))).routes:
        assert isinstance(route, Route | WebSocketRoute)
        methods = {"GET"} if isinstance(route, WebSocketRoute) else route.methods - {"HEAD"}
        found |= {f"{method} {route.path.removeprefix('/board/{key}') or '/'}" for method in methods}
    return found


def test_each_command_and_each_address_has_a_row_and_each_row_is_one_of_them(tmp_path):
    assert set(table.TABLE) - {"live"} == all_commands() | all_requests(tmp_path)


def test_what_has_no_row_is_refused_to_everybody():
    for role in ROLES:
        for deed in ("format", "ask.erase", "POST /firmware", "press.p3", "", "ask.do.None"):
            assert refusal(Who(role), deed, "one")


@pytest.mark.parametrize("role", ROLES)
def test_only_pages_of_this_machine_move_stones_and_press_buttons(role):
    hands = {"put", "lift", "slide", *(f"press.{button}" for button in BUTTONS)}
    assert hands & set(rights(Who(role), "one")) == (hands if role in ("leader", "alone") else set())


EXPECTED = {
    "arbiter": {
        *(f"details.{field}" for field in DETAILS), "answer", "ask.set", "ask.new", "ask.back", "ask.clock",
        "ask.do.arbiter", *(f"ask.do.{seat}.{entry}" for seat in PLAYERS for entry in table.RESULTS), "live",
    },
    "helper": {
        *(f"details.{field}" for field in DETAILS), "answer", "live",
        *(f"ask.do.{seat}.{entry}" for seat in PLAYERS for entry in table.RESULTS),
    },
    "p1": {"answer", "live", "ask.do.p1", *(f"ask.do.p1.{entry}" for entry in table.RESULTS)},
    "p2": {"answer", "live", "ask.do.p2", *(f"ask.do.p2.{entry}" for entry in table.RESULTS)},
    "commentator": {"answer", "comment"},
    "answer": {"answer"},
    "watcher": set(),
}  # fmt: skip


def test_a_page_without_a_laptop_has_the_rights_of_the_laptop_but_not_what_only_a_laptop_does():
    lacking = {"answer", "comment", "engine", "quiz"}
    assert set(rights(Who("alone"))) == set(rights(Who("leader"))) - lacking


@pytest.mark.parametrize("role", EXPECTED)
def test_each_role_has_its_rights_and_no_others(role):
    assert set(rights(Who(role), "one")) == EXPECTED[role]


EXPECTED_DEED = dict.fromkeys(PAIRED, "live") | {"commentator": "comment"}


@pytest.mark.parametrize("role", PAIRED)
def test_a_device_has_rights_only_on_its_boards_and_sees_the_others_like_everybody(role):
    who = Who(role, ("one",))
    assert set(rights(who, "one")) == EXPECTED[role]
    assert rights(who, "two") == ["answer"]
    assert refusal(who, "GET /state.json", "two") is None
    assert refusal(who, EXPECTED_DEED[role], "two").key == "rights.other_board"


def test_a_command_is_allowed_only_if_each_part_of_it_is():
    both = {"do": "details", "p1": "Anna", "event": "Cup"}
    assert deeds(both) == ["details.p1", "details.event"]
    taken = {"do": "ask", "line": {"cmd": "do", "who": "p2", "entry": "foul"}}
    assert refusal_of(Who("p2"), taken, "one") is None
    words = refusal_of(Who("p1"), taken, "one")
    assert words.key == "rights.not_yours" and "player 1" in words
    assert refusal_of(Who("arbiter"), taken, "one")
    lost = {"do": "ask", "line": {"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"}}
    assert refusal_of(Who("helper"), lost, "one") is None and refusal_of(Who("p1"), lost, "one")


def least(verb, needed):
    """Return a command with only the fields that it needs."""
    its = {"line": {"cmd": "do"}, "button": "p1"}
    return {"do": verb, **{field: its.get(field, "h8") for field in needed}}


@pytest.mark.parametrize(
    "command", [least(verb, needed) for verb, (needed, _) in {**FIELDS, **quiz_page.FIELDS}.items()], ids=str
)
def test_with_only_its_needed_fields_a_command_is_still_refused_to_the_room(command):
    is_answer = command["do"] in ("here", "answer")
    assert bool(refusal_of(Who("answer"), command, "one")) != is_answer
    assert refusal_of(Who("watcher"), command, "one")


def test_the_pages_have_the_same_entries_that_can_end_the_game():
    script = (PAGE / "rights.js").read_text(encoding="utf-8")
    (its,) = re.findall(r"const RESULTS = new Set\((.*)\);", script)
    assert tuple(json.loads(its)) == table.RESULTS


ODD = [{"cmd": "do", "who": ["p1"]}, {"cmd": "do", "entry": "resign"}, {"cmd": "do ", "who": "p1"}]


@pytest.mark.parametrize("line", ODD)
def test_a_command_that_the_board_would_refuse_is_refused_without_an_error(line):
    assert refusal_of(Who("p1"), {"do": "ask", "line": line}, "one")
