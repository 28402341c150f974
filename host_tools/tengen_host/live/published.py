"""`tengen live --publish`: the boards of this room for a relay, with the club's key and a delay."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from .hall import Hall

if TYPE_CHECKING:
    from ..relay.keys import Key

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_MOST_S = 24 * 3600


@dataclass(frozen=True)
class Wanted:
    """Where to publish, with which key, and how many seconds later. `folder`: where entries wait."""

    url: str
    key: Key
    delay_s: float
    folder: Path

    async def publish(self, hall: Hall, tell: Callable[[str], None]) -> None:
        """Publish the boards of a hall until cancelled. Raises OSError where nothing can be kept on disk."""
        from ..relay.asking import shown
        from ..relay.publish import Publisher
        from ..relay.server import Entrance
        from ..relay.spool import Spool

        self.folder.mkdir(parents=True, exist_ok=True)
        spool = Spool(self.folder / f"{self.key.event}.{self.key.club}.db")
        after = f", {self.delay_s:g} s later" if self.delay_s else ""
        tell(f"The boards are published as {self.key.club} in {self.key.event}, at {shown(self.url)}{after}")
        entrance = Entrance(self.url.split(","), self.key)
        try:
            async with entrance.open():

                async def beat(subject: str) -> None:
                    if entrance.client.is_connected:
                        await entrance.client.publish(subject)

                publisher = Publisher(self.key, spool, self.delay_s, tell, words=entrance.words, beat=beat)
                await publisher.run(hall, lambda: entrance.client.jetstream())
        finally:
            spool.close()


def wanted(url: str, key: Path | None, event: str | None, delay: str) -> Wanted:
    """Return what is to be published, and how. Raises ValueError, with a sentence; OSError."""
    try:
        from ..relay import keys
    except ModuleNotFoundError as error:
        raise ValueError(f"{error.name} is missing: pip install 'tengen[relay]'") from None
    if not re.match(r"(nats|tls|ws|wss)://", url):
        raise ValueError(f"--publish {url}: an address begins with nats:// or tls://, such as nats://host:4222")
    if key is None:
        raise ValueError("--publish wants the club's key: --key FILE; whoever runs the relay makes one")
    found = keys.read(key)
    if event not in (None, found.event):
        raise ValueError(f"{key} is for the event {found.event}, not for {event}")
    data = os.environ.get("TENGEN_DATA") or platformdirs.user_data_dir("tengen", appauthor=False)
    return Wanted(url, found, seconds(delay), Path(data) / "published")


def seconds(text: str) -> float:
    """Return the seconds of a time such as 5m, 90s, 90 or 1h. Raises ValueError for another text."""
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)([smh]?)", text.strip())
    if not match:
        raise ValueError(f"--delay {text}: a time is a number with s, m or h, such as 5m")
    found = float(match[1]) * _SECONDS[match[2]]
    if found > _MOST_S:
        raise ValueError(f"--delay {text}: the longest is 24h")
    return found
