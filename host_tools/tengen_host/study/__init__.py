"""Implement `tengen study`, which finds wins, missed wins, overlooked threats and traps in a game of Renju.

Begin with `running.py`, which runs the study of a game from the beginning to the end.
"""
