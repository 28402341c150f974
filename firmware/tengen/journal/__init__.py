"""The games on flash: a log of each game that survives a loss of power at any moment."""
