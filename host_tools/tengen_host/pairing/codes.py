"""A one-time code of six characters, for one device and for a minute. Wrong tries are few: per address, and in all."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from ..i18n import Sentence

CHARACTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that look or sound alike, such as 0 and O
LENGTH = 6
VALID_S = 60.0
MOST_WRONG = 5  # wrong tries of one address within VALID_S
MOST_WRONG_IN_ALL = 100  # wrong tries that end a code: then the chance to find it was 1 in 7 million


@dataclass(frozen=True)
class Offer:
    """What a code is for: a role, the keys of its boards (None: all), when it ends, and a name."""

    role: str
    boards: tuple[str, ...] | None
    ends: str
    name: str = ""


@dataclass
class Code:
    """A code that is shown, until `until`.

    `state`: "open", "used", "guessed" if there were too many wrong tries, or "sent_plain" if a phone sent it without
    encryption, so that others may know it.
    """

    text: str
    offer: Offer
    until: float
    state: str = "open"
    wrong: int = 0


class Codes:
    """The code that is shown now, or none; a new code replaces it. `choose`: as secrets.choice.

    Each `now` is of a clock that nobody sets, as time.monotonic().
    """

    def __init__(self, choose: Callable[[str], str] = secrets.choice) -> None:
        self._choose = choose
        self._wrong: dict[str, deque[float]] = {}  # by address: the times of its wrong tries
        self._cleared = 0.0  # when the addresses without recent tries were last forgotten
        self.shown: Code | None = None

    def show(self, offer: Offer, now: float) -> Code:
        """Show a new code."""
        self.shown = Code("".join(self._choose(CHARACTERS) for _ in range(LENGTH)), offer, now + VALID_S)
        return self.shown

    def hide(self) -> None:
        """Show no code."""
        self.shown = None

    def find(self, text: str, address: str, now: float) -> Code:
        """Return the open code with this text, tried from an address. Raises ValueError, with a Sentence.

        After too many wrong tries an address is refused, also with the right code.
        """
        if abs(now - self._cleared) > VALID_S:
            self._cleared = now
            self._wrong = {its: times for its, times in self._wrong.items() if times[-1] > now - VALID_S}
        times = self._wrong.get(address, deque(maxlen=MOST_WRONG))
        if len(times) == MOST_WRONG and times[0] > now - VALID_S:
            raise ValueError(Sentence("pair.too_many"))
        code = self.shown
        is_open = code is not None and code.state == "open" and now < code.until
        if code and is_open and secrets.compare_digest(_plain(text).encode(), code.text.encode()):
            return code
        times.append(now)
        self._wrong[address] = times
        if code and is_open:
            code.wrong += 1
            if code.wrong >= MOST_WRONG_IN_ALL:
                code.state = "guessed"
        raise ValueError(Sentence("pair.wrong"))


def _plain(text: str) -> str:
    """Return the characters of a typed code: capitals, without blanks and hyphens."""
    return "".join(sign for sign in text[:40].upper() if not sign.isspace() and sign != "-")
