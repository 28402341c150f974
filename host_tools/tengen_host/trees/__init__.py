"""Trees of variations: their files, and what a tree or a folder of games says of a position.

Begin with formats.py, which lists the file formats, and store.py, an open tree; explorer.py is a folder of games asked
in the same way. position.py is the answer to both. The tree as data is records/tree.py, and SGF is records/sgf/.
"""
