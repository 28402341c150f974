"""What the board says when it refuses something: the page has words for each of these sentences, in all languages.

The sentences are read from the source of games and session, so that a new game without words is found.
"""

import ast
import itertools
import json
import re
from pathlib import Path

import pytest
import tengen
from tengen.games import openings, registry
from tengen.games.openings import zone_words
from tengen_host.live.app import PAGE

FIRMWARE = Path(tengen.__file__).parent
# functions that return a sentence, or None
SAYING = {"refusal", "_refusal_by", "_forbidden", "pass_refusal", "interrupted", "what_to_mend", "_waits"}
SAYING |= {"_how_to_decide"}
# what can stand for a value in a sentence
SAMPLES = ("H8", "H8, I9", "player 1", "five", "bomb", "own, bomb", "connect6", "s", "", "swap or no swap", "p1")
# what these raise is told to the person at the button
RAISING = (FIRMWARE / "session" / "buttons.py", FIRMWARE / "session" / "game.py")

ENGLISH = json.loads((PAGE / "languages" / "en.json").read_text(encoding="utf-8"))
SENTENCES = {key: text for key, text in ENGLISH.items() if key.startswith("refused.")}
# a value for each place that asks for a certain one
PLACES = {"n": "2", "number": "3", "width": "5", "count": "4", "lie": "3", "points": "H8", "who": "p1", "kind": "bomb"}
NUMBER = r"\d+"
SHAPES = {
    "n": NUMBER, "number": NUMBER, "width": NUMBER, "count": NUMBER, "lie": NUMBER,
    "points": r"(?:[A-S]\d+(?:, )?)+", "seat": "player [12]", "who": "p1|p2|arbiter", "kind": r"(?!pass\b)\w+",
}  # fmt: skip


def pattern(text):
    """The same as in page/refusals.js."""
    met, source = set(), ""
    for at, part in enumerate(re.split(r"\{(\w+)\}", text)):
        if at % 2 == 0:
            source += re.escape(part)
        elif part in met:
            source += f"(?P={part})"
        else:
            met.add(part)
            source += f"(?P<{part}>{SHAPES.get(part, '.+')})"
    return re.compile(source)


PATTERNS = [
    (key, pattern(form))
    for key, text in SENTENCES.items()
    for form in ([text] if isinstance(text, str) else text.values())
]


def keys_of(sentence):
    return [key for key, fits in PATTERNS if fits.fullmatch(sentence)]


def texts(node, constants):
    """The texts that an expression can be; values in it are %s."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value.replace("%r", "'%s'")]
    if isinstance(node, ast.Name):
        return constants.get(node.id, [])
    if isinstance(node, ast.IfExp):
        return texts(node.body, constants) + texts(node.orelse, constants)
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in texts(value, constants)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return texts(node.left, constants)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [text + "%s" for text in texts(node.left, constants)]
    return []


def said_in(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            constants[node.targets[0].id] = texts(node.value, {})
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in SAYING:
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value:
                    yield from texts(part.value, constants)
                elif isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "append":
                    yield from texts(part.args[0], constants)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "why":
            if not isinstance(node.value, ast.Name):
                continue  # why a clock stands
            yield from texts(node.value, constants)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "refuse" and len(node.args) == 3:
            yield from texts(node.args[1], constants)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and path in RAISING:
            yield from texts(node.exc.args[0], constants)


def all_said():
    paths = [*FIRMWARE.glob("games/**/*.py"), *FIRMWARE.glob("session/*.py")]
    return sorted({text for path in paths for text in said_in(path)})


def filled(text):
    """A sentence with samples for its values, all combinations."""
    places = re.findall("%[sd]", text)
    for values in itertools.product(*[("7",) if place == "%d" else SAMPLES for place in places]):
        yield re.sub("%[sd]", "{}", text).format(*values)


def test_the_sentences_are_found():
    said = all_said()
    assert len(said) > 35
    for text in ("a double-three", "the stone would have no liberty", "a stone would not rest there"):
        assert text in said
    assert "stone 2 of a turn must not be in one line with stone 1" in said
    assert any(text.startswith("ko: ") for text in said)
    assert "no %s is left: each player has %d" in said and "a row of more than %s" in said


@pytest.mark.parametrize("text", [text for text in all_said() if text != "stone %d goes %s"])
def test_each_sentence_has_words_in_the_languages_of_the_page(text):
    assert any(keys_of(sentence) for sentence in filled(text)), "add it to languages/*.json as refused.NAME"


def zones():
    for game in registry.NAMES:
        for opening in registry.openings(game):
            for small in (False, True):
                for step in openings.table(opening, small=small):
                    if step[0] == "stone" and step[2]:
                        yield step[2]


@pytest.mark.parametrize("zone", sorted(set(zones())), ids=str)
def test_each_zone_of_an_opening_has_words(zone):
    assert len(keys_of(f"stone 3 goes {zone_words(zone)}")) == 1


def refusals(game, size, options):
    """What a game says of all points and kinds in its first moves, and of a pass."""
    played = registry.new(game, size, options, passes_after=1)
    for _ in range(5):
        kinds = {"own", "bomb", "neutral"}
        found = [played.refusal(point, kind) for point in range(-1, size * size) for kind in kinds]
        yield from (why for why in [*found, played.pass_refusal()] if why)
        played.play(next(point for point in range(size * size - 1, -1, -1) if played.refusal(point) is None))


@pytest.mark.parametrize("game", registry.NAMES)
def test_what_each_game_and_option_says_is_one_of_them(game):
    for option, values, _ in [*registry.options(game), ("", ("",), None)]:
        for value in values:
            size, options = registry.checked(game, 0, {option: value} if option else {})
            assert [why for why in set(refusals(game, size, options)) if len(keys_of(why)) != 1] == []


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_is_not_taken_for_another(key):
    text = SENTENCES[key]
    for form in [text] if isinstance(text, str) else text.values():
        sentence = re.sub(r"\{(\w+)\}", lambda place: PLACES.get(place[1], "player 1"), form)
        assert keys_of(sentence) == [key]
