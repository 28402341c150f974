"""A commentary: a line of moves that branches off a game, with marks and arrows, for everybody who looks on."""
