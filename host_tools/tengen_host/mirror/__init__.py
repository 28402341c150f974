"""The game on a wall of NeoPixels: `tengen mirror`."""
