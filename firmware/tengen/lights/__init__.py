"""Converts the session's state to the colours of the pixels, within a budget of current.

A frame is a bytearray with three bytes per pixel (green, red, blue), in the order of the chain.
"""
