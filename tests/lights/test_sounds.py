"""The sounds. Each begins when it is due, ends by itself, and is not played while sound is off."""

from tengen.lights.sounds import Sounds
from tengen.session.effects import ENDED, WRONG, Effects
from tengen.session.settings import Settings


class Buzzer:
    def __init__(self):
        self.heard = []

    def tone(self, hz):
        self.heard.append(hz)


class Session:
    def __init__(self, **settings):
        self.effects, self.settings = Effects(), Settings(100).with_(settings)


def played(session, *due):
    """Return the buzzer's action every 50 ms. `due` has for each of these times the sound that begins, or None."""
    buzzer = Buzzer()
    sounds = Sounds(buzzer)
    found = []
    for number, sound in enumerate(due):
        session.effects.sound = sound or ""
        sounds.play(session, 50 * number)
        assert session.effects.sound == ""
        found.append(buzzer.heard)
        buzzer.heard = []
    return found


def test_a_sound_ends_after_its_time():
    assert played(Session(), WRONG, None, None, None, None) == [[220], [], [], [0], []]


def test_another_sound_takes_the_place_of_one_that_is_not_over():
    assert played(*([Session(), WRONG, ENDED] + [None] * 8)) == [[220], [880]] + [[]] * 7 + [[0]]


def test_without_sound_there_is_none():
    assert played(Session(sound=False), WRONG, ENDED, None) == [[], [], []]
