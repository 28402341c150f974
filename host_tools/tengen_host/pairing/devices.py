"""The paired devices: role, boards and end of each. The hash of its token is stored, never the token."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from ..i18n import Sentence
from ..rights.table import PAIRED, Who
from .codes import Offer

GAME, EVENING, HAND = "game", "evening", "hand"
ENDS = (GAME, EVENING, HAND)
EVENING_S = 12 * 3600.0
MOST = 100  # devices
LONGEST_NAME = 40
SAVED_EVERY_S = 60.0  # how exact `heard` is after a restart

Save = Callable[[dict[str, Any]], None]


@dataclass
class Device:
    """A paired device. `id`: for the leader's list. `hash`: of its token. `since`, `heard`: seconds as time.time().

    `address`: where it was last heard from. `game`: the number of the board's game with which it ends, once there is
    one.
    """

    id: str
    hash: str
    role: str
    boards: tuple[str, ...] | None
    ends: str
    name: str
    since: float
    heard: float
    address: str = ""
    game: int | None = None
    # the addresses from which it is connected now; not stored
    connected: Counter[str] = field(default_factory=Counter, compare=False)

    @property
    def who(self) -> Who:
        """Who this device is for the table of rights."""
        return Who(self.role, self.boards, self.id)

    def listed(self) -> dict[str, Any]:
        """Return the device for the leader's list."""
        its = self.stored()
        del its["hash"], its["game"]
        return {**its, "connected": sorted(+self.connected)}

    def stored(self) -> dict[str, Any]:
        """Return the fields to store."""
        its = {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}
        del its["connected"]
        return its


class Devices:
    """The devices of this server.

    `kept`: what `save` got before; a wrong entry in it is left out. Without `save` they are not stored. `id`: the
    server's own random name, for its cookie. `on_end`: called with each device that has ended. `trouble`: why the
    devices can't be stored.
    """

    def __init__(self, kept: dict[str, Any] | None = None, save: Save | None = None) -> None:
        kept = kept or {}
        self._save = save
        its = kept.get("id")
        self.id = its if isinstance(its, str) and its.isalnum() and len(its) <= 16 else secrets.token_hex(4)
        self.on_end: Callable[[Device], None] = lambda device: None
        self.trouble: Sentence | None = None
        entries = kept.get("devices")
        found = filter(None, map(_device, entries if isinstance(entries, list) else []))
        self._devices = {device.hash: device for device in found}
        self._saved = 0.0

    def add(self, offer: Offer, address: str, now: float) -> tuple[Device, str]:
        """Add a device for an offer. Return it, and its token. Raises ValueError if there are too many."""
        self.sweep(now)
        if len(self._devices) >= MOST:
            raise ValueError(Sentence("pair.full", most=MOST))
        token = secrets.token_hex(16)
        device = Device(
            secrets.token_hex(4), _hash(token), offer.role, offer.boards, offer.ends, offer.name, now, now, address
        )
        self._devices[device.hash] = device
        self.save()
        return device, token

    def find(self, token: str, address: str, now: float) -> Device | None:
        """Return the device with this token, which has just been heard from an address; None if there is none."""
        device = self._devices.get(_hash(token)) if token else None
        if device and _is_past(device, now):
            self._end(device)
            return None
        if device:
            device.heard, device.address = now, address
            if now - self._saved >= SAVED_EVERY_S:
                self._saved = now
                self.save()
        return device

    def listed(self, now: float) -> list[dict[str, Any]]:
        """Return the devices for the leader's list."""
        self.sweep(now)
        return [device.listed() for device in self._devices.values()]

    def named(self, id_: str) -> Device | None:
        """Return the device with this id; None if there is none."""
        return next((device for device in self._devices.values() if device.id == id_), None)

    def rename(self, id_: str, name: str) -> None:
        """Give a device another name."""
        device = self.named(id_)
        if device:
            device.name = name
            self.save()

    def revoke(self, id_: str) -> None:
        """End a device."""
        device = self.named(id_)
        if device:
            self._end(device)

    def sweep(self, now: float) -> None:
        """End the devices of a past evening."""
        for device in list(self._devices.values()):
            if _is_past(device, now):
                self._end(device)

    def hear_game(self, board: str, number: int, is_over: bool, roles: Container[str] = PAIRED) -> None:
        """Hear the state of a board's game, as these roles see it.

        A device that ends with the game has one board. It ends with the game's result, or with the next game. A device
        that was paired after a game's end is for the next one. The board counts its games from its start, so a smaller
        number is the same game after a restart of the board.
        """
        for device in list(self._devices.values()):
            if device.ends != GAME or device.role not in roles or device.boards != (board,):
                continue
            if device.game is not None and (is_over or number > device.game):
                self._end(device)
            elif not is_over and device.game != number:
                device.game = number
                self.save()

    def save(self) -> None:
        """Store everything."""
        if self._save is None:
            return
        devices = [device.stored() for device in self._devices.values()]
        try:
            self._save({"id": self.id, "devices": devices})
        except OSError as error:
            self.trouble = Sentence("pair.unsaved", error=error.strerror or str(error))
        else:
            self.trouble = None

    def _end(self, device: Device) -> None:
        del self._devices[device.hash]
        self.save()
        self.on_end(device)


def _is_past(device: Device, now: float) -> bool:
    """Return whether the evening of a device is over; also if somebody has set the clock far back."""
    return device.ends == EVENING and not device.since - EVENING_S <= now < device.since + EVENING_S


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _device(its: Any) -> Device | None:
    """Return a stored device; None if an entry is wrong."""
    try:
        boards = its["boards"]
        device = Device(**{**its, "boards": None if boards is None else tuple(boards)})
        texts = (device.id, device.hash, device.name, device.address, *(device.boards or ()))
        numbers = (device.since, device.heard, 0 if device.game is None else device.game)
    except (TypeError, KeyError):
        return None
    is_right = all(isinstance(text, str) for text in texts) and all(type(number) in (int, float) for number in numbers)
    return device if is_right and device.role in PAIRED and device.ends in ENDS else None
