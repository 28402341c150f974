"""Test `tengen flash` with each state of a board, its questions and refusals.

After an interruption at any step, the next run completes the update.
"""

import contextlib
import re

import portable
import pytest
from flash_world import HERE, NEWER, OLDER, Answers, Laptop, Pico, image
from hypothesis import given, settings
from hypothesis import strategies as st
from tengen_host.device.asking import Declined, Terminal
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, NoBoard, NoPermission, PortTaken, Unsupported
from tengen_host.device.ports import Port
from tengen_host.device.selftest.checks import Check
from tengen_host.device.update import Update, World, targets

MINE = {"games/7": b"h8i9", "settings": b"{}", "main.py": b"print('hello')", "boot.py": b"x = 1"}
GAMES = {"games/7": b"h8i9", "settings": b"{}"}
# The states of a board from which an update succeeds, and the questions that the update asks in each state
STATES = {
    "it has the image": (lambda: Pico(HERE, GAMES), []),
    "it has the image, and a game": (lambda: Pico(HERE, GAMES, game=True), []),
    "it has the image, but is stopped": (lambda: Pico(HERE, GAMES, stopped=True), []),
    "an older Tengen": (lambda: Pico(OLDER, GAMES), []),
    "an older Tengen that is stopped": (lambda: Pico(OLDER, MINE, stopped=True), []),
    "an older Tengen with a game": (lambda: Pico(OLDER, GAMES, game=True), ["A game is under way, at move 1"]),
    "a newer Tengen": (lambda: Pico(NEWER, GAMES), ["Tengen 0.3.0, which is newer than 0.2.0"]),
    "MicroPython alone": (lambda: Pico("micropython"), []),
    "MicroPython and a program": (lambda: Pico("micropython", MINE), ["main.py on this board is not Tengen's. It"]),
    "a program without end": (lambda: Pico("loop", MINE), ["can't be identified"]),
    "a program in C": (lambda: Pico("C"), ["can't be identified"]),
    "a silent one that does not obey": (lambda: Pico("deaf"), ["can't be identified"]),
    "BOOTSEL mode": (lambda: Pico(None), []),
}
MOST_STEPS = 100
# What an error message tells a person to do
DO = re.compile("plug it in|run `tengen flash` again|run it once more")


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    monkeypatch.setattr("tengen_host.device.stopped.own", lambda: HERE)


@pytest.fixture(scope="module")
def uf2(tmp_path_factory):
    return image(tmp_path_factory.mktemp("images"))


@pytest.fixture(scope="module")
def flashed(uf2):
    """Return a function that flashes a laptop's Pico at a port, else its only Pico, and returns what was done."""

    def flash(laptop, answers=None, port=None, **how):
        (target,) = targets(port, False, laptop)
        return Update(uf2, answers or Answers(), laptop, **how).run(target)

    return flash


def tries(flashed, laptop):
    """Run flash; return its error, or None. Other exceptions fail the test."""
    try:
        flashed(laptop)
    except KeyboardInterrupt:
        return "Ctrl-C"
    except DeviceError as error:
        assert DO.search(str(error)), error
        return str(error)
    return None


def replug(laptop, pico):
    """Plug a Pico in again, with BOOTSEL held if the words demanded it."""
    laptop.cut, laptop.steps = 0, 0
    pico.start(laptop.now, bootsel=pico.program == "deaf")
    laptop.sleep(2)


def is_done(pico):
    return pico.program == HERE and pico.whole and not pico.bootsel and not pico.stopped


@pytest.mark.parametrize("state", STATES)
def test_the_image_is_on_the_board_then_and_its_files_are_as_before(state, tmp_path, flashed):
    make, questions = STATES[state]
    pico, answers = make(), Answers()
    laptop = Laptop(tmp_path, pico)
    files, had = dict(pico.files), pico.program == HERE
    if pico.program == "deaf":
        with pytest.raises(NoBoard, match="its drive is missing: unplug it, hold its BOOTSEL button down"):
            flashed(laptop, answers)
        replug(laptop, pico)
    done = flashed(laptop, answers)
    assert is_done(pico) and pico.files == files and len(answers.asked) == len(questions)
    for question, words in zip(answers.asked, questions, strict=True):
        assert words in question
    assert ("nothing was written" in done) == had
    assert laptop.proved == ([] if had else ["/dev/ttyACM0"])
    if not had:
        assert re.fullmatch(r"Tengen 0.2.0, build 0{11}2, runs at /dev/ttyACM0: written and tested in \d+ s", done)
    assert flashed(laptop).endswith("runs there already: nothing was written")


