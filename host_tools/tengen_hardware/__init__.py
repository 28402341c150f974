"""Makes all of hardware/ from board.toml: parts lists, drawings, simulations, printed boards and the guide.

Begin with circuit.py and the net tables, tile.py, controller.py and whole.py: all else is made from them. `__main__.py`
has the list of the makers. texts/ has the pages, which markdown.py fills.
"""
