"""The board's care of itself: its wiring, its health, its faults; and a board that is measured instead of played on."""
