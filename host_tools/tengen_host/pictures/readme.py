"""The pictures of the READMEs: a game in play, a foul in the room view, the hall, and a sheet with each game."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PIL import Image
from tengen.games import registry

from ..hall.hall import Hall
from ..records import fonts
from ..virtual import sizes
from .scenes import Look, Scene, Table, sheet, take

# The beginnings of real games (from RenjuNet): one whose last stone is still provisional, one that ends with a
# double-three, and eight for the hall
TOUCHED = "h8 i9 g7 h9 j9 i10 i8 g8 j11 h7 f9 j8 h10 k7 i11 j12 f8 f10 h11 k11 +e8"
FOUL = "h8 h9 h7 i9 j9 i8 j7 j8 k7 i7 i6 h6 k9 i10 i11 g8 k8"
GAMES = (
    ("Aiko", "Bruno", "h8 h9 h6 i8 i7 j7 k6 j8 j9 g8 g7 i10 f7 h10 f10 g9"),
    ("Chen", "Dagny", "h8 h9 j10 i9 j9 j8 h10 i8 g10 i10 i11 j11 g8 i7 i6 k9 l10"),
    ("Elo", "Fedor", "h8 h7 f7 i8 j9 i9 i7 g10 f11 f9 g9 j6 e11 f10"),
    ("Greta", "Haruki", "h8 h9 j9 g8 f7 g7 g6 g10 j6 i6 h7 i8 j7"),
    ("Ines", "Juri", FOUL),
    ("Kadri", "Lev", "h8 i9 h6 h9 i7 j8 k7 j7 j9"),
    ("Mei", "Nils", "h8 h7 h6 i7 j7 g7 f7 h9 g6 i6 e8 d9"),
    ("Olga", "Per", "h8 i9 g7 h9 j9 i10 i8"),
)

# For each game a position that shows what is special in it, on a board of 19x19 if it needs that: settings, and words
# for Table.play. What the last move takes or turns is left to the players, so that the page asks for it.
POSITIONS: dict[str, tuple[dict[str, object], str]] = {
    "renju": ({}, "h8 h9 h7 i9 j9 i8 j7 j8 k7 i7 i6 h6 k9 i10 i11 g8 k8"),
    "five": ({}, "h8 i9 h10 h9 g9 i7 i11 j12 f8 i8 j11 i10"),
    "gomoku": ({}, "h8 i9 k8 j8 i7 h9 g9 i10 i8 j10 j7 k7 +j9"),
    "sapronov": ({"opening": "black's choice"}, "h8 i9 c3 d12 +e5 +k11"),
    "renju-1899": ({}, "h8 i9 i8 g9 k9 h10 k10 l11 +k8"),
    "renju-1903": ({}, "h8 i9 i8 h10 g10 i11 f7 j11 l12 i10"),
    "renju-1912": ({}, "h8 i9 i8 g9 k9 h10 k10 l11 k8"),
    "renju-1916": ({}, "h8 i9 i8 g9 j8 g8 l8 h10 m8 k11 k8"),
    "renju-1918": ({}, "h8 i9 i8 g9 k9 h10 k10 l11 j7 g10 i6 m12 h5 g4 k8"),
    "early-renju": ({}, "j10 k11 k9 i11 l8 l12 m10 m11 m9 j12 m8 h9 m7 n6 m6"),
    "pente": ({}, "h8 i8 e5 j8 k8 g9 i7 g10 l9 f11 m6 j6"),
    "ninuki": ({}, "h8 h7 g8 c3 f8 m3 h9 c12 e8 l13 d8"),
    "anti-renju": ({}, "h8 i9 g8 h9 f8 j10 e8"),
    "anti-pente": ({}, "h8 i9 h11 g8 h9 j11 h10"),
    "common-centre": ({}, "h8 i8 g7 j8 g6 k8 f9 l8"),
    "bomb-renju": ({}, "h10 g8 i8 g9 i9 g7 j9 h7 bomb:h8"),
    "bomb-pente": ({}, "h8 g8 k8 g9 i9 g7 i7 h9 bomb:f8"),
    "repensi": ({}, "h8 i9 g7 i8 g9 j8 k8"),
    "neutral-pente": ({}, "h8 i9 k9 i8 neutral:i10 j8 g8 h10"),
    "connect6": ({"size": 15}, "h8 i9 g9 h9 i10 g8 i8 h7 j11 j8 +h10"),
    "four": ({}, "d1 e1 d2 d3 e2 f1 c1 f2 e3 g1 f3 c2"),
    "irensei": ({}, "j10 k10 k9 k11 l10 m10 l11 m11 j11 m12 h11 m9 i12 m13 k12"),
}
IN_FLIGHT = ("gomoku", "connect6")  # their last stone would become a move if the clock went on
ONE = ((1280, 800), "dark", "en")  # of each game
COLUMNS = 4  # of the sheet
COLOURS = 256  # of its file: as many as a PNG with a palette has; with all of them it would be four times as large


def name(hall: Hall, names: list[str]) -> None:
    """Give the players of all boards their names: first Black's and then White's of each."""
    for place, p1, p2 in zip(hall.places.values(), names[::2], names[1::2], strict=True):
        place.details.give({"p1": p1, "p2": p2})


async def _touched(tables: list[Table], hall: Hall) -> None:
    await tables[0].play(TOUCHED)


async def _fouled(tables: list[Table], hall: Hall) -> None:
    name(hall, ["Ines", "Juri"])
    await tables[0].play(FOUL)


async def eight(tables: list[Table], hall: Hall) -> None:
    """Play a game on each of eight boards."""
    name(hall, [name for black, white, _ in GAMES for name in (black, white)])
    for table, (_, _, moves) in zip(tables, GAMES, strict=True):
        await table.play(moves)


IN_ROOM = Scene(_fouled, query="view=room&", ready=".foul-line")
IN_HALL = Scene(eight, len(GAMES), ready="[data-last] >> nth=7")
PICTURES: dict[str, tuple[Scene, Look]] = {
    "page.jpg": (Scene(_touched), ((1280, 800), "dark", "en")),
    "room.jpg": (IN_ROOM, ((1280, 720), "light", "en")),
    "phone.jpg": (IN_ROOM, ((390, 820), "dark", "en")),
    "hall.jpg": (IN_HALL, ((1280, 720), "light", "en")),
}


def of_game(game: str) -> Scene:
    """Return the scene with a game's position."""
    settings, words = POSITIONS[game]
    size = settings.get("size", registry.sizes(game)[0])

    async def play(tables: list[Table], hall: Hall) -> None:
        await tables[0].set(**{"game": game, "opening": registry.openings(game)[0], "size": 0, **settings})
        await tables[0].play(words)
        if game not in IN_FLIGHT:
            await tables[0].wait_for_lights()

    board = sizes.LARGE if size == sizes.LARGE else sizes.USUAL
    return Scene(play, size=board, ready=f'body[data-frame] #rules-of-game[data-game="{game}"]')


def with_palette(picture: Image.Image) -> Image.Image:
    """Return the picture with few colours, those of the lights among them.

    The usual method takes the colours by how often they occur: it has hundreds of browns, and grey lights.
    """
    return picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def take_all(folder: Path) -> None:
    """Write all pictures into a folder. Without playwright: ImportError; without a browser or a font: RuntimeError."""
    if fonts.lacking("松月"):  # the pictures would have boxes there
        raise RuntimeError("no font here has the kanji of the openings: install one, like Debian's fonts-noto-cjk")
    for file, (scene, look) in PICTURES.items():
        (picture,) = asyncio.run(take(scene, [look], "jpeg"))
        (folder / file).write_bytes(picture)
    games = [(registry.title(game), *asyncio.run(take(of_game(game), [ONE]))) for game in registry.NAMES]
    rows = [games[at : at + COLUMNS] for at in range(0, len(games), COLUMNS)]
    with_palette(sheet(rows)).save(folder / "games.png", optimize=True)
