"""The game on a wall of NeoPixels: `tengen mirror`. Start reading at `showing.py`: games in, frames out.

`sources.py` gets the games; `wall.py` turns a game into a frame; `strip.py` drives the NeoPixels.
"""
