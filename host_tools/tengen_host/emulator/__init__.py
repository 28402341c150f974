"""The same board wired to an emulated RP2040 that runs real MicroPython."""
