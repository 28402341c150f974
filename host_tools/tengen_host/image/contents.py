"""Find the contents of a built image: the size of each part, and faults. This module does no input or output.

The data are from the linker's map, the list of arm-none-eabi-nm, and the image's bytes.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .steps import ImageError
from .uf2 import FLASH

FROZEN = "frozen_content.c.o"  # MicroPython compiles all frozen modules into this file
# modules in MicroPython's own list of frozen modules for the board that are left out of the image
LEFT_OUT = {
    'freeze("$(PORT_DIR)/modules")': "each of these modules is compared by its name",
    "_boot_fat.py": "the flash holds littlefs",
    'require("dht")': "the board has no such sensor",
    'require("ds18x20")': "the board has no such sensor",
    'require("neopixel")': "drivers/ has its own, by PIO and DMA",
    'require("onewire")': "the board has no such bus",
}

_PIECE = re.compile(r"^ \.[\w.$-]+\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) +(\S.*)$", re.MULTILINE)
_DATA = re.compile(r"^\.data\s+0x([0-9a-f]+)\s+0x[0-9a-f]+ load address 0x([0-9a-f]+)", re.MULTILINE)
_SYMBOL = re.compile(r"^([0-9a-f]+) ([0-9a-f]+) (\w) (\S+)$", re.MULTILINE)
_OF_A_MODULE = re.compile(r"(?:fun_data|proto_fun|children|frozen_module|const_(?:obj|qstr)(?:_table_data)?)_(.+)")


class Symbol(NamedTuple):
    """A name in the image, with the address and number of bytes of its content, and nm's letter for its kind."""

    address: int
    size: int
    kind: str


class Contents(NamedTuple):
    """An image: the bytes of each part of MicroPython, the symbols by name, and the flash from its start on."""

    parts: Counter[str]
    symbols: dict[str, Symbol]
    image: bytes

    def of(self, symbol: str) -> bytes:
        """Return the bytes of a symbol in the flash; an empty result if there is no such symbol."""
        found = self.symbols.get(symbol)
        return self.image[found.address - FLASH :][: found.size] if found else b""

    def modules(self) -> list[str]:
        """Return the paths of all frozen modules."""
        return [name.decode() for name in self.of("mp_frozen_names").split(b"\0") if name]


def read(linked: str, symbols: str, image: bytes) -> Contents:
    """Return the contents of an image. `linked`: the linker's map; `symbols`: the output of `nm --print-size`.

    Data that are copied to RAM count at their place in the flash. A gap counts as a part of the piece after it. If the
    linker has merged texts, two pieces overlap, and the second one is counted from the end of the first one. Raises
    ImageError if `linked` is not a linker's map.
    """
    data = _DATA.search(linked)
    if not data:
        raise ImageError("the linker's map has no section .data: look at firmware.elf.map, and correct contents.py")
    ram, loaded = (int(number, 16) for number in data.groups())
    pieces = []
    for address, size, file in _PIECE.findall(linked):
        at = int(address, 16)
        begin = (at if at < ram else at - ram + loaded) - FLASH
        if 0 <= begin < len(image):
            pieces.append((begin, begin + int(size, 16), _part(file)))
    parts: Counter[str] = Counter()
    so_far = 0
    for _, end, part in sorted(pieces):
        parts[part] += max(0, end - so_far)
        so_far = max(so_far, end)
    names = {name: Symbol(int(at, 16), int(its, 16), kind) for at, its, kind, name in _SYMBOL.findall(symbols)}
    return Contents(parts, names, image)


def _part(file: str) -> str:
    """Return the part of MicroPython that a file of the linker's map belongs to, or FROZEN."""
    if ".a(" in file:
        return "the compiler's libraries"
    if "pico-sdk" in file:
        return "lib/pico-sdk"
    folder = re.search(r"/source/((?:lib/|ports/)?[^/]+)/", file)
    return folder[1] if folder else FROZEN if file.endswith(FROZEN) else "ports/rp2"


def statements(manifest: str) -> set[str]:
    """Return the lines of one of MicroPython's manifests, without comments."""
    return {line.partition("  #")[0] for line in manifest.splitlines() if line and not line.startswith("#")}


