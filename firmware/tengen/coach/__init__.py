"""The coach helps a person who plays alone. It shows wins by fours, plays at a seat, and sets puzzles and lessons."""
