"""The laptop's side of the app: sends events on the link, and obeys the commands that come over it."""

import gc

from tengen import __version__
from tengen.build import BUILD
from tengen.codes import Refused, coded, error, why_of
from tengen.link import codec, commands
from tengen.maintenance import wire_map
from tengen.maintenance.progress import JOURNAL, LINK, SESSION
from tengen.session.arbiter import ARBITER
from tengen.session.state import ALL, OPEN, STONES, State

# What answers a command, and is no state: a line of its own
ANSWERS = ("health", "games", "part", "probe", "frame", "wired", "error", "done")
# What changes only the groups of State.STONES
OF_STONES = ("provisional", "withdrawn", "several", "refused", "reason")
LONG = 300  # bytes: a line with more gets no other group
MOST_LINES = 2  # of a long state before the last one, at once
MOST_WAITING = 512  # bytes that wait for the host: with more the state waits, too


class Laptop:
    """Whoever listens on the console of `board` (its drivers). Events wait in tell() until flush() sends them.

    `probe_asked`: the board shall be probed; `probe`: the Probe while it is. `sent` counts the events since the last
    time it was set to 0.

    Commands are obeyed where as few functions as possible are active: an interrupt that comes while the C stack is
    nearly full fails, and the matrix with it.
    """

    def __init__(self, board, session, keeper, upkeep, wired):
        self._board = board
        self._session = session
        self._keeper = keeper
        self._upkeep = upkeep
        self._wired = wired
        self._stage = board.watchdog.stage
        self._lines = codec.Lines()
        self._waiting: list = []
        self._seq = 0
        others = ("device", self._device, self._device_fields), ("fault", self._fault, self._fault_fields)
        self._state = State(session, others)
        self._others = False  # groups that a stone may have changed besides State.STONES are to be looked at
        self._more = False  # the last line has said that another one follows
        self._snapshot = None  # the answer to who has asked for all of the state, while it is being sent
        self._asked: dict = {}  # by the kind of event that will answer it: the id of a command
        self.probe_asked = False
        self.probe = None  # a Probe, only while the board is probed
        self.sent = 0
        self.failed_in = -1  # the number of the game before or in which the app has failed and started again
        self.went_on = False  # whether this game goes on by itself

    def tell(self, told):
        """Add events to be sent."""
        if told:
            self._waiting += self._answering(told) if self._asked else told

    def _answering(self, told):
        """Return events, with its id those that answer a command; after the last of these, that it is done."""
        found = []
        for event in told:
            found.append(event)
            kind = event["code"]
            if kind in self._asked:
                if kind in ANSWERS:
                    event["re"] = self._asked[kind]
                if event.get("last", True):
                    found.append({"code": "done", "re": self._asked.pop(kind)})
        return found

    def flush(self, now, part=ALL):
        """Send what was done, and what has changed in this part of the state (State.news)."""
        if self._waiting or self._session.effects.news or (self._others and part > STONES):
            for event in self._waiting:
                if event["code"] not in OF_STONES:
                    part = ALL
            part = min(part, ALL)  # what is open has time until the next tick
        elif part < OPEN or not self._state.owes():
            return
        if self._waiting or self._has_room():
            self._stage(LINK)
            self._send(now, part)

    def is_asked(self):
        """Whether somebody has asked for all of the state, and has not got it yet."""
        return self._snapshot is not None

    def _has_room(self):
        """Whether the host takes what is sent: else the state waits, and is sent as it is then."""
        return self._board.console.waiting() < MOST_WAITING

    def _send(self, now, part):
        did, self._waiting = self._waiting, []
        line, lines, last = codec.Line(), 0, None
        self._session.effects.news = True  # until the state has been gone through
        for group, value in self._state.news(now, part):
            if line.size > LONG or group == last:  # a group that grows may come in several parts
                self._write(line, now, {"more": True})
                line = codec.Line()
                lines += 1
            line.add(group, value)
            last = group
            if lines == MOST_LINES and line.size > LONG and not did:
                break
        else:
            self._session.effects.news, self._others = False, part == STONES
        answers = [event for event in did if event["code"] in ANSWERS]
        if answers:
            did = [event for event in did if event not in answers]
        fields: dict = {"did": did} if did else {}
        if self._session.effects.news:
            fields["more"] = True
        elif self._state.whole and self._snapshot is not None:
            fields["whole"] = True
            if self._snapshot is not True:
                fields["re"] = self._snapshot
            self._snapshot = None
        if fields or line.size or self._more:
            self._write(line, now, fields)
        self._more = "more" in fields
        for answer in answers:
            self._write(codec.Line(), now, {"re": answer.pop("re", None), "answer": answer})
        self.sent += len(did) + 1

    def _write(self, line, now, fields):
        self._seq += 1
        self._board.console.write(line.end(self._seq, now, fields))

    def listen(self, now):
        """Read the link and obey its commands."""
        self._stage(LINK)
        data = self._board.console.read()
        if data:
            self._take_in(data, now)

    def _take_in(self, data, now):
        for line in self._lines.feed(data):
            command: dict = {}
            try:
                if line is None:
                    raise Refused(coded("device.long_line", most=codec.LONGEST_LINE))
                command = codec.decode(line)
                answer = self._expected(commands.checked(command))
                self._stage(SESSION)
                if self.probe:
                    self._obey_probing(self.probe, command, now)
                elif commands.acts_on_game(command["cmd"]):
                    self._play(command["cmd"], command, now)
                else:
                    self._obey(command, now)
            except ValueError as its:
                answer = error(why_of(its))
            # what it has led to comes before its answer, and before the answer to the next one
            self.take_over(now)
            self._answer(command, answer)

    def _expected(self, command):
        """Return the answer to a command if it succeeds; None if it wants none, or another event will be it.

        Raises Refused if the command is not allowed now.
        """
        commands.check_allowed(command, self._session, self.probe is not None)
        its, kind = commands.id_of(command), commands.answer_of(command["cmd"])
        if its is None or not kind:
            return None if its is None else {"code": "done"}
        if kind in self._asked:
            # the board answers once, to who has asked last
            self.tell([dict(error(coded("device.asked_again")), re=self._asked.pop(kind))])
        self._asked[kind] = its
        return None

    def _answer(self, command, answer):
        """Tell the answer to a command: "done" or an error, with the command's id if it has one."""
        if answer:
            its = commands.id_of(command)
            if its is not None:
                answer["re"] = its
                self._asked = {kind: waits for kind, waits in self._asked.items() if waits != its}
            self.tell([answer])

    def take_over(self, now):
        """Keep what the session has done, then take its events."""
        effects = self._session.effects
        if effects.changed:
            effects.changed = False
            self._stage(JOURNAL)
            self.tell(self._keeper.keep(self._session, now))
            self._stage(SESSION)
        self.tell(effects.take_events())

    def _obey(self, command, now):
        word, session, archive = command["cmd"], self._session, self._keeper.archive
        if word == "probe":
            if len(self._wired.rows) > wire_map.MOST_LINES:
                raise Refused(coded("device.no_matrix"))
            if command["on"]:
                self.probe_asked = True
            else:
                self.tell([wire_map.probed(self._wired, False)])
        elif word == "snapshot":
            self._tell_state(now)
        elif word == "health":
            self._upkeep.tell_health()
        elif word == "games":
            self.tell([archive.games()])
        elif word == "game":
            archive.send(command["number"])
        elif word == "fetched":
            archive.fetched(command["number"])
        elif word == "prove":
            self.tell([session.wiring_trust.event()])
            self._upkeep.prove_chain()
        elif word == "hold":
            self._hold()
        elif word == "stamp":
            session.stamp = commands.stamp_of(command)
            session.effects.change()
            self.take_over(now)
            self.tell([dict([("code", "stamped")] + list(session.stamp.items()))])

    def _play(self, word, command, now):
        """Obey a command that changes the game or its settings."""
        session = self._session
        if word == "set":
            session.change(session.settings.with_(_fields(command)), now)
        elif word == "do":
            session.do(command["who"], command["entry"], now)
        elif word == "new":
            session.new_game(now, command.get("wait"))
        elif word == "back":
            session.take_back(command["count"], ARBITER, now)
        elif word == "clock":
            session.correct_clock(_fields(command), now)
        elif word == "puzzle":
            session.begin_puzzle(now, command.get("grade"), command.get("number"))
        elif word in ("partner", "show"):
            session.obey(word, command, now)
        elif word == "setup":
            session.set_up(command["board"], command.get("turn"), command.get("confirm", False), now)

    def _obey_probing(self, probing, command, now):
        word = command["cmd"]
        probing.asked(now)
        if word == "snapshot":
            self._tell_state(now)
        elif word == "hold":
            self._hold()
        else:
            self.tell(probing.obey(word, _fields(command), now))

    def _tell_state(self, now):
        """Send all of the state again."""
        self._state.forget()
        self._snapshot = self._asked.pop("snapshot", True)

    def _hold(self):
        self._board.watchdog.hold()
        self.tell([{"code": "watchdog", "armed": self._board.watchdog.armed}])

    # The groups of the board itself, as session/state.py has those of the session

    def _device(self, session, now):
        return self._upkeep.key() + (session.laptop, self.probe is None) + self._keeper.archive.key()

    def _device_fields(self, session, now, its):
        found = {"version": __version__, "build": BUILD, "size": session.size, "laptop": session.laptop}
        found["probed"] = self.probe is not None
        found["journal"] = self._keeper.archive.state()
        found.update(self._upkeep.state())
        if not self._state.whole and hasattr(gc, "mem_free"):  # which takes 20 ms
            gc.collect()
            found["heap_free"] = gc.mem_free()
        return found

    def _fault(self, session, now):
        """Why the app has started again, until another game begins."""
        return self._upkeep.faults.last if session.number == self.failed_in else None

    def _fault_fields(self, session, now, its):
        return dict(its, went_on=self.went_on)


def _fields(command):
    return {name: command[name] for name in command if name not in ("cmd", commands.ID)}
