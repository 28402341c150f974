"""The commands of `tengen`, one file each, with arguments, errors and output. Other packages do the work.

`cli.py` lists them. They share `options.py` (options, checks, errors), `games.py` (the games that a user names),
`page.py` (serving a page) and `verbs.py` (help, suggestions, closed pipes).
"""