@pytest.mark.parametrize(
    ("program", "stopped", "words"),
    [
        (OLDER, False, "Tengen 0.1.0, build 000000000001, runs there: older than the image"),
        (OLDER, True, "Tengen 0.1.0, build 000000000001, is there but stopped: older than the image"),
        (NEWER, False, "Tengen 0.3.0, build 000000000003, runs there: newer than the image"),
        (HERE._replace(build="other"), False, "Tengen 0.2.0, build other, runs there: another build than the image"),
        (HERE, False, "Tengen 0.2.0, build 000000000002, runs there: the same as the image"),
    ],
)
def test_whether_the_board_is_older_or_newer_is_said_before_anything_else(program, stopped, words, tmp_path, flashed):
    answers = Answers(answer=False)
    with contextlib.suppress(Declined):
        flashed(Laptop(tmp_path, Pico(program, stopped=stopped)), answers, again=True)
    assert answers.said[0] == f"/dev/ttyACM0: {words}"


def test_another_version_of_the_protocol_is_told_before_the_update(tmp_path, flashed):
    laptop, answers = Laptop(tmp_path, Pico(OLDER)), Answers()
    laptop.wire = 2
    flashed(laptop, answers)
    assert answers.said[1].startswith("/dev/ttyACM0: the board speaks version 2 of the protocol, this laptop version 1")


@pytest.mark.parametrize("how", ["pull", "ctrl-c"])
@pytest.mark.parametrize("state", STATES)
def test_cut_at_any_step_the_next_run_finishes(state, how, tmp_path, flashed):
    """One interruption at each step: the question, the program's end, each write of 8 kB, the answer, the self-test."""
    for cut in range(1, MOST_STEPS):
        pico = STATES[state][0]()
        laptop, files = Laptop(tmp_path / str(cut), pico, cut=cut, how=how), dict(pico.files)
        laptop.folder.mkdir()
        failed = tries(flashed, laptop)
        assert pico.whole or pico.program is None, "half an image must not start"
        if laptop.steps < cut:
            break
        assert failed or pico.bootsel is False
        replug(laptop, pico)
        assert tries(flashed, laptop) is None and is_done(pico) and pico.files == files
    assert cut < MOST_STEPS - 1 and cut >= 2


@given(
    state=st.sampled_from(sorted(STATES)),
    cuts=st.lists(st.tuples(st.integers(1, 24), st.sampled_from(["pull", "ctrl-c", "stays"])), max_size=4),
)
@settings(max_examples=portable.some(150), deadline=None)
def test_cut_again_and_again_it_finishes(state, cuts, flashed, tmp_path_factory):
    """Unplugging and Ctrl-C interrupt several runs at any step.

    "stays" means that the board is not plugged in again after Ctrl-C.
    """
    pico = STATES[state][0]()
    laptop, files = Laptop(tmp_path_factory.mktemp("laptop"), pico), dict(pico.files)
    for cut, how in cuts:
        laptop.cut, laptop.steps, laptop.how = cut, 0, how.replace("stays", "ctrl-c")
        tries(flashed, laptop)
        assert pico.whole or pico.program is None
        laptop.sleep(5)
        if how != "stays" or pico.program == "deaf":
            replug(laptop, pico)
    laptop.cut = 0
    if tries(flashed, laptop):
        replug(laptop, pico)
        assert tries(flashed, laptop) is None
    assert is_done(pico) and pico.files == files


@pytest.mark.parametrize("state", [state for state, (_, questions) in STATES.items() if questions])
def test_after_a_no_all_is_as_before(state, tmp_path, flashed):
    pico = STATES[state][0]()
    before = dict(pico.flash)
    with pytest.raises(Declined, match="nothing was changed"):
        flashed(Laptop(tmp_path, pico), Answers(False))
    assert pico.flash == before and not pico.bootsel and not pico.stopped


@pytest.mark.parametrize("state", STATES)
def test_a_dry_run_writes_nothing_and_asks_nothing(state, tmp_path, flashed):
    make, questions = STATES[state]
    pico, answers = make(), Answers(False)
    before, bootsel = dict(pico.flash), pico.bootsel
    done = flashed(Laptop(tmp_path, pico), answers, dry_run=True)
    assert pico.flash == before and pico.bootsel == bootsel and not pico.stopped and answers.asked == []
    assert "would be written" in done or "nothing was written" in done
    for words in questions:
        assert words.replace("A game is under way, at move 1", "a game is under way") in " ".join([*answers.said, done])


def test_again_writes_what_is_there(tmp_path, flashed):
    pico = Pico(HERE, GAMES)
    assert "written and tested" in flashed(Laptop(tmp_path, pico), again=True) and is_done(pico)


