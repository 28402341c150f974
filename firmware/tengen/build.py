"""Which build of the firmware this is: a key of its files, put here by who builds an image or flashes a board."""

BUILD = "source"
