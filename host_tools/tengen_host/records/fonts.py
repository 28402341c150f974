"""Find a font on this computer for each letter of the words on a picture. No font is bundled."""

from __future__ import annotations

import functools
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import ImageFont

from .. import installing

Font = ImageFont.FreeTypeFont

# Pillow's own font has only ASCII. Other letters are first searched in these fonts, which have the names that operating
# systems use, then in every font file on this computer.
PREFERRED = (
    "DejaVuSans.ttf",
    "arial.ttf",
    "Arial.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "msgothic.ttc",
    "msyh.ttc",
    "malgun.ttf",
    "AppleSDGothicNeo.ttc",
    "Arial Unicode.ttf",
    "DroidSansFallbackFull.ttf",
)
ENDINGS = (".ttf", ".otf", ".ttc")

_SIZE = 20  # the font size in the search for letters
# Unicode guarantees that this code is not a letter, so a font shows its picture for missing letters
_NO_LETTER = "\uffff"
_JOINER = "\u200d"
_SAMPLES = "松月あ한红紅"  # letters of Japanese, Korean, and both Chinese scripts

# For each letter with its combining marks, the name or path of a font that has it; None if no font has it
_known: dict[str, str | None] = {}


def runs(text: str, size: float) -> list[tuple[Font, str]]:
    """Return the pieces of the text in order, each with its font. A letter that no font has becomes a box."""
    own = _own(size)
    if text.isascii():
        return [(own, text)]
    letters = _letters(text)
    whole = _with_all(letters)
    if whole:
        return [(_opened(whole, size), text)]
    _look_for(letters)
    found: list[tuple[Font, str]] = []
    for letter in letters:
        name = _known.get(letter)
        font = _opened(name, size) if name else own  # Pillow's own font shows a box for a letter that no font has
        if found and (letter.isspace() or found[-1][0] is font):
            found[-1] = found[-1][0], found[-1][1] + letter
        else:
            found.append((font, letter))
    return found


def lacking(text: str) -> list[str]:
    """Return the letters that no font on this computer has, each letter once."""
    if text.isascii():
        return []
    letters = _letters(text)
    if _with_all(letters):
        return []
    _look_for(letters)
    missing = (letter for letter in letters if not letter.isspace() and _known[letter] is None)
    # leave out the ASCII letters, because Pillow's own font has them
    return list(dict.fromkeys(letter for letter in missing if not letter.isascii()))


def missing() -> str | None:
    """Return what is missing on this computer to draw East Asian names, in a sentence; None if nothing is."""
    return absent() if lacking(_SAMPLES) else None


def absent(system: str = sys.platform) -> str:
    """Return the sentence for a system without the fonts for East Asian names."""
    return f"no font has all Chinese, Japanese and Korean letters: {installing.command('fonts', system)}"


def _letters(text: str) -> list[str]:
    """Return the letters, each with its combining marks.

    A letter and its marks need the same font; else a mark would appear beside its letter.
    """
    found: list[str] = []
    for sign in text:
        if found and (unicodedata.category(sign)[0] == "M" or _JOINER in (sign, found[-1][-1])):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _with_all(letters: list[str]) -> str | None:
    """Return the first preferred font that has all the letters, because a text in one font looks best."""
    return next((name for name in PREFERRED if len(_had_by(name, set(letters))) == len(set(letters))), None)


def _look_for(letters: Iterable[str]) -> None:
    """Find a font for each of these letters; open every font file at most once."""
    wanted = {letter for letter in letters if letter not in _known and not letter.isspace()}
    for name in (*PREFERRED, *_files()):
        if not wanted:
            return
        had = _had_by(name, wanted)
        _known.update(dict.fromkeys(had, name))
        wanted -= had
    _known.update(dict.fromkeys(wanted))


def _had_by(name: str, letters: Iterable[str]) -> set[str]:
    """Return the letters that a font has, with all their marks."""
    try:
        font = ImageFont.truetype(name, _SIZE)
        lack = bytes(font.getmask(_NO_LETTER))
        return {letter for letter in letters if all(_is_drawn(font, sign, lack) for sign in letter)}
    except (OSError, ValueError):
        return set()  # this font is missing on this computer, or it has only fixed sizes


def _is_drawn(font: Font, sign: str, lack: bytes) -> bool:
    return sign.isspace() or sign == _JOINER or bytes(font.getmask(sign)) != lack


@functools.lru_cache(1)
def _files() -> tuple[str, ...]:
    """Return all font files on this computer, always in the same order."""
    return tuple(sorted({str(file) for folder in folders() for file in _below(folder)}))


def _below(folder: Path) -> Iterator[Path]:
    for where, _, names in os.walk(folder):  # a folder without read permission counts as empty
        yield from (Path(where, name) for name in names if name.lower().endswith(ENDINGS))


def folders() -> list[Path]:
    """Return the font folders of this operating system; some may not exist."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
        return [Path(os.environ.get("WINDIR") or "C:/Windows", "Fonts"), Path(local, "Microsoft", "Windows", "Fonts")]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    own = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    return [Path(folder, "fonts") for folder in (own, *shared)] + [home / ".fonts"]


@functools.lru_cache(64)
def _own(size: float) -> Font:
    font = ImageFont.load_default(size)
    assert isinstance(font, Font)  # every usual build of Pillow has FreeType
    return font


@functools.lru_cache(64)
def _opened(name: str, size: float) -> Font:
    return ImageFont.truetype(name, size)
