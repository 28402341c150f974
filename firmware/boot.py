"""An empty file, frozen into the image so that another program's boot.py on the flash never runs before Tengen."""
