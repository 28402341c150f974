"""The games on flash: each game has a log that survives a loss of power at any moment."""
