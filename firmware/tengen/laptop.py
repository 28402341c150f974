"""The laptop's side of the app: sends events on the link, and obeys the commands that come over it."""

import gc

from tengen import __version__
from tengen.build import BUILD
from tengen.link import codec, commands
from tengen.maintenance import wire_map
from tengen.maintenance.progress import JOURNAL, LINK, SESSION
from tengen.session import events
from tengen.session.arbiter import ARBITER
from tengen.session.diagram import Uneven

_OF_THE_GAME = ("set", "do", "new", "back", "clock", "setup", "puzzle", "partner", "show")


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
        self._snapshot_due = False
        self.probe_asked = False
        self.probe = None  # a Probe, only while the board is probed
        self.sent = 0

    def tell(self, told):
        """Add events to be sent."""
        if told:
            self._waiting += told

    def flush(self, now):
        """Send all waiting events."""
        if self._waiting:
            self._stage(LINK)
            self._send(now)

    def _send(self, now):
        told, self._waiting = self._waiting, []
        for event in told:
            self._seq += 1
            event["seq"] = self._seq
            event["t"] = now
            self._board.console.write(codec.encode(event))
        self.sent += len(told)

    def listen(self, now):
        """Read the link and obey its commands."""
        self._stage(LINK)
        data = self._board.console.read()
        if data:
            self._take_in(data, now)
        if self._snapshot_due and not self._board.console.waiting():
            self._snapshot_due = False
            self.tell([self.snapshot(now)])

    def _take_in(self, data, now):
        for line in self._lines.feed(data):
            try:
                if line is None:
                    raise ValueError("the line is too long: %d bytes at most" % codec.LONGEST_LINE)
                command = commands.checked(codec.decode(line))
                self._stage(SESSION)
                if self.probe:
                    self._obey_probing(self.probe, command, now)
                elif command["cmd"] in _OF_THE_GAME:
                    commands.check_allowed(command, self._session)
                    self._play(command["cmd"], command, now)
                else:
                    commands.check_allowed(command, self._session)
                    self._obey(command, now)
            except ValueError as error:
                self.tell([{"event": "error", "message": str(error), "confirm": isinstance(error, Uneven)}])
            # what it has led to comes before the answer to the next one
            self.take_over(now)

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
                raise ValueError("probe: this board has no matrix to be watched")
            if command["on"]:
                self.probe_asked = True
            else:
                self.tell([wire_map.probed(self._wired, False)])
        elif word in commands.OF_A_PROBE:
            raise ValueError('%s is for a board that is probed: send {"cmd": "probe", "on": true} first' % word)
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
            self.tell([dict([("event", "stamped")] + list(session.stamp.items()))])

    def _play(self, word, command, now):
        """Obey a command that changes the game or its settings."""
        session = self._session
        if word == "set":
            session.change(session.settings.with_(_but(command, "cmd")), now)
        elif word == "do":
            session.do(command["who"], command["entry"], now)
        elif word == "new":
            session.new_game(now, command.get("wait"))
        elif word == "back":
            session.take_back(command["count"], ARBITER, now)
        elif word == "clock":
            session.correct_clock(_but(command, "cmd"), now)
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
        elif word in commands.OF_A_PROBE:
            self.tell(probing.obey(command, now))
        else:
            raise ValueError('%s is refused: the board is probed, until {"cmd": "probe", "on": false}' % word)

    def _tell_state(self, now):
        """Tell a snapshot, but later if others wait to be sent: in a firmware of files the heap has no room for two."""
        if self._waiting or self._board.console.waiting():
            self._snapshot_due = True
        else:
            self.tell([self.snapshot(now)])

    def _hold(self):
        self._board.watchdog.hold()
        self.tell([{"event": "watchdog", "armed": self._board.watchdog.armed}])

    def snapshot(self, now):
        """Return the whole state of the board as one event."""
        session = self._session
        event = events.snapshot(session, now)
        event["version"] = __version__
        event["build"] = BUILD
        event["settings"] = session.settings.fields()
        event["probed"] = self.probe is not None
        event["played"] = session.played.game_fields()
        event.update(self._upkeep.state())
        event["journal"] = self._keeper.archive.state()
        if hasattr(gc, "mem_free"):
            gc.collect()
            event["heap_free"] = gc.mem_free()
        return event


def _but(command, field):
    return {name: command[name] for name in command if name != field}
