"""Boards are plugged in and unplugged: they appear in the hall, are disconnected, and come back as the same boards."""

import asyncio

import waiting
from ptyboard import Prompt, PtyBoard
from serial_boards import there
from tengen.link import codec
from tengen_host.boards.serial import SerialBoard
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.hall import hotplug
from tengen_host.hall.hall import Hall
from waiting import until


def run(test, monkeypatch):
    monkeypatch.setattr(hotplug, "LOOK_S", 0.05)
    waiting.run(test())


class Looking:
    """A hall that looks for boards in a list of ports; the test changes the list."""

    def __init__(self):
        self.hall, self.told, self.ports, self.made = Hall(), [], [], []

    def make(self, port):
        self.made.append(SerialBoard(port, lambda: list(self.ports)))
        return self.made[-1]

    async def __aenter__(self):
        listing = lambda: list(self.ports)  # noqa: E731
        self.task = asyncio.ensure_future(hotplug.look(self.hall, self.make, self.told.append, listing))
        return self

    async def __aexit__(self, *_):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        for board in self.made:
            await asyncio.to_thread(board.close)


def test_boards_that_are_plugged_in_one_after_the_other(tmp_path, monkeypatch):
    async def test():
        async with Looking() as room:
            await until(lambda: room.told)
            assert room.told[0].startswith("No board is plugged in: waiting for one")
            with PtyBoard(tmp_path / "one") as one, PtyBoard(tmp_path / "two") as two:
                room.ports.append(Port(one.path, *MICROPYTHON, serial="E660"))
                await until(lambda: room.hall.only())
                assert room.hall.only().key == "E660"
                room.ports.append(Port(two.path, *MICROPYTHON, serial="E661"))
                await until(lambda: len(room.hall.places) == 2)
                # one board is unplugged and shown as away; the other continues; the first comes back as the same board
                del room.ports[0]
                await there(one.pull)
                await until(lambda: [board["connected"] for board in room.hall.boards()] == [False, True])
                await there(two.move, "h8", "p1")
                stones = room.hall.places["E661"].board
                await until(lambda: stones.state()[0]["stones"] == {"h8": "black"})
                await there(one.push)
                room.ports.append(Port(one.path, *MICROPYTHON, serial="E660"))
                await until(lambda: [board["connected"] for board in room.hall.boards()] == [True, True])
            assert len(room.made) == 2
            assert [words.split(" at ")[0].split(";")[0] for words in room.told[1:]] == [
                "Board E660 is connected", "Board E661 is connected", "Board E660 is disconnected",
                "Board E660 is connected",
            ]  # fmt: skip

    run(test, monkeypatch)


def test_a_board_that_speaks_another_version_of_the_protocol_is_told_once(tmp_path, monkeypatch):
    monkeypatch.setattr(codec, "WIRE", 2)

    async def test():
        async with Looking() as room:
            with PtyBoard(tmp_path / "one") as one:
                room.ports.append(Port(one.path, *MICROPYTHON, serial="E660"))
                await until(lambda: room.hall.only())
                stones = room.hall.only().board
                await there(one.move, "h8", "p1")
                await until(lambda: stones.state()[0]["stones"] == {"h8": "black"})
            told = [words for words in room.told if "protocol" in words]
            assert len(told) == 1 and told[0].startswith("Board E660: the board speaks version 2 of the protocol")

    run(test, monkeypatch)


def test_two_boards_with_one_serial_number_are_two(tmp_path, monkeypatch):
    """Boards with the same serial number are different boards: some copies of the flash chip have the same number."""

    async def test():
        async with Looking() as room:
            with PtyBoard(tmp_path / "one") as one, PtyBoard(tmp_path / "two") as two:
                both = [Port(each.path, *MICROPYTHON, serial="E660") for each in (one, two)]
                room.ports += both
                await until(lambda: sorted(room.hall.places) == ["one", "two"])
                await there(two.move, "h8", "p1")
                await until(lambda: room.hall.places["two"].board.state()[0]["stones"] == {"h8": "black"})
                assert room.hall.places["one"].board.state()[0]["stones"] == {}
                # while only the other board is plugged in, it keeps its identity
                room.ports.remove(both[0])
                await there(one.pull)
                await until(lambda: [board["connected"] for board in room.hall.boards()].count(False) == 1)
                room.ports.insert(0, both[0])
                await there(one.push)
                await until(lambda: all(board["connected"] for board in room.hall.boards()))
            assert len(room.hall.places) == 2 and not any("in use" in words for words in room.told)

    run(test, monkeypatch)


def test_another_pico_is_no_board_and_is_let_go_when_it_is_gone(tmp_path, monkeypatch):
    async def test():
        async with Looking() as room:
            with Prompt(tmp_path / "other") as other:
                room.ports.append(Port(other.path, *MICROPYTHON, serial="AB12"))
                await until(lambda: any("Tengen does not run on it" in words for words in room.told))
                assert not room.hall.places
                room.ports.clear()
                await until(lambda: not room.made[0]._cable._thread.is_alive())
            assert not room.hall.places

    run(test, monkeypatch)
