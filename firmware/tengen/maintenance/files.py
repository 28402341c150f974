"""The board's own small files on flash. A file that can't be used is reported and renamed, and the board continues."""

from tengen.codes import coded, why_of


def load(store, file, read):
    """Load a file. Return (read(its bytes), None), (None, None) if no such file exists, (None, a code) if it is bad.

    `read` raises ValueError for bad bytes. A bad file gets the ending .bad, so that nothing overwrites it and the
    problem does not occur again at each start.
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
    """Return the reason why a file was not written, an OSError, as a code."""
    return coded("device.file_not_written", file=file, error=str(error))
