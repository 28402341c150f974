"""What the inputs of a session come to: facts to be kept, lights to be changed, events to be sent, sounds."""

# Sounds: WRONG for these events, where "foul" is a provisional stone that would be a foul; ENDED for a result
WRONG, ENDED, LAST_SECOND = "wrong", "ended", "last second"
_WRONG = ("refused", "several", "disturbed", "foul", "matrix")


class Effects:
    """Collects effects until the app takes them, in this order: keep the facts, show the lights, send the events.

    `changed`: something has changed that is kept or shown. `lights`: the lights have not followed yet. `clock`: the
    clock has not been checked since. `open_now`, `news`: what is open to people, and what has changed in the state, has
    not been looked for since. `events`: the events to be sent, in order. `sound`: the last sound that is due, or "".
    `over`: a game has ended.
    """

    def __init__(self):
        self.changed = True
        self.lights = True
        self.clock = True
        self.open_now = True
        self.news = True
        self.events: list = []
        self.sound: str = ""
        self.over = False

    def change(self):
        """Something that is kept or shown has changed."""
        self.changed = True
        self.lights = True
        self.clock = True
        self.open_now = True
        self.news = True

    def say(self, event):
        """Add an event to be sent, with its sound."""
        self.events.append(event)
        self.change()
        kind = event["code"]
        if kind == "provisional" and "foul" in event:
            kind = "foul"
        # a fault for which the game does not wait needs no sound
        if kind in _WRONG and event.get("waits", True):
            self.sound = WRONG
        if kind == "result":
            self.sound = ENDED
            self.over = True

    def say_all(self, events):
        """Add events to be sent."""
        for event in events:
            self.say(event)

    def take_events(self):
        """Return the events since the last call."""
        if not self.events:
            return ()
        events, self.events = self.events, []
        return events
