"""Demonstrations: positions with steps and a sentence for each step, which the judge checks."""
