"""Puzzles of wins by fours, mined from games."""
