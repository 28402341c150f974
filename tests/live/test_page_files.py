"""The page's files come from memory: packed for who unpacks, not sent again to who has them, and never an old one."""

import gzip
import os

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient
from tengen_host.live.app import PAGE
from tengen_host.live.files import SCRIPTS, KeptFiles

SCRIPT = "const answer = 42;\n" * 40


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "main.js").write_text(SCRIPT)
    (tmp_path / "short.js").write_text("1;")
    (tmp_path / "words" / "en.json").write_text('{"a": "b"}')
    (tmp_path / "page.css").write_text('@import "part.css";\n')
    (tmp_path / "part.css").write_text("a { color: red }\n")
    return tmp_path


@pytest.fixture
def client(folder):
    return TestClient(Starlette(routes=[Mount("/", KeptFiles(folder))]))


@pytest.mark.parametrize("asks, packed", [("gzip", "gzip"), ("identity", None)])
def test_a_file_is_packed_for_those_that_unpack_it(client, asks, packed):
    answer = client.get("/main.js", headers={"accept-encoding": asks})
    assert (answer.text, answer.headers.get("content-encoding")) == (SCRIPT, packed)
    sent = len(gzip.compress(SCRIPT.encode())) if packed else len(SCRIPT)
    assert int(answer.headers["content-length"]) == sent and answer.headers["vary"] == "Accept-Encoding"


def test_what_packing_makes_longer_is_sent_as_it_is(client):
    answer = client.get("/short.js", headers={"accept-encoding": "gzip"})
    assert answer.text == "1;" and "content-encoding" not in answer.headers


def test_who_has_a_file_does_not_get_it_again_until_it_is_changed(client, folder):
    tag = client.get("/main.js").headers["etag"]
    again = client.get("/main.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    (folder / "main.js").write_text("changed")
    os.utime(folder / "main.js", ns=(1, 1))  # a file may also become older: another version was installed
    changed = client.get("/main.js", headers={"if-none-match": tag})
    assert (changed.status_code, changed.text) == (200, "changed")


def test_a_style_sheet_is_whole_also_after_a_part_of_it_was_changed(client, folder):
    assert client.get("/page.css").text.split() == ["a", "{", "color:", "red", "}"]
    (folder / "part.css").write_text("b {}\n")
    os.utime(folder / "part.css", ns=(2**62, 2**62))
    assert client.get("/page.css").text.split() == ["b", "{}"]


@pytest.mark.parametrize(
    "path", ["/nothing.js", "/words", "/../secret", "/%2e%2e/secret", "/words/../../secret", "/a%00"]
)
def test_what_is_no_file_of_the_folder_is_not_found(client, folder, path):
    (folder.parent / "secret").write_text("secret")
    assert client.get(path).status_code == 404


def test_files_are_read_only(client):
    assert client.head("/words/en.json").headers["content-length"] == "10"
    assert client.post("/words/en.json").status_code == 405


def test_a_script_is_whole_also_after_a_part_of_it_was_changed(client, folder):
    (folder / "main.js").write_text('import "./short.js";\n2;\n')
    assert "1;" in client.get("/main.js").text
    (folder / "short.js").write_text("3;\n")
    os.utime(folder / "short.js", ns=(2**62, 2**62))
    assert "3;" in client.get("/main.js").text


def test_all_other_modules_of_the_page_are_sent_as_they_are():
    client = TestClient(Starlette(routes=[Mount("/", KeptFiles(PAGE))]))
    modules = [each for each in sorted(PAGE.glob("*.js")) if each.name not in SCRIPTS]
    assert len(modules) > 80
    for module in modules:
        answer = client.get(f"/{module.name}", headers={"accept-encoding": "gzip"})
        assert answer.content == module.read_bytes() and answer.headers["content-type"].startswith("text/javascript")
