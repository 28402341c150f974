"""A headless Chromium for the screenshots and for the browser tests."""

from __future__ import annotations

import os
import shutil

# chromium-headless-shell is the same Chromium without its own windows and menus: a page opens in half the time
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# The browser only opens our own page: no sandbox, because containers don't allow it, and no background requests.
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
MISSING = "no Chromium: apt-get install chromium-headless-shell, or set TENGEN_CHROMIUM to the path of one"


def find() -> str | None:
    """Return the path of this machine's Chromium: the one TENGEN_CHROMIUM names, or the first on the PATH."""
    named = os.environ.get("TENGEN_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, NAMES) if path), None)
