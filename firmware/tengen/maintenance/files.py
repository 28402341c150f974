"""The board's own small files on flash. A file that can't be used is told and moved away, and the board goes on."""


def load(store, file, read):
    """Return (read(bytes of the file), None); (None, None) if there is no such file; (None, a message) if it is bad.

    `read` raises ValueError for bad bytes. A bad file gets the ending .bad, so nothing writes over it, and the message
    does not come again at each start.
    """
    try:
        kept = store.load(file)
        return None if kept is None else read(kept), None
    except OSError as error:
        message = "it can't be read (%s)" % error
    except ValueError as error:
        message = str(error)
    bad = file[: file.index(".")] + ".bad"
    try:
        store.rename(file, bad)
    except OSError as error:
        message = "%s can't be written: %s" % (bad, error)
        return None, message
    message = "%s: %s; the board goes on without it, and the file is now %s" % (file, message, bad)
    return None, message
