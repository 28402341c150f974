"""Tengen's firmware, which runs on the Pico. Every package except drivers/ also imports under CPython."""

__version__ = "1.0.0"
