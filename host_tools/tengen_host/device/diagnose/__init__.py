"""Find bad solder joints.

Frames of the matrix give evidence, a walk over the board gives answers, and the findings follow from both.
"""
