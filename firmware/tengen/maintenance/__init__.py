"""The board's self-maintenance (wiring, health, faults), and the probe, which measures the board instead of playing."""
