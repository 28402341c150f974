"""A page of rules for each game: sentences, and pictures that the game itself makes by playing examples.

- `pages.py`: which sentences and pictures a game's page has, and the page as lines of text or as an SVG sheet.
- `texts/*.json`: the sentences in each language. `examples.txt`: the examples.
- `examples.py` plays an example; `drawing.py` draws what has come of it.
- `wrapping.py`: lines of text of limited width, also in Chinese and Japanese.
"""
