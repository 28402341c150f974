"""The board's hardware as the app uses it. Only this room imports machine, rp2 and the like."""
