"""Write ten random games of a game into tests/data/family.jsonl: `.venv/bin/python tests/support/family_games.py NAME`.

They have the answers of the game as it is now, so that a test notices a change of its rules. Check first that the
examples of the game's page come out right. Random games that the file already has of this game are replaced.
"""

import json
import sys
from pathlib import Path
from random import Random

from examples import answer, match_of, play
from tengen_host import game_names
from tengen_host.bench import random_games

FILE = Path(__file__).parents[1] / "data" / "family.jsonl"
GAMES = 10


def lines_of(name):
    """Yield ten random games of a game, each as a line of the file."""
    variants = [variant for variant in random_games.variants() if variant.game == name]
    for number in range(GAMES):
        luck = Random(f"{number} {name}")
        variant = luck.choice(variants)
        words, options = random_games.random_words(variant, luck), {**variant.told(), "tiebreak": False}
        match = match_of(name, options)
        for word in words:
            play(match, word)
        yield json.dumps({"game": name, "moves": words, "options": options, **answer(match)}, sort_keys=True)


def write(name, file=FILE):
    """Write the games of a game. Raises ValueError if there is no such game."""
    game_names.known(name)
    kept = [line for line in file.read_text(encoding="utf-8").splitlines() if json.loads(line)["game"] != name]
    file.write_text("\n".join([*kept, *lines_of(name), ""]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        write(sys.argv[1])
    except ValueError as why:
        sys.exit(f"error: {why}")
