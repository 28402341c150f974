"""The case of the board as solids, and the rules that all of it fits."""
