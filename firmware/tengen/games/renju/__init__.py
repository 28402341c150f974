"""Renju: the game, the verdict of every point for Black, and the reasons for the verdicts."""
