"""The board's own small files on flash. A file that can't be used is told and moved away, and the board goes on."""

from tengen.codes import coded, why_of


def load(store, file, read):
    """Return (read(bytes of the file), None); (None, None) if there is no such file; (None, a code) if it is bad.

    `read` raises ValueError for bad bytes. A bad file gets the ending .bad, so nothing writes over it, and the trouble
    does not come again at each start.
    """
    try:
        kept = store.load(file)
        return None if kept is None else read(kept), None
    except OSError as error:
        why = coded("device.not_read", error=str(error))
    except ValueError as error:
        why = why_of(error)
    bad = file[: file.index(".")] + ".bad"
    try:
        store.rename(file, bad)
    except OSError as error:
        return None, not_written(bad, error)
    return None, coded("device.file_moved", file=file, why=why, bad=bad)


def not_written(file, error):
    """Return why a file was not written: an OSError."""
    return coded("device.file_not_written", file=file, error=str(error))
