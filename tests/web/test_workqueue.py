"""Slow work for requests: shared, limited, cached, and cancelled when no request waits for it."""

import asyncio
import threading

import pytest
import waiting
from pages import ELSEWHERE, HERE, HOST, OWN
from starlette.requests import Request
from tengen_host.records import diagram, picture
from tengen_host.records.record import Record
from tengen_host.web.workqueue import MOST, RESERVED, Full, Gone, WorkQueue


class Asker:
    """A request from this machine or another machine; leave() ends its connection."""

    def __init__(self, local=False):
        self._gone = asyncio.Event()
        host, client = (HOST, HERE) if local else (OWN, (ELSEWHERE, 50_000))
        scope = {"type": "http", "method": "GET", "headers": [(b"host", host.encode())], "client": client}
        self.request = Request(scope, self._receive)

    async def _receive(self):
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def leave(self):
        self._gone.set()


class Slow:
    """Work that runs until it may end. Lists the pieces that began, and those that were cancelled.

    While `may_look` is cleared, the work does not check whether its result is still wanted.
    """

    def __init__(self):
        self.begun, self.given_up = [], []
        self.may_end = threading.Event()
        self.is_under_way = threading.Event()
        self.may_look = threading.Event()
        self.may_look.set()

    def __call__(self, name):
        def work(wanted):
            self.begun.append(name)
            self.is_under_way.set()
            self.may_look.wait()
            while not self.may_end.is_set() and wanted():
                self.may_end.wait(0.001)
            if not wanted():
                self.given_up.append(name)
                raise Gone
            return name.encode()

        return work


def asked(queue, key, work, asker=None):
    """Send a request to the queue; return the task of its answer."""
    return asyncio.ensure_future(queue.do((asker or Asker()).request, key, work))


async def soon():
    for _ in range(5):
        await asyncio.sleep(0)


def test_what_two_ask_for_is_done_once_and_kept_for_a_third():
    async def script():
        queue, slow = WorkQueue("test"), Slow()
        first, second = asked(queue, "a", slow("a")), asked(queue, "a", slow("a"))
        await soon()
        slow.may_end.set()
        assert await first == await second == await asked(queue, "a", slow("a")) == b"a"
        assert slow.begun == ["a"]

    waiting.run(script())


def test_what_nobody_waits_for_any_more_is_never_begun_or_given_up():
    async def script():
        queue, slow = WorkQueue("test"), Slow()
        slow.may_look.clear()  # otherwise the thread may start the next piece before its client has disconnected
        askers = [Asker() for _ in range(MOST)]
        tasks = [asked(queue, str(number), slow(str(number)), asker) for number, asker in enumerate(askers)]
        await soon()
        await asyncio.to_thread(slow.is_under_way.wait)
        for asker in askers:
            asker.leave()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in results] == [Gone] * MOST
        slow.may_look.set()
        slow.may_end.set()
        assert await asked(queue, "next", slow("next")) == b"next"
        assert slow.begun == ["0", "next"] and slow.given_up == ["0"]

    waiting.run(script())


def test_work_goes_on_while_one_of_two_still_waits():
    async def script():
        queue, slow = WorkQueue("test"), Slow()
        leaves, stays = Asker(), Asker()
        first, second = asked(queue, "a", slow("a"), leaves), asked(queue, "a", slow("a"), stays)
        await soon()
        leaves.leave()
        with pytest.raises(Gone):
            await first
        slow.may_end.set()
        assert await second == b"a" and slow.given_up == []

    waiting.run(script())


def test_a_full_queue_refuses_lookers_on_before_the_boards_own_page():
    async def script():
        queue, slow = WorkQueue("test"), Slow()
        tasks = [asked(queue, str(number), slow(str(number))) for number in range(MOST)]
        await soon()
        with pytest.raises(Full):
            await asked(queue, "more", slow("more"))
        own = [asked(queue, f"own {number}", slow("own"), Asker(local=True)) for number in range(RESERVED)]
        await soon()
        with pytest.raises(Full):
            await asked(queue, "own more", slow("own more"), Asker(local=True))
        slow.may_end.set()
        assert await asyncio.gather(*own) == [b"own"] * RESERVED
        await asyncio.gather(*tasks)
        assert await asked(queue, "more", slow("more")) == b"more", "there is room again"

    waiting.run(script())


def test_the_newest_results_are_kept_and_a_failure_is_not():
    async def script():
        queue, done = WorkQueue("test", cache_bytes=25), []

        def work(name):
            def does(wanted):
                done.append(name)
                if name == "bad":
                    raise OSError("no such disk")
                return name.encode() * 10

            return does

        for name in ("a", "b", "a", "c", "a", "b", "bad", "bad"):
            try:
                await asked(queue, name, work(name))
            except OSError:
                assert name == "bad"
        assert done == ["a", "b", "c", "b", "bad", "bad"]

    waiting.run(script())


def test_a_picture_that_nobody_wants_is_given_up_between_two_shapes():
    shapes = list(diagram.shapes(Record(("h8", "i9"))))
    looks = []

    def wanted():
        looks.append(1)
        return len(looks) < 5

    with pytest.raises(picture.GivenUp):
        picture.png(shapes, wanted=wanted)
    assert len(looks) == 5 < len(shapes)
