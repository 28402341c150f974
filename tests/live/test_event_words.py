"""Each code of what was done has a sentence on the page; of the answers to commands those that the page says."""

import ast
import re
from pathlib import Path

import tengen
from tengen.laptop import ANSWERS
from tengen_host.live.app import PAGE

FIRMWARE = Path(tengen.__file__).parent


def told():
    """The codes of all that is done, and of all answers, in the source of the firmware."""
    for path in FIRMWARE.rglob("[!v]*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "code":
                        ends = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
                        yield from (each.value for each in ends if isinstance(each, ast.Constant))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("events.game", "game"):
                yield from (each.value for each in node.args[:1] if isinstance(each, ast.Constant))
            elif isinstance(node, ast.Tuple) and ast.unparse(node).startswith("('code', '"):
                yield node.elts[1].value


def in_words():
    code = (PAGE / "sentences.js").read_text(encoding="utf-8")
    table = re.search(r"const DONE = \{(.*?)^\};", code, re.DOTALL | re.MULTILINE)[1]
    return set(re.findall(r"^  (\w+): \(", table, re.MULTILINE))


def test_each_code_has_a_sentence_but_the_answers_that_are_for_programs():
    codes = set(told())
    assert len(codes) > 40 and {"started", "new_game", "stamped", "matrix", "part"} <= codes
    assert codes - in_words() - set(ANSWERS) == set()


def test_no_sentence_is_for_a_code_that_there_is_not():
    assert in_words() - set(told()) == set()
