"""A page of rules for each game: sentences, and pictures that the game itself makes by playing examples.

- `pages.py`: which sentences and which openings, options and pictures a game's page has.
- `texts/*.json`: the sentences in each language. `examples.txt`: the examples.
- `examples.py` plays an example; `drawing.py` draws what has come of it, as text lines or as SVG.
- `wrapping.py`: lines of text of limited width, also in Chinese and Japanese.
- `command.py`: `tengen rules`. The live page shows the same (live.rules_pages).
"""
