"""The partner finds wins by fours, sets puzzles and plays. It thinks in slices, and never changes the game."""
