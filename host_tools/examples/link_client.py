"""Print the board and each move, with only pyserial and firmware/docs/protocol.md: python link_client.py PORT."""

import json
import sys
from typing import Any

import serial

MARKS = {"black": "X", "white": "O", "empty": "."}
state: dict = {}


def merged(name: str, its: Any) -> Any:  # return the new value of a group of the state
    if name in ("moves", "record"):
        return state.get(name, [])[: its[0]] + its[1]
    if name == "board":
        return ({} if its.get("clear") else state.get(name, {})) | {point: now for point, _, now in its["changes"]}
    return its


with serial.Serial(sys.argv[1]) as port:
    port.write(b'\n{"cmd": "snapshot", "id": 1}\n')
    last, whole, changed = 0, False, False
    for data in port:
        try:
            line = json.loads(data.partition(b"\x1e")[2])
        except ValueError:  # a text from MicroPython, not a line of the board
            continue
        if last and line["seq"] not in (1, last + 1):  # some lines were lost
            port.write(b'{"cmd": "snapshot", "id": 1}\n')
            whole = False
        last, whole = line["seq"], whole or line["seq"] == 1 or "whole" in line
        state |= {name: merged(name, its) for name, its in line.get("is", {}).items()}
        changed |= "board" in line.get("is", ()) or "whole" in line
        for did in (did for did in line.get("did", ()) if did["code"] in ("move", "passed")):
            print(did["n"], did["colour"], did.get("point", "passes"), flush=True)
        if whole and changed and "more" not in line:
            columns, changed = "abcdefghijklmnopqrs"[: state["game"]["size"]], False
            for row in range(len(columns), 0, -1):
                print(*(MARKS.get(state["board"].get(f"{x}{row}", "empty"), "#") for x in columns), flush=True)
