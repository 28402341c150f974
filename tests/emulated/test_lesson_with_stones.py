"""Test a position of a lesson on the emulated Pico: it is laid by lights, misses a stone, waits, and is solved."""

import ledger
from partners import Guest
from tengen.games.points import name
from tengen.partner import lessons
from tengen_host.bench import whole_board as measured

LESSON = 5  # the fork 4x3: its shapes take the judge the longest
GIVEN_MS, JUDGED_MS = 3000, 2000
HEAP_FREE = 80_000  # bytes, as beside a partner
ASLEEP = 75  # percent; the compiler changes it, because the code moves in flash: GCC 12.2 gives 79.5, GCC 14.2 77.3
IDLE_MS = 600


def test_a_position_is_laid_missed_and_solved_with_stones(own):
    guest = Guest(own)
    board, do = guest.board, guest.do
    its = lessons.position(lessons.number_of(LESSON, 1))
    clock = board.mcu.clock

    def until(event, state, ms):
        """Wait for this state of the lesson; return the ms until then."""
        began = clock.nanos
        do(board.until(lambda: guest.newest(event).get("state") == state, ms))
        return (clock.nanos - began) / 1e6

    guest.send(cmd="lesson", number=LESSON)
    given = until("lesson", "given", GIVEN_MS)
    for point in its.black + its.white:
        guest.put(name(point, 15))
    guest.settle(500)
    free, rest = do(measured.heap_free(board)), do(measured.idle(board, IDLE_MS))

    guest.put("a1")
    missed = until("lesson", "wrong", JUDGED_MS)
    guest.lift("a1")
    guest.settle(500)
    guest.put(name(its.right[0], 15))
    solved = until("lesson", "right", JUDGED_MS)
    told = guest.newest("lesson")
    assert (told["point"], told["wrong"], guest.moves()) == (name(its.right[0], 15), 1, 1)
    assert not [event for event in guest.told if event["code"] in ("fault", "error")]
    ledger.note(
        f"emulated Pico: a lesson is there in {given:.0f} ms; a wrong stone is judged in {missed:.0f} ms, "
        f"the right one in {solved:.0f} ms; {free} bytes of heap free while it waits"
    )
    ledger.note("emulated Pico: asleep {idle_cpu_percent} % of a lesson that waits".format(**rest))
    assert free >= HEAP_FREE and rest["idle_cpu_percent"] >= ASLEEP
