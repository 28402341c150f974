"""Renju: the game, and the verdict of every point for Black with its reasons."""
