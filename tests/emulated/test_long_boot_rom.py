"""Test the RP2040's real boot ROM on the emulated chip, which blocks it accepts, and its start after a power cut."""

import random
import struct

import in_bootsel
import pytest
from boot_rom import Pico
from in_bootsel import COUNT, FILES, check_cuts
from tengen_host.emulator.flash import SIZE
from tengen_host.image.uf2 import BLOCK, FAMILY_PRESENT, FLASH, PAGE, RP2040, made, pages

pytestmark = pytest.mark.proof

FIRMWARE, BOOTSEL = 0x0005, 0x0003  # USB product numbers
ROOT, ANY = 260, 5000  # sectors of the drive: the root directory, and a sector where a file may be
NOISE = random.Random(26).randbytes(SIZE)
WRONG = (
    *({name: 0} for name in ("first", "second", "end", "flags", "size", "count")),
    *({"flags": flags} for flags in (FAMILY_PRESENT | 1, 0x3000, 0xA000)),
    *({"size": size} for size in (PAGE - 1, 476)),
    *({"number": number} for number in (COUNT, 0xFFFFFFFF)),
    *({"count": count} for count in (COUNT + 1, 123_360, 123_361)),
    *({"address": address} for address in (0, FLASH - PAGE, FLASH + 1, FLASH + 0xFFFF80, 0x30000000)),
    # no address of the RAM is here, because the model does not support programs that run in RAM
    *({"address": address} for address in (0x14FFFF00, 0x15004000, 0x1FFFFF00)),
    {"family": RP2040 + 1},
)


def chosen(luck):
    """Return a block for the drive.

    Half of the blocks are valid. The others have any page of the first 32 MB, or a wrong field.
    """
    number, kind = luck.randrange(COUNT), luck.random()
    offset = number if kind < 0.5 else luck.randrange(SIZE // PAGE if kind < 0.6 else 1 << 17)
    wrong = luck.choice(WRONG) if kind > 0.65 else {}
    return in_bootsel.block(number, (number if wrong else offset) * PAGE, luck.randbytes(PAGE), **wrong)


@pytest.mark.parametrize("seed", range(40))
def test_the_model_does_what_the_rom_does(seed):
    """The model of the boot ROM's drive and the real boot ROM react equally to all written blocks."""
    luck, pico, model, before = random.Random(seed), Pico(b""), in_bootsel.Pico(), []
    assert pico.enumerate() == BOOTSEL
    while len(before) < 100 and not model.restarts:
        before.append(chosen(luck) if luck.random() < 0.85 or not before else luck.choice(before))
        assert pico.write(luck.randrange(1 << 18), before[-1]) == model.take(before[-1])
        assert pico.watchdog.timer.enable == bool(model.restarts)


def test_a_cut_update_stays_in_bootsel(pico_image):
    """After a power cut in or after any write of our UF2, the boot ROM starts a whole program or stays in BOOTSEL."""
    new = b"".join(pages(pico_image.uf2).values())[: COUNT * PAGE]
    old = new[:PAGE] + NOISE[PAGE:]  # the two versions of the program have the same second stage

    def update(flash):
        pico = Pico(flash, held=True)
        assert pico.enumerate() == BOOTSEL
        pico.write(ANY, made(new))
        return pico.ssi.operations, pico.ssi.contents()

    assert update(old)[1].startswith(new)
    check_cuts(old, update, lambda flash: not Pico(flash).stays_in_rom())


def test_the_image_is_written_and_leads_back_to_the_rom(pico_image):
    """The real boot ROM writes our UF2, and the firmware starts; `machine.bootloader()` returns to the ROM."""
    pico, uf2, written = Pico(NOISE), pico_image.uf2.read_bytes(), b"".join(pages(pico_image.uf2).values())
    assert pico.enumerate() == BOOTSEL
    assert pico.scsi(bytes([0x12, 0, 0, 0, 36, 0]), 36)[8:27] == b"RPI     RP2        "  # INQUIRY
    # READ CAPACITY returns the number of the last sector
    assert struct.unpack(">2I", pico.scsi(b"\x25" + bytes(9), 8)) == (0x3FFFF, BLOCK)
    assert pico.read(ROOT)[64:75] == b"INFO_UF2TXT" and b"\nBoard-ID: RPI-RP2\n" in pico.read(ROOT + 32 + 8)
    for at in range(0, len(uf2), 16 * BLOCK):
        pico.write(ANY, uf2[at : at + 16 * BLOCK])
    assert pico.ssi.contents().startswith(written) and pico.ssi.contents()[FILES:] == NOISE[FILES:]
    pico.until(lambda: pico.restarts)
    assert pico.enumerate() == FIRMWARE
    pico.control(0x21, 0x22, 3)  # set DTR, like a program that opens the console
    pico.usb.send(2, b"\x03\x03")
    pico.until(lambda: b"".join(pico.usb.taken[2]).endswith(b">>> "))
    pico.usb.send(2, b"import machine; machine.bootloader()\r")
    pico.until(lambda: pico.restarts == 2)
    assert pico.enumerate() == BOOTSEL
