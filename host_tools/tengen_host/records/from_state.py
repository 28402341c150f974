"""Make a record of the present game on a board from its state; without clocks, because the state has only the last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..wire.state import COLOURS, Change, Groups, State
from .record import RENJU, Record, notes


def of(state: State, details: Mapping[str, str]) -> Record:
    """Return the record of the game so far. `details`: as in hall/details.py."""
    game, groups = state.game, state.groups
    its: Groups = groups.get("game") or {}
    stamp = its.get("stamp") or {}
    setup = its.get("setup") or {}
    settings = dict(game.settings)
    stones = (tuple(setup.get("black") or ()), tuple(setup.get("white") or ()))
    changes: list[tuple[Change, ...]] = [move.changes for move in game.moves]
    return with_details(
        Record(
            tuple(move.point for move in game.moves),
            size=game.size,
            game=game.game or RENJU,
            first=game.first,
            setup=stones,
            rule="" if any(stones) else str(settings.get("opening", "")),
            settings=settings,
            over=game.result is not None,
            winner=game.result.winner if game.result else None,
            reason=game.result.reason if game.result else "",
            line=game.result.line if game.result else (),
            id=stamp.get("id") or "",
            date=stamp.get("date") or "",
            notes=notes(groups.get("record") or ()),
            colours=tuple(move.colour for move in game.moves),
            changes=tuple(changes),
            options=settings.get("options") or {},
            torus=game.torus,
            players=its.get("players") or {},
        ),
        details,
    )


def with_details(record: Record, details: Mapping[str, str]) -> Record:
    """Return the record with the players' names (by their colours at the end), event, round and table."""
    black, white = (details.get(record.players.get(colour, ""), "") for colour in COLOURS)
    event, round_, table = (details.get(field, "") for field in ("event", "round", "table"))
    return replace(record, black=black, white=white, event=event, round=round_, table=table)
