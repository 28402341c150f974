"""What each person may choose now, and why not the rest of what the game has for him."""


class OpenNow:
    """What is open to the people of a `session`."""

    def __init__(self, session):
        self._session = session

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
