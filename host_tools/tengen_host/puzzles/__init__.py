"""Find the firmware's puzzles in games: `python -m tengen_host.puzzles GAMES.TSV`.

`mining.py` finds the puzzles in games, `choosing.py` chooses and grades them, and `packing.py` writes the firmware's
module.
"""
