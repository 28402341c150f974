"""The codes of the firmware and its commands: the registry has all of them, and each language the words of each."""

import ast
import json
import re
from pathlib import Path

import pytest
import tengen
import tengen_host
from tengen import vocabulary
from tengen.link import commands
from tengen_host.live.app import PAGE

LANGUAGES = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))


def made():
    """Each call of coded() in the firmware: its code and the names of its values."""
    for path in Path(tengen.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "coded":
                code = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                yield f"{path.name}:{node.lineno}", code, tuple(word.arg for word in node.keywords)


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
    """Each command as a literal in the laptop's programs and on the page: where, its name, its fields, whether all."""
    host = Path(tengen_host.__file__).parent
    for path in host.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                names = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
                word = node.values[names.index("cmd")] if "cmd" in names else None
                if isinstance(word, ast.Constant):
                    fields = [name for name in names if name not in ("cmd", None)]
                    yield f"{path.name}:{node.lineno}", word.value, fields, None not in names
    for path in PAGE.glob("*.js"):
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
