"""The only place that imports machine, rp2 and friends: the board's parts as the app knows them."""
