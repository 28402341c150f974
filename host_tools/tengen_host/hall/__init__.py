"""The boards of a room, each with its details, its guests and its games' stamps. Begin with `hall.py`."""
