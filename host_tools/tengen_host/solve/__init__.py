"""`tengen solve`: wins by continuous fours (VCF), searched by the board's own code, compiled for the laptop."""
