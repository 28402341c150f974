"""A board's lines on the laptop. Begin with `state.py`: the fields of a line, and how lines merge into a game's state.

`codec.py` finds the lines in the bytes of a console, `replica.py` stores a board's state for pages that connect at any
time, `listeners.py` passes messages on.
"""
