"""Mines the firmware's puzzles: `python -m tengen_host.puzzles GAMES.TSV`.

`mining.py` finds them in games, `choosing.py` chooses and grades them, `packing.py` writes the firmware's module.
"""
