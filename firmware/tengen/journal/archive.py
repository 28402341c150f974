"""The files of the games on flash: lists them, finds the last, removes the oldest, sends their bytes.

A game is kept in one file of FOLDER, or in several: where one is full, and after each start, it goes on in the next.
Their names are numbers that only grow; a game is called by its first. Files are made ahead of time: that takes an erase
of the flash, while which the whole board stands still. To write into one takes none.
"""

import json
from binascii import hexlify

from tengen.journal import partfile

FOLDER = "games"
KEPT = 100  # so many games are kept besides the present one, until the laptop has fetched them
SPARES = 3  # files ready for what comes: one has some two hundred stones of a game with a clock
PIECE = 240  # bytes of a file that are told at once

_BEGINNING = 1024  # bytes: no first record is longer, not even that of a full board that was set up
_ENOSPC = 28


class Kept:
    """A game as it was found: its file's `number`, `settings` (a dict), `facts` in order, `clocks` or None, `stamp`.

    `settings` is None where the beginning is lost.
    `changed`: the settings as JSON, if they were changed meanwhile; `over`: it has ended; `left`: another was begun.
    `damages`: after how many moves something can't be read any more; while it `waits`, nobody has agreed to go on
    without that, and what was done later is no part of it.
    """

    def __init__(self, number, settings=None):
        self.number = number
        self.settings = settings
        self.facts: list = []
        self.clocks = None
        self.stamp = None
        self.changed = None
        self.over = self.left = False
        self.damages: list = []
        self.waits = False

    def take(self, entries, behind=()):
        """Take the entries of its next part, and those behind damage in it."""
        for entry in entries:
            self._take(entry)
        if behind:
            self.miss()
            for entry in behind:
                self._take(entry)

    def miss(self):
        """Something that was done next can't be read."""
        if not self.waits:
            self.waits = True
            self.damages.append(self.moves())

    def moves(self):
        """How many moves stand: tentative fifths, and the one that was kept, are one."""
        return sum(
            1 if fact[0] in ("stone", "pass", "offer") else -fact[1] if fact[0] == "back" else 0 for fact in self.facts
        )

    def _take(self, entry):
        kind = entry[0]
        if kind == "begin":
            self.settings = self.settings or json.loads(entry[1])
        elif kind == "more":
            if len(self.facts) < entry[2]:
                self.miss()
            else:
                # what was written in vain to a worn-out place was written once more
                self.facts = self.facts[: entry[2]]
                self.waits = False
        elif kind == "clocks":
            self.clocks = self.clocks if self.waits else entry[1:]
        elif kind == "stamp":
            self.stamp = {"id": entry[1], "date": entry[2]}
        elif kind == "settings":
            self.changed = entry[1]
        elif kind == "end":
            self.over = True
        elif kind == "left":
            self.left = True
        elif self.waits:
            self.over = False  # whatever was taken back, it has gone on
        else:
            self.facts.append(entry)
            self.over = self.over and kind != "back"


