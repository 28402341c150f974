"""Search for wins by fours, and run the board's partner, fast on the laptop. Begin with `searching.py`.

- `words.py` shows the result in words and as a picture. `maps.py` answers programs line by line.
- `compiled.py` is the board's search, compiled. `partner.py` is the board's partner, compiled.
- `fives.py` has rows of five points, as the bits of integers.
"""
