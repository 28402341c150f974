"""Test the contents of an image: the sizes of its parts, and each possible fault."""

import re
import struct

import pytest
from tengen_host.image import ImageError, builder, contents
from tengen_host.image.uf2 import FLASH

# A map in the form that the linker writes: a long name has a line of its own, and merged texts make pieces overlap
MAP = """\
Discarded input sections

 .text          0x00000000        0x0 CMakeFiles/firmware.dir/c/source/py/vm.c.o

Linker script and memory map

.text           0x10000000       0x90
 .boot2         0x10000000       0x10 pico-sdk/boot2.S.o
 .text.mp_map_lookup
                0x10000010       0x20 CMakeFiles/firmware.dir/c/source/py/map.c.o
                0x10000010                mp_map_lookup
 .text          0x10000030       0x20 CMakeFiles/firmware.dir/frozen_content.c.o
 .text.lfs2_dir_read
                0x10000050        0xe CMakeFiles/firmware.dir/c/source/lib/littlefs/lfs2.c.o
 *fill*         0x1000005e        0x2
 .text          0x10000060       0x20 /usr/lib/gcc/libg.a(lib_a-strlen.o)
 .text.rp2_main
                0x10000080       0x10 CMakeFiles/firmware.dir/main.c.o

.rodata         0x10000090       0x60
 .rodata.fun_data_tengen_games_renju_make
                0x10000090       0x20 CMakeFiles/firmware.dir/frozen_content.c.o
 .rodata.str1.1 0x100000b0       0x30 CMakeFiles/firmware.dir/frozen_content.c.o
                                 0x50 (size before relaxing)
 .rodata.str1.1 0x100000c0        0x4 CMakeFiles/firmware.dir/c/source/py/map.c.o
 .rodata.str1.1 0x100000d8        0x8 CMakeFiles/firmware.dir/c/source/py/map.c.o

.data           0x20000000       0x20 load address 0x100000e0
 .time_critical.flash_range_erase
                0x20000000       0x10 CMakeFiles/firmware.dir/c/source/lib/pico-sdk/flash.c.o
 .text          0x20000010       0x10 /usr/lib/gcc/libgcc.a(_ashldi3.o)

.bss            0x20000020      0x100
 .bss           0x20000020      0x100 CMakeFiles/firmware.dir/main.c.o
"""
NAMES = b"tengen/games/renju.py\0main.py\0asyncio/core.py\0\0"
SYMBOLS = f"""\
10000030 00000020 t fun_data_tengen_games_renju_tengen_slash_games_slash_renju_dot_py
10000090 00000010 r fun_data_tengen_games_renju_make
100000a0 00000010 r const_obj_tengen_games_renju_0
100000b0 {len(NAMES):08x} R mp_frozen_names
10000080 00000010 R mp_type_bytes
10000010 00000020 T mp_map_lookup
         U nothing
"""
IMAGE = bytes(0xA0) + struct.pack("<4I", 0x10000080, 0, 4, 0x100000DA) + NAMES
IMAGE += bytes(0x100 - len(IMAGE))
OWN, THEIRS = "tengen/games/renju.py", 'require("aioble")'


def built(image=IMAGE):
    return contents.read(MAP, SYMBOLS, image)


def test_the_rows_are_the_whole_image():
    groups = contents.sizes(built())
    assert sum(row[0] for rows in groups.values() for row in rows.values()) == len(IMAGE)
    # a function's code, its bytecode, and an object of bytes with four bytes of content
    assert groups["frozen modules"]["tengen/games"] == [0x40 + 5, 0x20, 5]
    assert {part: size for part, (size, *_) in groups["MicroPython"].items()} == {
        "py": 0x20,  # a text of map.c is merged into another text, and counts once
        "lib/littlefs": 14,
        "the compiler's libraries": 0x20 + 2 + 0x10,  # with the gap before the last of these pieces
        "ports/rp2": 0x10,
        "lib/pico-sdk": 0x20,
    }


def test_the_table_says_what_is_left():
    lines = contents.table(built(), FLASH + len(IMAGE) + 1600).splitlines()
    assert lines[-1].split() == ["the", "image", "0.3;", "2", "kB", "are", "free"]


def test_a_map_of_another_kind():
    with pytest.raises(ImageError, match="has no section .data"):
        contents.read("nothing", "", b"")


@pytest.mark.parametrize(
    ("modules", "order", "own", "theirs", "words"),
    [
        ([OWN, "main.py"], ["mp_map_lookup"], "", "# why\n\n", None),
        ([OWN, "tengen/app.py"], [], "", "", "tengen/app.py is not in the image"),
        ([], ["mp_renamed"], "", "", "there is no function mp_renamed"),
        ([], [], THEIRS + "  # noqa: F821\n", THEIRS, None),
        ([], [], f"# {THEIRS}", THEIRS, r'has require\("aioble"\), and the image has not: add it to .* or to LEFT_OUT'),
        ([], [], "", "\n".join(contents.LEFT_OUT), None),
        ([], [], "", "main.py\n_new.py", "has _new.py, and the image has not"),
    ],
)
def test_what_an_image_lacks_is_said(modules, order, own, theirs, words):
    said = contents.faults(built(), modules, order, contents.statements(own), contents.statements(theirs))
    assert len(said) == (words is not None) and (not words or re.search(words, said[0]))


def test_all_that_is_wrong_is_said_at_once(tmp_path):
    for name, text in {"boards/manifest.py": THEIRS, "modules/_new.py": ""}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    files = dict.fromkeys(("main.py", "manifest.py", "patches.py", "tengen/app.py"), b"")
    with pytest.raises(ImageError) as told:
        builder.prove(built(), files | {"order.txt": b"# why\nmp_x\n"}, tmp_path)
    assert [line.split(":")[0] for line in str(told.value).splitlines()[1:]] == [
        "tengen/app.py is not in the image",
        "MicroPython's own list for this board has _new.py, and the image has not",
        f"MicroPython's own list for this board has {THEIRS}, and the image has not",
        "firmware/order.txt",
    ]
