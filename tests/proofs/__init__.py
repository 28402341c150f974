"""`make proof`: runs each long proof in a process of its own, and keeps its result until a file that it uses changes.

`collect` finds the proofs, `runner` runs them, `kept` holds the results and decides which still hold, `table` shows
them. The processes of the proofs load the files in `inside/`.
"""
