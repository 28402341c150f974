"""The state of a client that receives all lines of a board, and of a client that requests a snapshot."""

from tengen.games import COLOUR_NAMES
from tengen.games.points import index
from tengen_host.wire.state import merge


class Client:
    """Merges a board's lines into `groups`. Checks that no line is missing, and the checksum of the stones."""

    # whether the lines come from a laptop: it joins lines that belong together into one, with the number of the last of
    # these lines, and its snapshots have no checksum
    joined = False

    def __init__(self):
        self.groups = {}
        self.t = self.seq = 0
        self._coming = {}  # the merged groups; complete only after a line without "more"

    def hear(self, line):
        if line["seq"] <= self.seq:  # the numbers began again, so the board has restarted
            self._coming, self.seq = {}, 0
        assert self.joined or line["seq"] == self.seq + 1, (self.seq, line)
        self.seq, self.t = line["seq"], line["t"]
        self._coming = merge(self._coming, line.get("is", {}))
        board = line.get("is", {}).get("board")
        if "game" in self._coming and board and not (self.joined and "sum" not in board):
            assert checksum(self._coming) == board["sum"], line
        if not line.get("more"):
            self.groups = self._coming
        return self

    def hear_all(self, lines):
        for line in lines:
            self.hear(line)
        return self


def checksum(groups):
    """Return the checksum of the stones, as in the group `board`."""
    size = groups["game"]["size"]
    return sum((index(at, size) + 1) * COLOUR_NAMES.index(colour) for at, colour in groups["board"].items())


def told(lines):
    """Return the groups in these lines. A snapshot is all of its lines, up to the `whole` line."""
    groups = {}
    for line in lines:
        groups = merge(groups, line.get("is", {}))
    return groups


def comparable(groups, t, hand=True):
    """Return the groups at the time `t`, without values that change by themselves. `hand`: include the group `hand`."""
    found = {group: its for group, its in groups.items() if hand or group != "hand"}
    clock, device = found.get("clock"), dict(found["device"])
    if clock:
        found["clock"] = dict(clock, t=t)
        if "stopped" not in clock:
            found["clock"][clock["running"]] = max(0, clock[clock["running"]] - (t - clock["t"]))
    device.pop("heap_free", None)
    if device.get("supply"):
        device["supply"] = {field: its for field, its in device["supply"].items() if field != "mv"}
    found["device"] = device
    return found


# The part of the state that a journal saves: the groups KEPT, without the fields NOT_KEPT of `game` and `asks`
KEPT = ("game", "board", "moves", "record", "asks", "captured", "result")
NOT_KEPT = ("number", "awaits", "press", "take_back", "answers")


def kept(groups):
    """Return the part of the state that a journal saves."""
    found = {group: groups[group] for group in KEPT}
    for group in ("game", "asks"):
        found[group] = {field: its for field, its in found[group].items() if field not in NOT_KEPT}
    return found


def answers(lines):
    """Return the answers to commands among these lines."""
    return [line["answer"] for line in lines if "answer" in line]


def said(lines):
    """Return the actions and answers in these lines, each with the `seq` and `t` of its line."""
    found = []
    for line in lines:
        answer = [line["answer"]] if "answer" in line else []
        found += [{**its, "seq": line["seq"], "t": line["t"]} for its in (*line.get("did", ()), *answer)]
    return found


def agree(known, lines):
    """Check that these groups, merged from all earlier lines, equal a snapshot. `lines`: up to the `whole` line."""
    assert lines and lines[-1].get("whole"), lines
    t, fresh = lines[-1]["t"], told(lines)
    known, fresh = comparable(known, t), comparable(fresh, t)
    assert known == fresh, {group: (known.get(group), fresh.get(group)) for group in {*known, *fresh}
                            if known.get(group) != fresh.get(group)}
