"""`python tests/protocol.py` writes firmware/PROTOCOL.md, the page of the link's protocol."""

from pathlib import Path

from tengen_host.device.protocol_page import page

PAGE = Path(__file__).resolve().parents[1] / "firmware" / "PROTOCOL.md"

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
