"""Generate all of hardware/ from board.toml: parts lists, drawings, simulations, printed boards and the guide.

Read circuit.py and the net tables tile.py, controller.py and whole.py first, because everything else is generated from
them. `__main__.py` has the list of the makers. texts/ has the templates of the pages; markdown.py fills them.
"""
