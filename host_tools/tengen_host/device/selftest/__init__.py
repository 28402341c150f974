"""`tengen selftest`: a board proves itself; onboard/ is what runs there."""
