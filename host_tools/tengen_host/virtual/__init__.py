"""A board in software. Begin with `board.py`, which runs the firmware's own app on drivers in software.

- `tabletop.py`: stones, lights, buttons and lines of any board; `helping_hand.py`: a hand for the board's own player.
- `reeds.py`: contacts that bounce, with the faults of `faults.py` and the wiring of `scramble.py`.
- `sizes.py`, `switches.py`: the board of 19x19. `kept.py`: the state saved between runs. `clock.py`: real and fast
  time.
"""
