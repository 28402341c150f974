"""Find out what this machine has and lacks for each task: `tengen doctor`.

`facts.py` looks at the machine, and `rows.py` makes the table from the facts.
"""
