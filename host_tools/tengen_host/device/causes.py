"""Explain in plain words why a serial port can't be opened or has failed, from errors of pyserial and the system."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Sequence

from ..i18n import Sentence
from . import ports, udev
from .errors import DeviceError, Gone, NoBoard, NoPermission, PortTaken
from .holders import holders

# pyserial gives errno only in the error's text: "[Errno 111] ...", "PermissionError(13, ...", "port: (5, ..."
_NUMBER = re.compile(r"(?:\[Errno |\()(\d+)")

_MISSING = (errno.ENOENT, errno.ENOTDIR)
_VANISHED = (errno.ENXIO, errno.ENODEV, errno.EIO)
_FORBIDDEN = (errno.EACCES, errno.EPERM)
_LOCKED = (errno.EBUSY, errno.EAGAIN)
_NO_PORT = (errno.ENOTTY, errno.EISDIR, errno.EINVAL)
_NOBODY = (errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ETIMEDOUT)


def why_not_opened(port: str, error: Exception, system: str = sys.platform) -> DeviceError:
    """Return the error for a port that can't be opened."""
    number = number_of(error)
    if "://" in port:
        if number in _NOBODY:
            return NoBoard(Sentence("port.nothing_listens", port=port))
    elif number in _MISSING:
        return no_such_port(port, ports.ports())
    elif system == "win32" and number in _FORBIDDEN:
        # on Windows every user may open a serial port, but only one program at a time
        return taken(port, [])
    elif number in _FORBIDDEN:
        return no_permission(port, system)
    elif number in _LOCKED:
        return taken(port, holders(port))
    elif number in _VANISHED:
        return gone(port)
    elif system != "win32" and number in _NO_PORT:
        return DeviceError(Sentence("port.no_serial", port=port))
    elif system == "win32" and number == errno.EINVAL:
        return Gone(Sentence("port.windows", port=port))
    return DeviceError(Sentence("port.not_opened", port=port, error=str(error)))


def number_of(error: Exception) -> int | None:
    """Return the errno of an error: its attribute, its first argument, or a number in its text; else None."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    if error.args and isinstance(error.args[0], int):
        return error.args[0]  # termios.error is not an OSError
    found = _NUMBER.search(str(error))
    return int(found[1]) if found else None


def gone(port: str) -> Gone:
    """Return the error for a board that was unplugged or that restarts."""
    return Gone(Sentence("port.gone", port=port))


def stuck(port: str) -> DeviceError:
    """Return the error for a board that accepts no bytes."""
    return DeviceError(Sentence("port.stuck", port=port))


def taken(port: str, programs: Sequence[str]) -> PortTaken:
    """Return the error for a port that another program has open. `programs`: the programs that are known to use it."""
    if not programs:
        return PortTaken(Sentence("port.taken", port=port))
    return PortTaken(Sentence("port.taken_by", n=len(programs), port=port, programs=" and ".join(programs)))


def no_such_port(port: str, there: Sequence[ports.Port]) -> NoBoard:
    """Return the error for a port that a user named and that does not exist."""
    if not there:
        return NoBoard(Sentence("port.none", port=port))
    return NoBoard(Sentence("port.others", port=port, ports=", ".join(map(ports.in_words, there))))


def no_rights(rules: str) -> NoPermission | None:
    """Return the error that this user would get at the port of a board, on Linux; None if there is no such error.

    `rules`: the udev rules for boards (udev.texts()).
    """
    import grp

    if os.geteuid() == 0 or udev.gives_rights(rules):
        return None
    try:
        its = grp.getgrnam(udev.group())
    except KeyError:
        return None
    if its.gr_gid in {*os.getgroups(), os.getegid()}:
        return None
    return by_group("/dev/ttyACM0", its.gr_name, True, False, _user() in its.gr_mem)


def no_permission(port: str, system: str = sys.platform) -> NoPermission:
    """Return the error for a port that this user may not open. On Linux the message contains the group to join."""
    if system == "linux":
        import grp

        info = os.stat(port)
        mine = {*os.getgroups(), os.getegid()}
        try:
            group, members = grp.getgrgid(info.st_gid).gr_name, grp.getgrgid(info.st_gid).gr_mem
        except KeyError:
            group, members = str(info.st_gid), []
        return by_group(port, group, bool(info.st_mode & stat.S_IWGRP), info.st_gid in mine, _user() in members)
    return NoPermission(Sentence("port.blocked", port=port))


def by_group(port: str, group: str, may: bool, is_in: bool, listed: bool) -> NoPermission:
    """Return the error for a port that this user may not open on Linux, with the remedy.

    `group`: the group that owns the port. `may`: True if the group may write to the port. `is_in`: True if this process
    belongs to the group. `listed`: True if the user is listed as a member.
    """
    if not may or is_in or group == "root":
        return NoPermission(Sentence("port.nobodys", port=port))
    return NoPermission(Sentence("port.since_login" if listed else "port.not_in_group", port=port, group=group))


def _user() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return ""
