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

# pyserial has the system's number only in its text: "[Errno 111] ...", "PermissionError(13, ...", "port: (5, ..."
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
        # there every user may open a serial port, but only one program at a time
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
    """The system's number of an error, wherever it stands in it."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    if error.args and isinstance(error.args[0], int):
        return error.args[0]  # termios.error is no OSError
    found = _NUMBER.search(str(error))
    return int(found[1]) if found else None


def gone(port: str) -> Gone:
    """The cable was pulled, or the board restarts."""
    return Gone(f"the board at {port} is gone: its cable was pulled, or it has restarted. Plug it in and try again")


def stuck(port: str) -> DeviceError:
    """The board takes nothing."""
    return DeviceError(
        f"the board at {port} takes nothing that is sent to it: it hangs. Unplug it, plug it in again, and try again"
    )


def taken(port: str, programs: Sequence[str]) -> PortTaken:
    """Another program has the port; `programs` as far as they are known."""
    who = " and ".join(programs) if programs else "another program"
    advice = f"end {'it' if len(programs) < 2 else 'them'} and try again"
    if not programs:
        advice = "close what may use it (a serial terminal, Thonny, another tengen) and try again"
    return PortTaken(f"{port} is in use by {who}: {advice}")


def no_such_port(port: str, there: Sequence[ports.Port]) -> NoBoard:
    """A port that was named and is not there."""
    if not there:
        return NoBoard(f"there is no port {port}, nor any other. {ports.NOTHING_SEEN}")
    return NoBoard(f"there is no port {port}. There are: {', '.join(map(ports.in_words, there))}")


def no_permission(port: str, system: str = sys.platform) -> NoPermission:
    """The user may not open the port: by which group he would."""
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
    """What to do on Linux: `group` owns the port and `may` write; whether the user `is_in` it now, or only `listed`."""
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
