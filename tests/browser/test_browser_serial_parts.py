"""The pure modules of the page without a laptop agree with those of the laptop: lines, stones, records, files."""

import asyncio
import dataclasses
import json
import random
import struct
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from tengen.games import registry
from tengen.games.points import names
from tengen_docs.board_page import about
from tengen_host.hall.details import FIELDS, Details
from tengen_host.hall.stamps import Stamps
from tengen_host.image import uf2
from tengen_host.records import formats, from_state
from tengen_host.records.sgf.nodes import main_lines
from tengen_host.wire import codec
from tengen_host.wire.state import State
from windows import WatchedBoard, run_app

DETAILS = {"p1": "Žofie ]\\", "p2": "Bo:", "event": "Club [evening]", "round": "2", "table": "7"}
STAMP = {"cmd": "stamp", "record": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}
POINTS = names(range(225), 15)
FIVE = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")
OVERLINE = ("h8", "a1", "i8", "c1", "j8", "e1", "l8", "g1", "m8", "i1", "k8")

STONES = """async (lines) => {
    const { afterLine, initialState } = await import('/page/game/state.js');
    const { noStones, stonesIn } = await import('/page/serial/stones.js');
    let [state, lying] = [initialState(), noStones()];
    return lines.map((line) => {
        state = afterLine(state, line);
        if (state.coming) return null;
        lying = stonesIn(state, lying);
        return lying.stones;
    });
}"""
SGF = """async ([lines, details, words]) => {
    const { afterLine, initialState } = await import('/page/game/state.js');
    const { isGame, recordOf } = await import('/page/serial/record.js');
    const { sgfOf } = await import('/page/serial/sgf.js');
    const state = lines.reduce(afterLine, initialState());
    return isGame(state) ? sgfOf(recordOf(state, details), words) : null;
}"""


def played(play, size=15):
    """Return the lines of a virtual board on which the coroutine play(board) plays."""

    async def run():
        board = WatchedBoard(size)
        running = asyncio.ensure_future(run_app(board))
        await board.clock.advance(100)
        await play(board)
        await board.clock.advance(1000)
        running.cancel()
        return board.lines

    with ThreadPoolExecutor(1) as thread:  # this thread may have a running event loop
        return thread.submit(asyncio.run, run()).result()


async def press(board, button):
    board.press(button)
    await board.clock.advance(80)
    board.release(button)
    await board.clock.advance(300)


async def move(board, point):
    board.put(point, None)
    await board.clock.advance(300)
    its = board.replica.state
    await press(board, its.groups["game"]["players"][its.game.turn])


async def put_right(board):
    """Put missing stones back, and take away what does not belong on the board."""
    its = board.replica.state.game
    if its.disturbed or its.lift or its.several or its.refused:
        for point in (*its.extra, *its.lift, *its.several, *(its.provisional if its.refused else ())):
            if point in board.state()[0]["stones"]:
                board.lift(point)
        for point in its.missing:
            board.put(point, its.cells[point])
        await board.clock.advance(600)


async def at_random(board, settings, seed, deeds=30):
    """Put, lift and slide stones, press buttons, and take moves back, at random."""
    chance = random.Random(seed)
    board.ask({"cmd": "set", **settings})
    board.ask({"cmd": "new"})
    await board.clock.advance(200)
    near = [point for point in POINTS if "f" <= point[0] <= "j" and 6 <= int(point[1:]) <= 10]
    for _ in range(deeds):
        lying = sorted(board.state()[0]["stones"])
        free = [point for point in near if point not in lying]
        deed = chance.choices(["put", "press", "lift", "slide", "back"], [70, 20, 4, 4, 2])[0]
        if deed == "put" and free:
            board.put(chance.choice(free), None)
        elif deed == "lift" and lying:
            board.lift(chance.choice(lying))
        elif deed == "slide" and lying and free:
            board.slide(chance.choice(lying), chance.choice(free))
        elif deed == "press":
            await press(board, chance.choice(["p1", "p2"]))
        elif deed == "back":
            board.ask({"cmd": "back", "count": 1})
        await board.clock.advance(chance.choice([50, 1500]))
        if chance.random() < 0.7:
            await put_right(board)


