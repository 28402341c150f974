"""The games on flash. Each game has a log that survives a power failure at any moment."""
