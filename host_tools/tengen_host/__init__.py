"""The laptop's side: the virtual board, the emulated Pico, the page, the images, the command line."""
