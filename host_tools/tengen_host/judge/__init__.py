"""The verdicts of a position and their reasons, for people and for programs."""
