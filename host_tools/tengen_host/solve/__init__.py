"""Wins by fours: begin with `searching.py`. What is fast enough on the laptop is here, too.

- `words.py`: what was found, in words and as a picture; `maps.py`: for programs, line by line.
- `compiled.py`: the board's search, compiled; `partner.py`: the board's partner, compiled.
- `fives.py`: rows of five points, as the bits of integers.
"""
