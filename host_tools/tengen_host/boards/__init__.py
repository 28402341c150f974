"""Sources of boards: virtual, emulated, on a cable, or far away. Begin with `interface.py`: what a board is."""
