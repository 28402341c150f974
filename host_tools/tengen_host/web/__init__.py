"""The web server and its page. Begin with `app.py`: the addresses and the messages of the sockets.

`server.py` runs it; `access.py` decides who may act and who may watch; `page_socket.py` serves one page, `audience.py`
all pages of a board; `games.py`, `studies.py` and `rules_pages.py` answer requests. `page/` has what the browser loads;
`page/serial/` replaces the laptop where there is none.
"""
