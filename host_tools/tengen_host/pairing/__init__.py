"""Pairs phones: one-time codes, and the devices that have used one. Time and chance are arguments."""