def test_another_board_is_left_as_it_is(tmp_path, flashed):
    """In BOOTSEL mode a Pico W can't be distinguished from a Pico."""
    pico = Pico("micropython", MINE, machine="Raspberry Pi Pico W with RP2040")
    with pytest.raises(Unsupported, match="Pico W with RP2040. Tengen runs on a Raspberry Pi Pico"):
        flashed(Laptop(tmp_path, pico))
    assert pico.program == "micropython" and not pico.bootsel and not pico.stopped


def test_a_pico_2_is_not_asked_at_all(tmp_path, flashed):
    laptop = Laptop(tmp_path)
    laptop.ports = lambda: [Port("COM5", 0x2E8A, 0x0009)]
    with pytest.raises(Unsupported, match="COM5 \\(a Pico 2 with another program.*Tengen runs on a Raspberry Pi Pico"):
        flashed(laptop, port="COM5")


def test_a_drive_that_is_not_mounted_is_written_to_as_a_disk_once_no_desktop_mounts_it(tmp_path, flashed):
    pico = Pico(OLDER)
    laptop = Laptop(tmp_path, pico)
    laptop.mounted_at = 1000
    flashed(laptop)
    assert is_done(pico) and laptop.disks == [True] and laptop.now >= 6


def test_a_desktop_has_some_seconds_to_mount_a_drive(tmp_path, flashed):
    """A Pico that was just plugged in also gets this time."""
    laptop = Laptop(tmp_path, Pico(None))
    laptop.mounted_at = 3
    flashed(laptop)
    assert laptop.disks == [False] and laptop.now < 6


def test_a_self_test_that_fails_is_told_in_words(tmp_path, flashed):
    laptop = Laptop(tmp_path, Pico(OLDER))
    laptop.checks = [
        Check("rules", True, "30 boards"),
        Check("matrix", False, "31 of 32 lines whole", findings=["row 7 is dead"], figures={"whole": 31}),
        Check("Tengen", None, "0.1.0"),
        Check("scans", False, "12 a second"),
    ]
    answers = Answers()
    assert "written, with faults in the wiring, in" in flashed(laptop, answers)
    assert answers.said[-1].splitlines()[1:3] == ["  matrix: row 7 is dead", "  scans: 12 a second"]
    assert "Pico alone" not in answers.said[-1]
    laptop = Laptop(tmp_path, Pico(OLDER))
    laptop.checks = [Check("rules", False, "30 boards, 1 wrong"), Check("matrix", False, "31 of 32 lines whole")]
    with pytest.raises(DeviceError) as raised:
        flashed(laptop)
    assert str(raised.value).splitlines()[1:3] == ["  rules: 30 boards, 1 wrong", "  matrix: 31 of 32 lines whole"]
    assert "is on the board at /dev/ttyACM0, but its self-test fails" in str(raised.value)


@pytest.mark.parametrize(("whole", "alone"), [(0, True), (16, False), (32, False)])
def test_only_a_board_without_a_line_that_works_may_be_a_pico_alone(whole, alone, tmp_path, flashed):
    laptop, answers = Laptop(tmp_path, Pico(OLDER)), Answers()
    laptop.checks = [
        Check("matrix", whole == 32, f"{whole} of 32 lines whole", figures={"whole": whole}),
        Check("5 V supply", False, "4.00 V", findings=["measure 5 V at the plug"]),
    ]
    flashed(laptop, answers)
    assert ("right for a Pico alone" in answers.said[-1]) == alone
    assert "5 V supply: measure 5 V at the plug" in answers.said[-1]


def test_another_board_that_comes_meanwhile_is_not_taken_for_this_one(tmp_path, flashed):
    pico, other = Pico(OLDER), Pico(OLDER)
    laptop = Laptop(tmp_path, pico, other)
    other.powered = False
    write = laptop.copy

    def copy(*args):
        write(*args)
        pico.powered, other.powered, other.began = False, True, laptop.now

    laptop.copy = copy
    with pytest.raises(DeviceError, match="Tengen 0.1.0, build 0{11}1, answers instead of Tengen 0.2.0"):
        flashed(laptop)
    assert other.program == OLDER


@pytest.mark.parametrize(
    ("picos", "listed"),
    [
        ([HERE, OLDER], ["/dev/ttyACM0 (a Pico with MicroPython)", "/dev/ttyACM1 (a Pico with MicroPython)"]),
        ([None, None], ["drive0 (a Pico in BOOTSEL mode)", "drive1 (a Pico in BOOTSEL mode)"]),
        ([HERE, None], ["/dev/ttyACM0 (a Pico with MicroPython)", "drive1 (a Pico in BOOTSEL mode)"]),
    ],
)
def test_several_boards_are_listed_with_both_ways_to_go_on(picos, listed, tmp_path, flashed):
    laptop = Laptop(tmp_path, *map(Pico, picos))
    with pytest.raises(DeviceError, match="2 boards are there: name one with --port, or take all with --all") as raised:
        flashed(laptop)
    assert [line.replace(f"{tmp_path}/", "").strip() for line in str(raised.value).splitlines()[1:]] == listed
    for target in targets(None, True, laptop):
        flashed(laptop, port=target.path)
    assert all(map(is_done, laptop.picos))


