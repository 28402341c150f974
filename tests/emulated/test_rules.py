"""Test the rules on the chip: known verdicts, machine code compared with plain Python, and memory use."""

import json
from array import array
from hashlib import sha256

import ledger
import pytest
from portable import boards, firmware_text, read_lines, seeded
from tengen.games.renju.position import POINTS, VERDICT_MARKS, of_text, point_of_column, verdict_text
from tengen_host import resources, samples
from tengen_host.bench.figures import CYCLES_PER_MS
from tengen_host.bench.pico import Pico

RAM_BYTES = 12 * 1024
CUT = "@micropython.viper\n"

# This many boards fit into the Pico's RAM. The Pico sends digests of the verdicts, because texts would take long.
BOARDS_AT_ONCE = 40
_DIGESTS = """
from binascii import hexlify
from hashlib import sha256
position.clear()
empty = position.state[:]
for board in {boards!r}:
    for at in range(0, len(board), 2):
        position.put(board[at], board[at + 1])
    print(hexlify(sha256(position.verdicts).digest()[:8]).decode())
    position.cells[:] = bytes(225)
    position.state[:] = empty
"""
_TEXT = """
from tengen.games.renju import position as rules
print(rules.verdict_text(rules.of_text({board!r})))
"""

_TWINS = """
from tengen.games.renju.position import Position
class Plain(Position):
    put = change
quick, plain = Position(), Plain()
for nth, (point, colour) in enumerate({steps!r}):
    quick.put(point, colour)
    plain.put(point, colour)
    if bytes(quick.state) != bytes(plain.state) or quick.cells != plain.cells:
        print(nth)
        break
else:
    print("the same")
"""


@pytest.fixture(scope="module")
def pico(pico_image):
    """A booted Pico with a stopped app and one Position named `position`."""
    with Pico(pico_image.uf2) as booted:
        yield booted


def digests(pico, given):
    """Return digests of the verdicts of boards, which are put stone by stone on the chip."""
    found = []
    for at in range(0, len(given), BOARDS_AT_ONCE):
        stones = [samples.stones(board) for board in given[at : at + BOARDS_AT_ONCE]]
        found += pico.run(_DIGESTS.format(boards=stones)).split()
    return found


def digest(verdicts):
    """Return the digest of a verdict line, by the same method as on the chip."""
    words = array("I", bytes(4 * POINTS))
    for at, mark in enumerate(verdicts):
        words[point_of_column(at)] = VERDICT_MARKS.index(mark)
    return sha256(words.tobytes()).hexdigest()[:16]


def test_boards_whose_verdicts_are_known(pico):
    known = list(boards("verdicts.txt", 20)) + list(boards("hostile.txt"))
    assert len(known) == 161
    assert digests(pico, [board for board, _ in known]) == [digest(verdicts) for _, verdicts in known]


def test_a_verdict_line_of_the_chip(pico):
    board, verdicts = next(boards("verdicts.txt"))
    assert pico.run(_TEXT.format(board=board)).strip() == verdicts


def test_tricky_boards(pico):
    """The verdicts are the same as on CPython, where tests check the verdict of each point."""
    given = [json.loads(line)["board"] for line in read_lines("tricky.jsonl") if line]
    assert len(given) >= 30
    assert digests(pico, given) == [digest(verdict_text(of_text(board))) for board in given]


def test_no_stone_allocates(pico):
    for game in samples.games()[:1] + samples.hostile_boards()[-1:]:
        assert pico.allocated_bytes(game) == 0


def test_the_ram_of_a_position(pico):
    ledger.note(f"a position takes {pico.ram_bytes} bytes of the Pico's RAM")
    assert pico.ram_bytes <= RAM_BYTES


def test_the_time_of_a_map(pico):
    """The limits are high, and find only mistakes. `tengen bench` measures the figures."""
    cycles = pico.play(samples.games()[:2])
    assert len(cycles) == sum(len(game) // 2 for game in samples.games()[:2])
    assert min(cycles) > 500 and max(cycles) < CYCLES_PER_MS


def test_the_cycles_of_any_code(pico):
    pico.run("def wait(number):\n    for _ in range(number): pass")
    nothing, hundred, thousand = (pico.cycles(f"wait({number})") for number in (0, 100, 1000))
    assert pico.cycles("pass") < 20 and (thousand - hundred) / (hundred - nothing) == pytest.approx(9, rel=0.02)


def test_the_example_for_contributors_runs(capsys):
    guide = resources.path(".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    exec(guide.partition("```python\n")[2].partition("```")[0], {})
    words = capsys.readouterr().out.split()
    assert words[:2] == ["micropython", "rp2"] and 100_000 < int(words[2]) < 10_000_000


# this is the last test, because it fills the RAM with the source of the kernels
def test_machine_code_and_plain_python_keep_the_same_state(pico):
    number = seeded(15)
    cells, steps = bytearray(225), []
    for _ in range(60):
        # a crowded corner, with many shapes to judge
        point = number(9) * 15 + number(9)
        cells[point] = 0 if cells[point] else 2 if number(10) < 2 else 1
        steps.append((point, cells[point]))
    text = firmware_text("games/renju/kernels.py")
    assert CUT in text
    # without comments, because it would take time to send them
    code = [line for line in text.replace(CUT, "").split("\n") if line.strip() and line.strip()[0] != "#"]
    pico.run("\n".join(code))
    assert pico.run(_TWINS.format(steps=steps)).strip() == "the same"
