"""Tengen's firmware: what the Pico runs. Every room but drivers/ also imports under CPython."""

__version__ = "0.1.0"
