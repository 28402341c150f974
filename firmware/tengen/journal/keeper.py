"""Save the present game on flash. Write each change before it is shown, and restore an interrupted game."""

from tengen.codes import Refused, coded, why_of
from tengen.journal import partfile
from tengen.journal.archive import Archive, failed
from tengen.journal.fields import fields

# The cause of a start after several failures in a row. The interrupted game may be the reason, so it is set aside
FAILING = "failing"

QUIET_MS = 3000  # after this many ms without a change, no player waits for a light of a finished game
SHOWN_MS = 100  # after this many ms a new game has been shown and sent
_TRIES = 3  # the number of files to try for a record


class Keeper:
    """The journal in a store (drivers/store.py). `archive`: its games. Events wait until take_events()."""

    def __init__(self, store):
        self.archive = Archive(store)
        self._sector = None  # the number of the present file
        self._used = 0  # the number of bytes written in the present file
        self._match = None  # the game being saved
        # How much of this game is in the journal:
        self._facts = 0  # the number of the match's facts that are written
        # the number of facts in the journal; this may be larger, because a restored match may lack automatic facts
        self._entries = 0
        self._running = None
        self._stamp = None
        self._settings = None
        self._ended = False
        self._played = None  # the settings of the game, after its beginning was written
        self._damaged = False  # True if a part can't be read and nobody has agreed yet to continue without this part
        self._lost = False  # True if a record could not be written, so that the rest of the game is not saved
        self._makes_files = True  # True while tend() creates files and drops games, until there are enough spare files
        self._quiet_at = 0

    def open(self, director, cause, now, spare=True):
        """Let the Director restore the interrupted game. Return whether there was one.

        Without a `cause` the game waits for a press. With a `cause` the game continues by itself, or is shown again if
        it is finished. If the cause is FAILING, the game is set aside instead. A damaged game waits for the arbiter.

        Creating a spare file needs an erase. The first spare file is created at once if `spare` is True, else by
        tend().
        """
        found = self._open(director, cause, now, spare)
        if self.archive.doubtful:
            director.forsake()
        return found

    def _open(self, director, cause, now, spare):
        archive, session = self.archive, director.session
        kept = archive.find_last(spare)
        self._settings = session.settings
        if not kept:
            return False
        if kept.left or (kept.over and (kept.waits or not cause)):
            archive.present = None
            director.forsake()
            return False
        director.prepare(kept)
        self._entries = len(kept.facts)
        self._ended = kept.over
        try:
            if cause == FAILING:
                raise Refused(coded("device.failed_again"))
            changed = kept.changed and session.settings.restored(fields(kept.changed))
            director.restore(kept, cause, now)
            if changed:
                director.obey(("note", changed), now)
        except ValueError as error:
            archive.complain(coded("device.set_aside", number=kept.number, why=why_of(error)))
            self._write(partfile.encode(("left",)))
            archive.present = None
            director.forsake()
            return False
        self._match = session.match
        self._played = session.played
        self._facts = len(session.match.facts)
        self._running = _running(session)
        self._stamp = session.stamp
        self._settings = session.settings
        self._damaged = kept.waits
        return True

    def keep(self, session, now):
        """Write the session's changes since the last call. Call this before the changes are shown."""
        if session.effects.changed:
            session.effects.changed = False
            self._keep(session, now)

    def _keep(self, session, now):
        match = session.match
        if match is not self._match:
            self._take_next(match, session.played, now)
        elif self._damaged and session.damaged is None:
            self._damaged = False
            # this begins the next file, because that file's "more" record has the number of facts before it
            self._write(b"")
        running = _running(session)
        if (match.facts or running) and not self._knows(match, running, session.stamp):
            self._note(session, running, now)

    def _note(self, session, running, now):
        self._quiet_at = now + QUIET_MS
        self._write(*self._fresh(session, running, now))

    def _knows(self, match, running, stamp):
        """Whether the journal already contains all facts and settings of the session."""
        known = len(match.facts) == self._facts and running == self._running and stamp == self._stamp
        return known and self._ended == (match.result is not None)

    def _take_next(self, match, played, now):
        if self._match and (self.archive.present is not None or (self._match.facts and not self._lost)):
            self._leave(self._match, now)
        self._begin_with(match)
        self._played = played

    def keep_clocks(self, session, now):
        """Write the players' remaining times if the clock runs. Call this before an intended restart."""
        if _running(session):
            self._running = None
        self._keep(session, now)

    def tend(self, session, now):
        """Do one step of slow work (create files, drop games), if no player waits for a light."""
        if now >= self._quiet_at:
            if self._makes_files and (session.idle or session.resuming):
                self._makes_files = self.archive.make_file() or self.archive.make_room()
            elif session.idle:
                self.archive.tend(session.match.result is not None)

    def take_events(self):
        """Return the news since the last call, as entries of `did`."""
        events = self.archive.events
        if not events:
            return ()
        self.archive.events = []
        return events

    def _leave(self, match, now):
        # the facts of the step in which the next game began
        facts = match.facts[self._facts :]
        if self._lost:
            # the lost records can't be restored, but the next game will be saved
            self._lost, self._sector, facts = False, None, []
        self._write(partfile.encode(*self._beginning() + facts + self._end(match) + [("left",)]), len(facts))
        task = self._played.has_task()  # type: ignore[union-attr]  # it has begun
        if task or (not self._damaged and all(fact[0] in ("set up", "clock") for fact in match.facts)):
            self.archive.give_up(self.archive.present)
        # files can be created now, because a player who has just begun a new game is not yet holding a stone
        self._makes_files = True
        self._quiet_at = now + SHOWN_MS

    def _begin_with(self, match):
        self._match = match
        self._sector = self._running = self._stamp = self.archive.present = None
        self._facts = self._entries = 0
        self._ended = self._lost = self._damaged = False

    def _fresh(self, session, running, now):
        """Return one record with all changes since the last one, as bytes, and its number of facts."""
        match, clock = session.match, session.timing.clock
        facts = match.facts[self._facts :]
        fresh = self._beginning() + facts
        self._facts = len(match.facts)
        if clock:
            fresh.append(("clocks",) + clock.state(now)[:3] + (session.timing.waits,))
            self._running = running
        if session.stamp != self._stamp:
            self._stamp = session.stamp
            fresh.append(("stamp", self._stamp["id"], self._stamp["date"]))
        if session.settings is not self._settings:
            # The settings file is not written during a game. A change of settings alone makes no record, because a
            # laptop can change settings any number of times
            self._settings = session.settings
            fresh.append(("settings", self._settings.text()))
        fresh += self._end(match)
        self._ended = match.result is not None
        return partfile.encode(*fresh), len(facts)

    def _beginning(self):
        if self.archive.present is not None:
            return []
        return [("begin", self._played.game_text())]  # type: ignore[union-attr]  # it has begun

    def _end(self, match):
        return [("end", match.result.winner, match.result.reason)] if match.result and not self._ended else []

    def _write(self, data, facts=0):
        """Append a record with `facts` facts to the present file; if that fails or the file is full, to a new file."""
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
                why = failed(error)
                continue
            self._used += len(data)
            self._entries += facts
            if self.archive.present is None:
                self.archive.begins(number)
            return
        self._lost = True
        self.archive.complain(coded("device.kept_no_further", why=why))

    def _begin_file(self):
        number, sector = self.archive.next_file()
        self._sector = sector
        self._used = partfile.HEAD_SIZE
        if self.archive.present is not None:
            more = partfile.encode(("more", self.archive.present, self._entries))
            sector.program(self._used, more)
            self._used += len(more)
        return number, sector


def _running(session):
    return session.timing.clock and session.timing.clock.running
