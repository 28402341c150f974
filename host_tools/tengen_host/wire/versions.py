"""Compare the version of the protocol that a board speaks with the version of this laptop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tengen.link.codec import WIRE

from ..i18n import Sentence


def other(device: Mapping[str, Any] | None) -> Sentence | None:
    """Return a sentence with the remedy for a board that speaks another version; None for the same or no version.

    `device`: the group of the board's state.
    """
    its = (device or {}).get("wire", WIRE)
    if type(its) is not int or its == WIRE:
        return None
    return Sentence("wire.newer" if its > WIRE else "wire.older", board=its, laptop=WIRE)
