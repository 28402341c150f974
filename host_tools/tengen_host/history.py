"""The events of a board for a page that connects later: those since the game began, in limited memory."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

KEPT_EVENTS = 4000  # events that are always kept: more than most games have
# After one of these events a page needs no earlier ones, because they restart all that it knows of game and board ...
BEGINNINGS = ("started", "snapshot")
# ... except the reason of a restart, which a snapshot does not have: `fault` and `resumed` give it; `started` and
# `new_game` end it
FAILURE = ("started", "fault", "resumed", "new_game")


def with_event(events: list[Event], event: Event, most: int = KEPT_EVENTS) -> list[Event]:
    """Return the events with one more.

    If a beginning comes after `most` events or more, only the last event of each kind in FAILURE is kept of the old.
    """
    if event["event"] in BEGINNINGS and len(events) >= most:
        last = {old["event"]: at for at, old in enumerate(events) if old["event"] in FAILURE}
        events = [events[at] for at in sorted(last.values())]
    if event["event"] == "frame" and events and events[-1]["event"] == "frame":
        events.pop()  # while a board is probed, only the last frame is of use
    events.append(event)
    return events
