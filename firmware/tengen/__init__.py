"""Tengen's firmware, which runs on the Pico. Every package except drivers/ also imports under CPython."""

__version__ = "0.1.0"
