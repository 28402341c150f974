"""Make a page of rules for each game, with sentences, and with pictures that show examples played by the game itself.

- `pages.py` chooses the sentences and pictures of a game's page, and makes the page as lines of text or as an SVG
  sheet.
- `texts/*.json` has the sentences in each language. `examples.txt` has the examples.
- `examples.py` plays an example; `drawing.py` draws its result.
- `wrapping.py` breaks text into lines of limited width, also in Chinese and Japanese.
"""
