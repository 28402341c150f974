"""`make proof`: runs each long proof in a process of its own, and keeps its result until a file that it runs changes.

`collect` finds the proofs, `runner` runs them, `kept` has the results and says which still hold, `table` shows them.
What lies in `inside/` is loaded by the processes that are run.
"""
