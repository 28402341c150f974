"""From the state of the session to the colours of the pixels, within a budget of current.

A frame is a bytearray of three bytes a pixel, green, red, blue, in the order of the chain.
"""
