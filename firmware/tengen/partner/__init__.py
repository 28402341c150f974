"""Finds wins by fours, sets puzzles, and plays: a partner that thinks in slices, and never touches the game."""
