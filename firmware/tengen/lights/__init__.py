"""Convert the session's state to the colours of the pixels, within a limit for the current.

A frame is a bytearray with three bytes per pixel (green, red, blue), in the order of the chain.
"""
