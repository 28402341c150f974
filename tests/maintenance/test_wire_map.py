"""The wiring of a board: built from parts, checked, saved as bytes, and applied to frames."""

from array import array

from portable import raises
from tengen import wiring
from tengen.codes import Refused, coded
from tengen.journal import fields
from tengen.maintenance import wire_file, wire_map
from tengen.sensing import proof
from tengen.sensing.kernels import arrange

BACKWARDS = list(range(15, -1, -1))
CHANGED = {
    "rows": BACKWARDS,
    "columns": [1, 0] + list(range(2, 16)),
    "buttons": [26, 21, 22],
    "pixels": "".join("%02x" % pixel for pixel in range(30, 255)),
    "bars": ["".join("%02x" % pixel for pixel in bar) for bar in (range(14, -1, -1), range(15, 30))],
}


def built(**parts):
    """Return the wiring of board.toml, except for these parts."""
    return wire_file.with_(
        wire_map.defaults(wiring), {name: wire_file.part(name, value, wiring) for name, value in parts.items()}
    )


def frame_of(stones, order=range(16), inputs=range(16)):
    """Return the frame of this board's matrix. `stones`: (row, column) each. Row and column 15 are always closed."""
    frame = array("I", [0] * 18)
    shut = [(15, column) for column in range(16)] + [(row, 15) for row in range(15)]
    for row, column in list(stones) + shut:
        frame[order[row]] |= 1 << inputs[column]
    frame[17] = 0b101
    return frame


def test_the_defaults_are_those_of_board_toml():
    found = wire_map.defaults(wiring)
    assert (list(found.rows), list(found.columns)) == (list(range(16)), list(range(16)))
    assert (found.buttons, found.pixel_of, found.learned) == (wiring.BUTTONS, wiring.PIXEL_OF, False)
    assert [list(bar) for bar in found.bars] == [list(range(240, 255)), list(range(225, 240))]
    assert found.order() is None, "frames are taken as they are"
    wire_file.check(found, wiring)


def test_pixel_numbers_are_bytes_if_a_byte_can_hold_them():
    assert wire_map.numbered([3, 255]) == b"\x03\xff" and wire_map.numbered([3, 256]) == (3, 256)


def test_what_is_kept_is_found_again():
    found = built(**CHANGED)
    wire_file.check(found, wiring)
    again = wire_file.load(wire_file.dump(found), wiring)
    assert again.fields() == found.fields() == CHANGED
    assert again.learned and (again.pixel_of[0], list(again.bars[0][:2])) == (30, [14, 13])
    assert wire_file.load(wire_file.dump(wire_map.defaults(wiring)), wiring).learned


def test_other_bytes_are_refused_in_words():
    good = wire_file.dump(built(**CHANGED))
    for bad in (b"", b"{}", good[:-3], good.replace(b"15", b"14", 1), b"\xff\x00" * 50, bytes(len(good))):
        assert raises(Refused, wire_file.load, bad, wiring) == coded("device.checksum")
    kept = b'{"rows": []}'
    other = kept + b"\n" + fields.checksum(kept) + b"\n"
    assert raises(Refused, wire_file.load, other, wiring) == coded("device.foreign")


def test_a_part_that_cannot_be_is_refused_in_words():
    every = coded("device.wanted_one", words=list(range(16)))
    for name, value, wanted in (
        ("rows", [0] * 15, coded("device.wanted_length", count=16)),
        ("rows", "0123456789abcdef", coded("device.wanted_length", count=16)),
        ("rows", [0, 0] + list(range(2, 16)), coded("device.wanted_once", number=1)),
        ("columns", list(range(15)) + [16], every),
        ("columns", list(range(15)) + ["f"], every),
        ("columns", list(range(15)) + [None], every),
        ("rows", [0, True] + list(range(2, 16)), every),
        ("buttons", [21, 22, 23], coded("device.wanted_one", words=[21, 22, 26])),
        ("buttons", [21, 22], coded("device.wanted_length", count=3)),
        ("pixels", "00" * 224, coded("device.wanted_digits", number=450)),
        ("pixels", "xy" * 225, coded("device.wanted_digits", number=450)),
        ("pixels", 7, coded("device.wanted_digits", number=450)),
        ("bars", ["00" * 15], coded("device.wanted_length", count=2)),
        ("bars", ["00" * 15, None], coded("device.wanted_digits", number=30)),
    ):
        why = raises(Refused, wire_file.part, name, value, wiring)
        assert why == coded("device.wrong_setting", setting=name, wanted=wanted)


def test_the_chain_must_be_there_once_and_whole():
    moved = CHANGED["pixels"]
    for parts, why in (
        ({"pixels": moved}, coded("device.pixel_once", number=0, count=0)),
        ({"pixels": "ff" + moved[2:], "bars": CHANGED["bars"]}, coded("device.no_pixel", text="255", most=254)),
        ({"pixels": "1f" + moved[2:], "bars": CHANGED["bars"]}, coded("device.pixel_once", number=30, count=0)),
        ({"bars": ["f0" * 15, "e1" * 15]}, coded("device.pixel_once", number=225, count=15)),
    ):
        assert raises(Refused, wire_file.check, built(**parts), wiring) == why


def test_a_frame_is_put_in_order():
    stones = [(0, 0), (6, 3), (6, 14), (14, 7)]
    rows, columns = BACKWARDS, [(7 * column + 3) % 16 for column in range(16)]
    order = built(rows=rows, columns=columns).order()
    frame = array("I", [0xFFFF] * 18)
    arrange(frame_of(stones, rows, columns), order, frame, 16)
    truth = frame_of(stones)
    assert list(frame[:17]) == list(truth[:17])
    assert frame[17] == 0xFFFF, "the buttons are not its affair"
    # an input that is high with all rows low is moved to its column
    raw = frame_of((), rows, columns)
    raw[16] = 1 << columns[4]
    arrange(raw, order, frame, 16)
    assert frame[16] == 1 << 4


def test_a_fault_is_named_with_the_output_and_the_input_that_it_is_on():
    found = built(rows=BACKWARDS, columns=CHANGED["columns"])
    every = 0xFFFF
    told = proof.faults(every & ~(1 << 6), every & ~1, every & ~2, 15, wiring.COLUMNS, 25, found)
    assert told == [
        coded("device.row_dead", row=7, chip=2, pin=1),
        coded("device.column_dead", column="a", gpio=1),
        coded("device.column_high", column="b", gpio=0),
    ]
    other = built(columns=[15] + list(range(15)))
    told = proof.faults(0, every, every, 15, wiring.COLUMNS, 25, other)
    assert told == [coded("device.no_row", gpio=14)]
