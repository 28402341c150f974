"""The events of a board for a page that connects later: all since the game began, in limited memory."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

KEPT_EVENTS = 4000  # so many are kept in any case: more than most games have
# With these everything that a page knows of game and board restarts ...
BEGINNINGS = ("started", "snapshot")
# ... but why the firmware was restarted, which a snapshot doesn't say; the first and the last end that
FAILURE = ("started", "fault", "resumed", "new_game")


def with_event(events: list[Event], event: Event, most: int = KEPT_EVENTS) -> list[Event]:
    """Return the events with one more. If there are many, those before the last new beginning are dropped."""
    if event["event"] in BEGINNINGS and len(events) >= most:
        last = {old["event"]: at for at, old in enumerate(events) if old["event"] in FAILURE}
        events = [events[at] for at in sorted(last.values())]
    if event["event"] == "frame" and events and events[-1]["event"] == "frame":
        events.pop()  # of a probed board only the last one says anything
    events.append(event)
    return events
