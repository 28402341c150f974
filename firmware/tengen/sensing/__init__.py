"""From raw switch frames to "a stone was put on h8".

A frame is size + 3 words. First one word per row, row 1 first: bit c is column c, bit `size` the row sense. Then the
wired-shut row. Then the columns with all rows low: no column may be high. Then the buttons: one bit each, 1 while
pressed; and from bit 16 on, if the frame comes late, one bit each, 1 if its level has changed since the frame before.
"""
