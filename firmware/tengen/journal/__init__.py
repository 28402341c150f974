"""The game on flash, safe at every cut of power: records of what was done, and what can be read back of them."""