def merged(lines):
    state = State()
    for line in lines:
        state = state.merge(line)
    return state


SETTINGS = [
    *({"game": name, "opening": registry.openings(name)[-1], "move": "dwell"} for name in registry.NAMES[::3]),
    {"game": "renju", "opening": "free", "mode": "referee", "clock": "10/30x3"},
    {"game": "renju", "opening": "soosyrv-8"},
]


@pytest.fixture(scope="module")
def random_games():
    """Return the lines of random play in some games."""
    return [played(lambda board, its=its, seed=seed: at_random(board, its, seed)) for seed, its in enumerate(SETTINGS)]


def test_the_stones_on_a_board_are_those_that_the_laptop_sees(modules, random_games):
    states = set()
    for settings, lines in zip(SETTINGS, random_games, strict=True):
        state = State()
        for line, stones in zip(lines, modules.evaluate(STONES, lines), strict=True):
            state = state.merge(line)
            if stones is not None:
                states.add(state.groups.get("hand", {}).get("state"))
                assert stones == state.game.stones, (settings, line)
    assert {"calm", "provisional", "disturbed"} <= states


def same_record(modules, lines, details=DETAILS):
    """Check that the page's SGF is read as the record that the laptop makes of these lines. Return this record."""
    state = merged(lines)
    record = from_state.of(state, details)
    text = modules.evaluate(SGF, [lines, details, about(None)["sgf"]])
    [(_, ours)] = [(name, line[0]) for name, line in main_lines(text.encode(), "page")]
    [(_, theirs)] = [(name, line[0]) for name, line in main_lines(formats.write([record], "sgf"), "laptop")]
    [read] = formats.FORMATS["sgf"].read(text.encode(), "page")
    assert dataclasses.asdict(read) == dataclasses.asdict(record)
    # the page writes no comments
    plain = [{name: its for name, its in root.items() if name not in ("C", "TG")} for root in (ours, theirs)]
    assert plain[0] == plain[1]
    return record


def test_the_sgf_of_a_game_at_random_is_read_as_the_laptops_record(modules, random_games):
    games = 0
    for settings, lines in zip(SETTINGS, random_games, strict=True):
        board = merged(lines)
        if board.groups.get("moves"):
            stamped = [*lines, {"is": {"game": {**board.groups["game"], "stamp": {"id": "x", "date": STAMP["date"]}}}}]
            assert same_record(modules, stamped).moves, settings
            games += 1
    assert games > len(SETTINGS) / 2


async def to_the_end(board, points, **settings):
    board.ask({"cmd": "set", "opening": "free", **settings})
    await board.clock.advance(100)
    for point in points:
        await move(board, point)
    board.ask(STAMP)
    await board.clock.advance(500)


@pytest.mark.parametrize(
    ("points", "settings", "reason"),
    [(FIVE, {"clock": "10+5"}, "five"), (OVERLINE, {"mode": "referee", "clock": "30/30x5"}, "overline")],
)
def test_the_sgf_of_a_game_that_is_over(modules, points, settings, reason):
    record = same_record(modules, played(lambda board: to_the_end(board, points, **settings)))
    assert record.over and record.reason == reason and record.id == STAMP["record"]


def test_the_sgf_of_a_game_with_captures_and_a_pass(modules):
    async def capture(board):
        board.ask({"cmd": "set", "game": "pente", "opening": "free", "options": {"keryo": True}, "move": "button"})
        board.ask({"cmd": "new"})
        await board.clock.advance(200)
        for point in ("d8", "e8", "a1", "f8"):
            await move(board, point)
        board.put("g8", None)
        await board.clock.advance(500)
        for point in ("e8", "f8"):
            board.lift(point)
            await board.clock.advance(300)
        await press(board, "p1")
        board.ask({"cmd": "do", "who": "p2", "entry": "pass"})
        await board.clock.advance(300)
        await to_the_end(board, ())

    record = same_record(modules, played(capture))
    assert record.changes[4] == (("e8", "black", "empty"), ("f8", "black", "empty"))


