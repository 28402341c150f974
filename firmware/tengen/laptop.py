"""The app's side of the link. It sends the state and events to the laptop, and executes the laptop's commands."""

import gc

from tengen import __version__
from tengen.build import BUILD
from tengen.codes import Refused, coded, error, why_of
from tengen.link import codec, commands
from tengen.maintenance import wire_map
from tengen.maintenance.progress import JOURNAL, LINK, SESSION, WAITING
from tengen.session.state import ALL, OPEN, STONES, State

# Events that answer a command and are not state; each is sent in a separate line
ANSWERS = ("health", "games", "part", "probe", "frame", "wired", "choices", "error", "done")
# Changes that affect only the groups of State.STONES
OF_STONES = ("provisional", "withdrawn", "several", "refused", "reason")
LONG = 300  # number of bytes; a line that is longer gets no further group
MOST_LINES = 2  # number of bytes of a long state that are sent at once, before the last line
MOST_WAITING = 512  # number of bytes that wait for the host; if more bytes wait, the state waits too


class Laptop:
    """The link to the host on the console of `board` (its drivers). Entries of `did` wait until flush() sends them.

    `probe`: the Probe while the board is probed. `sent` counts the entries and lines since it was last set to 0.

    Commands run with as few functions as possible on the stack, because an interrupt fails when the C stack is nearly
    full, and then the matrix fails too.
    """

    def __init__(self, board, director, keeper, upkeep, wired):
        self._board = board
        self._director = director
        self._session = director.session
        self._keeper = keeper
        self._upkeep = upkeep
        self._wired = wired
        self._stage = board.watchdog.stage
        self._lines = codec.Lines()
        self._did: list = []  # the entries that wait
        self._seq = 0
        device = "device", self._device, self._device_fields
        self._state = State(device + ("fault", self._fault, self._fault_fields))
        # True if a stone may have changed groups besides State.STONES, so that these must be checked
        self._others = False
        self._more = False  # whether the last line announced another line
        self._snapshot = None  # the answer to a request for the whole state, while the state is being sent
        self._asked: dict = {}  # for the code of each awaited answer: the id of the command
        self._probe_asked = False  # whether to probe the board
        self.probe = None  # a Probe, only while the board is probed
        self.sent = 0
        self.failed_in = -1  # the number of the game before or in which the app failed and restarted
        self.went_on = False  # whether this game continues by itself

    def start(self, restored, cause):
        """Report that the app has started. `restored`: True if a game was restored. `cause`: why the app restarted."""
        self.tell([{"code": "started", "version": __version__, "restored": restored}])
        self.tell(self._upkeep.start())
        if cause:
            self.failed_in, self.went_on = self._session.number, restored

    def tell(self, did):
        """Add entries of `did` to be sent."""
        if did:
            self._did += self._answering(did) if self._asked else did

    def _answering(self, did):
        """Return the entries, each with the id of the command that it answers. "done" follows the last answer."""
        found = []
        for entry in did:
            found.append(entry)
            code = entry["code"]
            if code in self._asked:
                if code in ANSWERS:
                    entry["re"] = self._asked[code]
                if entry.get("last", True):
                    found.append({"code": "done", "re": self._asked.pop(code)})
        return found

    def flush(self, now, part=ALL):
        """Send the events and the changes in this part of the state (State.news), after both are on flash."""
        self._take_over(now)
        if self._did or self._session.effects.news or (self._others and part > STONES):
            for entry in self._did:
                if entry["code"] not in OF_STONES:
                    part = ALL
            part = min(part, ALL)  # the list of open entries can wait for the next tick
        elif part < OPEN or not self._state.owes(self._session):
            return
        if self._did or self._has_room():
            self._stage(LINK)
            self._send(now, part)

    def _take_over(self, now):
        """Save the session's changes, then take its events."""
        effects = self._session.effects
        if effects.changed:
            self._stage(JOURNAL)
            self._keeper.keep(self._session, now)
            self._stage(SESSION)
        self.tell(self._keeper.take_events())
        self.tell(effects.take_events())

    def is_asked(self):
        """Whether a client has requested the whole state and has not received it yet."""
        return self._snapshot is not None

    def _has_room(self):
        """Whether the host accepts data. If not, the state is sent later, with the values of that time."""
        return self._board.console.waiting() < MOST_WAITING

    def _send(self, now, part):
        """Send lines with the changed groups, the last with the events (`did`). Then send the answers to commands."""
        did, self._did = self._did, []
        line = self._send_groups(now, part, bool(did))
        answers = [entry for entry in did if entry["code"] in ANSWERS]
        if answers:
            did = [entry for entry in did if entry not in answers]
        self._send_last(line, did, now)
        for answer in answers:
            self._write(codec.Line(), now, {"re": answer.pop("re", None), "answer": answer})
        self.sent += len(did) + 1

    def _send_groups(self, now, part, all_of_them):
        """Send the changed groups, except for the last line, which is returned.

        Unless `all_of_them` is True, the rest of a long state is sent at the next call, and effects.news stays true
        until then.
        """
        effects, line, lines, last = self._session.effects, codec.Line(), 0, None
        effects.news = True  # stays True until the whole state has been checked
        for group, value in self._state.news(self._session, now, part):
            if line.size > LONG or group == last:  # a group that grows may be sent in several parts
                self._write(line, now, {"more": True})
                line = codec.Line()
                lines += 1
            line.add(group, value)
            last = group
            if lines == MOST_LINES and line.size > LONG and not all_of_them:
                break
        else:
            effects.news, self._others = False, part == STONES
        return line

    def _send_last(self, line, did, now):
        """Send the last line of a state: with the events, whether more follows, and whether it is complete."""
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

    def _write(self, line, now, fields):
        self._seq += 1
        self._board.console.write(line.end(self._seq, now, fields))

    def listen(self, now):
        """Read the link and execute its commands."""
        self._stage(LINK)
        data = self._board.console.read()
        if data:
            self._take_in(data, now)
        if self._probe_asked:
            self._begin_probing(now)

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
                    self._director.obey(commands.intent_of(command, self._session.settings), now)
                else:
                    self._obey(command, now)
            except ValueError as its:
                answer = error(why_of(its))
            # a command's effects must be sent before its answer and before the next answer
            self._take_over(now)
            self._answer(command, answer)

    def _expected(self, command):
        """Return the answer to a command if it succeeds, or None if no answer is needed or another entry is the answer.

        Raises Refused if the command is not allowed now.
        """
        commands.check_allowed(command, self._session, self.probe is not None)
        its, code = commands.id_of(command), commands.answer_of(command["cmd"])
        if its is None or not code:
            return None if its is None else {"code": "done"}
        if code in self._asked:
            # the board answers only the last request
            self.tell([dict(error(coded("device.asked_again")), re=self._asked.pop(code))])
        self._asked[code] = its
        return None

    def _answer(self, command, answer):
        """Answer a command with "done" or an error, and with the command's id if it has one."""
        if answer:
            its = commands.id_of(command)
            if its is not None:
                answer["re"] = its
                self._asked = {code: waits for code, waits in self._asked.items() if waits != its}
            self.tell([answer])

    def _obey(self, command, now):
        word, session, archive = command["cmd"], self._session, self._keeper.archive
        if word == "probe":
            if len(self._wired.rows) > wire_map.MOST_LINES:
                raise Refused(coded("device.no_matrix"))
            if command["on"]:
                self._probe_asked = True
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
            self._take_over(now)
            self.tell([dict([("code", "stamped")] + list(session.stamp.items()))])

    def _begin_probing(self, now):
        """Stop the game, which stays on flash, and probe the board.

        When the probe ends, the app restarts and compares the board's stones again.
        """
        self._session.timing.stop("resume", now, now)
        self.flush(now)
        self._keeper.keep_clocks(self._session, now)
        trouble = self._upkeep.write_all()
        self._board.buzzer.tone(0)
        self._probe_asked, self.probe = False, self._upkeep.probe(self._wired, now)
        self._board.matrix.show(self.probe.look)
        # send the answer first, because a host would regard an earlier error as a refusal
        self.tell([self.probe.event()] + trouble)

    def serve_probe(self, now):
        """Do a tick while the board is probed."""
        # App.tick() checks that there is a probe
        self.tell(self.probe.tick(self._session, now))  # type: ignore[union-attr]
        self.listen(now)
        self.flush(now, OPEN)
        self._stage(WAITING)

    def _obey_probing(self, probing, command, now):
        word = command["cmd"]
        probing.asked(now)
        if word == "snapshot":
            self._tell_state(now)
        elif word == "hold":
            self._hold()
        else:
            self.tell(probing.obey(word, commands.given(command), now))

    def _tell_state(self, now):
        """Send the whole state again."""
        self._state.forget()
        self._snapshot = self._asked.pop("snapshot", True)

    def _hold(self):
        self._board.watchdog.hold()
        self.tell([{"code": "watchdog", "armed": self._board.watchdog.armed}])

    # The groups of the board itself; session/state.py has those of the session

    def _device(self, session, now):
        return self._upkeep.key() + (session.laptop, self.probe is None) + self._keeper.archive.key()

    def _device_fields(self, session, now, its):
        found = {"version": __version__, "build": BUILD, "wire": codec.WIRE, "size": session.size}
        found["laptop"] = session.laptop
        found["probed"] = self.probe is not None
        found["journal"] = self._keeper.archive.state()
        found.update(self._upkeep.state())
        if not self._state.whole and hasattr(gc, "mem_free"):  # which takes 20 ms
            gc.collect()
            found["heap_free"] = gc.mem_free()
        return found

    def _fault(self, session, now):
        """Return why the app has restarted, or None after another game has begun."""
        return self._upkeep.faults.last if session.number == self.failed_in else None

    def _fault_fields(self, session, now, its):
        return dict(its, went_on=self.went_on)
