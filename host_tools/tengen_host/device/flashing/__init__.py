"""`tengen flash`: the firmware compiled, compared with what a board holds, and put there."""