def test_the_sgf_has_the_tentative_fifths(modules):
    lines = played(lambda board: to_the_end(board, ("h8", "i9", "g7", "f6", "k11", "l12")))
    offered = {"code": "offered", "n": 4, "points": ["k11", "c3", "d4"]}
    items = [{"code": "chosen", "n": 1, "ask": "swap"}, offered, {"code": "kept", "n": 5, "point": "k11"}]
    assert len(same_record(modules, [*lines, {"is": {"record": [0, items]}}]).notes) == 3


def test_the_sgf_of_a_resignation_and_of_a_game_from_a_position(modules):
    async def resign(board):
        await to_the_end(board, ("h8", "i9"))
        board.ask({"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"})

    assert same_record(modules, played(resign)).reason == "resignation"

    async def set_up(board):
        rows = ["." * 15] * 15
        rows[7] = "...XX.OO......."
        board.ask({"cmd": "setup", "board": "".join(rows), "turn": "white"})
        await board.clock.advance(500)
        for point in ("d8", "e8", "g8", "h8"):
            board.put(point, None)
        await board.clock.advance(2000)
        await press(board, "arbiter")
        await press(board, "p2")
        await to_the_end(board, ("i9", "h10"))

    record = same_record(modules, played(set_up))
    assert record.setup == (("d8", "e8"), ("g8", "h8")) and record.first == "white"


# Lines in bytes

DECODE = """async (pieces) => {
    const { Decoder } = await import('/page/serial/decoder.js');
    const decoder = new Decoder();
    return pieces.map((piece) => decoder.feed(piece));
}"""


def test_the_same_lines_are_found_in_any_bytes_however_they_are_cut(modules):
    chance = random.Random(5)
    parts = [
        b'\x1e{"seq": 1, "t": 2, "is": {"names": {"p1": "\xc5\xbdofie"}}}\n', b">>> import machine\r\n",
        b'\x1e{"seq": 2, "t": 3, "did": [{"code": "move"}]}\n', b'\x1e{"seq": 3, "t"\x1e{"seq": 4, "t": 9}\n',
        b"\x1e{broken}\n", b"\xff\xfe\n", b'\x1e{"seq": 5}\n', b'\x1e{"seq": 6, "t": 1, "did": [7]}\n',
        b"\x1e" + b"[" * 3000 + b"\n", b"\x1e[]\n",
    ]  # fmt: skip
    for _ in range(20):
        data = b"".join(chance.choices(parts, k=12))
        cuts = sorted(chance.choices(range(len(data) + 1), k=6))
        pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        decoder = codec.Decoder()
        expected = [list(decoder.feed(piece)) for piece in pieces]
        assert modules.evaluate(DECODE, [list(piece) for piece in pieces]) == expected


# Following a board without a gap. Each step is [what, its value, the time]; the answer is what was sent and told.

FOLLOW = """async (steps) => {
    const { Follower } = await import('/page/serial/follower.js');
    const told = [];
    const sent = (bytes) => told.push(["sent", new TextDecoder().decode(bytes)]);
    const follower = new Follower(sent, "page", 0);
    for (const [what, its, now] of steps) {
        if (what === "refresh") follower.refresh(now);
        else if (what === "look") told.push(["look", follower.look(now)]);
        else told.push(...follower.take(new TextEncoder().encode(its), now).map((each) => Object.entries(each)[0]));
    }
    return told;
}"""


def says(seq, **its):
    return "\x1e" + json.dumps({"seq": seq, "t": 10 * seq, **its}) + "\n"


def asks(number):
    return ["sent", json.dumps({"cmd": "snapshot", "id": f"page {number}"}, separators=(",", ":")) + "\n"]


