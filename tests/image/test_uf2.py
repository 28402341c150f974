"""Test UF2 files: written data are read back, the boot page comes last, and files that are not a UF2 for the RP2040."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tengen_host.image import ImageError, choose, uf2
from tengen_host.image.uf2 import FILES_BEGIN, SECTOR, SPARE, Tengen

MARK = uf2.mark(Tengen("1.2.3", "0123456789ab")).encode()


@pytest.fixture
def file(tmp_path):
    def write(data):
        path = tmp_path / "some.uf2"
        path.write_bytes(data)
        return path

    return write


def changed(data, at, *words):
    return data[:at] + struct.pack(f"<{len(words)}I", *words) + data[at + 4 * len(words) :]


@given(st.binary(min_size=1, max_size=3000))
def test_all_that_is_put_into_a_uf2_comes_out_of_it(tmp_path_factory, image):
    path = tmp_path_factory.getbasetemp() / "round.uf2"
    path.write_bytes(uf2.made(image))
    pages = uf2.pages(path)
    assert list(pages) == list(range(uf2.FLASH, uf2.FLASH + len(pages) * uf2.PAGE, uf2.PAGE))
    whole = b"".join(pages.values())
    assert len(whole) % SECTOR == 0 and len(whole) < len(image) + SECTOR
    assert whole[: len(image)] == image and not whole[len(image) :].strip(b"\xff")


def test_the_page_with_which_the_flash_starts_is_written_last():
    numbers = [struct.unpack_from("<I", block, 20)[0] for block in blocks(uf2.made(bytes(1000)))]
    assert numbers[-17:] == [17, *range(1, 16), 0]


def test_an_image_up_to_the_spare_sector_and_not_into_it():
    assert len(uf2.made(bytes(SPARE - uf2.FLASH))) == (SPARE - uf2.FLASH) * 2 + 3 * uf2.BLOCK
    with pytest.raises(ImageError, match="too large: it has 651265 bytes, and 651264 are free"):
        uf2.made(bytes(SPARE - uf2.FLASH + 1))


def blocks(data):
    return [data[at : at + uf2.BLOCK] for at in range(0, len(data), uf2.BLOCK)]


def test_the_tengen_in_an_image(file):
    assert uf2.tengen_in(file(uf2.made(b"MicroPython"))) is None
    for before in (0, 250):  # the mark may cross from one block to the next
        assert uf2.tengen_in(file(uf2.made(b"x" * before + MARK))) == Tengen("1.2.3", "0123456789ab")


def moved(address):
    """Return a UF2 with its last block at this address."""
    data = uf2.made(MARK + bytes(100))
    return changed(data, len(data) - uf2.BLOCK + 12, address)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", r"some\.uf2 is empty$"),
        (b"x" * 1221, r"some\.uf2 is not a UF2 file$"),
        (changed(uf2.made(MARK), 0, 1, 2), r"some\.uf2 is not a UF2 file$"),
        (uf2.made(MARK)[:100], "is not a whole UF2: its size, 100 bytes"),
        (changed(uf2.made(MARK), uf2.BLOCK, 1, 2), "is not a UF2: block 1 has not its magic numbers"),
        (changed(uf2.made(MARK), 28, 0xE48BFF59), r"for a Pico 2 \(RP2350\): take Tengen's image, for the Pico w"),
        (changed(uf2.made(MARK), 28, 0xE48BFF57), r"for a Pico 2 \(RP2350\)"),
        (changed(uf2.made(MARK), 28, 0x1234), r"for another chip \(family 0x00001234\): take Tengen's image"),
        (changed(uf2.made(MARK), 8, 0), "for another chip .*RPI_PICO"),
        (changed(uf2.made(MARK), 16, 128), "is not for a flash: block 0 has 128 bytes for 0x1009f000"),
        (changed(uf2.made(MARK), 12, 0x20000000 - 128), "is not for a flash"),
        (uf2.made(b"MicroPython"), "has no Tengen in it: take an image"),
        (moved(FILES_BEGIN), "is damaged: it differs from the output of `tengen image`"),
        (uf2.made(MARK + bytes(1000))[: -uf2.BLOCK], "is not whole: it has 17 of 18 blocks"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_is_no_image_for_the_pico(file, data, words):
    with pytest.raises(ImageError, match=words):
        choose.pico_image(file(data))


@given(st.integers(0, 20 * uf2.BLOCK - 1), st.integers(1, 255))
def test_any_byte_that_is_changed_is_seen(tmp_path_factory, at, by):
    path, data = tmp_path_factory.getbasetemp() / "changed.uf2", bytearray(uf2.made(MARK + bytes(1000)))
    path.write_bytes(data)
    assert choose.checked(path, "given").tengen.version == "1.2.3"
    data[at % len(data)] ^= by
    path.write_bytes(data)
    with pytest.raises(ImageError):
        choose.checked(path, "given")


def test_a_given_image_that_is_not_there(tmp_path):
    with pytest.raises(ImageError, match="name a UF2 that is there"):
        choose.pico_image(tmp_path / "none.uf2")
