"""Read and write SGF: bytes -> nodes -> values -> trees and games, and back.

Begin with trees.py. nodes.py turns bytes into raw nodes, and changes a file without touching its other bytes; values.py
reads and writes the values of properties; trees.py makes trees of variations from the nodes; games.py makes records
from the main line of a tree and the game's data in its root.
"""
