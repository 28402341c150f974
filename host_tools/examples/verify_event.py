"""Check that an event's entries are as the clubs signed them: python verify_event.py EVENT FILE CLUB=KEY ...

`tengen relay verify EVENT --save FILE` writes FILE. This program needs PyNaCl, but not Tengen. It can't detect if the
last entries of a board are missing, a whole board, or all entries since another laptop continued.
"""

import base64
import contextlib
import hashlib
import json
import sys
from pathlib import Path

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey


def is_signed(sent: bytes, key: str) -> bool:
    """Whether a key has signed an entry: 64 bytes of signature, then the signed JSON (Ed25519)."""
    raw = base64.b32decode(key + "=" * (-len(key) % 8))[1:33]  # NATS's form: a prefix, the key, a checksum
    with contextlib.suppress(BadSignatureError, ValueError):
        return bool(VerifyKey(raw).verify(sent[64:], sent[:64]))
    return False


def fault(sent: bytes, end: dict, board: str, keys: list[str]) -> str:
    """Return the fault of a board's next entry, or "". `end`: the end of the board's chain so far; it is updated."""
    if not any(is_signed(sent, key) for key in keys):
        return "it is not signed by a key of its club"
    body = json.loads(sent[64:])
    # a new chain: either the board's first one, or another laptop has continued
    if body["n"] == 1 and body["start"] not in end["starts"]:
        end.update(n=0, hash="", start=body["start"], starts={*end["starts"], body["start"]})
    if body["start"].rpartition(".")[0] != board:
        return "it belongs to another board"
    if (body["start"], body["n"], body["before"]) != (end["start"], end["n"] + 1, end["hash"]):
        return "it does not follow the one before it"
    end.update(n=body["n"], hash=hashlib.sha256(sent[64:]).hexdigest())
    return ""


def main(event: str, path: str, *signers: str) -> int:
    """Check the entries in a file against the clubs' public keys. Return 1 if anything is wrong, else 0."""
    ends: dict[str, dict] = {}
    broken: dict[str, str] = {}
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        board = f"line {number}"
        try:
            its = json.loads(line)
            board, sent = its["board"], base64.b64decode(its["entry"], validate=True)
            end = ends.setdefault(board, {"count": 0, "n": 0, "hash": "", "start": "", "starts": ()})
            end["count"] += 1
            keys = [each.partition("=")[2] for each in signers if each.partition("=")[0] == board.split(".")[0]]
            words = fault(sent, end, f"{event}.{board}", keys)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            words = "it can't be read"
        if words:
            broken.setdefault(board, f"broken at {ends[board]['count'] if board in ends else 1}: {words}")
    for board in sorted({*ends, *broken}):
        print(f"{board}:", broken.get(board) or f"whole, {ends[board]['count']} entries")
    return 1 if broken or not ends else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
