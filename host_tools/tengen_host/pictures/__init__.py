"""Pictures of the running pages, by a headless Chromium: `python -m tengen_host.pictures` (`__main__.py`).

`readme.py` has those of the READMEs, `screens.py` those to look through; `scenes.py` plays what they show.
"""
