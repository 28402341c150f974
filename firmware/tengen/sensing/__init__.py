"""Convert raw switch frames into reports like "a stone was placed on h8".

A frame is size + 3 words. The first words are the rows, row 1 first; bit c is column c, and bit `size` is the row
sense. The next word is the row with contacts that are always closed. The next word has the columns, read while all rows
are low, when no column may be high. The last word has one bit for each button, 1 while the button is pressed. If the
frame came late, the last word also has one bit for each button from bit 16 on. This bit is 1 if the button's level has
changed since the frame before.
"""
