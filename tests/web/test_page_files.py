"""The page's files come from memory. They are compressed if possible, not sent twice, and never an old version.

A sheet is sent with its imports; a page names each module that its script needs, without import cycles.
"""

import gzip
import os
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from tengen_host.web.app import PAGE
from tengen_host.web.page_files import PageFiles, modules, sent

TESTS = Path(__file__).resolve().parents[1]
ELEMENT = '<script type="module" src="/page/main.js"></script>'
SCRIPT = "const answer = 42;\n" * 40


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "main.js").write_text(SCRIPT)
    (tmp_path / "short.js").write_text("1;")
    (tmp_path / "words" / "en.json").write_text('{"a": "b"}')
    (tmp_path / "page.html").write_text(f"<head>\n  {ELEMENT}\n</head>\n")
    for name in ("all", "deep"):
        (tmp_path / "words" / f"{name}.js").write_text("")
    (tmp_path / "page.css").write_text('@import "part.css";\n')
    (tmp_path / "part.css").write_text("a { color: red }\n")
    return tmp_path


@pytest.fixture
def client(folder):
    return TestClient(Starlette(routes=[Route("/page/{name:path}", PageFiles(folder).file)]))


@pytest.mark.parametrize("asks, packed", [("gzip", "gzip"), ("identity", None)])
def test_a_file_is_packed_for_those_that_unpack_it(client, asks, packed):
    answer = client.get("/page/main.js", headers={"accept-encoding": asks})
    assert (answer.text, answer.headers.get("content-encoding")) == (SCRIPT, packed)
    sent = len(gzip.compress(SCRIPT.encode())) if packed else len(SCRIPT)
    assert int(answer.headers["content-length"]) == sent and answer.headers["vary"] == "Accept-Encoding"


def test_what_packing_makes_longer_is_sent_as_it_is(client):
    answer = client.get("/page/short.js", headers={"accept-encoding": "gzip"})
    assert answer.text == "1;" and "content-encoding" not in answer.headers


def test_who_has_a_file_does_not_get_it_again_until_it_is_changed(client, folder):
    tag = client.get("/page/main.js").headers["etag"]
    again = client.get("/page/main.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    (folder / "main.js").write_text("changed")
    # a changed file may also have an earlier time, if another version was installed
    os.utime(folder / "main.js", ns=(1, 1))
    changed = client.get("/page/main.js", headers={"if-none-match": tag})
    assert (changed.status_code, changed.text) == (200, "changed")


def test_a_style_sheet_is_whole_also_after_a_part_of_it_was_changed(client, folder):
    assert client.get("/page/page.css").text.split() == ["a", "{", "color:", "red", "}"]
    (folder / "part.css").write_text("b {}\n")
    os.utime(folder / "part.css", ns=(2**62, 2**62))
    assert client.get("/page/page.css").text.split() == ["b", "{}"]


@pytest.mark.parametrize(
    "path", ["nothing.js", "words", "", "%2e%2e/secret", "words/%2e%2e/%2e%2e/secret", "a%00"]
)
def test_what_is_no_file_of_the_folder_is_not_found(client, folder, path):
    (folder.parent / "secret").write_text("secret")
    assert client.get(f"/page/{path}").status_code == 404


def test_files_are_read_only(client):
    assert client.head("/page/words/en.json").headers["content-length"] == "10"
    assert client.post("/page/words/en.json").status_code == 405


def test_a_page_names_each_module_once_also_after_one_of_them_was_changed(client, folder):
    assert client.get("/page/page.html").text == f"<head>\n  {ELEMENT}\n</head>\n"
    (folder / "main.js").write_text(
        """\
import { one } from "./short.js";
import {
  two,
} from "./words/all.js";
import * as all from "./words/all.js";
const no = 'import "./no.js";';
"""
    )
    (folder / "words" / "all.js").write_text('import "../short.js";\nexport { three } from "./deep.js";\n')
    os.utime(folder / "main.js", ns=(2**62, 2**62))
    linked = re.findall('<link rel="modulepreload" href="([^"]+)">', client.get("/page/page.html").text)
    assert linked == ["/page/short.js", "/page/words/all.js", "/page/words/deep.js"]


@pytest.mark.parametrize("name", ["index.html", "hall.html", "quiz.html", "404.html"])
def test_a_page_has_one_script_whose_modules_import_each_other_in_no_circle(name):
    (script,) = re.findall(r'<script type="module" src="/page/([^"]+)">', (PAGE / name).read_text(encoding="utf-8"))
    all_of_it = modules(PAGE / script)
    needs = {module: modules(module)[1:] for module in all_of_it}
    circles = {module.name for module, others in needs.items() for each in others if module in needs[each]}
    assert len(all_of_it) > 3 and circles == set()
    assert sent(PAGE / name).decode().count("modulepreload") == len(all_of_it) - 1


@pytest.mark.parametrize("name", ["page.css", "hallpage.css", "quizpage.css"])
def test_a_page_has_one_sheet_and_nothing_is_left_to_import(name):
    assert "@import" not in sent(PAGE / name).decode()


def exports():
    """Return each exported name, and the number of modules and tests that use it."""
    files = [*PAGE.rglob("*.js"), *(TESTS / "browser").glob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    words = {path: set(re.findall(r"[\w$]+", text)) for path, text in texts.items()}
    for path in PAGE.rglob("*.js"):
        for name in re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", texts[path], re.MULTILINE):
            yield f"{path.name}: {name}", sum(name in its for there, its in words.items() if there != path)


def test_each_export_is_imported_somewhere():
    assert [where for where, used in exports() if not used] == []
