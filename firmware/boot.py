"""Empty, and frozen into the image, so that a boot.py of another program on the flash never runs before Tengen."""
