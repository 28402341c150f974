"""Read, write, draw, find, judge and replay game records.

Begin with record.py, which holds a game as data, and tree.py, which holds its variations. formats.py lists the file
formats. Each format has its own module. encoding.py decodes the text of all formats, and checks.py has their limits and
error messages. library.py, index.py and cache.py manage the games of a folder. from_journal.py and fetch.py get games
from a board. diagram.py, svg.py and picture.py draw them.
"""
