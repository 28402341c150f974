"""All intents of the parts are actions of the Director, with a matching number of values."""

import ast
import inspect
from pathlib import Path

import tengen
from tengen.session.director import IN_GAME, OF_GAMES, Director
from tengen.session.play import Play

FIRMWARE = Path(tengen.__file__).parent
PARTS = [FIRMWARE / "session" / name for name in ("buttons.py", "players.py", "arbiter.py", "director.py", "play.py")]
PARTS += [*sorted((FIRMWARE / "coach").glob("*.py")), FIRMWARE / "link" / "commands.py"]


def tuples(path):
    """Yield (word, values) of each tuple that begins with a word and is returned, or passed to obey()."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        found = None
        if isinstance(node, ast.Return):
            found = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "obey":
            found = node.args[0]
        for each in intents(found):
            first = each.elts[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, each.elts[1:]


def intents(node):
    if isinstance(node, ast.IfExp):
        yield from intents(node.body)
        yield from intents(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from ()  # a tuple to which more values are added, so the number of values is not known
    elif isinstance(node, ast.Tuple) and node.elts:
        if isinstance(node.elts[0], ast.Constant) and node.elts[0].value == "both":
            for each in node.elts[1:]:
                yield from intents(each)
        else:
            yield node


def deed(name):
    return getattr(Director if name in OF_GAMES else Play, name)


def test_each_deed_is_a_method_of_its_own_class():
    assert set(IN_GAME).isdisjoint(OF_GAMES)
    assert all(callable(deed(name)) for name in IN_GAME + OF_GAMES)


def test_what_a_part_returns_fits_a_deed():
    found = {}
    for path in PARTS:
        for name, values in tuples(path):
            found.setdefault(name, []).append((path.name, values))
    assert set(found) <= set(IN_GAME + OF_GAMES)
    for name, uses in found.items():
        fields = list(inspect.signature(deed(name)).parameters.values())[2:]  # without self and now
        needed = sum(field.default is field.empty for field in fields)
        for where, values in uses:
            if not any(isinstance(each, ast.Starred) for each in values):
                assert needed <= len(values) <= len(fields), (where, name, len(values))
    assert len(found) > 30, "most intents are literals"
