"""What the board does for a person alone: it shows wins by fours, plays at a seat, sets puzzles."""
