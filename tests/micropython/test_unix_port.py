"""Run the shared test files on MicroPython's unix port: rules, sensing, session, lights, link and upkeep."""

import itertools
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import heard
import junk
import ledger
import pytest
import simulation
from tengen.app import TICK_MS
from tengen.link.codec import WIRE
from tengen_host import image, resources
from tengen_host.wire import codec

TESTS = Path(__file__).resolve().parent.parent

ROOMS = ("games", "sensing", "session", "coach", "lights", "link", "journal", "maintenance", "partner")
# a file with this word in its name needs CPython (pytest, hypothesis)
SHARED = sorted(
    path for room in ROOMS for path in (TESTS / room).glob("test_*.py") if not path.name.startswith("test_cpython_")
)

FRAME_WORDS = 11  # larger frames are allocated on the heap at each call (VM_MAX_STATE_ON_STACK of py/objfun.c)


@pytest.fixture(scope="session")
def micropython():
    """MicroPython's unix port, which was built for this machine before."""
    return image.existing_unix_port()


@pytest.mark.parametrize("quick", ["1", pytest.param("", marks=pytest.mark.proof)], ids=["a fifth", "whole"])
@pytest.mark.parametrize("path", SHARED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_same_file_on_micropython(micropython, path, quick):
    """The shared test files pass on MicroPython's unix port with all examples. CPython always runs all examples."""
    # 8 MB, because a test stores all events of a hundred games, which no board does
    said = run(micropython, "8M", "runner.py", str(path), quick=quick).decode()
    passed = int(said.splitlines()[-1].split()[0])
    assert passed > 0


def run(micropython, heap, script, *arguments, given=b"", timeout=300, quick=""):
    """Run a script of this folder on MicroPython. Return its output. `quick`: the value of TENGEN_QUICK."""
    sources = (resources.firmware_package().parent, TESTS / "support")
    found = ":".join([".frozen", *map(str, sources)])
    ended = subprocess.run(
        [str(micropython), "-X", f"heapsize={heap}", str(TESTS / "micropython" / script), *arguments],
        env={**os.environ, "MICROPYPATH": found, "TENGEN_QUICK": quick},
        input=given,
        capture_output=True,
        timeout=timeout,
    )
    assert ended.returncode == 0, f"\n{ended.stdout[-2000:].decode()}{ended.stderr.decode()}"
    return ended.stdout


@pytest.mark.parametrize("count", [2000, pytest.param(200_000, marks=pytest.mark.proof)])
def test_junk_and_ctrl_c_bytes_change_nothing_of_the_app_on_micropython(micropython, count):
    """Junk with Ctrl-C bytes on the app's link on the unix port gives one error per line, and changes nothing.

    Through a pipe the byte 3 arrives like any other byte, so it reaches the firmware's own code. On a Pico this byte
    never arrives there, because it ends the app; see tests/emulated/test_ctrl_c.py.
    """
    harmless = (line for line in junk.lines(2027, without=b"\r\n") if not junk.may_name_a_command(line))
    sent = list(itertools.islice(harmless, count))
    with_ctrl_c = sum(b"\x03" in line for line in sent)
    assert with_ctrl_c > count // 100
    begin = [b'{"cmd": "set", "opening": "rif", "mode": "silent", "brightness": 33}', b'{"cmd": "snapshot"}']
    decoder = codec.Decoder()
    said = run(micropython, "1M", "listener.py", given=b"\n".join(begin + sent), timeout=2400)
    lines = list(decoder.feed(said))
    assert [answer["code"] for answer in heard.answers(lines)] == ["error"] * count and not decoder.text.strip()
    heard.Client().hear_all(lines)
    ends = [number for number, line in enumerate(lines) if line.get("whole")]
    # between two snapshots there are only errors, so these lines contain no other news than the second snapshot
    states = [heard.told(lines[begin + 1 : end + 1]) for begin, end in itertools.pairwise(ends)]
    assert states[0]["next"]["opening"] == "rif" and len(states) > 1
    assert [heard.comparable(state, 0) for state in states] == [heard.comparable(states[0], 0)] * len(states)
    assert states[0]["device"]["wire"] == WIRE
    free = [state["device"]["heap_free"] for state in states]
    ledger.note(
        f"unix port: {count} lines of junk, {with_ctrl_c} of them with Ctrl-C: "
        f"{free[0]} bytes of heap free after the first, {free[-1]} after the last"
    )
    assert min(free) > free[0] - 1024


def quiet_calls(ticks=100):
    """Return the number of calls of each firmware function per tick of a quiet game, by module and name."""
    table, calls = simulation.Table(1, lights=True), Counter()
    for point in (112, 98, 114, 142, 82):
        table.put(point)
        table.wait(simulation.RESTED_MS)
    table.wait(10_000)  # at this time the opening's name is no longer shown

    def count(frame, event, argument):
        module = frame.f_globals["__name__"]
        if event == "call" and module.startswith("tengen.") and not module.endswith(".kernels"):
            calls[f"{module}.{frame.f_code.co_name}"] += 1

    sys.setprofile(count)
    try:
        table.wait(ticks * TICK_MS)
    finally:
        sys.setprofile(None)
    return {name: times / ticks for name, times in calls.items()}


def calls_before_a_light():
    """Return the firmware's functions that are called from a stone's touch to its light, by module and name."""
    table, found = simulation.Table(1, lights=True), set()
    for point in (112, 98, 114, 142, 82):
        table.put(point)
        table.wait(simulation.RESTED_MS)
    app = table.app
    sense, show = app.sense, app.lamps.draw_and_send

    def count(frame, event, argument):
        module = frame.f_globals["__name__"]
        if event == "call" and module.startswith("tengen.") and not module.endswith((".kernels", "sensing.watch")):
            found.add(f"{module}.{frame.f_code.co_name}")

    def shown(*arguments):
        show(*arguments)
        sys.setprofile(None)

    def touched(now):
        sys.setprofile(count)
        sense(now)
        sys.setprofile(None)

    app.lamps.draw_and_send, app.sense = shown, touched
    table.put(60)
    table.wait(50)
    return found


# this function's frame is so large because the function passes on a bar and four other values
LARGE_BEFORE_A_LIGHT = {"tengen.lights.picture._compose_bars"}


def test_no_function_before_a_stones_light_has_so_large_a_frame_but_the_known_ones(micropython):
    called = sorted(name for name in calls_before_a_light() if "<" not in name)
    assert {"tengen.session.play.look", "tengen.lights.lamps.send", "tengen.journal.keeper.keep"} <= set(called)
    sizes = run(micropython, "1M", "frames.py", *called).split()
    large = {name for name, size in zip(called, sizes, strict=True) if int(size) > FRAME_WORDS}
    assert large == LARGE_BEFORE_A_LIGHT


def test_no_function_that_a_quiet_tick_calls_has_so_large_a_frame_that_it_is_allocated(micropython):
    often = sorted(name for name, times in quiet_calls().items() if times > 0.15)
    assert len(often) > 20 and {"tengen.app.tick", "tengen.laptop.listen", "tengen.session.director.tick"} <= set(often)
    sizes = run(micropython, "1M", "frames.py", *often).split()
    assert {name: int(size) for name, size in zip(often, sizes, strict=True) if int(size) > FRAME_WORDS} == {}
