"""Makes all of hardware/ from board.toml: parts lists, drawings, simulations, printed boards and the guide."""
