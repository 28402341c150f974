"""Real MicroPython: the UF2 with Tengen frozen in, and the unix port for the tests."""
