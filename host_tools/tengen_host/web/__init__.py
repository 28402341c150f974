"""The web server and its page. Begin with `app.py`: the addresses, and what goes over a socket.

`server.py` runs it; `access.py` says who may act and watch; `page_socket.py` serves one page, `audience.py` all pages
of a board; `games.py`, `studies.py` and `rules_pages.py` answer requests. `page/` has what the browser loads.
"""
