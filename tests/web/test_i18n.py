"""The laptop's sentences for a page have a key and values, so that each page shows them in its own language."""

import ast
import json
import re
from pathlib import Path

import pytest
import tengen_host
from tengen_host.i18n import Sentence, error_text, fields
from tengen_host.web.app import PAGE

HOST = Path(tengen_host.__file__).parent
ENGLISH = json.loads((PAGE / "languages" / "en.json").read_text(encoding="utf-8"))
PLACE = re.compile(r"\{(\w+)\}")

# Modules in which errors and messages are written for a page
TOLD = [
    *(HOST / "web" / f"{name}.py" for name in ("app", "games", "rules_pages")),
    *(HOST / f"{name}.py" for name in ("hall/details", "boards/serial", "boards/remote")),
    *(HOST / "virtual" / f"{name}.py" for name in ("faults", "tabletop")),
    *(HOST / "device" / f"{name}.py" for name in ("board", "causes", "line")),
]
RAISED = {"ValueError", "DeviceError", "Gone", "NoAnswer", "NoBoard", "NoPermission", "NotRunning", "PortTaken"}
# Texts without keys: answers to commands that no page sends. The message server.bad_command contains them as {detail}
DETAILS = (
    "is not a colour of a stone", "is not a point: write a letter", "is not a button", "a command is a text",
    "{what}: {', '.join",
)  # fmt: skip


def calls(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def keys_in(node):
    """Return the possible keys in the first argument of Sentence."""
    if isinstance(node, ast.IfExp):
        return keys_in(node.body) + keys_in(node.orelse)
    return [ast.literal_eval(node)]


def all_said():
    for path in sorted(HOST.rglob("*.py")):
        for node, name in calls(path):
            # i18n.py itself makes the sentences that other programs sent
            if name == "Sentence" and path.name != "i18n.py":
                yield from ((key, {each.arg for each in node.keywords}) for key in keys_in(node.args[0]))


def test_they_are_found():
    assert len({key for key, _ in all_said()}) > 45


def named(value):
    """Return a part of a test's name, the same in each process."""
    return value if isinstance(value, str) else " ".join(sorted(value))


@pytest.mark.parametrize(("key", "values"), list(all_said()), ids=named)
def test_each_has_its_text_and_gives_all_its_places(key, values):
    text = ENGLISH[key]
    forms = [text] if isinstance(text, str) else list(text.values())
    counted = set() if isinstance(text, str) else {"n"}
    assert {place for form in forms for place in PLACE.findall(form)} | counted == values


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_what_may_come_to_a_page_has_a_key(path):
    plain = [
        ast.unparse(node)
        for node, name in calls(path)
        if name in RAISED and node.args and isinstance(node.args[0], (ast.Constant, ast.JoinedStr, ast.BinOp))
    ]
    assert [each for each in plain if not any(detail in each for detail in DETAILS)] == []
    told = [
        ast.unparse(value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "message"
    ]
    assert told == [], "put said.fields(Sentence(...)) into the message"


def test_a_sentence_is_its_english_text_with_its_values():
    said = Sentence("server.holds_stone", point="H8")
    assert said == "H8 already holds a stone: lift it first" == str(ValueError(said)) == f"{said}"
    assert fields(said) == {"key": "server.holds_stone", "values": {"point": "H8"}, "message": str(said)}
    assert fields("as it is") == {"message": "as it is"}
    assert error_text(ValueError(said)) is said and error_text(ValueError("plain")) == "plain"
    assert error_text(ValueError()) == ""


def test_a_sentence_within_another_keeps_its_key():
    said = Sentence("server.shown_when_there", why=Sentence("port.no_serial", port="/dev/null"))
    assert said == "/dev/null is not a serial port. It will be shown as soon as it is there"
    assert fields(said)["values"]["why"] == fields(Sentence("port.no_serial", port="/dev/null"))
    assert json.loads(json.dumps(fields(said))) == fields(said)


def test_a_number_chooses_the_form():
    one, two = (Sentence("port.taken_by", n=n, port="COM5", programs="x") for n in (1, 2))
    assert (one, two) == ("COM5 is in use by x: end it and try again", "COM5 is in use by x: end them and try again")


@pytest.mark.parametrize(("key", "values"), [("no.such_key", {}), ("server.holds_stone", {})])
def test_a_sentence_without_text_or_values_is_a_bug(key, values):
    with pytest.raises(KeyError):
        Sentence(key, **values)


def test_a_value_is_no_place_to_be_filled():
    assert Sentence("server.bad_command", detail="{detail} {x}").endswith("({detail} {x})")
