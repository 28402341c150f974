"""The pictures of the documents: the pages in play, a foul, a studied game, a tree; and a sheet of all games."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from PIL import Image
from tengen.games import points, registry
from tengen.games.renju.position import SIZE
from tengen.games.renju.reasons import reasons

from ..hall.hall import Hall
from ..judge import reading
from ..records import fonts, formats, position_svg
from ..virtual import sizes
from .scenes import Look, Scene, Table, sheet, take

# The beginnings of real games (from RenjuNet): one with a provisional last stone, one that ends with a
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
# A game in which White loses twice: by a win with threes, and by a threat; and a tree
(_GAME,) = formats.games(b"h8 k10 j7 i9 i8 g8 j9 i7 j8 k8 j10 j6 j11")
PAST = replace(_GAME, id="studied", date="2026-11-21", black="Anna", white="Bo")
TREE = """\
tree 15 renju
h8 i9 "Black is free to choose"
  g7 "Shagetsu"
    h6 ! g8
    f8 "weaker"
  i8 !
    g8 j9
  j7
"""

DOUBLE_THREE = "g8 a1 i8 a3 h9 a5 h7 a7", "h8"

# For each game a position that shows its special rules, on a board of 19x19 if necessary: settings, and words for
# Table.play. The stones that the last move captures or turns stay as they are, so that the page shows the request.
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
IN_FLIGHT = ("gomoku", "connect6")  # scenes with a last stone that would become a move if the clock advanced
ONE = ((1280, 800), "dark", "en")  # the look of the picture of each game
COLUMNS = 4  # the number of pictures in a row of the sheet
# the number of colours in the sheet's file, the most that a PNG's palette can have; without a palette the file would be
# four times as large
COLOURS = 256


def name(hall: Hall, names: list[str]) -> None:
    """Set the names of the players of all boards: for each board first Black's name, then White's."""
    for place, p1, p2 in zip(hall.places.values(), names[::2], names[1::2], strict=True):
        place.details.give({"p1": p1, "p2": p2})


async def _touched(tables: list[Table], hall: Hall) -> None:
    await tables[0].play(TOUCHED)


async def _fouled(tables: list[Table], hall: Hall) -> None:
    name(hall, ["Ines", "Juri"])
    await tables[0].play(FOUL)


async def eight(tables: list[Table], hall: Hall) -> None:
    """Play one game on each of eight boards."""
    name(hall, [name for black, white, _ in GAMES for name in (black, white)])
    for table, (_, _, moves) in zip(tables, GAMES, strict=True):
        await table.play(moves)


async def _in_tree(tables: list[Table], hall: Hall) -> None:
    await tables[0].play("h8 i9")


async def _empty(tables: list[Table], hall: Hall) -> None:
    """Play nothing."""


IN_ROOM = Scene(_fouled, query="view=room&", ready=".foul-line")
IN_STUDY = Scene(
    _empty,
    query=f"past={PAST.id}&",
    then=("[data-replay=study]", "body:has(.study-asks[hidden]) [data-turning=true]"),
    seen=".studied li",
    kept=(PAST,),
)
IN_HALL = Scene(eight, len(GAMES), ready="[data-last] >> nth=7")
PICTURES: dict[str, tuple[Scene, Look]] = {
    "page.jpg": (Scene(_touched), ((1280, 800), "dark", "en")),
    "room.jpg": (IN_ROOM, ((1280, 720), "light", "en")),
    "phone.jpg": (IN_ROOM, ((390, 820), "dark", "en")),
    "new_game.jpg": (Scene(_touched, then=("#new-game-open",), seen="dialog[open]"), ((1280, 800), "light", "en")),
    "tree.jpg": (Scene(_in_tree, tree=TREE), ((1280, 860), "light", "en")),
    "study.jpg": (IN_STUDY, ((1280, 800), "light", "en")),
    "hall.jpg": (IN_HALL, ((1280, 720), "light", "en")),
}


def of_game(game: str) -> Scene:
    """Return the scene that shows a game's position."""
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
    """Return the picture with few colours, including those of the lights.

    The usual method chooses the most frequent colours: the result would have hundreds of browns, and grey lights.
    """
    return picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def foul() -> str:
    """Return the picture of a double-three, as `tengen judge` draws it with `--svg`."""
    moves, point = DOUBLE_THREE
    found = reading.read(moves)
    assert found.game
    why = reasons(found.position, points.index(point, SIZE))
    return position_svg.board_svg(found.position, why, moves=found.game.moves)


def take_all(folder: Path) -> None:
    """Write all pictures into a folder. Raises ImportError without playwright, RuntimeError without browser or font."""
    if fonts.lacking("松月"):  # without this font the pictures would show boxes instead
        raise RuntimeError(fonts.absent())
    (folder / "foul.svg").write_text(foul(), encoding="utf-8")
    for file, (scene, look) in PICTURES.items():
        (picture,) = asyncio.run(take(scene, [look], "jpeg"))
        (folder / file).write_bytes(picture)


def take_games(folder: Path) -> None:
    """Write games.png: a sheet with each game of POSITIONS in play. Raises as scenes.take()."""
    games = [(registry.title(game), *asyncio.run(take(of_game(game), [ONE]))) for game in POSITIONS]
    rows = [games[at : at + COLUMNS] for at in range(0, len(games), COLUMNS)]
    with_palette(sheet(rows)).save(folder / "games.png", optimize=True)
