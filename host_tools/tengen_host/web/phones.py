"""Pairs phones over HTTP: the phone's request with a code, and the leader's list of devices.

| address | content |
|---|---|
| `/pair` | the phone's page. `/pair#CODE` pairs at once; browsers never send what follows `#` |
| POST `/pair` | {"code"}: pairs this device; answers {"role", "path": its page}, and sets a cookie with its token |
| `/role.json` | {"role": the role of this page} |
| `/phones.json` | for the leader: {"devices", "code": the shown code or null, "shared", "network": whether the
laptop is in one, "address": where to pair, "fingerprint" of its certificate, "plain": whether pairing without
encryption is allowed, "trouble": why the devices can't be stored} |
| POST `/phones` | {"do": "code" with "role", "boards" ([]: all), "ends", "name", or "hide", "plain", "encrypted" (only
so), "rename" with "id" and "name", "remove" with "id"}; answers as above |
| `/pair.svg` | the address with the shown code, as a QR code |
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from time import monotonic, time
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from .. import i18n
from ..boards.interface import Message, groups_of
from ..hall.hall import Hall, Place
from ..i18n import Sentence
from ..pairing.codes import Codes, Offer
from ..pairing.devices import ENDS, EVENING, EVENING_S, GAME, LONGEST_NAME, Device, Devices
from ..rights.table import COMMENTATOR, PAIRED, PLAYERS, Who, refusal
from ..wire.listeners import End
from . import access, qr
from .addresses import Shared
from .page_files import PageFiles
from .request_body import json_object

MOST_BYTES = 4096
SWEEP_S = 60.0  # the time between two looks for devices of a past evening
LASTS_S = 400 * 24 * 3600  # the longest time for which browsers keep a cookie
GAME_GROUPS = frozenset({"game", "result"})


class Phones:
    """The paired devices of a hall's server, and the code that is shown.

    `seen`: the same boards as watching pages see them, if they see them later. `clock`: as time.time. `ticks`: as
    time.monotonic, for codes, because the laptop's clock may be set meanwhile.
    """

    def __init__(
        self,
        hall: Hall,
        devices: Devices,
        shared: Shared | None,
        seen: Hall | None,
        clock: Callable[[], float],
        ticks: Callable[[], float],
    ) -> None:
        self._hall, self._devices, self._shared, self._clock, self._ticks = hall, devices, shared, clock, ticks
        self._codes = Codes()
        self._plain = False  # whether the leader allows pairing without encryption, in this network
        self._open: dict[str, set[asyncio.Event]] = {}  # by device: ends its open pages
        live = frozenset(role for role in PAIRED if not refusal(Who(role), "live"))
        self._games = ((hall, live), (seen or hall, frozenset(PAIRED) - live))  # as these roles see them
        devices.on_end = self._end_pages
        if shared:
            shared.subscribe(lambda message: self._allow_plain(False))

    def paired(self, page: HTTPConnection) -> Who | None:
        """Return who asks, if a page is of a paired device."""
        device = self._device(page)
        return device.who if device else None

    def _device(self, page: HTTPConnection) -> Device | None:
        token = page.cookies.get(self.cookie(access.is_encrypted(page.scope)), "")
        return self._devices.find(token, access.address(page.scope), self._clock())

    def cookie(self, encrypted: bool) -> str:
        """The name of this server's cookie; a browser sends the cookies of all servers at the same host.

        An encrypted address has its own: no browser lets a plain address replace a cookie that is only for encrypted
        ones, and `__Host-` lets no plain address set it either.
        """
        return f"{'__Host-' if encrypted else ''}tengen-{self._devices.id}"

    @contextlib.contextmanager
    def connected(self, page: HTTPConnection) -> Iterator[asyncio.Event]:
        """Count a page as connected during the context. Yields the event that ends it, because its device has ended."""
        ended, device, address = asyncio.Event(), self._device(page), access.address(page.scope)
        if device is None:
            yield ended
            return
        pages = self._open.setdefault(device.id, set())
        pages.add(ended)
        device.connected[address] += 1
        try:
            yield ended
        finally:
            device.connected[address] -= 1
            pages.discard(ended)
            if not pages:
                self._open.pop(device.id, None)

    def _end_pages(self, device: Device) -> None:
        for ended in self._open.get(device.id, ()):
            ended.set()

    def follow(self) -> End:
        """End devices with their games, until the returned function is called."""

        def follower(roles: frozenset[str]) -> Callable[[Place], End]:
            def watch(place: Place) -> End:
                def hear(message: Message) -> None:
                    if GAME_GROUPS.intersection(groups_of(message)):
                        self._hear_game(place, roles)

                self._hear_game(place, roles)
                return place.board.subscribe(hear)

            return watch

        ends = [hall.each(follower(roles)) for hall, roles in self._games]

        def end() -> None:
            for each in ends:
                each()

        return end

    def _hear_game(self, place: Place, roles: frozenset[str]) -> None:
        groups = place.board.replica.state.groups
        game = groups.get("game") or {}
        if type(game.get("number")) is int:
            self._devices.hear_game(place.key, game["number"], bool(groups.get("result")), roles)

    async def follow_time(self) -> None:
        """End the devices of a past evening, with their open pages, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_S)
            self._devices.sweep(self._clock())

    # Requests

    def routes(self, files: PageFiles) -> list[Route]:
        """Return the routes."""

        async def page(request: Request) -> Response:
            return files.answer(request, "pair.html")

        return [
            Route("/pair", page),
            Route("/pair", _answering(self._pair), methods=["POST"]),
            Route("/pair.svg", self._code),
            Route("/role.json", self._role),
            Route("/phones.json", self._listed),
            Route("/phones", _answering(self._change), methods=["POST"]),
        ]

    async def _pair(self, request: Request) -> Response:
        body = await json_object(request, MOST_BYTES)
        text = (body or {}).get("code")
        if not isinstance(text, str):
            raise ValueError(Sentence("server.bad_command", detail="the body must be an object with a code"))
        address, encrypted = access.address(request.scope), access.is_encrypted(request.scope)
        code = self._codes.find(text, address, self._ticks())
        if not (encrypted or self._plain):
            code.state = "sent_plain"
            its = self._address
            raise ValueError(Sentence("pair.plain", address=f"{its}pair") if its else Sentence("pair.plain_only"))
        if before := self._device(request):
            self._devices.revoke(before.id)
        device, token = self._devices.add(code.offer, address, self._clock())
        code.state = "used"
        for hall, roles in self._games:
            for place in hall.places.values():
                self._hear_game(place, roles)
        answer = JSONResponse({"role": device.role, "path": self._path(device)})
        lasts = EVENING_S if device.ends == EVENING else LASTS_S
        name = self.cookie(encrypted)
        answer.set_cookie(
            name, token, max_age=int(lasts), path="/", secure=encrypted, httponly=True, samesite="strict"
        )
        return answer

    @property
    def _address(self) -> str:
        """The address where phones are paired; "" if there is none. It is plain only while the leader allows that."""
        if not self._shared:
            return ""
        return self._shared.address if self._plain else self._shared.encrypted

    def _path(self, device: Device) -> str:
        """Return the address of a device's page."""
        only = self._hall.only()
        keys = device.boards or ((only.key,) if only else ())
        view = "?view=comment" if device.role == COMMENTATOR else ""
        return f"/board/{keys[0]}/{view}" if len(keys) == 1 else "/"

    async def _role(self, request: Request) -> Response:
        return JSONResponse({"role": access.askers(request).who(request).role})

    async def _code(self, request: Request) -> Response:
        code = self._codes.shown
        if code is None or not self._address:
            return PlainTextResponse("no code is shown", status_code=404)
        return Response(qr.svg(f"{self._address}pair#{code.text}"), media_type="image/svg+xml")

    async def _listed(self, request: Request) -> Response:
        return self._list()

    def _list(self) -> Response:
        code, address, shared, trouble = self._codes.shown, self._address, self._shared, self._devices.trouble
        is_encrypted = bool(address and shared and address == shared.encrypted)
        shown = None
        if code:
            left = max(0, round(code.until - self._ticks()))
            shown = {"text": code.text, "seconds": left, "state": code.state, "role": code.offer.role}
        return JSONResponse({
            "devices": self._devices.listed(self._clock()), "code": shown, "shared": bool(shared),
            "network": bool(shared and shared.address), "address": address and f"{address}pair",
            "fingerprint": shared.fingerprint if shared and is_encrypted else "", "plain": self._plain,
            "trouble": i18n.fields(trouble) if trouble else None,
        })  # fmt: skip

    async def _change(self, request: Request) -> Response:
        its = await json_object(request, MOST_BYTES) or {}
        boards = its.pop("boards", [])
        if not (_are_texts(its.values()) and isinstance(boards, list) and _are_texts(boards)):
            raise ValueError(Sentence("server.bad_command", detail="each field must be a text, and boards a list"))
        deeds: dict[str, Callable[[], Any]] = {
            "code": lambda: self._codes.show(self._offer(its, boards), self._ticks()),
            "hide": self._codes.hide,
            "plain": lambda: self._allow_plain(True),
            "encrypted": lambda: self._allow_plain(False),
            "rename": lambda: self._devices.rename(its.get("id", ""), _name(its)),
            "remove": lambda: self._devices.revoke(its.get("id", "")),
        }
        if its.get("do") not in deeds:
            raise ValueError(Sentence("server.bad_command", detail=f"do is one of {', '.join(deeds)}"))
        deeds[its["do"]]()
        return self._list()

    def _allow_plain(self, yes: bool) -> None:
        self._plain = yes

    def _offer(self, its: dict[str, str], boards: list[str]) -> Offer:
        role, ends = its.get("role", ""), its.get("ends", "")
        is_of_one = role in PLAYERS or ends == GAME  # each board has its own game
        is_known = self._hall.places.keys() >= set(boards) and not (is_of_one and len(boards) != 1)
        if role not in PAIRED or ends not in ENDS or not is_known:
            raise ValueError(Sentence("server.bad_command", detail="there is no such role, board or end"))
        return Offer(role, tuple(boards) or None, ends, _name(its))


def _are_texts(its: Iterable[Any]) -> bool:
    return all(isinstance(each, str) for each in its)


def _name(its: dict[str, str]) -> str:
    """Return the name in a request, on one line."""
    name = "".join(sign if sign.isprintable() else " " for sign in its.get("name", ""))
    return " ".join(name.split())[:LONGEST_NAME]


def _answering(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler, so that a ValueError becomes an answer with its sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except ValueError as error:
            return JSONResponse(i18n.fields(i18n.error_text(error)), status_code=409)

    return answered


def of_hall(hall: Hall, devices: Devices | None, shared: Shared | None, seen: Hall | None = None) -> Phones:
    """Return the phones of a hall; without stored `devices`, they are forgotten at the end. `seen`: as for Phones."""
    return Phones(hall, devices or Devices(), shared, seen, time, monotonic)
