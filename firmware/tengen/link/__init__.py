"""JSON lines over the USB console: what the laptop hears of the game, and what it may ask."""
