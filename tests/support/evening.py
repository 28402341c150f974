"""The people of a club's evening, in a process of their own: players at all boards, and those who look on.

`python evening.py ADDRESS WATCHED EVENING` prints "ready" when all are connected, "played" when the last game is over,
and then one JSON object. It waits for a line on its standard input before play begins, before each further game at the
board "commented", and before the object. ADDRESS: the page for players. WATCHED: the page for others. EVENING:

{"games": {board: [moves of each game]}, "details": {board: names of its players ...}, "commented": the board with the
commentator and the engine, "first_s": most seconds until the first stone, "thinks_s": [least, most], "shows_s": how
long a finished game stays, "sockets": the number of pages that only watch}.

Pages that watch only store what comes, with its time. They read it at the end, so that reading delays nothing.
"""

import asyncio
import json
import random
import sys
import time
from collections import defaultdict

import websockets
from tengen_host.wire.state import merge
from waiting import LIMIT_S

AGAIN_S = 2.0  # a press while the board is busy does nothing, so people press again
FINGER_S = 0.1
SETTINGS = {"opening": "free centre", "mode": "casual", "clock": "10+5", "move": "button", "partner": "none"}


async def told():
    """Wait for a line on standard input."""
    await asyncio.to_thread(sys.stdin.readline)


def wire(address, path):
    """Connect to a page's WebSocket."""
    return websockets.connect(address.replace("http", "ws", 1) + path, max_size=None, compression=None, proxy=None)


class Reader:
    """The games at one board, merged from its lines: `moves` of all games in order, and when each was seen."""

    def __init__(self):
        self.groups, self.seqs, self.commentary = {}, [], []
        self.games = []  # the moves of each game
        self.lay, self.moved = {}, {}  # {(game, point): time}

    def read(self, line, now=0.0):
        """Merge a line that came at a time."""
        if "seq" in line and "more" not in line:  # all lines of a snapshot have the same number
            self.seqs.append(line["seq"])
        its = line.get("is", {})
        if "commentary" in its:
            self.commentary.append(its["commentary"])
        before, self.groups = self.groups, merge(self.groups, its)
        moves = self.moves
        if moves and not before.get("moves"):
            self.games.append([])
        if self.games and moves:
            self.games[-1] = moves
            self.moved.setdefault((len(self.games) - 1, moves[-1]), now)
        number = len(self.games) - bool(moves)  # of the game that the stones on the board belong to
        for point in self.stones:
            self.lay.setdefault((number, point), now)

    @property
    def moves(self):
        return [move["point"] for move in self.groups.get("moves") or ()]

    @property
    def stones(self):
        return {*self.groups.get("board", ()), *(self.groups.get("hand") or {}).get("new", ())}


class Player:
    """The two people at one board, on the laptop's own page."""

    def __init__(self, key, evening, luck):
        self.key, self.evening, self.luck = key, evening, luck
        self.reader = Reader()
        self.put, self.pressed = [], []  # [game, point, time]
        self._lying = {}  # the stones on the board
        self._answers = {}  # of the board, by the command's id
        self._changed = asyncio.Event()

    async def listen(self, address):
        """Receive lines until cancelled."""
        async with wire(address, f"board/{self.key}/ws") as self._socket:
            async for data in self._socket:
                message = json.loads(data)
                if message["type"] == "line":
                    self.reader.read(message["line"])
                    self._answers[message["line"].get("re")] = message["line"].get("answer")
                elif message["type"] == "stones":
                    self._lying = message["stones"]
                elif message["type"] == "error":
                    raise RuntimeError(f"{self.key}: {message}")
                self._changed.set()

    async def until(self, there, within_s=LIMIT_S):
        """Wait for a state of the board. Return whether it came in time."""
        end = time.monotonic() + within_s
        while not there():
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), max(0.0, end - time.monotonic()))
            except asyncio.TimeoutError:
                return False
        return True

    async def must(self, there, what):
        """Wait for a state without which the evening can't go on."""
        if not await self.until(there):
            raise RuntimeError(f"{self.key}: {what}, {self.reader.groups.get('asks')}")

    async def do(self, what, **fields):
        await self._socket.send(json.dumps({"do": what, **fields}))

    async def ask(self, **command):
        """Send the board a command, and wait for its consent."""
        id_ = f"{self.key}-{len(self._answers)}"
        await self.do("ask", line={**command, "id": id_})
        await self.must(lambda: id_ in self._answers, f"no answer to {command}")
        if self._answers[id_]["code"] == "error":
            raise RuntimeError(f"{self.key}: {command}: {self._answers[id_]}")

    async def play(self, games):
        """Play the games; the stones of the last game stay."""
        await self.must(lambda: "next" in self.reader.groups, "no settings")
        if self.evening["commented"] == self.key:
            await self.must(lambda: self.reader.groups["next"]["partner"] != "none", "the engine takes no seat")
        await self.ask(cmd="set", **SETTINGS)
        await self.do("details", **self.evening["details"][self.key])
        for number, moves in enumerate(games):
            if number and self.key == self.evening["commented"]:
                await told()
            begun = self.reader.groups["game"].get("number")
            await self.ask(cmd="new", wait=True)
            await self.must(lambda begun=begun: self._is_new(begun), "no new game")
            await asyncio.sleep(self.luck.uniform(0, self.evening["first_s"]))
            for at, point in enumerate(moves):
                await asyncio.sleep(self.luck.uniform(*self.evening["thinks_s"]))
                await self._move(number, point, "p2" if at % 2 else "p1", at + 1)
            await self.must(lambda: self.reader.groups.get("result"), "no result")
            await self.must(self._is_saved, "the game is not saved")
            if number + 1 < len(games):
                await asyncio.sleep(self.evening["shows_s"])
                for point in moves:
                    await self.do("lift", point=point)
                await self.must(lambda: not self._lying, "the stones are not taken away")

    def _is_new(self, begun):
        groups = self.reader.groups
        return groups["game"].get("number") != begun and not groups.get("result") and not groups.get("moves")

    def _is_saved(self):
        groups = self.reader.groups
        return groups.get("saved", {}).get("game") == groups["game"]["stamp"]["id"]

    async def _move(self, number, point, who, count):
        self.put.append([number, point, time.time()])
        await self.do("put", point=point)
        await self.must(lambda: point in self.reader.stones, f"{point} is not felt")
        while True:
            await self.do("press", button=who)
            await asyncio.sleep(FINGER_S)
            released = time.time()
            await self.do("release", button=who)
            if await self.until(lambda: len(self.reader.moves) == count, AGAIN_S):
                break
        self.pressed.append([number, point, released])


