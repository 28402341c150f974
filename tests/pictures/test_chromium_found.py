"""Finding a Chromium that opens a page; a Chromium that opens no page counts as missing."""

import pytest
from tengen_host import extras
from tengen_host.pictures import browser


@pytest.fixture
def there_is(tmp_path, monkeypatch):
    """there_is(script) -> the path of the machine's Chromium, which is that shell script."""

    def make(script):
        path = tmp_path / "chromium"
        path.write_text(script)
        path.chmod(0o755)
        monkeypatch.setenv("TENGEN_CHROMIUM", str(path))
        return path

    return make


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("#!/bin/sh\nexit 1\n", "{} does not start: it ends with status 1"),
        ("#!/bin/sh\necho '<html>'; exit 3\n", "{} does not start: it ends with status 3"),
        ("#!/bin/sh\n", "{} starts, but opens no page"),
        ("#!/nowhere/sh\n", "{} does not start: No such file or directory"),
        ("#!/bin/sh\necho '<html></html>'\n", None),
    ],
)
def test_a_chromium_that_does_not_open_a_page_is_missing(there_is, script, fault):
    path = there_is(script)
    assert browser.missing() == (fault and fault.format(path))


def test_a_chromium_that_hangs_is_missing(there_is, monkeypatch):
    path = there_is("#!/bin/sh\nexec sleep 300\n")
    monkeypatch.setattr(browser, "START_S", 0.1)
    assert browser.missing() == f"{path} has not opened an empty page in 0.1 seconds"


def test_where_there_is_none_its_package_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CHROMIUM", str(tmp_path / "chromium"))
    assert browser.missing() == browser.absent()
    monkeypatch.delenv("TENGEN_CHROMIUM")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.missing() == browser.absent()


def test_without_playwright_no_page_is_opened(there_is, monkeypatch):
    there_is("#!/bin/sh\necho '<html></html>'\n")
    monkeypatch.setattr(browser.importlib.util, "find_spec", lambda name: None)
    assert browser.missing() == extras.missing("playwright", "test")
