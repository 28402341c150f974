"""The drivers of the board's hardware. Only this folder imports hardware modules (machine, rp2)."""
