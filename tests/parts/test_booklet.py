"""The guide as one PDF has every page and drawing, and its links lead to places within it."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from tengen_hardware import booklet
from tengen_host import resources

FOLDER = resources.path("hardware")


@pytest.fixture(scope="module")
def text():
    return booklet.html(FOLDER)


def test_every_drawing_of_the_guide_is_in_it(text):
    shown = {Path(unquote(urlsplit(each).path)) for each in re.findall(r'<img src="([^"]+)"', text)}
    assert all(file.is_file() for file in shown)
    assert {file.resolve() for file in (FOLDER / "guide").glob("*.svg")} < shown


def test_every_link_leads_to_a_place_in_it(text):
    places = set(re.findall(r' id="([^"]+)"', text))
    links = re.findall(r'<a href="([^"]+)"', text)
    inside = {each[1:] for each in links if each.startswith("#")}
    assert len(inside) > 6 and inside <= places
    assert all(each.startswith(("#", "http")) for each in links)


def test_without_a_browser_it_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("TENGEN_CHROMIUM", "/nowhere/chromium")
    assert booklet.main(["--into", str(tmp_path / "guide.pdf")]) == 1
    assert "no Chromium: sudo apt-get install" in capsys.readouterr().err
