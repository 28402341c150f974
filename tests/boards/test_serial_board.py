"""A board on a cable behind the page's server: plugged in late, unplugged, restarted, asleep, sending garbage."""

import asyncio
import json

import pytest
import waiting
from ptyboard import Prompt, PtyBoard
from serial_boards import connected, there
from tengen_host.boards import serial
from tengen_host.boards.interface import groups_of
from tengen_host.boards.serial import AWAY, OTHERS_S, RETRY_S, SerialBoard
from tengen_host.device.errors import Gone, NoPermission
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.wire.state import State


@pytest.fixture
def pty(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        board.until(lambda its: "open_p1" in its.replica.state.groups)  # it has started
        yield board


def assert_in_order(lines):
    """Check that no line came twice or late.

    Lines that belong together come as one line, with the number of the last of them.
    """
    seqs = [line["seq"] for line in lines]
    assert seqs == sorted(set(seqs))


def test_a_game_is_followed_stone_by_stone(pty):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            await there(pty.do, lambda its: its.put("h8"))
            await page.until(lambda: page.stones == {"h8": "black"})
            await there(pty.press, "p1")
            await there(pty.move, "i9", "p2")
            await page.until(lambda: len(page.done("move")) == 2)
            assert page.stones == {"h8": "black", "i9": "white"}
            assert_in_order(page.lines)
            # a page that connects now gets the same state
            assert page.board.state()[0] == {"type": "stones", "stones": page.stones}
            (line,) = [message["line"] for message in page.board.state() if "run" in message]
            assert State().merge(line).game.moves == page.board.replica.state.game.moves != ()

    waiting.run(test())


def test_the_boards_own_refusal_comes_back_as_its_answer(pty):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            page.board.ask({"cmd": "set", "mode": "teach"})
            await page.until(lambda: page.done("settings"))
            page.board.ask({"cmd": "dance"})
            await page.until(lambda: page.answers("error"))
            assert page.answers("error")[0]["why"]["word"] == "dance"

    waiting.run(test())


@pytest.mark.parametrize(
    "deed, arguments",
    [
        ("put", ("h8", None)),
        ("lift", ("h8",)),
        ("slide", ("h8", "h9")),
        ("press", ("p1",)),
        ("release", ("p1",)),
        ("unplug", ()),
        ("plug", ()),
        ("fault", ("dead row", "7", True)),
    ],
)
def test_what_only_hands_can_do_is_said_in_a_sentence(deed, arguments):
    with pytest.raises(ValueError, match="real board"):
        getattr(SerialBoard(Port("/dev/none")), deed)(*arguments)


def test_its_description_has_no_lights_and_nothing_to_break():
    its = SerialBoard(Port("/dev/none")).description()
    assert (its["kind"], its["size"], its["lights"], its["faults"], its["plug"]) == ("real", 15, False, [], False)
    assert len(its["points"]) == 225 and len(its["bars"]["p1"]) == len(its["bars"]["p2"]) == 15


def test_a_board_that_is_plugged_in_late(tmp_path):
    async def test():
        async with connected(tmp_path / "port") as page:
            await page.until(lambda: page.link["words"])
            # the message names the port, because the user may have misspelt it
            assert not page.is_connected() and page.link["words"].startswith(f"there is no port {tmp_path / 'port'}")
            with pytest.raises(ValueError, match="shown as soon as it is there"):
                page.board.ask({"cmd": "games"})
            with PtyBoard(tmp_path / "port"):
                await page.until(lambda: page.is_connected() and page.wholes())
                assert page.board.description()["version"]

    waiting.run(test())


def test_pulled_out_in_mid_game_and_put_in_again(pty):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            await there(pty.move, "h8", "p1")
            await page.until(lambda: page.done("move"))
            await there(pty.pull)
            await page.until(lambda: not page.is_connected())
            assert page.link["words"] == AWAY
            assert page.stones == {"h8": "black"}  # the last known state of the board
            await there(pty.do, lambda its: its.put("i9"))  # a stone is put while the cable is unplugged
            wholes = len(page.wholes())
            await there(pty.push)
            await page.until(lambda: page.is_connected() and len(page.wholes()) > wholes)
            assert page.board.replica.state.groups["game"]["awaits"] == "resume"
            await page.until(lambda: page.stones == {"h8": "black", "i9": "white"})

    waiting.run(test())


def test_a_cable_that_is_pulled_while_the_board_plays_on(pty):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            await there(pty.hang_up)
            await page.until(lambda: not page.is_connected())
            await there(pty.move, "h8", "p1")
            await there(pty.do, lambda its: pty._open())
            await page.until(lambda: page.stones == {"h8": "black"})

    waiting.run(test())


def test_a_board_that_begins_anew_at_its_port(pty):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            await there(pty.do, lambda its: its.unplug())
            await there(pty.do, lambda its: its.plug())
            await page.until(lambda: page.done("started"))
            await there(pty.move, "h8", "p1")
            await page.until(lambda: page.stones == {"h8": "black"})

    waiting.run(test())


def test_it_is_found_again_at_another_port_by_its_serial_number(tmp_path):
    async def test():
        port = Port(str(tmp_path / "one"), *MICROPYTHON, serial="E66")
        listed = [port]
        with PtyBoard(port.path) as one, PtyBoard(tmp_path / "two") as two:
            await there(two.move, "h8", "p1")
            async with connected(port, listing=lambda: listed) as page:
                await page.until(page.is_connected)
                assert (page.board.key, page.stones) == ("E66", {})
                listed[:] = [Port(two.path, *MICROPYTHON, serial="e66")]
                await there(one.hang_up)
                await page.until(lambda: page.stones == {"h8": "black"})
                assert page.board.port.path == two.path

    waiting.run(test())


def test_a_laptop_that_has_slept_asks_for_the_whole_board(pty, monkeypatch):
    async def test():
        slept = [0.0]
        monkeypatch.setattr(serial, "world_s", lambda: slept[0])
        async with connected(pty.path) as page:
            await page.until(page.wholes)
            slept[0] = 8 * 3600.0
            await page.until(lambda: len(page.wholes()) > 1)

    waiting.run(test())


def test_micropythons_prompt_is_told_as_what_it_is(tmp_path):
    async def test():
        with Prompt(tmp_path / "port") as prompt:
            async with connected(prompt.path) as page:
                await page.until(lambda: "tengen flash" in page.link["words"])
                assert not page.is_connected()

    waiting.run(test())


NESTED = b'\x1e{"seq": 2, "t": 1, "is": {"board": ' + b"[" * 50_000 + b"]" * 50_000 + b"}}\n"
JUNK = [
    b"Traceback (most recent call last):\r\n",
    bytes(range(32, 256)) * 20 + b"\n",
    b"\x1e\x1e\x1e\n\x1e{}\n\x1e[]\n\x1enull\n",
    NESTED,
    b'\x1e{"seq": 1e999, "t": 1}\n',
    b'\x1e{"seq": ' + b"9" * 5000 + b', "t": 1}\n',
    b'\x1e{"seq": 2, "t": 1, "is": [], "did": {}, "answer": 7}\n',
    b"\x1e" + b"x" * 100_000,
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_on_the_line_changes_nothing_and_what_follows_is_heard(pty, junk, capfd):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            for at in range(0, len(junk), 2000):
                await there(pty.say, junk[at : at + 2000])
            await there(pty.say, b"\n")
            await there(pty.move, "h8", "p1")
            await page.until(lambda: page.stones == {"h8": "black"})

    waiting.run(test())
    assert "Traceback" not in capfd.readouterr().err


def test_a_line_that_no_page_could_read_is_left_out(tmp_path):
    stone = {"changes": [["h8", "empty", "black"]], "sum": 113}
    junk = {"game": {"size": "<b>"}, "moves": 7, "board": {"changes": [["<b>h8</b>", 7]]}, "hand": {"new": ["<b>"]}}

    def answer(line):
        if b"snapshot" not in line:
            return b""
        whole = {"is": {"game": {"size": 15}, "board": {"clear": True, "changes": []}}}
        told = [whole | {"re": json.loads(line)["id"], "whole": True}, {"is": {"device": {"mv": float("nan")}}}]
        told += [{"is": junk, "did": [{"code": "<b>"}]}, {"is": {"board": stone, "game": {"size": 15}, "hand": None}}]
        lines = [{"seq": seq, "t": 0, **each} for seq, each in enumerate(told, 2)]
        return b"".join(b"\x1e" + json.dumps(each).encode() + b"\n" for each in lines)

    async def test():
        with Prompt(tmp_path / "port", answer) as board:
            async with connected(board.path) as page:
                await page.until(lambda: page.stones == {"h8": "black"})
                assert [line["seq"] for line in page.lines] == [2, 4, 5]

    waiting.run(test())


def test_what_is_said_while_it_is_asked_aside_is_heard_at_once_and_once(pty, monkeypatch):
    monkeypatch.setattr(serial, "FETCH_S", 0.0)
    asked = []

    async def test():
        def fetch(board):
            pty.move("h8", "p1")
            asked.append(board.ask({"cmd": "games"}, lambda answer: answer["code"] == "games"))

        async with connected(pty.path, fetch=fetch) as page:
            await page.until(lambda: page.answers("games"))
            await page.until(lambda: page.stones == {"h8": "black"})
            assert_in_order(page.lines)

    waiting.run(test())
    assert [answer["code"] for answer in asked] == ["games"]


def test_a_board_that_refuses_what_it_is_asked_aside_is_followed_on_and_asked_again(pty, monkeypatch):
    monkeypatch.setattr(serial, "FETCH_S", 0.0)
    monkeypatch.setattr(serial, "FETCH_AGAIN_S", 0.0)
    asked = []

    def fetch(board):
        asked.append(board.port.path)
        board.ask({"cmd": "dance"})

    async def test():
        async with connected(pty.path, fetch=fetch) as page:
            await page.until(lambda: len(page.answers("error")) > 1)
            assert page.is_connected()

    waiting.run(test())
    assert len(asked) > 1


class Pauses:
    """Replaces the thread's Event: wait() only records its time; after `most` waits the thread ends."""

    def __init__(self, most):
        self.waited, self._most = [], most

    def is_set(self):
        return len(self.waited) >= self._most

    def wait(self, pause_s):
        self.waited.append(pause_s)


def followed_without_time(port, failures, monkeypatch):
    """Return the waits of a board's thread after each failure to open its port, and the words that it reports."""
    waiting, words = list(failures), []

    def fail(*arguments, **others):
        raise waiting.pop(0)

    monkeypatch.setattr(serial._Followed, "open", fail)
    cable = serial._Cable(port, lambda: [port], None)
    cable._over = Pauses(len(waiting))
    monkeypatch.setattr(cable, "_call", lambda function, connected, why: words.append(why))
    cable._link = cable._hear = None
    cable._run()
    return cable._over.waited, words


PICO = Port("/dev/ttyACM0", *MICROPYTHON, serial="E66")


def test_a_board_that_begins_anew_is_opened_within_two_seconds_even_if_its_port_is_forbidden_at_first(monkeypatch):
    # as on Linux: the port vanishes, then returns, but at first only root may open it
    failures = [Gone("gone"), NoPermission("root's"), NoPermission("root's"), NoPermission("root's")]
    waited, words = followed_without_time(PICO, failures, monkeypatch)
    # in the worst case the board was connected just after the first look
    assert sum(waited[:2]) <= 1 and waited[2:] == [OTHERS_S, OTHERS_S]
    assert words == [AWAY, "root's", "root's", "root's"]


def test_where_following_itself_has_failed_it_is_tried_again(monkeypatch):
    waited, words = followed_without_time(PICO, [KeyError("seq"), Gone("gone")], monkeypatch)
    assert waited == [OTHERS_S, RETRY_S]
    assert words == ["reading the board at /dev/ttyACM0 has failed (KeyError('seq'))", AWAY]


def test_who_ends_it_is_not_told_that_it_has_failed(pty):
    async def test():
        async with connected(pty.path) as page:
            await page.until(page.is_connected)
            before = len(page.messages)
        await asyncio.sleep(0)
        assert [message for message in page.messages[before:] if "link" in groups_of(message)] == []

    waiting.run(test())
