"""`tengen study`: what each position of a game of Renju held: wins, missed wins, threats overlooked, traps.

Begin with `running.py`: a game studied from the beginning to the end.
"""
