"""The address of a shared page as a QR code for phones: in the terminal and on the page."""

from __future__ import annotations

import io

import segno


def text(address: str) -> str:
    """Return the code as block characters for a terminal, light on dark; most phones also read the inverted code."""
    out = io.StringIO()
    segno.make_qr(address).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def svg(address: str) -> bytes:
    """Return the code as an SVG picture, always dark on white."""
    out = io.BytesIO()
    code = segno.make_qr(address)
    code.save(out, kind="svg", scale=8, border=4, light="#fff", title=address, omitsize=True)
    return out.getvalue()
