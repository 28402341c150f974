"""A board without firmware, for tests of the server and the page. It only records the actions of hands."""

import string

from tengen_host.wire.replica import Replica


class FakeBoard:
    """A board of any size. Its pixels are in plain order, then the bars. `say` publishes; `done`: the commands."""

    helped = False

    def __init__(self, size=15):
        self.size = size
        self.stones = {}
        self.done = []
        self.listeners = []
        self.replica = Replica()

    def description(self):
        points = self.size**2
        return {
            "kind": "virtual",
            "size": self.size,
            "points": list(range(points)),
            "bars": {"p1": list(range(points, points + 15)), "p2": list(range(points + 15, points + 30))},
            "buttons": ["p1", "p2", "arbiter"],
            "version": "0",
            "faults": [],
            "plug": True,
            "helped": self.helped,
        }

    def stones_message(self):
        return {"type": "stones", "stones": dict(self.stones)}

    def state(self, since=""):
        dark = "000000" * (self.size**2 + 30)
        lights = {"type": "lights", "grb": dark, "frame": 0}
        return [self.stones_message(), lights, *self.replica.messages(since)]

    def subscribe(self, callback):
        self.listeners.append(callback)
        return lambda: self.listeners.remove(callback)

    def say(self, message):
        for listener in list(self.listeners):
            listener(message)

    def put(self, point, colour):
        point = self._known(point)
        if point in self.stones:
            raise ValueError(f"{point} already holds a stone: lift it first")
        self.stones[point] = colour or "black"
        self._did("put", point, colour)

    def lift(self, point):
        point = self._known(point)
        if point not in self.stones:
            raise ValueError(f"{point} holds no stone to lift")
        del self.stones[point]
        self._did("lift", point)

    def slide(self, origin, target):
        origin, target = self._known(origin), self._known(target)
        self.stones[target] = self.stones.pop(origin)
        self._did("slide", origin, target)

    def press(self, button):
        if button not in ("p1", "p2", "arbiter"):
            raise ValueError(f"{button!r} is not a button")
        self.done.append(("press", button))

    def release(self, button):
        self.done.append(("release", button))

    def fault(self, kind, at, on):
        self.done.append(("break" if on else "mend", kind, at))

    def unplug(self):
        self.done.append(("unplug",))
        self.say({"type": "power", "on": False})

    def plug(self):
        self.done.append(("plug",))
        self.say({"type": "power", "on": True})

    def ask(self, command):
        self.done.append(("ask", command))

    def _known(self, point):
        point = point.lower()
        letters = string.ascii_lowercase[: self.size]
        if not point or point[0] not in letters or point[1:] not in map(str, range(1, self.size + 1)):
            raise ValueError(f"{point!r} is not a point")
        return point

    def _did(self, *what):
        self.done.append(what)
        self.say(self.stones_message())


class ToldBoard(FakeBoard):
    """A board that sends the lines that a test gives it. `now`: its time in ms, which may pass at any speed."""

    def __init__(self, *lines, speed=None, size=15):
        super().__init__(size)
        self.now = 0
        self.speed = speed
        for line in lines:
            self.tell(*line.get("did", ()), **line.get("is", {}))

    def time(self):
        return {"type": "time", "ms": self.now, "speed": self.speed}

    def state(self, since=""):
        return [self.time(), *super().state(since)]

    def tell(self, *did, **groups):
        """Publish a line with the time `now`: codes of actions, as texts or dicts, and groups."""
        line = {"is": groups}
        if did:
            line["did"] = [{"code": each} if isinstance(each, str) else each for each in did]
        self.send(line)

    def send(self, line):
        """Publish a line with the next number and the time `now`."""
        self.say(self.replica.receive({"seq": self.replica.at + 1, "t": self.now, **line}))
