"""A board's lines on the laptop. Begin with `state.py`: what a line has, and how lines merge to the state of a game.

`codec.py` finds the lines in the bytes of a console, `replica.py` has a board's state for pages that come at any time,
`listeners.py` passes messages on.
"""
