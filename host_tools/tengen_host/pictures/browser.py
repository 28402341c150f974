"""A headless Chromium for the screenshots and the browser tests."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

from .. import extras, installing

# chromium-headless-shell is the same Chromium without its own windows and menus: a page opens in half the time
NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    # macOS and Windows have no such program on the PATH
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
# The browser only opens Tengen's own page. It has no sandbox, because containers don't allow one, and makes no
# background requests.
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
START_S = 120


def absent(system: str = sys.platform) -> str:
    """Return the sentence for a system without Chromium."""
    return f"no Chromium: {installing.command('Chromium', system)}, or set TENGEN_CHROMIUM to the path of one"


def find() -> str | None:
    """Return the path of this machine's Chromium: TENGEN_CHROMIUM, or the first on the PATH."""
    named = os.environ.get("TENGEN_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, NAMES) if path), None)


def missing() -> str | None:
    """Return what is missing on this machine to open a page, in one sentence; None if a page opens."""
    if importlib.util.find_spec("playwright") is None:
        return extras.missing("playwright", "test")
    path = find()
    return absent() if path is None else _fault(path)


def _fault(path: str) -> str | None:
    """Return why this Chromium does not open an empty page; None if it does."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            command = [path, *ARGUMENTS, f"--user-data-dir={profile}", "--dump-dom", "about:blank"]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=START_S)
    except subprocess.TimeoutExpired:
        return f"{path} has not opened an empty page in {START_S} seconds"
    except OSError as error:
        return f"{path} does not start: {error.strerror}"
    if done.returncode:
        return f"{path} does not start: it ends with status {done.returncode}"
    return None if b"<html>" in done.stdout else f"{path} starts, but opens no page"
