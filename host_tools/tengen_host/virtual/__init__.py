"""A board made of software: reeds that bounce, diodes, lights, buttons."""
