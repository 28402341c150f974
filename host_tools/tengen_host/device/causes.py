"""Why a serial port can't be opened or has failed: what pyserial and the system raise, in words for a person."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Sequence

from . import ports
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
    """The error for a port that can't be opened."""
    number = number_of(error)
    if "://" in port:
        if number in _NOBODY:
            return NoBoard(f"nothing listens at {port}: start what should, or correct the address")
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
        return DeviceError(f"{port} is no serial port")
    elif system == "win32" and number == errno.EINVAL:
        return Gone(f"{port} does not answer Windows: unplug the board, plug it in again, and try once more")
    return DeviceError(f"{port} can't be opened: {error}")


def number_of(error: Exception) -> int | None:
    """Return the errno of an error: its attribute, its first argument, or a number in its text; else None."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    if error.args and isinstance(error.args[0], int):
        return error.args[0]  # termios.error is no OSError
    found = _NUMBER.search(str(error))
    return int(found[1]) if found else None


def gone(port: str) -> Gone:
    """Return the error for a board whose cable was pulled, or that restarts."""
    return Gone(f"the board at {port} is gone: its cable was pulled, or it has restarted. Plug it in and try again")


def stuck(port: str) -> DeviceError:
    """Return the error for a board that accepts no bytes."""
    return DeviceError(
        f"the board at {port} takes nothing that is sent to it: it hangs. Unplug it, plug it in again, and try again"
    )


def taken(port: str, programs: Sequence[str]) -> PortTaken:
    """Return the error for a port that another program has open; `programs`: the known ones."""
    who = " and ".join(programs) if programs else "another program"
    advice = f"end {'it' if len(programs) < 2 else 'them'} and try again"
    if not programs:
        advice = "close what may use it (a serial terminal, Thonny, another tengen) and try again"
    return PortTaken(f"{port} is in use by {who}: {advice}")


def no_such_port(port: str, there: Sequence[ports.Port]) -> NoBoard:
    """Return the error for a named port that does not exist."""
    if not there:
        return NoBoard(f"there is no port {port}, nor any other. {ports.NOTHING_SEEN}")
    return NoBoard(f"there is no port {port}. There are: {', '.join(map(ports.in_words, there))}")


def no_permission(port: str, system: str = sys.platform) -> NoPermission:
    """Return the error for a port that this user may not open; on Linux it names the group to join."""
    if system == "linux":
        import grp

        info = os.stat(port)
        mine = {*os.getgroups(), os.getegid()}
        try:
            group, members = grp.getgrgid(info.st_gid).gr_name, grp.getgrgid(info.st_gid).gr_mem
        except KeyError:
            group, members = str(info.st_gid), []
        return by_group(port, group, bool(info.st_mode & stat.S_IWGRP), info.st_gid in mine, _user() in members)
    return NoPermission(
        f"no permission to open {port}, which every user has there as a rule: unplug the board, plug it in again, and "
        "look whether a security program blocks it"
    )


def by_group(port: str, group: str, may: bool, is_in: bool, listed: bool) -> NoPermission:
    """Return the error on Linux, with the remedy.

    `group` owns the port; `may`: whether it may write; `is_in`: whether this process is in it; `listed`: whether the
    user is listed as a member.
    """
    if not may or is_in or group == "root":
        return NoPermission(
            f"no permission to open {port}: this system gives it to no group of users. "
            f"Until it is unplugged this helps: `sudo chmod a+rw {port}`; for good, a udev rule"
        )
    if listed:
        return NoPermission(
            f"no permission to open {port}: it is for the group {group}. You are in it since after you logged in: "
            "log out, log in again, and try again"
        )
    return NoPermission(
        f"no permission to open {port}: it is for the group {group}, and you are not in it. "
        f"Run `sudo usermod -aG {group} $USER`, log out, log in again, and try again"
    )


def _user() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return ""
