"""From raw switch frames to "a stone was put on h8".

A frame is size + 1 words, a row each, row 1 first: bit c is column c, bit `size` the row sense. Its last
word is the row that is wired shut.
"""
