"""Error messages for files that can't be read or written: the file, the reason, the remedy."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .i18n import error_text

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_RIGHTS = (errno.EACCES, errno.EPERM)


def in_words(error: Exception) -> str:
    """Return a sentence about an error; if the error has no file name, its own message or the system's message.

    Raises a BrokenPipeError again: the reader of standard output is gone, and verbs.py ends the command quietly.
    """
    if isinstance(error, BrokenPipeError):
        raise error
    if not isinstance(error, OSError):
        return error_text(error)
    if not isinstance(error.filename, (str, bytes)):
        return error.strerror or str(error)
    path = Path(os.fsdecode(error.filename))
    if path.is_dir():  # Windows reports missing rights
        return f"{path} is a folder: name a file"
    if error.errno == errno.ENOENT and not path.parent.exists():
        return f"{path}: there is no folder {path.parent}: create it, or name another"
    if error.errno == errno.ENOENT:
        return f"{path} does not exist: check its name and its folder"
    if error.errno == errno.ENOTDIR:
        return f"{path} can't exist: a part of its path is a file, not a folder"
    if error.errno == errno.EEXIST:
        return f"{path} already exists: name another file"
    if error.errno in _RIGHTS:
        return f"{path} may not be read or written by this user: change its permissions, or name another file"
    if error.errno in _FULL:
        return f"{path} can't be written, because the disk is full: free some space, or name another place"
    return f"{path} can't be used ({error.strerror or error}): name another file"


def reason(error: BaseException) -> str:
    """Return the system's reason of an error, without its number, for use in brackets."""
    inner = getattr(error, "reason", None)  # of a urllib.error.URLError
    cause = inner if isinstance(inner, OSError) else error
    return (cause.strerror if isinstance(cause, OSError) else None) or str(cause)
