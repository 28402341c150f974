"""Make the firmware's puzzles again from a file of games: `python -m tengen_host.puzzles GAMES.TSV`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from tengen.games import COLOUR_NAMES
from tengen.games.points import indices
from tengen.games.renju.position import SIZE
from tengen.partner.reserve import TABLE

from .. import resources
from ..solve import compiled
from .choosing import chosen, grade_of
from .mining import Puzzle, puzzles_of
from .packing import module_text

INTO = resources.firmware_package() / "partner" / "puzzle_data.py"


def main() -> None:
    """Find the puzzles in a file of games.

    A game is a line with moves like `h8 i9 g7`, and optionally a tab and the winner.
    """
    parser = argparse.ArgumentParser(prog="python -m tengen_host.puzzles", description=main.__doc__)
    parser.add_argument("games", type=Path, metavar="GAMES.TSV")
    parser.add_argument("--source", default="From games of RenjuNet (renju.net).", help="what the module says of them")
    parser.add_argument("--into", type=Path, default=INTO, help="the module that is written")
    asked = parser.parse_args()
    # the table is as large as on the board, so that the number of tried fours is the same
    fours = compiled.fastest(TABLE)
    found: list[Puzzle] = []
    for game, line in enumerate(asked.games.read_text(encoding="ascii").splitlines()):
        found += puzzles_of(fours, indices(line.partition("\t")[0], SIZE), game)
    kept = chosen(found)
    asked.into.write_text(module_text(kept, asked.source), encoding="ascii")
    played = sum(each.played for each in kept)
    print(f"{len(found)} puzzles found, {len(kept)} kept, {played} of them came up in a game")
    for what, of in (
        ("grades", grade_of),
        ("fours", lambda each: each.fours),
        ("stones", lambda each: each.stones // 10 * 10),
        ("turn", lambda each: COLOUR_NAMES[each.turn]),
        ("fours, by a foul", lambda each: (each.fours, each.by_foul)),
    ):
        print(f"{what}: {dict(sorted(Counter(map(of, kept)).items()))}")


main()