def heard(seq, **its):
    return {"seq": seq, "t": 10 * seq, **its}


def test_a_board_is_followed_from_its_whole_state_on(modules):
    begun, whole = {"is": {"game": {}}, "more": True}, {"whole": True, "re": "page 1"}
    steps = [["take", says(7) + says(8, **begun) + says(9, **whole), 1], ["take", says(10), 2], ["look", None, 9000]]
    assert modules.evaluate(FOLLOW, steps) == [
        ["sent", "\r\n"], asks(1), ["whole", [heard(7), heard(8, **begun), heard(9, **whole)]], ["line", heard(10)],
        ["look", ""],
    ]  # fmt: skip


def test_after_a_gap_or_a_restart_the_whole_state_comes_first(modules):
    """An answer to a request from before the gap is not the whole state."""
    first, late, again = ({"whole": True, "re": f"page {number}"} for number in (1, 1, 2))
    third = {"whole": True, "re": "page 3"}
    lines = [says(1, **first), says(3), says(4, **late), says(5, **again), says(6), says(1), says(2, **third), says(3)]
    steps = [["take", line, 1] for line in lines]
    assert modules.evaluate(FOLLOW, steps)[2:] == [
        ["whole", [heard(1, **first)]], asks(2), ["whole", [heard(3), heard(4, **late), heard(5, **again)]],
        ["line", heard(6)], asks(3), ["whole", [heard(1), heard(2, **third)]], ["line", heard(3)],
    ]  # fmt: skip


def test_a_silent_board_is_asked_again_and_any_of_the_answers_will_do(modules):
    late = {"whole": True, "re": "page 1"}
    steps = [["look", None, 4999], ["look", None, 5000], ["look", None, 5001], ["take", says(3, **late), 6000]]
    expected = [["look", ""], asks(2), ["look", "silent"], ["look", ""], ["whole", [heard(3, **late)]]]
    assert modules.evaluate(FOLLOW, steps)[2:] == expected


def test_after_a_sleep_of_the_computer_the_whole_state_comes_again(modules):
    first, again = {"whole": True, "re": "page 1"}, {"whole": True, "re": "page 2"}
    steps = [["take", says(1, **first), 1], ["refresh", None, 9000], ["take", says(2) + says(3, **again), 9001]]
    expected = [["whole", [heard(1, **first)]], asks(2), ["whole", [heard(2), heard(3, **again)]]]
    assert modules.evaluate(FOLLOW, steps)[2:] == expected


def test_micropythons_prompt_is_noticed_after_a_silence_also_with_the_echo_of_commands(modules):
    whole = says(1, whole=True, re="page 1")
    prompt = "MicroPython v1.25\r\n>>> "
    steps = [["take", whole + prompt, 100], ["look", None, 599], ["look", None, 600], ["take", '{"cmd": "x"}', 700]]
    steps += [["look", None, 1200], ["take", "\r\nTraceback\r\n", 1300], ["look", None, 9999]]
    assert [its for what, its in modules.evaluate(FOLLOW, steps) if what == "look"] == ["", "prompt", "prompt", ""]


# Names, stamps, UF2 files

NAMES = """async ([fields, limits]) => {
    const { plainText } = await import('/page/serial/names.js');
    return fields.map(([field, text]) => plainText(field, text, limits[field]));
}"""
ACCENT = "\u0301"
TEXTS = ["Anna", "  Anna \t\n Bo\u3000C ", "a" * 60, "é" * 61, "a\x00b", "a\u202eb", "", "🙂" * 60]
TEXTS += ["e" + 4 * ACCENT, "e" + 5 * ACCENT]


def test_names_are_taken_and_refused_as_on_a_laptop(modules):
    found = modules.evaluate(NAMES, [[["p1", text] for text in TEXTS], FIELDS])
    for text, its in zip(TEXTS, found, strict=True):
        details = Details()
        try:
            details.give({"p1": text})
        except ValueError as error:
            [words] = error.args
            assert its == {"why": {"key": words.key, "values": words.values}}, text
        else:
            assert its == {"text": details.fields()["p1"]}, text


