"""The commands that install other programs on Linux, macOS and Windows."""

from __future__ import annotations

import sys

# (Debian's apt, Homebrew, Windows), by what is installed
_COMMANDS = {
    "ffmpeg": ("sudo apt-get install ffmpeg", "brew install ffmpeg", "winget install ffmpeg"),
    "Chromium": (
        "sudo apt-get install chromium-headless-shell",
        "brew install --cask google-chrome",
        "winget install Google.Chrome",
    ),
    # nothing is compiled on Windows
    "a compiler": ("sudo apt-get install gcc python3-dev", "xcode-select --install", ""),
    "fonts": (
        "sudo apt-get install fonts-noto-cjk",
        "brew install --cask font-noto-sans-cjk",
        "add Japanese in Settings, Time & language",
    ),
    "Python": ("sudo apt-get install python3", "brew install python", "winget install Python.Python.3.13"),
}
_SYSTEMS = {"darwin": 1, "win32": 2}


def command(what: str, system: str = sys.platform) -> str:
    """Return the command that installs a program on a system (`sys.platform`)."""
    return _COMMANDS[what][_SYSTEMS.get(system, 0)]
