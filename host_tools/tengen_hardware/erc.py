"""A separate program for schematic.py: build a circuit in SKiDL, check it by SKiDL's rules, and write its netlist.

SKiDL writes its logs to the current folder and has its state in globals, so each circuit gets its own process and
folder. The input is JSON: {"name", "parts": [[reference, kind, value, footprint, fitted, {number: net}]], "powered":
[nets], "lone": [nets]}. The output is JSON: {"told": [messages of the check], "netlist": text}.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import skidl
from tengen_host.pinouts import KINDS

_FUNCTIONS = {
    "supply": skidl.Pin.types.PWRIN,
    "source": skidl.Pin.types.PWROUT,
    "input": skidl.Pin.types.INPUT,
    "output": skidl.Pin.types.OUTPUT,
    "both": skidl.Pin.types.BIDIR,
    "passive": skidl.Pin.types.PASSIVE,
}


class _Told(logging.Handler):
    """Collects the warnings and errors of a logger."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # ignore SKiDL's warning that the root of the hierarchy has no tag: the root must not have one
        if not record.getMessage().startswith("Missing tag on  "):
            self.lines.append(record.getMessage())


def build(given: dict[str, Any]) -> skidl.Circuit:
    """Build the circuit in SKiDL: each part with its pins, each net with its pins."""
    circuit = skidl.Circuit(name=given["name"], track_src=False, track_abs_path=False)
    nets: dict[str, skidl.Net] = {}
    for reference, kind, value, footprint, fitted, of_number in given["parts"]:
        part = skidl.Part(
            name=kind,
            ref=reference,
            value=value,
            footprint=footprint,
            tool=skidl.SKIDL,
            tag=reference,
            circuit=circuit,
            pins=[skidl.Pin(num=each.number, name=each.name, func=_FUNCTIONS[each.role]) for each in KINDS[kind]],
        )
        part.dnp = not fitted
        for pin in part.pins:
            net = of_number[pin.num]
            if net is None:
                if pin.func not in (skidl.Pin.types.INPUT, skidl.Pin.types.PWRIN):  # SKiDL reports open inputs
                    circuit.NC.connect(pin)
                continue
            if net not in nets:
                nets[net] = skidl.Net(net, circuit=circuit, tag=net)
            nets[net].connect(pin)
    for net in given["powered"]:
        nets[net].drive = skidl.POWER
    for net in given["lone"]:
        nets[net].do_erc = False
    return circuit


def main() -> None:
    """Check the circuit on standard input; write the result to standard output."""
    told = _Told()
    # else SKiDL reads the sources of the whole call stack, to report where each part and net was made, which takes a
    # third of the time
    skidl.circuit.get_skidl_trace = list
    for logger in (skidl.logger.rt_logger, skidl.logger.erc_logger):
        for handler in [*logger.handlers]:
            logger.removeHandler(handler)
        logger.addHandler(told)
    circuit = build(json.load(sys.stdin))
    circuit.no_files = True
    circuit.ERC()
    netlist = circuit.generate_netlist(tool=skidl.KICAD6, do_backup=False)
    json.dump({"told": told.lines, "netlist": netlist}, sys.stdout)


if __name__ == "__main__":
    main()
