"""Says of a file that can't be read or written which one it is, what is wrong with it, and what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .i18n import error_text

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_RIGHTS = (errno.EACCES, errno.EPERM)


def in_words(error: Exception) -> str:
    """Return a sentence about an error. One that names no file has a sentence of its own, or the system's.

    Raises a BrokenPipeError again: nobody reads standard output any more, and verbs.py ends the command quietly.
    """
    if isinstance(error, BrokenPipeError):
        raise error
    if not isinstance(error, OSError):
        return error_text(error)
    if not isinstance(error.filename, (str, bytes)):
        return error.strerror or str(error)
    path = Path(os.fsdecode(error.filename))
    if path.is_dir():  # Windows calls it a lack of rights
        return f"{path} is a folder: name a file"
    if error.errno == errno.ENOENT and not path.parent.exists():
        return f"{path}: there is no folder {path.parent}: make it, or name another"
    if error.errno == errno.ENOENT:
        return f"{path} is not there: look at its name, and at the folder it is in"
    if error.errno == errno.ENOTDIR:
        return f"{path} can't be there: a part of its path is a file, and no folder"
    if error.errno == errno.EEXIST:
        return f"{path} is there already: name another file"
    if error.errno in _RIGHTS:
        return f"{path} may not be read or written by this user: change its rights, or name another"
    if error.errno in _FULL:
        return f"{path} can't be written: the disk is full: make room, or name another place"
    return f"{path} can't be used ({error.strerror or error}): name another"


def reason(error: BaseException) -> str:
    """Return why something failed, for the brackets in a sentence: the system's words, without its number."""
    inner = getattr(error, "reason", None)  # of a urllib.error.URLError
    cause = inner if isinstance(inner, OSError) else error
    return (cause.strerror if isinstance(cause, OSError) else None) or str(cause)
