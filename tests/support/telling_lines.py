"""A table with a link. The lines of the link have the state and the actions."""

import json

from table import Table
from tengen.session.state import ALL, State
from tengen_host.wire import codec


class Telling(Table):
    """A table with a link. `lines`: all lines that the laptop has received since the board's start."""

    _link = None

    def __init__(self, *arguments, **settings):
        self.lines = []
        super().__init__(*arguments, **settings)

    def restart(self, cause=None, settings=None):
        self._link = None
        restored = super().restart(cause, settings)
        self._link, self._seq = State(), 0
        self.tell([{"code": "started", "restored": restored}])
        return restored

    def hear(self):
        before = len(self.heard)
        super().hear()
        if self._link:
            self.tell(self.heard[before:])

    def tell(self, did=()):
        """Send actions and changed groups. Each group has its own line, with as few bytes as possible."""
        groups = list(self._link.news(self.session, self.now, ALL))
        lines = [{"is": {name: its}, "more": True} for name, its in groups]
        if did:
            lines.append({"did": list(did)})
        elif lines:
            del lines[-1]["more"]
        for line in lines:
            self._seq += 1
            text = json.dumps({"seq": self._seq, "t": self.now, **line}).encode()
            self.lines += codec.Decoder().feed(bytes([codec.MARK]) + text + b"\n")

    def whole(self):
        """Return the lines with all groups, as a new laptop would receive them."""
        before, self.lines, link_ = self.lines, [], self._link
        self._link = State()
        self.tell([{"code": "prove"}])
        found, self.lines, self._link = self.lines, before, link_
        del found[-1]["did"]
        return [*found[:-1], {**found[-1], "whole": True}]
