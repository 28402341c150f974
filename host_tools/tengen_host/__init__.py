"""What the laptop does: the virtual board, the emulated Pico, the page, the images."""
