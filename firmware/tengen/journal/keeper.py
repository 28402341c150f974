"""Keeps the present game on flash: writes each change before it is shown, and restores an interrupted game."""

import json

from tengen.journal import partfile
from tengen.journal.archive import Archive, in_words

# The cause of a start after several failures in a row: the game that was under way may be why, and is set aside
FAILING = "failing"

QUIET_MS = 3000  # so long after its last deed does nobody wait for a light of a game that is over
SHOWN_MS = 100  # so long after it was begun is a game shown and told

_TRIES = 3  # so many places are tried


class Keeper:
    """The journal in a store (drivers/store.py), its games in `archive`. Calls return events, if there are any."""

    def __init__(self, store):
        self.archive = Archive(store)
        self._sector = None  # of the present file, and how many of its bytes are written
        self._used = 0
        self._match = None  # the game that is being kept, and what the journal has of it
        self._facts = 0  # of the match
        self._entries = 0  # facts in the journal: a match that was taken up may lack what came by itself
        self._running = None
        self._stamp = None
        self._settings = None
        self._ended = False
        self._damaged = False  # and nobody has agreed yet to go on with what can be read of it
        self._lost = False  # something of it could not be written
        self._makes_files = True  # and room for them, until there are enough
        self._quiet_at = 0

    def open(self, session, cause, now):
        """Let the session take up the game that was interrupted: whether there was one.

        Without a `cause` it waits for a press; with one it goes on by itself, and a game that was over is shown again.
        A damaged game waits for the arbiter.
        """
        found = self._open(session, cause, now)
        if self.archive.doubtful:
            session.forsake()
        return found

    def _open(self, session, cause, now):
        archive = self.archive
        kept = archive.find_last()
        self._settings = session.settings
        if not kept:
            return False
        if kept.left or (kept.over and (kept.waits or not cause)):
            archive.present = None
            session.forsake()
            return False
        self._entries = len(kept.facts)
        self._ended = kept.over
        try:
            if cause == FAILING:
                raise ValueError("the firmware has failed with it again and again")
            changed = kept.changed and session.settings.with_(json.loads(kept.changed))
            session.restore(kept, cause, now)
            if changed:
                session.take(changed)
        except ValueError as error:
            archive.complain("game %d can't be continued: %s; it is set aside" % (kept.number, error))
            self._write(partfile.encode(("left",)))
            archive.present = None
            session.forsake()
            return False
        self._match = session.match
        self._facts = len(session.match.facts)
        self._running = _running(session)
        self._stamp = session.stamp
        self._settings = session.settings
        self._damaged = kept.waits
        return True

    def keep(self, session, now):
        """Write down what has been done in the session since; before anything of it is shown."""
        match = session.match
        if match is not self._match:
            if self._match and self.archive.present is not None:
                self._leave(self._match, now)
            self._begin_with(match)
        elif self._damaged and session.damaged is None:
            self._damaged = False
            self._write(b"")  # its next file says after what it goes on
        running = _running(session)
        known = len(match.facts) == self._facts and running == self._running and session.stamp == self._stamp
        if not (known and self._ended == (match.result is not None)) and (match.facts or running):
            self._quiet_at = now + QUIET_MS
            self._write(*self._fresh(session, running, now))
        return self._say()

    def keep_clocks(self, session, now):
        """Write down what the players have left, where the app is ended on purpose."""
        if _running(session):
            self._running = None
        return self.keep(session, now)

    def tend(self, session, now):
        """Do a little of what takes long, when nobody waits for a light."""
        if now >= self._quiet_at:
            if self._makes_files and (session.idle or session.resuming):
                self._makes_files = self.archive.make_file() or self.archive.make_room()
            elif session.idle:
                self.archive.tend(session.match.result is not None)
        return self._say()

    def _leave(self, match, now):
        if self._lost:
            # what is missing is missing, but another game is on the board now
            self._lost, self._sector = False, None
        self._write(partfile.encode(("left",)))
        if not self._damaged and all(fact[0] in ("set up", "clock") for fact in match.facts):
            self.archive.give_up(self.archive.present)
        # whoever has just begun another game has no stone in the hand
        self._makes_files = True
        self._quiet_at = now + SHOWN_MS

    def _begin_with(self, match):
        self._match = match
        self._sector = self._running = self._stamp = self.archive.present = None
        self._facts = self._entries = 0
        self._ended = self._lost = self._damaged = False

    def _fresh(self, session, running, now):
        """The records of what has been done since the last ones, and how many facts they are."""
        match, clock = session.match, session.timing.clock
        fresh: list = []
        if self.archive.present is None:
            fresh.append(("begin", json.dumps(session.played.game_fields())))
        facts = match.facts[self._facts :]
        fresh += facts
        self._facts = len(match.facts)
        if clock:
            fresh.append(("clocks",) + clock.state(now)[:3] + (session.timing.waits,))
            self._running = running
        if session.stamp != self._stamp:
            self._stamp = session.stamp
            fresh.append(("stamp", self._stamp["id"], self._stamp["date"]))
        if session.settings is not self._settings:
            # their own file is not written while a game is under way; that they were changed is no record of its own,
            # for a laptop can do so any number of times
            self._settings = session.settings
            fresh.append(("settings", json.dumps(self._settings.fields())))
        if match.result and not self._ended:
            fresh.append(("end", match.result.winner, match.result.reason))
        self._ended = match.result is not None
        return partfile.encode(*fresh), len(facts)

    def _write(self, data, facts=0):
        """Add records, with so many facts, to the present game; in its next file where that fails, or is full."""
        if self._lost:
            return
        for _ in range(_TRIES):
            try:
                sector = self._sector
                if sector is None or self._used + len(data) > sector.size:
                    number, sector = self._begin_file()
                sector.program(self._used, data)
            except OSError as error:
                self._sector = None
                message = in_words(error)
                continue
            self._used += len(data)
            self._entries += facts
            if self.archive.present is None:
                self.archive.begins(number)
            return
        self._lost = True
        self.archive.complain("%s: this game is kept no further" % message)

    def _begin_file(self):
        number, sector = self.archive.next_file()
        self._sector = sector
        self._used = partfile.HEAD_SIZE
        if self.archive.present is not None:
            more = partfile.encode(("more", self.archive.present, self._entries))
            sector.program(self._used, more)
            self._used += len(more)
        return number, sector

    def _say(self):
        events = self.archive.events
        if events:
            self.archive.events = []
        return events


def _running(session):
    return session.timing.clock and session.timing.clock.running
