"""The real games in tests/data."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def games():
    """The games of games.tsv (RenjuNet; each ends with a five): a list of lists of points like `h8`."""
    lines = (DATA / "games.tsv").read_text(encoding="ascii").splitlines()
    return [line.split("\t")[0].split() for line in lines]