class Watcher:
    """A page that only watches: of one board, or of the hall. `came`: all that it has received, with the times."""

    def __init__(self, key):
        self.key, self.came = key, []

    async def listen(self, address):
        """Receive lines until cancelled."""
        async with wire(address, f"board/{self.key}/ws" if self.key else "hall/ws") as socket:
            async for data in socket:
                self.came.append((time.time(), data))

    def readers(self):
        """Read what came: {board: Reader}."""
        found = defaultdict(Reader)
        for now, data in self.came:
            message = json.loads(data)
            if message["type"] == "line":
                found[self.key or message["board"]].read(message["line"], now)
        return found


def late_ms(since, seen):
    """Return the ms from each action to when it was seen, and how many were not seen."""
    took = [1000 * (seen[number, point] - at) for number, point, at in since if (number, point) in seen]
    return took, len(since) - len(took)


async def spend(address, watched, evening):
    """Spend the evening. Return what happened and what was seen."""
    boards = list(evening["games"])
    players = {key: Player(key, evening, random.Random(number)) for number, key in enumerate(boards)}
    # every fourth watches all boards, the others one each
    count = evening["sockets"]
    watchers = [Watcher(None if at % 4 == 3 else boards[at // 4 * 3 % len(boards)]) for at in range(count)]
    tasks = [asyncio.ensure_future(each.listen(address)) for each in players.values()]
    tasks += [asyncio.ensure_future(each.listen(watched)) for each in watchers]
    while not all(each.came for each in watchers):
        await asyncio.sleep(0.05)
    print("ready", flush=True)
    await told()
    playing = [asyncio.ensure_future(players[key].play(games)) for key, games in evening["games"].items()]
    for each in asyncio.as_completed([*playing, *tasks]):
        await each  # raises the error of a player, or of a page that the server has refused
        if all(player.done() for player in playing):
            break
    last = {key: player.reader.seqs[-1] for key, player in players.items()}
    print("played", flush=True)
    await told()
    stones, moves, faults, shown = [], [], [], set()
    for number, watcher in enumerate(watchers):
        for key, reader in watcher.readers().items():
            name = f"watcher {number} of {key}"
            if reader.games != evening["games"][key]:
                faults.append(f"{name} saw {reader.games}")
            if reader.seqs != sorted(set(reader.seqs)) or reader.seqs[-1] < last[key]:
                faults.append(f"{name}: lines twice, out of order or missing: {reader.seqs[-5:]}, {last[key]}")
            for since, seen, took in (
                (players[key].put, reader.lay, stones),
                (players[key].pressed, reader.moved, moves),
            ):
                ms, unseen = late_ms(since, seen)
                took += ms
                if unseen:
                    faults.append(f"{name}: {unseen} of {len(since)} were not seen")
            if watcher.key and key == evening["commented"]:
                shown.add(json.dumps(reader.commentary))
    for each in tasks:
        each.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "put": {key: player.put for key, player in players.items()},
        "faults": faults,
        "stone_ms": stones,
        "move_ms": moves,
        "commentary": [json.loads(each) for each in shown],
        "lines": sum(len(player.reader.seqs) for player in players.values()),
        "received": sum(len(watcher.came) for watcher in watchers),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(spend(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))), flush=True)
