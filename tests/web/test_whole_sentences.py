"""No sentence of the page is composed from parts, because each language has its own word order.

Several texts are joined by list, both, either, clauses and sentences of i18n.js, which each language defines, or by the
separators of BESIDE, as on a label; everything else is one text with places.
"""

import re

import pytest
from tengen_host.web.app import PAGE

# the page's functions that return words in its language
WORDS = (
    r"\b(?:say|named|laptopWords|codeWords|codeSentence|sentence|toMove|outcome|wishes|capital"
    r"|[a-z]\w*(?:Name|Words|Text|Title|Label))\("
)
SAID = rf"(?:{WORDS}|\b(?:who|said|words|message|label)\b)"
# separators between texts that are not one sentence: lines, and the parts of a title
BESIDE = ('.join("\\n")', '.join(" · ")')
# allowed pieces, by module
ALLOWED = {
    # names of things, not sentences
    ("terms.js", "named(`opening.${code}`, [name, kanji]"),
    ("terms.js", 'say("line.in", { shape, direction, stones: line.stones.map(shown).join(" ") })'),
    ("sentences.js", 'say("event.set_aside", { moves: namesIn('),
    # figures of a clock
    ("hall.js", "timeText(its.ms) + (its.periods === null"),
    # a row of a table in the list of moves and on the slip, not a sentence
    ("replay.js", "`${n}. ${move.point === PASS ? "),
    ("result_slip.js", "`${turns.pop()} ${moveName(move)}`"),
    ("result_slip.js", 'lines.push(row(say("slip.points"), players.map('),
    ("result_slip.js", "`${padded(label, width)}${text}`"),
}  # fmt: skip


def halves(code):
    """Return the places in a module's code where a text is composed from parts."""
    code = re.sub(r"^\s*(//|/?\*).*$", "", code, flags=re.MULTILINE)
    for template in re.findall(r"`[^`]*`", code):
        parts = re.findall(r"\$\{[^}]*\}", template)
        rest = re.sub(r"\$\{[^}]*\}", "", template)
        if any(re.search(SAID, part) for part in parts) and (len(parts) > 1 or re.search(r"[^\W\d_]", rest)):
            yield template
    for line in map(str.strip, code.split("\n")):
        summed = re.search(rf"\+ {WORDS}|{WORDS}[^;]*\) \+ ", line)
        joined = re.search(WORDS, line) and any(".join(" in each for each in [re.sub(_beside(), "", line)])
        if summed or joined:
            yield line


def _beside():
    own = [f'.join(say("join.{name}"))' for name in ("list", "clauses", "sentences")]
    return "|".join(map(re.escape, [*BESIDE, *own]))


@pytest.mark.parametrize("path", sorted(PAGE.rglob("*.js")), ids=lambda path: path.name)
def test_no_sentence_is_put_together_from_halves(path):
    allowed = [piece for name, piece in ALLOWED if name == path.name]
    found = set(halves(path.read_text(encoding="utf-8")))
    left = {each for each in found if not any(piece in each for piece in allowed)}
    assert left == set(), "say it as one text with places: say(key, {...})"


def test_what_is_allowed_is_still_there():
    found = {path.name: [*halves(path.read_text(encoding="utf-8"))] for path in PAGE.rglob("*.js")}
    assert {(name, piece) for name, piece in ALLOWED if not any(piece in each for each in found[name])} == set()


@pytest.mark.parametrize(
    "code",
    [
        'set("x", `${whoName(seat)} ${say("turn.moves")}`);',
        "const text = `Lift ${moveName(move)}`;",
        'title.textContent = say("a.b") + " " + name;',
        'title.textContent = name + say("a.b");',
        'notice([whoName(seat), say("a.b")].join(" "));',
        "const text = `${who}: ${its}`;",
    ],
)  # fmt: skip
def test_halves_are_found(code):
    assert list(halves(code))


@pytest.mark.parametrize(
    "code",
    ["say(`entry.${about}.${entry}`)", 'say("a.b", { who: whoName(seat), points: list(points) })', "`#${id}-${other}`"],
)
def test_whole_sentences_are_left_alone(code):
    assert list(halves(code)) == []
