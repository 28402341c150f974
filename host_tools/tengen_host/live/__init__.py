"""The page for player and projector, and the server behind it."""
