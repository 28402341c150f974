"""The board as things to buy, draw, simulate and make: everything in hardware/ comes from board.toml through here."""
