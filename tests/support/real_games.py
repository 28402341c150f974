"""The real games in tests/data."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def games():
    """Return the games of games.tsv as lists of points like `h8`. They are from RenjuNet, and end with a five."""
    lines = (DATA / "games.tsv").read_text(encoding="ascii").splitlines()
    return [line.split("\t")[0].split() for line in lines]
