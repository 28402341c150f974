"""The answers of the room: one of each device, until the question is closed. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..i18n import Sentence
from .question import Question

MOST_DEVICES = 1000  # in one evening
LONGEST_NAME = 20
NAMED = 10  # the most names in the tally


@dataclass
class Participant:
    """A device that has answered in this evening: its optional name, and the numbers of its right answers and of all.

    `address`: from where the first answer came.
    """

    address: str
    name: str = ""
    right: int = 0
    answered: int = 0


class Answers:
    """The answers to the present question, and the tally of the evening. Devices are known by texts of their own."""

    def __init__(self) -> None:
        self._devices: dict[str, Participant] = {}
        self._given: dict[str, str] = {}

    def __len__(self) -> int:
        """Return the number of devices that have answered the present question."""
        return len(self._given)

    def of(self, device: str) -> str:
        """Return a device's answer to the present question, or ""."""
        return self._given.get(device, "")

    def give(self, device: str, answer: str, name: str, address: str, most_of_address: int) -> None:
        """Take a device's answer, or another one. Raises ValueError (Sentence) if there are too many devices.

        `most_of_address`: the most devices that may answer a question from this address; 0: any number. Above it, a new
        device replaces one of its address that has not answered this question, such as a closed private window.
        """
        its = self._devices.get(device)
        if its is None:
            there = [key for key, each in self._devices.items() if each.address == address]
            if most_of_address and len(there) >= most_of_address:
                old = next((key for key in there if key not in self._given), None)
                if old is None:
                    raise ValueError(Sentence("quiz.many_of_address", most=most_of_address))
                del self._devices[old]
            if len(self._devices) >= MOST_DEVICES:
                raise ValueError(Sentence("quiz.many_devices", most=MOST_DEVICES))
            its = self._devices[device] = Participant(address)
        its.name = name
        self._given[device] = answer

    def rename(self, device: str, name: str) -> None:
        """Change the name of a device, if it has answered in this evening."""
        if device in self._devices:
            self._devices[device].name = name

    def heat(self) -> dict[str, int]:
        """Return the number of devices by answer."""
        return dict(Counter(self._given.values()))

    def close(self, question: Question) -> None:
        """Add the answers to the tally."""
        for device, answer in self._given.items():
            self._devices[device].answered += 1
            self._devices[device].right += answer in question.right

    def clear(self) -> None:
        """Begin with another question."""
        self._given.clear()

    def tally(self) -> list[tuple[str, int, int]]:
        """Return the best devices that have a name, as (name, right answers, all answers)."""
        named = [(its.name, its.right, its.answered) for its in self._devices.values() if its.name and its.answered]
        return sorted(named, key=lambda its: (-its[1], its[2], its[0]))[:NAMED]

    def of_all(self) -> tuple[int, int]:
        """Return the number of right answers of the evening, and of all answers."""
        devices = self._devices.values()
        return sum(its.right for its in devices), sum(its.answered for its in devices)

    def forget(self) -> None:
        """Forget all devices, their names and their answers."""
        self._devices.clear()
        self._given.clear()
