"""A game that a test describes. For each action there is the line that a board would send, with the changed groups."""

import re

from tengen.games import registry
from tengen.session.clock import control

CALM = {"state": "calm"}
COUNTED = {"black": 0, "white": 0}
OWN = {"brightness": 100, "sound": False, "tally": [], "partner": "none", "hints": False}
ANSWERS = {"health", "games", "part", "probe", "frame", "wired", "error"}
# Codes of changes of the state that no line reports as actions
SILENT = {"asks", "menu", "open", "kind", "shown"}
NAMED = {"asks": "_asks_for"}
# Actions that are sent with all of their fields. Other actions are sent without the fields OF_STATE, because the state
# has these fields
HANDS = {"lift", "disturbed"}
OF_STATE = {"turn", "wanted", "standing", "captured", "players", "settings", "moves"}


class ToldGame:
    """The state of a game. line(code, **fields) returns the line of an action, with the resulting state."""

    def __init__(self, size=15):
        self._size = size
        self._game = {"number": 0}
        self._asks = {}
        self._menus = {}
        self._device = {"size": size, "laptop": False}
        self._wiring = {}
        self._moves, self._record, self._cells = [], [], {}
        self._fifths, self._why, self._failed = [], None, None

    def line(self, code, **fields):
        """Return a line without its number and time."""
        if code in ANSWERS:
            return {"answer": {"code": code, **fields}}
        groups = getattr(self, NAMED.get(code, f"_{code}"), self._nothing)(**fields)
        if code in SILENT or (code == "clock" and not fields.get("cause")):
            return {"is": groups}
        return {"is": groups, "did": [self._did(code, fields)]}

    def _did(self, code, fields):
        gone = set() if code in HANDS else OF_STATE - ({"players"} if code == "chosen" else set())
        did = {name: its for name, its in fields.items() if name not in gone and its is not None}
        if code in ("move", "passed", "taken_back"):
            did["changes"] = self._changes
        if code == "set_up":
            return {"code": code, "turn": fields["turn"]}
        return {"code": code} if code in ("new_game", "settings") else {"code": code, **did}

    def _nothing(self, **fields):
        return {}

    def _bare(self):
        bare = {"hand": CALM, "menus": {}, "result": None, "reason": None, "clock": None, "captured": None}
        bare |= {"advice": None, "partner": None, "puzzle": None, "lesson": None}
        return bare | {"moves": [0, []], "record": [0, []]}

    # The game

    def _new_game(self, size=None, players=None, settings=None, turn="black", first=None, goal=0, **more):
        settings, torus = dict(settings or {}), more.get("torus", False)
        counts = bool(goal) or more.get("counts", False)
        self._game = {"number": self._game["number"] + 1, "size": size or self._size, "first": first or turn}
        self._game |= {"torus": torus, "goal": goal, "counts": counts, "players": players or {}, "settings": settings}
        self._game["name"] = settings.get("game", "renju")
        self._moves, self._record, self._cells = [], [], {}
        self._asks, self._menus, self._fifths, self._why = {"turn": turn, "wanted": 1}, {}, [], None
        board = {"clear": True, "size": self._game["size"], "changes": []}
        groups = self._bare() | {"game": dict(self._game), "board": board, "asks": dict(self._asks), "fault": None}
        its = control(settings.get("clock", "none"))
        if its:
            ms = its.main_ms or its.period_ms
            groups["clock"] = {"p1": ms, "p2": ms, "stopped": "waiting"}
            if its.periods:
                groups["clock"]["periods"] = {"p1": its.periods, "p2": its.periods}
        return groups | {"captured": dict(COUNTED) if counts else None, "next": OWN | settings} | self._opens()

    def _started(self, **fields):
        self._device, self._wiring = {"size": self._size, "laptop": False}, {}
        return self._new_game(**fields) | {"device": dict(self._device), "wiring": {}}

    def _opens(self, **withdraws):
        """Return the actions that the players may do now, with the usual settings."""
        its = self._game.get("settings") or {}
        if "mode" not in its:
            return {}
        name, silent = its.get("game", "renju"), its["mode"] == "silent"
        offered = ["pass"] if name not in registry.NAMES or registry.passes(name) else []
        offered += (["five", "foul"] if silent else []) + (["time"] if silent and its["clock"] != "none" else [])
        back = {who: ([withdraws.get(who, "take back")] if its["mode"] == "casual" else []) for who in ("p1", "p2")}
        return {f"open_{who}": [[entry, None] for entry in [*offered, "draw", *back[who], "resign"]] for who in back}

    def _asked(self, *gone, **fields):
        its = {name: value for name, value in (self._asks | fields).items() if name not in gone}
        self._asks = {name: value for name, value in its.items() if value not in (None, [], False)}
        return {"asks": dict(self._asks)}

    def _asks_for(self, players=None, **fields):
        keeps = {name: self._asks[name] for name in ("draw", "take_back", "press", "standing") if name in self._asks}
        wanted = self._asks.get("wanted", 1)
        self._asks = {}
        return self._asked(**{"wanted": wanted, **keeps, **fields}) | self._players(players)

    def _board(self, changes):
        """Return the group `board` after these changes. Changes without effect are left out."""
        before = dict(self._cells)
        for point, _, now in changes:
            self._cells.pop(point, None)
            if now != "empty":
                self._cells[point] = now
        points = dict.fromkeys(point for point, _, _ in changes)
        cells = [[point, before.get(point, "empty"), self._cells.get(point, "empty")] for point in points]
        real = [each for each in cells if each[1] != each[2]]
        return {"board": {"changes": real}}

    def _move(self, point, colour, changes=None, turn=None, wanted=1, who=None, kind=None, captured=None, n=0, **more):
        own = [[point, "empty", colour]] if point != "--" else []
        told = [list(each) for each in changes or ()]
        whole = told if told and told[0][:2] == [point, "empty"] else own + told
        self._changes = whole
        item = {"point": point, "colour": colour, "changes": whole}
        item |= ({"who": who} if who else {}) | ({"kind": kind} if kind else {})
        self._moves.append(item)
        groups = self._board(whole) | {"moves": [len(self._moves) - 1, [item]], "hand": CALM}
        groups["reason"] = self._reason_of(point)
        groups |= {"captured": captured} if captured else {}
        gone = ("draw", "take_back", "press", "standing")
        return groups | self._asked(*gone, turn=turn, wanted=wanted) | self._standing(more) | self._opens()

    def _standing(self, more):
        return self._asked(standing=more["standing"]) if more.get("standing") else {}

    def _passed(self, **fields):
        return self._move("--", **fields)

    def _taken_back(self, moves="", turn=None, captured=None, changes=None, removed=(), players=None, **more):
        left = len(re.findall(r"[a-s]\d+|--", moves))
        back = [each for move in self._moves[left:] for each in move["changes"]]
        gone = [[point, now, was] for point, was, now in reversed(back)] or [[each, "", "empty"] for each in removed]
        del self._moves[left:]
        self._changes = gone
        groups = self._board(gone) | {"moves": [left, []], "hand": CALM, "reason": None, "result": None}
        groups |= {"captured": captured} if captured else {}
        noted = {name: its for name, its in more.items() if name in ("count", "by")}
        groups |= self._noted("taken_back", removed=list(removed), **noted)
        if left < 3 and self._game.pop("opening", None):
            groups["game"] = dict(self._game)
        return groups | self._asked("draw", "take_back", "press", "standing", turn=turn, wanted=1) | self._opens()

    def _noted(self, code, **fields):
        self._record.append({"code": code, "n": len(self._moves), **fields})
        return {"record": [len(self._record) - 1, self._record[-1:]]}

    def _claim(self, **fields):
        return self._noted("claim", **fields)

    def _lapsed(self, **fields):
        return self._noted("lapsed", **fields)

    def _result(self, winner, reason, line=(), solved=None):
        gone = ("turn", "draw", "take_back", "press", "standing")
        players = {"open_p1": [], "open_p2": []} if self._game.get("settings") else {}
        ended = {"winner": winner, "reason": reason, "line": list(line)}
        if solved is not None:
            ended["solved"] = solved
        return {"result": ended, "hand": CALM} | self._asked(*gone) | players

    def _chosen(self, players=None, **more):
        return self._players(players)

    def _players(self, players):
        if not players or players == self._game.get("players"):
            return {}
        self._game["players"] = players
        return {"game": dict(self._game)}

    def _set_up(self, board, turn, **more):
        size = self._game.get("size", self._size)
        names = {"X": "black", "O": "white"}
        lie = {
            "abcdefghijklmnopqrs"[at % size] + str(size - at // size): names[mark]
            for at, mark in enumerate(board)
            if mark in names
        }
        self._cells, self._moves = lie, []
        self._game["setup"] = {colour: [point for point in lie if lie[point] == colour] for colour in names.values()}
        self._game["begins"] = turn
        changes = [[point, "empty", its] for point, its in lie.items()]
        whole = {"clear": True, "size": size, "changes": changes}
        return {"game": dict(self._game), "board": whole, "moves": [0, []], "hand": CALM} | self._asked(turn=turn)

    def _opening(self, opening):
        self._game["opening"] = opening
        return {"game": dict(self._game)}

    def _stamped(self, **stamp):
        self._game["stamp"] = stamp
        return {"game": dict(self._game)}

    def _settings(self, **settings):
        return {"next": OWN | settings}

    def _awaits(self, awaits=None, damaged=None):
        self._game.pop("awaits", None)
        self._game.pop("damaged", None)
        self._game |= ({"awaits": awaits} if awaits else {}) | ({"damaged": damaged} if damaged is not None else {})
        return {"game": dict(self._game)}

    def _resuming(self, damaged=None, **more):
        return self._awaits("resume", damaged) | {"open_p1": [], "open_p2": []}

    def _damage_accepted(self, **more):
        return self._awaits("resume")

    def _resumed(self, cause=None, **more):
        its = {"fault": self._failed | {"went_on": True}} if cause else {}
        return self._awaits() | its | {"hand": CALM} | self._opens()

    def _clearing(self, on):
        return self._awaits("clear" if on else None)

    # Requests to players

    def _menu(self, who, about=None, entries=(), at=0):
        self._menus.pop(who, None)
        if about:
            self._menus[who] = {"about": about, "entries": list(entries), "at": at}
        return {"menus": dict(self._menus)}

    def _open(self, **entries):
        return {f"open_{who}": its for who, its in entries.items()}

    def _clock(self, p1, p2, cause=None, **fields):
        told = {name: its for name, its in fields.items() if its is not None}
        noted = self._noted("clock", p1=p1, p2=p2, stopped=fields.get("stopped"), cause=cause) if cause else {}
        return {"clock": {"p1": p1, "p2": p2, **told}} | noted

    def _draw_offered(self, who):
        return self._asked(draw=who)

    def _draw_declined(self, **more):
        return self._asked("draw")

    def _take_back_wished(self, who, points=(), lifted=False):
        wish = {"who": who, "points": list(points), "lifted": lifted}
        return self._asked(take_back=wish) | self._opens(**({} if lifted else {who: "withdraw"}))

    def _take_back_declined(self, **more):
        return self._asked("take_back") | self._opens()

    _take_back_withdrawn = _take_back_declined

    def _advice(self, **fields):
        return {"advice": fields if fields["state"] in ("thinking", "shown") else None}

    def _partner(self, **fields):
        return {"partner": fields}

    def _puzzle(self, **fields):
        return {"puzzle": fields}

    def _lesson(self, **fields):
        return {"lesson": fields}

    # Hands

    def _reason_of(self, point):
        self._why = self._why if self._why and self._why["point"] == point else None
        return self._why

    def _reason(self, **fields):
        self._why = fields
        return {"reason": fields}

    def _hand(self, state, press=None, reason=None, **fields):
        self._why = None
        told = {name: its for name, its in fields.items() if its not in (None, [], 0)}
        return {"hand": {"state": state, **told}, "reason": None} | self._asked(press=press)

    def _provisional(self, point, points=None, colour=None, foul=None, replies=None, takes=None, kind=None, **more):
        new = points or [point]
        return self._hand("provisional", new=new, colour=colour, foul=foul, replies=replies, takes=takes, kind=kind)

    def _withdrawn(self, **more):
        return self._hand("calm")

    def _restored(self):
        # an interrupted game continues with a press, so the board awaits nothing, unless a position is being set up
        return self._hand("calm") | (self._awaits() if self._game.get("awaits") == "set up" else {})

    def _several(self, points):
        return self._hand("several", several=points)

    def _refused(self, why, who=None, point=None, extra=None, points=None, also=None):
        if who:
            return {}
        refusal = {"point": point, "why": why} | ({"also": also} if also else {})
        return self._hand("refused", refusal=refusal, extra=extra or [point], new=points)

    def _disturbed(self, what, missing=(), extra=(), waits=None, left=None, lift=None, turn=None, outside=0):
        its = {"missing": list(missing), "extra": list(extra), "new": waits, "left": left, "lift": lift, "turn": turn}
        waits_for = self._awaits(what, self._game.get("damaged")) if what in ("set up", "resume", "clear") else {}
        return self._hand("disturbed", outside=outside, **its) | waits_for

    def _lift(self, points, turn=None, provisional=None, press=None, kind=None):
        state = "lifting" if points or turn or press else "calm"
        new = [provisional] if provisional else None
        return self._hand(state, press, lift=points, turn=turn, new=new, kind=kind)

    def _kind(self, kind):
        return {"hand": {"state": "calm", "kind": kind}}

    def _offers(self, points, equal=(), many=False, count=0):
        return self._hand("offering", offers=points, equal=list(equal), several=points if many else None)

    def _offered(self, points, **more):
        board = self._board([[point, "", "black"] for point in points])
        self._fifths = points
        return board | self._hand("calm", offers=points, left=points) | self._noted("offered", points=points)

    def _keep(self, points, provisional=None):
        new = [provisional] if provisional else None
        return self._hand("keeping", offers=self._fifths or points, left=points, new=new)

    def _kept(self, point, **more):
        return self._board([[each, "", "empty"] for each in self._fifths if each != point]) | {"hand": CALM}

    # The board itself

    def _of_wiring(self, **fields):
        self._wiring = {name: its for name, its in (self._wiring | fields).items() if its}
        return {"wiring": dict(self._wiring)}

    def _matrix(self, faults, points=(), waits=False):
        return self._of_wiring(faults=faults, unproved=list(points), waits=waits)

    def _chatter(self, points):
        return self._of_wiring(chattering=points)

    def _intermittent(self, faults, points):
        return self._of_wiring(intermittent=faults, unsteady=points)

    def _of_device(self, **fields):
        self._device |= fields
        return {"device": dict(self._device)}

    def _supply(self, **supply):
        return self._of_device(supply=supply)

    def _chain(self, **chain):
        return self._of_device(chain=chain)

    def _laptop(self, allowed):
        return self._of_device(laptop=allowed)

    def _journal(self, **journal):
        return self._of_device(journal=journal)

    def _dropped(self, number):
        journal = self._device["journal"]
        return {} if journal["kept"] is None else self._journal(**journal | {"kept": journal["kept"] - 1})

    def _watchdog(self, armed):
        return self._of_device(watchdog=armed)

    def _fault(self, cause, count, text=None):
        self._failed = {"cause": cause, "count": count, "text": text, "went_on": False}
        return {"fault": self._failed} | self._of_device(faults_counted=count)
