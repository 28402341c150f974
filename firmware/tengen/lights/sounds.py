"""The sounds of the session, on a buzzer."""

from tengen.session.effects import ENDED, WRONG


class Sounds:
    """Play sounds on a `buzzer`: tone(hz) begins a tone, tone(0) ends it."""

    def __init__(self, buzzer):
        self._buzzer = buzzer
        self._quiet_at = -1  # when the tone ends; -1: there is no tone

    def play(self, session, now):
        """End the tone that is over, and begin the next sound. Call this several times a second."""
        if 0 <= self._quiet_at <= now:
            self._quiet_at = -1
            self._buzzer.tone(0)
        if session.effects.sound:
            self._begin(session, now)

    def _begin(self, session, now):
        sound = session.effects.sound
        hz, ms = (220, 150) if sound == WRONG else (880, 400) if sound == ENDED else (1760, 40)
        session.effects.sound = ""
        if session.settings.sound:
            self._buzzer.tone(hz)
            self._quiet_at = now + ms
