"""The one table of rights. Each row is a deed, and the roles that may do it. A deed without a row is refused to all.

A deed is a command of a page (`put`, `press.p1`, `details.round`, `ask.back`), a request to an address (`POST /study`,
without `/board/KEY`), or `live`: to see a board without the delay of watching pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..i18n import Sentence

LEADER = "leader"  # the pages of this machine
ALONE = "alone"  # the page of the site, without a laptop's program, at its own board
ARBITER = "arbiter"
PLAYERS = ("p1", "p2")
HELPER = "helper"
COMMENTATOR = "commentator"
ANSWER = "answer"  # a page in the room that is not paired: it watches, and answers questions
WATCHER = "watcher"  # a page of a relay
PAIRED = (ARBITER, *PLAYERS, HELPER, COMMENTATOR)  # the roles of paired devices
ROLES = (LEADER, ALONE, *PAIRED, ANSWER, WATCHER)

# the entries of a player's menu that can end the game; an arbiter and a helper enter results with them
RESULTS = ("resign", "draw", "accept", "time")

_ALL = frozenset(ROLES)
_LEADER = frozenset({LEADER})
_HERE = _LEADER | {ALONE}
_ARBITER = _HERE | {ARBITER}
_RESULTS = _ARBITER | {HELPER}
_COMMENTS = _LEADER | {COMMENTATOR}
_ANSWERS = _ALL - {WATCHER, ALONE}

TABLE: dict[str, frozenset[str]] = {
    # the board and its hands
    **dict.fromkeys(("put", "lift", "slide", "break", "mend", "unplug", "plug"), _HERE),
    **{f"{verb}.{button}": _HERE for verb in ("press", "release") for button in (*PLAYERS, "arbiter")},
    # the laptop's own
    **{f"details.{field}": _RESULTS for field in (*PLAYERS, "event", "round", "table")},
    "engine": _LEADER,
    "comment": _COMMENTS,
    "quiz": _LEADER,
    "answer": _ANSWERS,
    # the commands of the board
    **{f"ask.do.{seat}": _HERE | {seat} for seat in PLAYERS},
    **{f"ask.do.{seat}.{entry}": _RESULTS | {seat} for seat in PLAYERS for entry in RESULTS},
    "ask.do.arbiter": _ARBITER,
    **{f"ask.{word}": _ARBITER for word in ("set", "new", "back", "clock")},
    **{
        f"ask.{word}": _HERE
        for word in (
            "snapshot", "health", "prove", "games", "game", "fetched", "hold", "setup", "puzzle", "lesson", "partner",
            "show", "stamp", "probe", "light", "wire",
        )
    },
    # what is seen
    "live": _RESULTS | set(PLAYERS),
    **{
        f"GET {path}": _ALL
        for path in (
            "/", "/page/{name:path}", "/board.json", "/boards.json", "/state.json", "/sgf", "/seat.json",
            "/demonstrations.json", "/address.json", "/qr.svg", "/ws", "/hall/ws", "/games.json", "/games/{file}",
            "/games/{id}/study.json", "/study.json", "/rules/{lang}/terms.json",
            "/rules/terms/{term}.svg", "/rules/{lang}/{game}.json", "/rules/{game}/{number:int}.svg",
        )
    },
    **{f"GET /quiz{path}": _ALL for path in ("", "/about.json", "/seat.json", "/ws")},
    **{f"POST {path}": _LEADER for path in ("/games/{id}/names", "/study", "/study/engine")},
    **dict.fromkeys(("GET /phones.json", "POST /phones", "GET /pair.svg"), _LEADER),
    **dict.fromkeys(("GET /pair", "POST /pair"), _ANSWERS),
    "GET /role.json": _ALL,
}  # fmt: skip


@dataclass(frozen=True)
class Who:
    """Who asks: a role, the keys of its boards (None means all boards), and the id of a paired device."""

    role: str
    boards: tuple[str, ...] | None = None
    device: str = ""


def refusal(who: Who, deed: str, board: str | None = None) -> Sentence | None:
    """Return why somebody may not do this, on the board with this key; None if they may."""
    roles = TABLE.get(deed)
    if roles is None:
        return Sentence("server.bad_command", detail=f"nobody may do {deed[:60]!r}")
    if who.role not in roles:
        paired = who.role in PAIRED
        return Sentence("rights.not_yours", role=role_name(who.role)) if paired else Sentence("notice.looking")
    # what an unpaired page in the room may do, a paired device may do on every board, not only on its own
    is_everybodys = ANSWER in roles
    if who.boards is not None and not is_everybodys and board not in who.boards:
        return Sentence("rights.other_board")
    return None


def role_name(role: str) -> Sentence:
    """Return the name of a role of PAIRED."""
    if role in PLAYERS:
        return Sentence("role.p1" if role == PLAYERS[0] else "role.p2")
    if role == COMMENTATOR:
        return Sentence("role.commentator")
    return Sentence("role.arbiter" if role == ARBITER else "role.helper")


def refusal_of(who: Who, command: Mapping[str, Any], board: str | None = None) -> Sentence | None:
    """Return why somebody may not give a checked command of a page, to a board or to the quiz; None if they may."""
    its = deeds(command)
    if not its:
        return Sentence("server.bad_command", detail=f"{command['do']!r} has no field")
    return next((words for deed in its if (words := refusal(who, deed, board))), None)


def rights(who: Who, board: str | None = None) -> list[str]:
    """Return the commands that somebody may give to a board, or without one, for a page."""
    return sorted(deed for deed in TABLE if " " not in deed and not refusal(who, deed, board))


def deeds(command: Mapping[str, Any]) -> list[str]:
    """Return the deeds of a checked command of a page."""
    verb = command["do"]
    if verb in ("press", "release"):
        return [f"{verb}.{command['button']}"]
    if verb == "details":
        return [f"details.{field}" for field in command if field != "do"]
    if verb == "here":  # a page of the quiz says which device it is, and then answers
        return ["answer"]
    if verb != "ask":
        return [verb]
    line = command["line"]
    if line["cmd"] != "do":
        return [f"ask.{line['cmd']}"]
    who, entry = line.get("who"), line.get("entry")
    own = f"ask.do.{who}"
    return [f"{own}.{entry}" if who in PLAYERS and entry in RESULTS else own]
