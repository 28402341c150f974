"""Find, open, read, flash and test a board on a serial port."""
