"""Guests at a board: an engine that plays, and a tree of variations. Begin with `guest.py`, their interface."""
