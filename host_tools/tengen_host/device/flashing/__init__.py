"""`tengen flash`: the image onto boards, whatever runs there."""
