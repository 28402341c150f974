"""Implement `tengen selftest`, which tests a board's rules, wiring, speed and files on the board itself (onboard/)."""
