"""The room view with an emulated Pico: real firmware, its real USB console, a serial port, a real browser."""

import asyncio
import contextlib

import heard
import pytest
from tengen_host.boards.serial import SerialBoard
from tengen_host.device.ports import Port

# Black's last stone makes two threes: g8 h8 i8, and g8 g9 g10
MOVES, FOUL = ["h8", "c3", "i8", "c13", "g9", "m3", "g10", "m13"], "g8"

# ms of the board's time: a reed's bounce plus a stone's debounce; a tap on a button; the longest wait for an event
SETTLE_MS, TAP_MS, TOLD_MS = 25, 80, 1000
SHOWN_S = 60  # in real time; a page needs much less, even while the emulator is busy


async def followed(board):
    """Follow a board on a cable, like `tengen live`."""
    board.open()
    try:
        await asyncio.Event().wait()
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.to_thread(board.close)


# records each line number that the page reaches from now on
NOTE_EACH = """() => {
    window.noted = [];
    new MutationObserver(() => {
        const seq = Number(document.body.dataset.seq ?? 0);  // 0 until the board has said something
        if (seq && seq !== window.noted.at(-1)) window.noted.push(seq);
    }).observe(document.body, { attributes: true, attributeFilter: ["data-seq"] });
}"""


class Table:
    """The hands at the emulated board, and the lines of its cable."""

    def __init__(self, device, served):
        self.device, self.served = device, served

    def until(self, condition):
        """Let the board's time pass until the condition is true."""
        self.device.do(self.device.board.until(condition, TOLD_MS))

    def told(self, kind):
        return [each for each in self.served.done if each["code"] == kind]

    def play(self, number, point):
        """Put a stone, and make it a move with the player's button."""
        board, do = self.device.board, self.device.do
        player = "p1" if number % 2 else "p2"

        async def hands():
            board.put(point)
            await board.advance(SETTLE_MS)
            board.press(player)
            await board.advance(TAP_MS)
            board.release(player)

        do(hands())
        self.until(lambda: len(self.told("move")) == number)

    def ask(self, command):
        self.served.call(self.served.board.ask, command)

    def snapshot(self):
        """Ask for a snapshot over the same cable; check its groups against those of all lines, and return them."""
        lines, asked = self.served.lines, len(self.served.lines)
        self.ask({"cmd": "snapshot"})
        self.until(lambda: any("whole" in line for line in lines[asked:]))
        end = next(at for at in range(asked, len(lines)) if "whole" in lines[at]) + 1
        client = heard.Client()
        client.joined = True
        heard.agree(client.hear_all(lines[:end]).groups, lines[asked:end])
        return client.groups


def shows(page, served):
    """Wait until the page has the board's last line; the board may send more lines at the same time."""
    page.page.wait_for_function("(seq) => Number(document.body.dataset.seq) >= seq", arg=served.lines[-1]["seq"])


@pytest.fixture
def table(device, serving):
    return Table(device, serving(SerialBoard(Port(device.path)), run=followed))


def test_the_room_sees_what_the_firmware_tells_each_line_once(table, window):
    served = table.served
    page = window(f"{served.url}?lang=en&view=room")
    page.page.set_default_timeout(1000 * SHOWN_S)
    page.page.evaluate(NOTE_EACH)
    table.until(lambda: served.lines and served.board.replica.state.groups.get("next"))
    table.ask({"cmd": "set", "opening": "free centre", "mode": "casual"})
    table.ask({"cmd": "new"})
    table.until(lambda: table.told("new_game"))
    for number, point in enumerate(MOVES, 1):
        table.play(number, point)
        groups = table.snapshot()
        shows(page, served)
        assert [move["point"] for move in groups["moves"]] == MOVES[:number]
        assert page.stones() == groups["board"], f"after move {number}"

    table.play(len(MOVES) + 1, FOUL)
    table.until(lambda: table.told("result"))
    shows(page, served)

    noted = page.page.evaluate("window.noted")
    # or the page has reached a later line, because the board may have sent more meanwhile
    seqs = [line["seq"] for line in served.lines]
    assert seqs == sorted(set(seqs)), "each told once, in turn"
    shown = seqs[seqs.index(noted[0]) :][: len(noted)]
    assert len(noted) > 40 and noted == shown, "each shown once, in turn"
    rows = page.page.locator("#events [data-seq]").evaluate_all(
        "(all) => all.reverse().map(({ dataset }) => [Number(dataset.seq), dataset.code])"
    )
    done = [[line["seq"], did["code"]] for line in served.lines for did in line.get("did", ())]
    assert len(rows) > 2 * len(MOVES) and rows == done[: len(rows)], "each deed once, in turn"

    assert page.stones() == dict.fromkeys(MOVES[0::2], "black") | dict.fromkeys(MOVES[1::2], "white") | {FOUL: "black"}
    lines = page.page.locator(".foul-line").evaluate_all("(all) => all.map((line) => line.dataset.stones)")
    assert lines == ["g8 h8 i8", "g8 g9 g10"]
    assert page.page.text_content("#turn").strip() == "White wins: Black's double-three at G8"