STAMP_OF = """async ([year, month, ...rest]) => {
    const { stampOf } = await import('/page/serial/stamps.js');
    return stampOf(new Date(year, month - 1, ...rest), 0x3f9a);
}"""
WANTS = """async (all) => {
    const { Stamps } = await import('/page/serial/stamps.js');
    const stamps = new Stamps();
    return all.map((groups) => (groups === "started" ? stamps.started() ?? null : stamps.wants(groups)));
}"""


def test_a_stamp_is_that_of_the_laptop(modules):
    stamps = Stamps(lambda: datetime(2026, 11, 21, 14, 4, 9), lambda: "3f9a")
    assert modules.evaluate(STAMP_OF, [2026, 11, 21, 14, 4, 9]) == stamps.line()


def test_a_game_is_stamped_with_its_first_move_and_again_if_it_goes_on_after_its_end(modules):
    moves, stamp = [{"point": "h8"}], {"id": "x"}
    free, strict = ({"settings": {"mode": mode}} for mode in ("casual", "referee"))
    steps = [
        ({"game": {"number": 1}, "moves": []}, False),
        ({"game": {"number": 1}, "moves": moves}, True),
        ({"game": {"number": 1}, "moves": moves}, False),
        ({"game": {"number": 1, "stamp": stamp, **free}, "moves": moves, "result": {"winner": None}}, False),
        ({"game": {"number": 1, "stamp": stamp, **free}, "moves": moves}, True),
        ({"game": {"number": 1, "stamp": {"id": "y"}, **free}, "moves": moves, "result": {}}, False),
        ({"game": {"number": 1, "stamp": {"id": "y"}, **strict}, "moves": moves}, False),
        ({"game": {"number": 2}, "moves": moves}, True),
        ("started", None),
        ({"game": {"number": 2}, "moves": moves}, True),
    ]
    assert modules.evaluate(WANTS, [groups for groups, _ in steps]) == [wanted for _, wanted in steps]


CHECK = """async (bytes) => (await import('/page/serial/uf2.js')).uf2Of(new Uint8Array(bytes).buffer)"""


def test_a_uf2_for_another_chip_and_no_uf2_are_told_apart(modules):
    its = uf2.made(b"\0" * 1024 + uf2.mark(uf2.Tengen("1.0.0", "0123456789ab")).encode() + b"\0" * 3000)
    other = its.replace(struct.pack("<I", uf2.RP2040), struct.pack("<I", 0xE48BFF59))
    foreign = uf2.made(b"\0" * 4096)
    expected = {
        its: ("right", {"version": "1.0.0", "build": "0123456789ab"}),
        other: ("other", {"family": "0xe48bff59"}),
        foreign: ("foreign", {}),
        its[:-100]: ("not", {}),
        its[:-512]: ("not", {}),
        b"": ("not", {}),
        its[:512] + b"PK" + its[514:]: ("not", {}),
    }
    for data, kind_and_values in expected.items():
        found = modules.evaluate(CHECK, list(data))
        assert (found["kind"], found["values"]) == kind_and_values


# Two boards' ports, as navigator.serial gives them. `opens` of a port holds its open() until it is called.
PORTS = """
class FakePort extends EventTarget {
    cancel = () => {};
    constructor(name) {
        super();
        this.name = name;
        this.log = [];
        this.opens = () => {};
        this.may = new Promise((done) => (this.opens = done));
    }
    getInfo() { return { usbVendorId: 1, usbProductId: 2 }; }
    async open() {
        await this.may;
        this.log.push("open");
        this.writable = new WritableStream();
        const start = (controller) => (this.controller = controller);
        this.readable = new ReadableStream({ start, cancel: () => this.cancel() });
    }
    async setSignals() {}
    async close() {
        this.log.push("close");
        this.readable = this.writable = null;
    }
}
class FakeSerial extends EventTarget {
    ports = [];
    getPorts = async () => this.ports;
    requestPort = async () => this.ports.at(-1);
}
const serial = new FakeSerial();
Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
const { Port } = await import('/page/serial/port.js');
const until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done)); };
"""


