"""Finds bad joints: evidence from frames of the matrix, a walk over the board, and the findings from both."""
