"""Each event of the board has a sentence on the page, or is left out of the tab of events."""

import ast
import re
from pathlib import Path

import tengen
from tengen_host.live.app import PAGE

FIRMWARE = Path(tengen.__file__).parent


def told():
    """The names of all events in the source of the firmware."""
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "event":
                        ends = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
                        yield from (each.value for each in ends if isinstance(each, ast.Constant))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("events.game", "game"):
                yield from (each.value for each in node.args[:1] if isinstance(each, ast.Constant))
            elif isinstance(node, ast.Tuple) and ast.unparse(node).startswith("('event', '"):
                yield node.elts[1].value


def in_words():
    code = (PAGE / "sentences.js").read_text(encoding="utf-8")
    table = re.search(r"const EVENT = \{(.*?)^\};", code, re.DOTALL | re.MULTILINE)[1]
    return set(re.findall(r"^  (\w+): \(", table, re.MULTILINE))


def left_out():
    code = (PAGE / "panel.js").read_text(encoding="utf-8")
    return set(re.findall(r'"(\w+)"', "".join(re.findall(r"const (?:SHOWN|FETCHED) = new Set\((.*)\);", code))))


def test_each_event_of_the_board_has_a_sentence_or_is_left_out():
    events = set(told())
    assert len(events) > 45 and {"started", "new_game", "stamped", "snapshot", "matrix", "part"} <= events
    assert events - in_words() - left_out() == set()


def test_no_sentence_is_for_an_event_that_there_is_not():
    assert in_words() - set(told()) == set()
