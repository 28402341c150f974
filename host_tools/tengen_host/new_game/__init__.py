"""Add a game to Tengen's own files, and take one out again: `tengen new-game`.

- `names.py` checks a new game's name, and makes its title, its sign and the names of its files from it.
- `templates.py` has the texts of a new game's parts, with the mark TODO where a person must write.
- `edits.py` adds lines to the text of a file, and takes them out. The other lines stay as they are.
- `places.py` knows the files that have a part of a game.
"""
