"""The effects of a session's inputs: facts to save, lights to change, events to send, sounds to play."""

# Sounds. WRONG is played for these events ("foul" is a provisional stone that would be a foul), ENDED for a result
WRONG, ENDED, LAST_SECOND = "wrong", "ended", "last second"
_WRONG = ("refused", "several", "disturbed", "foul", "matrix")


class Effects:
    """The effects, collected until the app applies them: it saves facts, then shows lights, then sends events.

    `changed`: True if saved or shown data has changed. `lights`: True if the lights are not updated yet. `clock`: True
    if the clock was not checked after the last change. `open_now`, `news`: True if the available entries, or the
    changes of the state, were not computed after the last change. `events`: the events to be sent, in order. `sound`:
    the last sound that is due, or "". `over`: a game has ended.
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
        """Mark that saved or shown data has changed."""
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
        # a fault that does not stop the game needs no sound
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
