"""The firmware's codes and commands: all are registered, with words in each language and a sentence on the page."""

import ast
import json
import re
from pathlib import Path

import pytest
import tengen
import tengen_host
from tengen import vocabulary
from tengen.laptop import ANSWERS
from tengen.link import commands
from tengen_host.web.app import PAGE

LANGUAGES = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))


def nodes(package):
    """Yield each node of a package's source, with its place."""
    for path in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{path.name}:{getattr(node, 'lineno', 0)}", node


def made():
    """Return each call of coded() in the firmware: its code and the names of its values."""
    for where, node in nodes(tengen):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "coded":
            code = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            yield where, code, tuple(word.arg for word in node.keywords)


def test_each_code_that_the_firmware_makes_is_a_literal_with_the_values_of_the_registry():
    for where, code, values in made():
        assert set(values) == set(vocabulary.CODES.get(code, "?")), where


def test_the_registry_has_no_code_that_nobody_makes():
    assert set(vocabulary.CODES) - {code for _, code, _ in made()} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_code_has_words_in_each_language_and_their_places_are_its_values(language):
    words = json.loads((PAGE / "languages" / f"{language}.json").read_text(encoding="utf-8"))
    assert {key for key in words if key.startswith(("refused.", "device."))} == set(vocabulary.CODES)
    for code, values in vocabulary.CODES.items():
        for form in [words[code]] if isinstance(words[code], str) else words[code].values():
            assert set(re.findall(r"\{(\w+)\}", form)) <= set(values), code


def written():
    """Return each literal command in the laptop's programs and on the page: place, name, fields, whether complete."""
    for where, node in nodes(tengen_host):
        if isinstance(node, ast.Dict):
            names = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            word = node.values[names.index("cmd")] if "cmd" in names else None
            if isinstance(word, ast.Constant):
                yield where, word.value, [name for name in names if name not in ("cmd", None)], None not in names
    for path in PAGE.rglob("*.js"):
        for word, rest in re.findall(r"\{ cmd: \"(\w+)\"((?:[^{}]|\{[^{}]*\})*)\}", path.read_text(encoding="utf-8")):
            its = re.sub(r"[(\[{][^()\[\]{}]*[)\]}]", "", rest)
            yield path.name, word, re.findall(r", (\w+)(?=:|,| ?$)", its), "..." not in rest


def test_each_command_that_the_laptop_sends_is_one_of_the_table():
    found = set()
    for where, word, its, whole in written():
        assert word in commands.COMMANDS, where
        known = {name: needed for name, _, needed in commands.fields(word)}
        assert set(its) <= {*known, commands.ID}, (where, word, its)
        assert not whole or {name for name, needed in known.items() if needed} <= set(its), (where, word, its)
        found.add(word)
    assert {"snapshot", "wire", "fetched", "stamp", "setup", "probe", "back", "do"} <= found


def test_each_command_and_each_field_has_a_line_of_words_and_the_codes_that_refuse_it_are_there():
    assert list(vocabulary.COMMANDS) == list(commands.COMMANDS)
    assert list(vocabulary.FIELDS) == [
        f"{word}.{name}" for word in commands.COMMANDS for name, _, _ in commands.fields(word)
    ]
    codes = json.loads((PAGE / "languages" / "en.json").read_text(encoding="utf-8"))
    for word, refused_by in vocabulary.REFUSED_BY.items():
        assert word in commands.COMMANDS
        for code in refused_by:
            assert code in codes or (code[-1] == "." and any(key.startswith(code) for key in codes)), code


def done():
    """Return the codes of all actions and answers in the source of the firmware."""
    for where, node in nodes(tengen):
        if where.startswith("v"):  # skip vocabulary.py, which only lists the codes, and viper.py
            continue
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "code":
                    ends = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
                    yield from (each.value for each in ends if isinstance(each, ast.Constant))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("events.game", "game"):
            yield from (each.value for each in node.args[:1] if isinstance(each, ast.Constant))
        elif isinstance(node, ast.Tuple) and ast.unparse(node).startswith("('code', '"):
            yield node.elts[1].value


def test_each_code_of_what_is_done_has_a_sentence_but_the_answers_that_are_for_programs():
    code = (PAGE / "words" / "sentences.js").read_text(encoding="utf-8")
    table = re.search(r"const DONE = \{(.*?)^\};", code, re.DOTALL | re.MULTILINE)[1]
    codes, sentences = set(done()), set(re.findall(r"^  (\w+): \(", table, re.MULTILINE))
    assert len(codes) > 40 and {"started", "new_game", "stamped", "matrix", "part"} <= codes
    assert codes - sentences - set(ANSWERS) == set() == sentences - codes
