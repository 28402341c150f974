"""Find the verdicts of a position and their reasons, and play games of every kind from words.

- `reading.py` reads a position. `report.py` describes it, with the board and the reasons from `drawing.py`.
- `line_by_line.py` answers each line of a file. It judges boards with the kernels of the rules (`board_texts.py`).
- `playing.py` plays a game of any kind.
"""
