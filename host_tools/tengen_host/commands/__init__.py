"""The commands of `tengen`, a file each: arguments, errors and output. The work is in the packages below.

`cli.py` lists them. Several share `options.py` (options, checks, errors), `games.py` (the games that a user names),
`page.py` (a page that is served) and `verbs.py` (help, suggestions, a quiet end).
"""
