"""Screenshots of the running pages by a headless Chromium: `python -m tengen_host.pictures` (`__main__.py`).

`readme.py`: the pictures of the READMEs; `screens.py`: pictures for a review; `scenes.py`: the play that they show.
"""