def test_a_pico_that_waits_in_bootsel_mode_is_not_taken_for_the_board_that_is_named(tmp_path, flashed):
    waiting, meant = Pico(None), Pico(OLDER)
    flashed(Laptop(tmp_path, waiting, meant), port="/dev/ttyACM1")
    assert is_done(meant) and waiting.bootsel and waiting.program is None


@pytest.mark.parametrize("step", ["state", "prompt"])
def test_a_port_that_another_program_has_is_no_silent_board(step, tmp_path, flashed):
    laptop, answers = Laptop(tmp_path, Pico("micropython")), Answers()

    def taken(port, *more):
        raise PortTaken(f"{port} is in use by tengen live: end it and try again")

    setattr(laptop, step, taken)
    with pytest.raises(PortTaken, match="in use by tengen live"):
        flashed(laptop, answers)
    assert answers.asked == []


def test_one_board_or_all_or_none(tmp_path):
    laptop = Laptop(tmp_path)
    with pytest.raises(DeviceError, match="leave out one of the two"):
        targets("/dev/ttyACM0", True, laptop)
    with pytest.raises(NoBoard, match="this machine sees no Pico.*cables only charge.*BOOTSEL button held down"):
        targets(None, False, laptop)
    laptop.drives = lambda: [Drive("F:\\", "Raspberry Pi RP2350", "RP2350")]
    with pytest.raises(NoBoard, match="Pico 2"):
        targets(None, True, laptop)


def test_a_console_that_has_come_is_waited_for_until_it_can_be_opened(tmp_path, flashed):
    """On Linux, the user may open the port only a moment after it appears, when udev has set its permissions."""
    pico, state = Pico(None), Laptop.state
    laptop = Laptop(tmp_path, pico)

    def opened(port, within_s):
        if laptop.now < still:
            raise NoPermission("it may not be opened: join its group")
        return state(laptop, port, within_s)

    laptop.state = opened
    still = 1000
    with pytest.raises(NoPermission, match="join its group"):
        flashed(laptop)
    pico.start(laptop.now, bootsel=True)
    laptop.sleep(2)
    still = laptop.now + 10
    flashed(laptop)


def test_an_image_that_does_not_start(tmp_path, flashed):
    pico = Pico(None)
    laptop = Laptop(tmp_path, pico)
    write = laptop.copy

    def copy(*args):
        write(*args)
        pico.stopped = True

    laptop.copy = copy
    with pytest.raises(DeviceError, match="Tengen does not start there.*faults.txt.*--again"):
        flashed(laptop)


def test_a_board_whose_update_was_cut_is_found_by_its_old_port_and_by_its_drive(tmp_path, flashed):
    """The board's port has disappeared. The path of its drive may end with a slash, because shells add one."""
    for named in ("/dev/ttyACM0", f"{tmp_path}/drive0", f"{tmp_path}/drive0/"):
        pico = Pico(None)
        flashed(Laptop(tmp_path, pico), port=named)
        assert is_done(pico), named
    disk = Drive("/dev/sda", "Raspberry Pi RP2", "RPI-RP2", True)
    assert targets("/dev/sda1", False, World(ports=list, drives=lambda: [disk])) == [disk]
    two = Laptop(tmp_path, Pico(None), Pico(None))
    assert targets("/dev/ttyACM9", False, two) == [Port("/dev/ttyACM9")], "which of them was it?"


def test_a_folder_that_is_no_drive_of_a_pico(tmp_path):
    with pytest.raises(DeviceError, match="is neither a serial port nor the mounted drive of a Pico in BOOTSEL mode$"):
        targets(str(tmp_path), False, Laptop(tmp_path, Pico(None)))


def test_a_named_port_that_no_listing_has_is_that_of_the_board_afterwards(tmp_path, flashed):
    """The port of an emulated Pico is not in any listing, for example."""
    pico = Pico(OLDER)
    laptop = Laptop(tmp_path, pico)
    laptop.ports = list
    assert "runs at /dev/ttyACM0" in flashed(laptop, port="/dev/ttyACM0") and is_done(pico)


def test_nobody_is_there_to_answer(capsys):
    with pytest.raises(DeviceError, match=r"nothing was changed\. It would be lost\. To replace it, add --yes$"):
        Terminal(False).ask(("It would be lost", "replace it"))  # pytest's input is not a terminal
    assert Terminal(True).ask(("It would be lost", "replace it"))
    assert "It would be lost. Replace it? Yes (--yes)" in capsys.readouterr().err
