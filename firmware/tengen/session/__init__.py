"""One game between two players: the next expected action, and the effect of each stone and press."""