def faults(
    built: Contents, modules: Iterable[str], order: Iterable[str], own: set[str], micropythons: set[str]
) -> list[str]:
    """Return sentences about missing parts of an image, which also say where to correct this.

    `modules`: the paths of Tengen's own modules. `order`: the functions in order.txt. `own`: the statements() of our
    manifest. `micropythons`: the statements() of MicroPython's own list for the board, and the names of the modules in
    that list.
    """
    there = {*built.modules(), *own}
    return [
        *(f"{name} is not in the image: look at firmware/manifest.py" for name in modules if name not in there),
        *(
            f"MicroPython's own list for this board has {each}, and the image has not: add it to firmware/manifest.py, "
            "or to LEFT_OUT in image/contents.py, with the reason"
            for each in sorted(micropythons - there - LEFT_OUT.keys())
        ),
        *(
            f"firmware/order.txt: there is no function {name}: it has another name now, or the compiler has put it "
            "into its callers; take it out, or name it as firmware.elf.map does"
            for name in order
            if name not in built.symbols
        ),
    ]


def sizes(built: Contents) -> dict[str, dict[str, list[int]]]:
    """Return the sizes of an image's parts, by group and name.

    Each part has its number of bytes, and how many of these bytes are native code and tables (constants of type bytes).
    """
    frozen = _rooms(built)
    frozen["names (qstr)"] = [_names(built), 0, 0]
    rest = built.parts[FROZEN] - sum(row[0] for row in frozen.values())
    frozen["texts and other constants"] = [rest, 0, 0]
    others = {part: [size, 0, 0] for part, size in built.parts.most_common() if part != FROZEN}
    return {"frozen modules": frozen, "MicroPython": others}


def _rooms(built: Contents) -> dict[str, list[int]]:
    """Return the sizes of the frozen modules, by package."""
    modules = {re.sub(r"\W", "_", path.removesuffix(".py")): path for path in built.modules()}
    longest_first = sorted(modules, key=len, reverse=True)
    bytes_type = built.symbols.get("mp_type_bytes")
    rooms = {_room(path): [0, 0, 0] for path in sorted(modules.values())}
    for name, symbol in built.symbols.items():
        its = _OF_A_MODULE.fullmatch(name)
        module = its and next((each for each in longest_first if f"{its[1]}_".startswith(f"{each}_")), None)
        if not module:
            continue
        table = 0
        if name.startswith("const_obj_") and symbol.size == 16:  # type, hash, length, address of the content
            kind, _, length, _ = struct.unpack("<4I", built.of(name))
            table = length + 1 if bytes_type and kind == bytes_type.address else 0
        row = rooms[_room(modules[module])]
        row[0] += symbol.size + table
        row[1] += symbol.size if symbol.kind in "tT" else 0
        row[2] += table
    return rooms


def _room(path: str) -> str:
    folder, *others = path.split("/")
    return f"{folder}/{others[0]}" if len(others) > 1 else f"{folder}/*.py" if others else path


def _names(built: Contents) -> int:
    """Return the size of all frozen names, with their texts and tables."""
    tables = sum(symbol.size for name, symbol in built.symbols.items() if name.startswith("mp_qstr_frozen_"))
    lengths = built.of("mp_qstr_frozen_const_lengths")
    return tables + sum(lengths) + len(lengths) + len(built.of("mp_frozen_names"))


def table(built: Contents, limit: int) -> str:
    """Return sizes() as text, with the free space before the address `limit`, where the files begin."""
    lines = [f"{'':34}{'kB':>8}{'native':>9}{'tables':>9}"]
    for group, rows in sizes(built).items():
        sums = [sum(column) for column in zip(*rows.values(), strict=True)]
        for name, (size, *parts) in [(group, sums), *((f"  {name}", row) for name, row in rows.items())]:
            kb = "".join(f"{part / 1000:9.1f}" if part else " " * 9 for part in parts)
            lines.append(f"{name:34}{size / 1000:8.1f}{kb}".rstrip())
    size = len(built.image)
    left = limit - FLASH - size
    lines.append(f"{'the image':34}{size / 1000:8.1f}; {left / 1000:.0f} kB are free")
    return "\n".join(lines) + "\n"
