"""The game on a wall of NeoPixels: `tengen mirror`. Begin with `showing.py`: games in, frames out.

`sources.py`: where the games come from; `wall.py`: a game as a frame; `strip.py`: the NeoPixels.
"""
