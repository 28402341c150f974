"""Pictures for a review: play, room, hall, new game and result, each at all sizes, in all colours and languages.

`sheet.png` shows small copies of all, `games.png` each game in play. Each picture shows only the part of the page that
fits into the window.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path

from ..hall.hall import Hall
from ..web.app import PAGE
from .readme import FOUL, GAMES, IN_HALL, name, take_games
from .scenes import Look, Scene, Table, sheet, take

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (960, 1080), (1366, 768), (1920, 1080), (3840, 2160))
THEMES = ("light", "dark", "contrast")
USUAL = ((1366, 768), "dark", "en")


async def _with_clocks(tables: list[Table], hall: Hall, moves: str) -> None:
    name(hall, ["Maria Lindqvist", "Õnnela Kask-Rebane"])
    await tables[0].set(opening="free centre", clock="10+5")
    await tables[0].play(moves)


async def _in_play(tables: list[Table], hall: Hall) -> None:
    await _with_clocks(tables, hall, GAMES[1][2])


async def _over(tables: list[Table], hall: Hall) -> None:
    await _with_clocks(tables, hall, FOUL)


SCENES = {
    "play": Scene(_in_play),
    "room": Scene(_in_play, query="view=room&"),
    "hall": IN_HALL,
    "new game": Scene(_in_play, clicks=("#new-game-open", "#rules-title")),
    "result": Scene(_over, ready="#reasons li"),
}


def languages() -> list[str]:
    """Return the codes of the page's languages."""
    return sorted(path.stem for path in (PAGE / "languages").glob("*.json"))


def looks(codes: Iterable[str]) -> list[Look]:
    """Return the looks of each scene: all sizes, then all other colours, then all other languages."""
    size, theme, code = USUAL
    return [
        *((each, theme, code) for each in SIZES),
        *((size, each, code) for each in THEMES if each != theme),
        *((size, theme, each) for each in codes if each != code),
    ]


def take_all(folder: Path) -> None:
    """Write all pictures and the sheet into a folder. Raises the errors of scenes.take()."""
    looked, rows = looks(languages()), []
    for scene, its in SCENES.items():
        pictures = asyncio.run(take(its, looked, scrollbars=True))
        titles = [f"{scene} {width}x{height} {theme} {code}" for (width, height), theme, code in looked]
        for title, data in zip(titles, pictures, strict=True):
            (folder / f"{title.replace(' ', '-')}.png").write_bytes(data)
        # short titles, without the scene and the usual look, because a phone's picture on the sheet is narrow
        short = [title.removeprefix(f"{scene} ").removesuffix(" dark en") for title in titles]
        rows.append(list(zip(short, pictures, strict=True)))
        print(f"{scene}: {len(pictures)} pictures", file=sys.stderr)
    sheet(rows).save(folder / "sheet.png")
    take_games(folder)
