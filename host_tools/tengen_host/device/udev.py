"""The udev rule for boards on Linux: who may open them, and that ModemManager leaves them alone."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from . import ports

FILE = "/etc/udev/rules.d/60-tengen.rules"  # before 73-seat-late.rules, which applies the tag uaccess
FOLDERS = ("/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib")
# the groups that own serial ports: in Debian and Fedora; in Arch
GROUPS = ("dialout", "uucp")
INSTALL = (
    f"run `tengen doctor --print-udev | sudo tee {FILE}`, then `sudo udevadm control --reload`, and plug the board in "
    "again"
)

_VENDOR, _PRODUCT = (f"{number:04x}" for number in ports.MICROPYTHON)
_FIELDS = 'ATTRS{{idVendor}}=="{:04x}", ATTRS{{idProduct}}=="{:04x}"'


def rule(group: str) -> str:
    """Return the text of the rule for a Pico's serial port, and for its drive in BOOTSEL mode.

    The user at this computer may open both, and so may the members of the group.
    """
    port, drive = _FIELDS.format(*ports.MICROPYTHON), _FIELDS.format(*ports.BOOTSEL)
    rights = f'MODE="0660", GROUP="{group}", TAG+="uaccess"'
    return (
        "# Tengen: a Pico with MicroPython, and its drive in BOOTSEL mode\n"
        f'{port}, ENV{{ID_MM_DEVICE_IGNORE}}="1"\n'
        f'SUBSYSTEM=="tty", {port}, {rights}\n'
        f'SUBSYSTEM=="block", {drive}, {rights}\n'
    )


def group() -> str:
    """Return the group that owns serial ports on this machine; "dialout" if it has no such group."""
    try:
        import grp  # Unix only
    except ModuleNotFoundError:
        return GROUPS[0]
    there = {each.gr_name for each in grp.getgrall()}
    return next((name for name in GROUPS if name in there), GROUPS[0])


def texts(folders: Iterable[str] = FOLDERS) -> str:
    """Return the rules of this machine for a Pico with MicroPython, or for all USB devices of Raspberry Pi."""
    found = []
    for folder in folders:
        for path in sorted(Path(folder, "udev", "rules.d").glob("*.rules")):
            with contextlib.suppress(OSError):  # a rule that this user may not read
                found += path.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(line for line in found if not line.lstrip().startswith("#") and _of_a_board(line))


def _of_a_board(rule: str) -> bool:
    product = re.search(r'(?:idProduct|ID_MODEL_ID)}=="([^"]*)"', rule)
    products = product[1].split("|") if product else ["*"]
    return _VENDOR in rule and any(fnmatch(_PRODUCT, its) for its in products)


def gives_rights(rules: str) -> bool:
    """Return whether some rules let a user open a board. `rules`: from texts()."""
    for_ports = (rule for rule in rules.splitlines() if not re.search(r'SUBSYSTEM=="(?![^"]*tty)', rule))
    return any(re.search(r'MODE:?=|"uaccess"', rule) for rule in for_ports)


def stops_modem_manager(rules: str) -> bool:
    """Return whether some rules keep ModemManager away from a board. `rules`: from texts()."""
    return re.search(r'ID_MM_(DEVICE|PORT)_IGNORE}="1"', rules) is not None
