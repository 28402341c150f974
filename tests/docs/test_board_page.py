"""The page without installation is made from the page's own files, with relative addresses, and lists all its files."""

import base64
import hashlib
import json
import re

import pytest
from fake_board import FakeBoard
from pages import client_of
from tengen.games import registry
from tengen_docs import board_page
from tengen_host.image import ImageError
from tengen_host.web.app import PAGE


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("board")
    board_page.make(folder)
    return folder


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_all_its_addresses_are_relative_and_lead_to_its_files(made):
    index = (made / "index.html").read_text(encoding="utf-8")
    assert 'data-source="serial"' in index
    addresses = [its for its in re.findall(r'(?:href|src)="([^"]*)"', index) if its != "/"]  # the link to the hall
    assert len(addresses) > 50 and [its for its in addresses if its not in files(made)] == []
    for path in made.rglob("*.css"):
        assert [its for its in re.findall(r"url\(([^)]*)\)", path.read_text(encoding="utf-8")) if "/" in its] == []


def test_its_files_are_those_of_the_page_and_no_others(made):
    page = {name for name in files(made) if name.startswith("page/")}
    for name in page - {"page/page.css"}:
        assert (made / name).read_bytes() == (PAGE.parent / name).read_bytes(), name
    for part in ("hall/hall.js", "quiz/quiz.js", "pair.js"):
        assert f"page/{part}" not in page


def test_its_script_waits_until_the_empty_board_is_painted(made):
    index = (made / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<script[^>]* src="([^"]*)"', index) == ["page/serial/start.js"]
    assert re.findall(r' rel="(?:module)?preload"[^>]* href="([^"]*)"', index) == ["page/wood.svg"]


def test_its_worker_has_each_file_with_its_hash(made):
    worker = (made / "worker.js").read_text(encoding="utf-8")
    listed = json.loads(re.match(r'const VERSION = "[\w. +-]+", FILES = (\{.*\});\n', worker)[1])
    assert set(listed) == files(made) - {"worker.js"}
    for name, hashed in listed.items():
        assert hashed == "sha256-" + base64.b64encode(hashlib.sha256((made / name).read_bytes()).digest()).decode()


def test_it_answers_what_a_laptop_answers(made):
    client = client_of(FakeBoard())
    for address in [*(f"rules/et/{game}.json" for game in registry.NAMES), "rules/zh-Hant/terms.json"]:
        assert json.loads((made / address).read_text(encoding="utf-8")) == client.get(f"/{address}").json()
    for address in ("rules/pente/1.svg", "rules/terms/straight four.svg"):
        assert (made / address).read_text(encoding="utf-8") == client.get(f"/{address}").text
    its, laptops = json.loads((made / "board.json").read_text(encoding="utf-8")), client.get("/board.json").json()
    assert (its["games"], its["firmware"]) == (laptops["games"], laptops["firmware"])
    assert set(laptops) - set(its) == {"studies"} and its["kind"] == "real"


def test_a_file_that_is_no_image_is_refused(tmp_path):
    (tmp_path / "its.uf2").write_bytes(b"no image")
    with pytest.raises(ImageError, match="is not a whole UF2"):
        board_page.make(tmp_path / "board", tmp_path / "its.uf2")
