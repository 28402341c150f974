"""From raw switch frames to "a stone was put on h8".

A frame is size + 3 words: a row each, row 1 first, bit c the column c and bit `size` the row sense; the row that is
wired shut; the columns once more with all rows low, when none may be high; the buttons, a bit each, 1 where it is down.
"""