def test_a_board_that_is_chosen_while_another_is_being_opened_is_opened(modules):
    modules.reload()  # a page has one Port
    logs = modules.evaluate(f"""async () => {{ {PORTS}
        const [one, other] = [new FakePort("one"), new FakePort("other")];
        serial.ports = [one];
        const port = new Port({{ usbVendorId: 1 }}, {{ open() {{}}, bytes() {{}}, lost() {{}} }});
        port.begin();
        serial.ports = [one, other];
        const choosing = port.choose();
        other.opens();
        one.opens();
        await choosing;
        return [one.log, other.log];
    }}""")
    assert logs == [["open", "close"], ["open"]]


def test_a_port_that_closes_slowly_is_closed_though_the_next_is_open(modules):
    modules.reload()  # a page has one Port
    logs = modules.evaluate(f"""async () => {{ {PORTS}
        const [one, other] = [new FakePort("one"), new FakePort("other")];
        let ends;
        one.cancel = () => new Promise((done) => (ends = done));
        one.opens();
        other.opens();
        serial.ports = [one];
        const port = new Port({{ usbVendorId: 1 }}, {{ open() {{}}, bytes() {{}}, lost() {{}} }});
        port.begin();
        await until(() => one.controller);
        serial.ports = [one, other];
        const choosing = port.choose();
        await until(() => ends);
        serial.dispatchEvent(new Event("connect"));
        await until(() => other.controller);
        ends();
        await choosing;
        return [one.log, other.log];
    }}""")
    assert logs == [["open", "close"], ["open"]]


def test_a_chosen_board_that_is_in_use_is_told_and_the_one_before_does_not_come_back(modules):
    modules.reload()  # a page has one Port
    found = modules.evaluate(f"""async () => {{ {PORTS}
        const [one, other] = [new FakePort("one"), new FakePort("other")];
        other.open = async () => {{ throw new Error("in use"); }};
        one.opens();
        serial.ports = [one];
        const told = [];
        const on = {{ open() {{}}, bytes() {{}}, lost: (word) => told.push(word) }};
        const port = new Port({{ usbVendorId: 1 }}, on);
        port.begin();
        await until(() => one.controller);
        serial.ports = [one, other];
        await port.choose();
        return [one.log, told];
    }}""")
    assert found == [["open", "close"], ["taken"]]


def test_an_error_of_the_page_ends_neither_the_reading_nor_the_looking(modules):
    modules.reload()  # a page has one Port
    told = modules.evaluate(f"""async () => {{ {PORTS}
        const board = new FakePort("board");
        const told = [];
        const failing = (word) => {{
            told.push(word);
            if (["at lost", "at bytes 1"].includes(word)) throw new Error(word);
        }};
        const errors = [];
        const note = (event) => {{
            errors.push((event.error ?? event.reason).message);
            event.preventDefault();
        }};
        addEventListener("error", note);
        addEventListener("unhandledrejection", note);
        const on = {{ open() {{}}, bytes: ([byte]) => failing(`at bytes ${{byte}}`), lost: () => failing("at lost") }};
        new Port({{ usbVendorId: 1 }}, on).begin();
        await until(() => errors.length);
        serial.ports = [board];
        board.opens();
        serial.dispatchEvent(new Event("connect"));
        await until(() => board.controller);
        board.controller.enqueue(new Uint8Array([1]));
        board.controller.enqueue(new Uint8Array([2]));
        await until(() => told.length === 3);
        return [told, errors];
    }}""")
    assert told == [["at lost", "at bytes 1", "at bytes 2"], ["at lost", "at bytes 1"]]
