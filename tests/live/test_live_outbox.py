"""No event is left out, lights may be; a page that is too far behind is told to start again."""

import asyncio

from tengen_host.live.outbox import Outbox


def event(number):
    return {"type": "event", "event": {"seq": number}}


def lights(frame):
    return {"type": "lights", "grb": "", "frame": frame}


def test_only_the_newest_lights_wait_and_every_event():
    outbox = Outbox()
    for message in (lights(1), event(1), lights(2), event(2), lights(3)):
        outbox.put(message)
    assert asyncio.run(outbox.take()) == [event(1), event(2), lights(3)]


def test_of_what_is_broken_only_the_newest_list_waits():
    outbox = Outbox(most_waiting=2)
    for kinds in ([], ["slow lines"], ["slow lines", "stuck open"]):
        outbox.put({"type": "faults", "faults": kinds})
    assert asyncio.run(outbox.take()) == [{"type": "faults", "faults": ["slow lines", "stuck open"]}]


def test_what_is_taken_is_gone():
    async def twice():
        outbox = Outbox()
        outbox.put(event(1))
        first = await outbox.take()
        second = asyncio.ensure_future(outbox.take())
        outbox.put(event(2))
        return first, await second

    assert asyncio.run(twice()) == ([event(1)], [event(2)])


def test_lights_alone_never_overflow():
    outbox = Outbox(most_waiting=2)
    for frame in range(100):
        outbox.put(lights(frame))
    assert not outbox.overflowed.is_set()


def test_too_many_events_overflow_and_nothing_more_is_kept():
    outbox = Outbox(most_waiting=2)
    for number in range(5):
        outbox.put(event(number))
    assert outbox.overflowed.is_set()
