"""Records of games: read, written, drawn, found, judged and replayed.

Begin with record.py, the game as data, and tree.py, its variations. formats.py lists the file formats, a module each;
encoding.py gives them all their text, and checks.py their limits and messages. library.py, index.py and cache.py are
the games of a folder; from_journal.py and fetch.py get them from a board; diagram.py, svg.py and picture.py draw them.
"""
