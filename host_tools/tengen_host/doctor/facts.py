"""Look at this machine for `tengen doctor`. Nothing is changed, and a board is only asked for its state."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

from .. import extras, resources
from ..device import bootsel, causes, holders, ports, stopped, udev
from ..device.find import Found, find_boards
from ..file_errors import in_words
from ..image import builder, choose, native
from ..image.steps import ImageError
from ..pictures import browser
from ..records import ffmpeg, fonts, library
from ..records.record import RecordError
from ..web.server import free_port
from .rows import Facts


def look(page_port: int, nats: Callable[[], str]) -> Facts:
    """Return the facts about this machine. `nats` returns the path of nats-server, or raises an error without it."""
    develops = resources.checkout() is not None
    is_linux = sys.platform == "linux"
    rules = udev.texts() if is_linux else ""
    has: dict[str, str] = {}
    lacks = {
        "rights": str(causes.no_rights(rules) or "") if is_linux else None,
        "fonts": fonts.missing(),
        "numba": extras.missing("numba", "fast") if importlib.util.find_spec("numba") is None else None,
        "emulator": native.lacking() if native.is_possible() and not native.is_built() else None,
        "image build": builder.can_build(),
        "Chromium": browser.missing() if develops else None,
    }
    folders = {
        "data": (resources.data_folder(), "TENGEN_DATA"),
        "games": (library.default_folder(), library.VARIABLE),
        "cache": (resources.cache_root(), "TENGEN_CACHE"),
    }
    for name, (folder, variable) in folders.items():
        has[name], lacks[name] = str(folder), resources.unwritable(folder, variable)
    found = {"page": lambda: _page(page_port), "image": _image, "ffmpeg": _ffmpeg, "NATS": nats}
    for name, find in found.items():
        try:
            has[name] = find()
        except (ImageError, ModuleNotFoundError, OSError, RecordError) as error:
            lacks[name] = in_words(error)
    return Facts(
        sys.platform,
        sys.version_info[:3],
        stopped.own(),
        develops,
        has,
        lacks,
        answers(),
        bootsel.drives(),
        is_linux and _runs("ModemManager"),
        rules,
    )


def answers() -> list[Found]:
    """Return the answer of each port that may be a board. A port that another program has open is not opened."""
    there = ports.ports()
    named = ports.chosen(None)
    return [_asked(port) for port in ([ports.by_path(named, there)] if named else ports.candidates(there))]


def _asked(port: ports.Port) -> Found:
    # a pseudo-terminal (without a vid) is also open in the program that created it
    programs = holders.holders(port.path) if port.vid is not None else []
    if programs:
        return Found(port, None, causes.taken(port.path, programs))
    (found,) = find_boards([port])
    return found


def _page(port: int) -> str:
    free, remark = free_port(port)
    return remark or f"port {free} is free"


def _image() -> str:
    image = choose.planned()
    return f"{stopped.named(image.tengen)}, {image.source}" if image else "not built yet"


def _ffmpeg() -> str:
    found = ffmpeg.find()
    if found is None:
        raise RecordError(f"no ffmpeg: {ffmpeg.install()}")
    return found


def _runs(program: str) -> bool:
    """Return whether a program runs, on Linux."""
    for file in Path("/proc").glob("[0-9]*/comm"):
        try:
            if file.read_text(encoding="utf-8", errors="replace").strip() == program:
                return True
        except OSError:
            pass  # the process has ended
    return False
