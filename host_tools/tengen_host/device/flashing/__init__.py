"""`tengen flash`: compiles the firmware, compares it with the files on a board, and copies what differs."""
