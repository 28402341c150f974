"""The verdicts of a position and their reasons, and games of every kind played by words.

- `reading.py` reads a position; `report.py` says what it is, with the board and the reasons of `drawing.py`.
- `line_by_line.py` answers a file, boards by the rules' kernels (`board_texts.py`).
- `playing.py` plays a game of any kind.
"""
