"""No event is left out, lights may be; a page that is too far behind is told to start again."""

import asyncio

from tengen_host.live.outbox import Outbox
from tengen_host.live.told import Told


def event(number):
    return {"type": "event", "event": {"seq": number}}


def lights(frame):
    return {"type": "lights", "grb": "", "frame": frame}


def put(outbox, message):
    outbox.put(Told(message))


def messages(taken):
    return [told.message for told in taken]


def test_only_the_newest_lights_wait_and_every_event():
    outbox = Outbox()
    for message in (lights(1), event(1), lights(2), event(2), lights(3)):
        put(outbox, message)
    assert messages(asyncio.run(outbox.take())) == [event(1), event(2), lights(3)]


def test_of_what_is_broken_only_the_newest_list_waits():
    outbox = Outbox(most_waiting=2)
    for kinds in ([], ["slow lines"], ["slow lines", "stuck open"]):
        put(outbox, {"type": "faults", "faults": kinds})
    assert messages(asyncio.run(outbox.take())) == [{"type": "faults", "faults": ["slow lines", "stuck open"]}]


def test_what_is_taken_is_gone():
    async def twice():
        outbox = Outbox()
        put(outbox, event(1))
        first = messages(await outbox.take())
        second = asyncio.ensure_future(outbox.take())
        put(outbox, event(2))
        return first, messages(await second)

    assert asyncio.run(twice()) == ([event(1)], [event(2)])


def test_lights_alone_never_overflow():
    outbox = Outbox(most_waiting=2)
    for frame in range(100):
        put(outbox, lights(frame))
    assert not outbox.overflowed.is_set()


def test_too_many_events_overflow_and_nothing_more_is_kept():
    outbox = Outbox(most_waiting=2)
    for number in range(5):
        put(outbox, event(number))
    assert outbox.overflowed.is_set()


def test_what_need_not_wait_is_sent_at_once_and_never_out_of_order():
    sent, goes = [], []

    def send_now(told):
        if goes:
            sent.append(told.message)
        return bool(goes)

    async def whole():
        outbox = Outbox()
        outbox.send_now = send_now
        goes.append(True)
        put(outbox, event(1))  # the page's first state is not sent yet
        assert sent == [] and messages(await outbox.take()) == [event(1)]
        put(outbox, event(2))  # what was taken may not be sent yet
        assert sent == []
        taken = asyncio.ensure_future(outbox.take())
        assert messages(await taken) == [event(2)]
        waits = asyncio.ensure_future(outbox.take())
        await asyncio.sleep(0)
        put(outbox, event(3))
        assert sent == [event(3)]
        goes.clear()
        put(outbox, event(4))
        goes.append(True)
        put(outbox, event(5))  # behind one that waits
        assert sent == [event(3)] and messages(await waits) == [event(4), event(5)]

    asyncio.run(whole())