class Archive:
    """The games in a store (drivers/store.py).

    `present` is the number of the game that is being kept, or None; `message` says what is wrong, or None; `events` is
    what there is to be told of all this. `doubtful`: stones may lie there of something that can't be read.
    """

    def __init__(self, store):
        self._store = store
        self._files: list = []  # the numbers of all that are written, in order
        self._games: list = []  # those of them with which a game begins, as far as they are known
        self._tails: dict = {}  # the files with which a game goes on, each with its number
        self._unread: list = []  # those of which that isn't known yet
        self._spares: list = []  # (number, sector)
        self._unused: list = []  # files that were made by an earlier start
        self._last = 0  # the highest number of all
        self._to_drop: list = []
        self._to_tell: list = []  # files of a game, to be told piece by piece
        self._telling: tuple = ()  # the one that is: its number, its bytes, and how many of them are told
        self.events: list = []
        self.present = None
        self.message = None
        self.doubtful = False

    def find_last(self):
        """The game that was played last (Kept), or None. Makes the first of the files for what comes."""
        try:
            names = self._store.names(FOLDER)
        except OSError as error:
            if error.errno == _ENOSPC:
                self.complain(in_words(error) + ": games are not kept")
            else:
                self.complain("the flash can't be read (%s), and games are not kept: format it" % error)
            return None
        if names is None:
            self.message = "no games are on this flash: it is new, or was formatted"
            names = ()
        numbers = sorted(int(name) for name in names if name.isdigit())
        found = self._find_last(numbers)
        self._last = numbers[-1] if numbers else 0
        self._files = numbers
        self._unread = list(numbers)
        if found:
            self.present = found.number  # it must not make room
        self.make_file()
        return found

    def _find_last(self, numbers):
        """The game of the last file; those after it, which nothing was written to, leave `numbers`.

        They were made ahead of time, or the power went with their first record; they are made again.
        """
        unreadable = False
        for at in range(len(numbers) - 1, -1, -1):
            number = numbers[at]
            try:
                part = self._read(number)
            except partfile.OtherVersion as error:
                self.complain("game file %d: %s; it is kept, and can't be continued" % (number, error))
                self.doubtful = True
                return None
            except (OSError, ValueError) as error:
                self.complain("game file %d: %s; it is left alone" % (number, error))
                unreadable = unreadable or isinstance(error, OSError)
                continue
            self.doubtful = self.doubtful or part.torn or unreadable
            if part.entries or part.behind:
                return self._put_together(numbers, at, part, unreadable)
            self._unused.append(numbers.pop(at))
        self.doubtful = self.doubtful or unreadable
        return None

    def _put_together(self, numbers, at, last, unreadable):
        """The game that ends with this part, the file numbers[at], or with one after it that is `unreadable`."""
        first = self._owner(numbers, at, last)
        kept = Kept(first)
        try:
            for number in numbers[:at]:
                if number >= first:
                    part = self._part(number, first)
                    kept.take(part.entries, part.behind)
            kept.take(last.entries, last.behind)
        except ValueError as error:
            self.complain("game %d can't be continued: %s" % (first, error))
            self.doubtful = True
            return None
        if kept.settings is None or (unreadable and not (kept.over or kept.left)):
            kept.miss()
        # a game that is over, and has no beginning, was being dropped
        if kept.waits and (first in numbers or not (kept.over or kept.left)):
            why = ": its beginning is gone" if kept.settings is None else ""
            self.complain("game %d is damaged after stone %d%s" % (first, kept.damages[-1], why))
        return kept

    def _owner(self, numbers, at, part):
        """The game that numbers[at] is of: where its first record can't tell, that of the file before it."""
        owner, below = part.owner(numbers[at]), at
        while owner is None and below:
            below -= 1
            try:
                owner = self._read(numbers[below], _BEGINNING).owner(numbers[below])
            except (OSError, ValueError):
                pass  # Kept finds out what is missing
        return numbers[at] if owner is None else owner

    def _part(self, number, first):
        """A part of a game; an empty one of a file that is another's, or can't be read."""
        try:
            part = self._read(number)
            if part.owner(number) in (first, None):
                return part
        except (OSError, ValueError):
            pass  # Kept finds out what is missing
        return partfile.Part()

    # Files for what comes

    def next_file(self):
        """The next file, (number, sector). Raises OSError where none can be had."""
        if not self._spares:
            self._reserve()  # so long a game has to wait once
        number, sector = self._spares.pop(0)
        self._files.append(number)
        if self.present is not None:
            self._tails[number] = self.present
        return number, sector

    def begins(self, number):
        """The present game begins with that file."""
        self.present = number
        self._games.append(number)
        if self.message:
            # whatever it was, it is over
            self.message = None
            self._tell_state()

    def make_file(self):
        """Make one more file ahead of time, unless there are SPARES: whether more are wanted then."""
        if len(self._spares) >= SPARES:
            return False
        try:
            self._reserve()
        except OSError as error:
            self.complain(in_words(error) + ": the next game is not kept")
            return False
        return len(self._spares) < SPARES

    def _reserve(self):
        """Make a file; while the flash is full, the oldest games make room."""
        number = self._last + 1
        while True:
            try:
                sector = self._store.reserve(_name(number), partfile.HEAD)
                break
            except OSError as error:
                if error.errno == _ENOSPC and self._unused:
                    # to write one again takes a place besides its own
                    self._store.remove(_name(self._unused.pop()))
                    continue
                while self._unread:
                    self._look_at(self._unread.pop())
                orphan = self._orphan()
                if error.errno == _ENOSPC and orphan:
                    self._remove(orphan)
                    continue
                if error.errno != _ENOSPC or not self._games or self._games[0] == self.present:
                    raise
                self._drop(self._games[0])
        self._last = number
        if number in self._unused:
            self._unused.remove(number)
        self._spares.append((number, sector))

    # A little at a time, when nobody waits for a light

    def tend(self, over):
        """Count the games, tell one; where the present one is `over`, make files, and room for them."""
        if over and len(self._spares) < SPARES:
            self.make_file()
        elif self._unread:
            self._look_at(self._unread.pop())
        elif over:
            self.make_room()
        if self._to_tell or self._telling:
            self._tell_piece()

    def make_room(self):
        """Drop a game that has to go, once all are counted: whether there was one."""
        if self._unread or not (self._to_drop or len(self._games) > KEPT + 1):
            return False
        self._drop(self._to_drop[0] if self._to_drop else self._games[0])
        return True

    def _look_at(self, number):
        try:
            part = self._read(number, _BEGINNING)
        except (OSError, ValueError) as error:
            self._files.remove(number)  # it is nobody's game here, and left alone
            if not self.message and isinstance(error, (OSError, partfile.OtherVersion)):
                self.complain("game file %d: %s; it is left alone" % (number, error))
        else:
            owner = part.owner(number)
            if owner == number and number not in self._games:
                self._games.append(number)
                self._games.sort()
            elif owner is not None and owner != number:
                self._tails[number] = owner
        if not self._unread:
            self._tell_state()

    def _files_of(self, game):
        later = [number for number in self._games if number > game]
        return [
            number
            for number in self._files
            if game <= number and (not later or number < later[0]) and self._tails.get(number, game) == game
        ]

    def _orphan(self):
        """A file of a game whose first file is gone, as the power failed while it was dropped; or None."""
        for number in self._tails:
            owner = self._tails[number]
            if owner != self.present and owner not in self._games and self._store.load(_name(owner), 1) is None:
                return number
        return None

    def _drop(self, game):
        # its first file goes first, and the game with it: without its last one it would look interrupted
        for number in self._files_of(game):
            self._remove(number)
        self._games.remove(game)
        if game in self._to_drop:
            self._to_drop.remove(game)
        self.events.append({"event": "dropped", "number": game})

    def _remove(self, number):
        self._files.remove(number)
        self._tails.pop(number, None)
        try:
            self._store.remove(_name(number))
        except OSError as error:
            self.complain("game file %d can't be removed: %s" % (number, error))

    def _tell_piece(self):
        if not self._telling:
            number = self._to_tell.pop(0)
            try:
                data = self._store.load(_name(number)) or b""
            except OSError as error:
                self._to_tell = []
                self.complain("game file %d can't be read: %s" % (number, error))
                return
            self._telling = (number, data[: partfile.size(data)], 0)
        number, data, at = self._telling
        self._telling = (number, data, at + PIECE) if at + PIECE < len(data) else ()
        event = {"event": "part", "number": number, "at": at, "data": hexlify(data[at : at + PIECE]).decode()}
        event["last"] = not self._telling and not self._to_tell
        self.events.append(event)

    # What the laptop asks for. Each raises ValueError, in words for a person, where that can't be.

    def games(self):
        """The numbers of all games, as an event."""
        if self._unread:
            raise ValueError("the kept games are still being counted, when no game is under way: ask again")
        return {"event": "games", "numbers": list(self._games), "present": self.present}

    def send(self, number):
        """Tell a game soon, piece by piece."""
        self._must_be_there(number)
        self._to_tell = self._files_of(number)
        self._telling = ()

    def fetched(self, number):
        """The laptop has it: it is dropped when that disturbs nobody."""
        self._must_be_there(number)
        if number == self.present:
            raise ValueError("game %d is still on the board" % number)
        self.give_up(number)

    def give_up(self, number):
        """Drop a game when that disturbs nobody."""
        if number not in self._to_drop:
            self._to_drop.append(number)

    def _must_be_there(self, number):
        if number not in self.games()["numbers"]:
            raise ValueError("there is no game %d here: ask for games" % number)

    def state(self):
        """What a snapshot has of it; how many games are kept is None until they are counted."""
        return {"number": self.present, "kept": None if self._unread else len(self._games), "message": self.message}

    def complain(self, message):
        """Something is wrong, in words."""
        if message != self.message:
            self.message = message
            self._tell_state()

    def _tell_state(self):
        event = {"event": "journal"}
        event.update(self.state())
        self.events.append(event)

    def _read(self, number, size=-1):
        data = self._store.load(_name(number), size)
        if data is None:
            raise OSError("it is gone")
        return partfile.read(data)


def in_words(error):
    """What an OSError of the store means for a person."""
    if error.errno == _ENOSPC:
        return "the flash is full: take files off it"
    return "the flash can't be written (%s)" % error


def _name(number):
    return "%s/%05d" % (FOLDER, number)
