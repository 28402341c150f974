"""A board in software: reeds that bounce, diodes, lights, buttons."""
