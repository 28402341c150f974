"""Sources of boards: virtual, emulated, on a cable, or remote. Begin with `interface.py`, the interface of a board."""
