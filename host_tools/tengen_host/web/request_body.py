"""Read the body of a page's request."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request


async def json_object(request: Request, most: int) -> dict[str, Any] | None:
    """Return the JSON object in a request's body; None for anything else, or for more than `most` bytes."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            return None
    try:
        its = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return its if isinstance(its, dict) else None
