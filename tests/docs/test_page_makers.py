"""The parts of the documents that are generated from the files of the board's page."""

import json
import re

from tengen_docs.makers import page
from tengen_host.virtual import faults
from tengen_host.web.app import PAGE

ENGLISH = json.loads((PAGE / "languages/en.json").read_text(encoding="utf-8"))
FOR_VIEWERS = {"keys.title", "keys.b_looks"}  # the title, and what the key `b` does for viewers who may not act


def test_every_key_that_the_page_explains_is_in_a_table():
    tables = "".join(map(page.keys, ("room.js", "hall/hall.js", "game/commentary.js", "quiz/quiz.js")))
    texts = {key: text for key, text in ENGLISH.items() if key.startswith("keys.") and key not in FOR_VIEWERS}
    assert len(texts) > 25
    assert [key for key, text in texts.items() if f"| {text} |" not in tables] == []
    assert "| `←` `→` | " in tables and "| `?` | " in tables and "| `1` `2` `0` | " in tables


def test_every_language_has_a_row():
    rows = re.findall(r"\| `([\w-]+)` \| (\S.*) \|", page.languages())
    assert sorted(code for code, _ in rows) == sorted(path.stem for path in (PAGE / "languages").glob("*.json"))
    assert ("zh-Hant", "繁體中文") in rows


def test_every_fault_has_a_row():
    rows = page.broken().splitlines()[2:]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == list(faults.KINDS)
    assert "| dead row | row | " in page.broken() and "| slow lines |  | " in page.broken()


def test_a_message_has_examples_in_its_places():
    assert page.message("port.taken_by").startswith("> /dev/ttyACM0 is in use by minicom (pid 4711)")
    assert "{" not in page.message("port.not_in_group")
