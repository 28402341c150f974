"""Find the bad joint: what frames of the matrix show, a walk over the board, and what both mean."""
