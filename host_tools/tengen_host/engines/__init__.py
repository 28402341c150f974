"""Work with engines that speak the Gomocup protocol: run engines of others, and offer the board's partner as an engine.

- For engines of others begin with `gomocup.py`, which plays with an engine and queries it. `process.py` runs the
  program; `watcher.py` and `windows_job.py` end it with all its child processes.
- For the board's partner, `own.py` answers a manager. `deciding.py` makes the decisions for which the protocol has no
  word.
- `protocol.py` has the lines of the protocol for both.
"""
