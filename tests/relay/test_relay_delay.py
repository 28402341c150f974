"""Nothing is published too early. The lines are random, the test controls the clock, and the network fails."""

import asyncio
import random
import re
import selectors
import time
from types import SimpleNamespace

import pytest
import waiting
from hall.test_silence import GAME, tells, told
from nats.js.errors import APIError, NotFoundError
from tengen_host.hall.hall import Hall
from tengen_relay import entries, keys, names, publish
from tengen_relay.boards import RelayedBoard
from tengen_relay.publish import Publisher
from tengen_relay.spool import Spool

EVENT, CLUB, DELAY_S = "spring-open", "tartu", 300.0


class Loop(asyncio.SelectorEventLoop):
    """An event loop with a clock that jumps to the next timer when nothing else is due. Threads run immediately."""

    def __init__(self):
        super().__init__(selector := _Selector())
        self._selector_of_clock = selector

    def time(self):
        return self._selector_of_clock.now

    def run_in_executor(self, executor, function, *arguments):
        done = self.create_future()
        try:
            done.set_result(function(*arguments))
        except BaseException as error:
            done.set_exception(error)
        return done


class _Selector(selectors.DefaultSelector):
    def __init__(self):
        super().__init__()
        self.now = 1000.0

    def select(self, timeout=None):
        if timeout:
            self.now += timeout
        return super().select(0)


class Network:
    """A fake connection to NATS for a publisher, because a test can't control the clock of a real server.

    At times it is disconnected, and it loses answers. `look` is called with everything that is published.
    """

    def __init__(self, luck, look):
        self.luck, self.look, self.is_away = luck, look, False
        self.seq, self.last, self.stored = 0, {}, 0

    def jetstream(self):
        return self

    def words(self, error):
        return str(error)

    async def beat(self, subject):
        pass

    async def publish(self, subject, data, timeout, stream=None, headers=None):
        self.look(subject, data)  # check every message, even if publishing fails
        await asyncio.sleep(self.luck.choice((0, 0, 0.01)))
        if self.is_away:
            raise OSError("no network")
        last = self.last.get(subject, SimpleNamespace(seq=0, data=b""))
        if headers and int(headers["Nats-Expected-Last-Subject-Sequence"]) != last.seq:
            raise APIError(code=400, err_code=publish._WRONG_LAST, description="wrong last sequence")
        self.seq += 1
        self.stored += headers is not None
        self.last[subject] = SimpleNamespace(seq=self.seq, data=data)
        if self.luck.random() < 0.01:
            raise asyncio.TimeoutError
        return self.last[subject]

    async def get_last_msg(self, stream, subject, direct):
        if self.is_away:
            raise OSError("no network")
        if subject not in self.last:
            raise NotFoundError
        return self.last[subject]


class Board(RelayedBoard):
    """A board that numbers its lines, like "n12", and records when it first sent each line."""

    def __init__(self, told_at):
        super().__init__()
        self.told_at = told_at

    def number(self):
        self.told_at.append(asyncio.get_running_loop().time())
        return len(self.told_at) - 1

    def tell_line(self, group="fault", **more):
        number = self.number()
        its = {group: {"n": f"n{number}"}}
        self.hear({"seq": number + 2, "t": 0, "is": its, "did": [{"code": "x", "n": f"n{number}"}], **more})


async def live(folder, luck, count, told_at, check):
    """Let a club of five boards send `count` lines, while the club's network, wall clock and laptop fail."""
    network = Network(luck, check)
    key = keys.new(EVENT, CLUB)
    hall = Hall()
    boards = [Board(told_at) for _ in range(5)]
    places = [hall.add(board, str(at), str(at)) for at, board in enumerate(boards)]
    words = []

    def begin():
        spool = Spool(folder / "spool.db")
        publisher = Publisher(key, spool, DELAY_S, words.append, network, asyncio.get_running_loop().time)
        return spool, asyncio.create_task(publisher.run(hall))

    async def end(spool, task):
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        spool.close()

    running = begin()
    for board in boards:
        board.tell_line(whole=True)
    while len(told_at) < count:
        at = luck.randrange(5)
        for _ in range(luck.choice((1, 1, 3, 100))):
            boards[at].tell_line(luck.choice(("fault", "device", "advice")))
        deed = luck.randrange(60)
        if deed < 5:
            places[at].details.give({"p1": f"n{boards[at].number()}", "table": f"n{boards[at].number()}"})
        elif deed < 10:
            boards[at].tell_link(luck.random() < 0.5, f"n{boards[at].number()}")
        elif deed < 15:
            network.is_away = not network.is_away
        elif deed == 15:
            await end(*running)
            running = begin()
        await asyncio.sleep(luck.choice((0, 0.01, 0.5, 5, 5, DELAY_S / 3, 5 * DELAY_S * (luck.random() < 0.1))))
    network.is_away = False
    spool = running[0]
    for _ in range(100):
        await asyncio.sleep(DELAY_S)
    assert not any(spool.waiting(str(at)) for at in range(5))
    await end(*running)
    return network.stored, words


def numbers(data):
    """Return all numbers that can be read from a message: of lines, names and states of the cable."""
    return map(int, re.findall(rb'"n(\d+)"', entries.opened(data)[0]))


@pytest.mark.timeout(3000)
@pytest.mark.parametrize(
    ("seed", "count"), [(0, 2000), *(pytest.param(seed, 125_000, marks=pytest.mark.proof) for seed in range(1, 9))]
)
def test_nothing_leaves_the_building_early(tmp_path, monkeypatch, seed, count):
    """Nothing is published too early: no message has a line, a name or a state of the cable before its time.

    This sends a million random lines. The test moves the clock, the network fails and loses answers, and the laptop
    restarts and has a wrong clock.
    """
    luck, told_at, looked, early = random.Random(seed), [], [], []
    monkeypatch.setattr(time, "time", lambda: luck.choice((0.0, 1.7e9, 1.7e9 - 86_400, 4e9)))
    monkeypatch.setattr(keys.Key, "sign", lambda self, data: bytes(64))  # signing would take most of the time
    loop = Loop()

    def check(subject, data):
        looked.append(subject)
        early.extend(number for number in numbers(data) if loop.time() < told_at[number] + DELAY_S)

    try:
        stored, words = loop.run_until_complete(live(tmp_path, luck, count, told_at, check))
    finally:
        loop.close()
    assert early == []
    assert stored >= count * 0.9 and len(told_at) >= count, "names and states that are the same come once"
    assert sum(subject.startswith("$KV.") for subject in looked) > count / 100
    assert any("wait on disk" in text for text in words)


def test_a_silent_game_is_published_as_silent_as_it_is_in_the_room():
    messages = waiting.run(told("silent"))
    entries = [entry for message in messages for entry in publish.contents(message)]
    lines = [what for kind, what in entries if kind == "line"]
    moves = {done["point"] for line in lines for done in line.get("did", ()) if done["code"] == "move"}
    assert sorted(moves) == sorted(GAME)
    assert [entry for entry in entries if tells(entry)] == []
    # the relay's page, which judges positions by itself, gives no hint either
    hall, page = Hall(), []
    board = RelayedBoard()
    place = hall.add(board, "one")
    place.subscribe(page.append)
    for line in lines:
        board.hear(line)
    assert page and [message for message in [*page, *place.state(), *hall.state()] if tells(message)] == []
    assert names.checked("a board", place.key) == "one"
