"""What each person may choose now, and why not the rest of what the game has for him: told when it changes."""


class OpenNow:
    """What is open to the people of a `session`, for the event `open`."""

    def __init__(self, session):
        self._session = session
        self._told: dict = {}  # by person: entry, why, entry, why ...

    def of(self, who):
        """Return what the game has for a person, in order: (entry, why it is not open now, or None)."""
        session = self._session
        offers = session.people[who].offers()
        why = session.buttons.standstill(who)
        if not why:
            return offers
        # an arbiter who has cleared the board may begin a new game at any time
        clears = who not in session.seats
        return [(entry, its if clears and entry == "new game" else why) for entry, its in offers]

    def news(self):
        """Return the event of what has changed since the last call, in a list; () if nothing has.

        This takes some ms on a board: call it when the lights have been sent.
        """
        return self._changes() if self._session.effects.open_now else ()

    def _changes(self):
        self._session.effects.open_now = False
        event: dict = {"event": "open"}
        for who in self._session.people:
            found = self.of(who)
            # kept without the pairs, which would take twice the memory
            flat = tuple(each for pair in found for each in pair)
            if flat != self._told.get(who):
                self._told[who] = flat
                event[who] = found
        return [event] if len(event) > 1 else ()
