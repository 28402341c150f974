"""Engines that speak the Gomocup protocol: other people's as programs that we run, and our own partner as one.

- Others': begin with `gomocup.py`, which plays and asks; `process.py` runs the program; `watcher.py` and
  `windows_job.py` end it with all that it has started.
- Ours: `own.py` answers a manager; `deciding.py` answers for a seat at the board what the protocol has no word for.
- `protocol.py`: the lines of both.
"""
