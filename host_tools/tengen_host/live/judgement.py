"""For teach mode: the points forbidden to Black now, and which threes are dead, by the laptop's rules.

The points are given only in teach mode, and only while Black is to move. In a silent game, hints are not allowed.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tengen.games import BLACK, WHITE, points
from tengen.games.renju.game import Renju
from tengen.games.renju.position import FOUL_NAMES, POINTS, SIZE

from .board import Message
from .follower import COLOURS, Event, Follower, Stones

TEACH = "teach"
_COLOURS = dict(zip(COLOURS, (BLACK, WHITE), strict=True))


@dataclass(frozen=True)
class Lesson:
    """The state of a game after some events, as far as teach mode needs it; after() returns the next state."""

    mode: str = ""
    game: str = ""
    asked: str = ""  # the action that the board expects; `turn` is the colour of the player who must do it
    turn: str = ""
    over: bool = False
    follower: Follower = field(default_factory=Follower)

    def after(self, event: Event) -> Lesson:
        """Return the state after an event. Parts of it that can't be understood change nothing."""
        kind = event.get("event")
        known: dict[str, Any] = {}
        if kind in ("started", "new_game", "snapshot"):
            settings = event.get("played" if kind == "snapshot" else "settings")
            known["mode"] = settings.get("mode", "") if isinstance(settings, dict) else ""
            known["game"] = event.get("game", "")
            known["over"] = bool(event.get("result"))
            known["asked"] = ""
        elif kind == "result":
            known["over"] = True
        elif kind == "taken_back":
            known["over"] = False
        if event.get("turn") in COLOURS:
            known["turn"] = event["turn"]
        expects = event if kind == "expects" else event.get("expects")
        if isinstance(expects, dict):
            known["asked"], known["turn"] = expects.get("do", ""), expects.get("turn", "")
        follower = self.follower.after(event)
        if follower is not self.follower:
            known["follower"] = follower
        return dataclasses.replace(self, **known) if known else self

    @property
    def applies(self) -> bool:
        """Whether forbidden points are to be shown: Black must put a stone, in a game of Renju in teach mode."""
        asks = (self.asked, self.turn) == ("stone", "black") and not self.over
        return asks and self.mode == TEACH and self.game == Renju.name and self.follower.size == SIZE

    def message(self) -> Message | None:
        """Return {"type": "forbidden", "points": {"h8": "double-three", ...}, "dead": [...]}; None outside teach mode.

        `dead` lists the points that look like a double-three and are none, each with the fields of a `reason` event:
        {"point", "foul": None, "lines"}. In `lines`, each three that does not count says why.
        """
        return self._message if self.mode == TEACH else None

    @cached_property
    def _message(self) -> Message:
        found, dead = _judged(self.follower.cells) if self.applies else ({}, [])
        return {"type": "forbidden", "points": found, "dead": dead}


def _judged(cells: Stones) -> tuple[dict[str, str], list[dict[str, Any]]]:
    game = Renju()
    for point, colour in cells.items():
        game.position.put(points.index(point, SIZE), _COLOURS[colour])
    fouls = {points.name(at, SIZE): FOUL_NAMES[game.verdict(at)] for at in game.fouls()}
    excused = [at for at in range(POINTS) if game.excused(at)]
    return fouls, [{"point": points.name(at, SIZE), "foul": None, "lines": game.foul_lines(at)} for at in excused]
