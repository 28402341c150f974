"""Read and write trees of variations, and find what a tree or a folder of games contains about a position.

Begin with formats.py, which lists the file formats, and store.py, which answers questions about an open tree.
explorer.py answers the same questions for a folder of games. position.py has the data types of the answers. A tree as
data is in records/tree.py, and SGF is in records/sgf/.
"""
