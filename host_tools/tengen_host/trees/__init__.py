"""Trees of variations: what players know about openings and games, as files of other programs keep it."""
