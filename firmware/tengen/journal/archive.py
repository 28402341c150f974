"""The files of the games on flash. List the files, find the last game, remove the oldest games, send bytes.

A game is saved in one or more files of FOLDER. When a file is full, and after each start, the game continues in a new
file. File names are ascending numbers, and a game's number is the number of its first file. Files are created in
advance, because creating a file needs an erase of the flash, which stops the whole board. Writing into a created file
needs no erase.
"""

from binascii import hexlify

from tengen.codes import Refused, coded, why_of
from tengen.journal import partfile
from tengen.journal.fields import fields

FOLDER = "games"
# the maximum number of saved games besides the present game; games that the laptop has fetched are dropped earlier
KEPT = 100
SPARES = 3  # number of files ready for use; a file holds about 200 stones of a game with a clock
PIECE = 240  # the maximum number of bytes of a file that one event contains

_BEGINNING = 1024  # number of bytes to read from a file, to find the file's game in the first record
_LONGEST_NAME = 8
_ENOSPC = 28


class Kept:
    """A game found on flash: its `number`, `settings` (a dict), `facts` in order, `clocks` or None, `stamp` or None.

    `settings` is None if the beginning of the game is lost.
    `changed`: all settings as JSON, if they were changed during the game. `over`: True if the game has ended. `left`:
    True if another game was begun after this game.
    `damages`: the numbers of moves after which something can't be read. `waits`: True while nobody has agreed to
    continue without the lost part; until then later facts are not added to `facts`.
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

    def take_part(self, part):
        """Add the game's next part (partfile.Part). Raises ValueError if its settings are invalid."""
        for entry in part.entries:
            self.take(entry)
        self.take_rest(part)

    def take_rest(self, part):
        """Add the damage of a part, if it is damaged, and the entries after the damage."""
        if part.damaged:
            self.miss()
        for entry in part.behind:
            self.take(entry)

    def miss(self):
        """Record that the game's next entries can't be read."""
        if not self.waits:
            self.waits = True
            self.damages.append(self.moves())

    def moves(self):
        """Count the moves that were not taken back. All tentative fifths and the selected fifth count as one move."""
        return sum(
            1 if fact[0] in ("stone", "pass", "offer") else -fact[1] if fact[0] == "back" else 0 for fact in self.facts
        )

    def take(self, entry):
        """Add the game's next entry. Raises ValueError if its settings are invalid."""
        kind = entry[0]
        if kind == "begin":
            self.settings = self.settings or fields(entry[1])
        elif kind == "more":
            if len(self.facts) < entry[2]:
                self.miss()
            else:
                # drop the facts after this number: writing them to a worn-out block failed, so the new file contains
                # them again
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
            self.over = False  # the game continued after its end, perhaps after a take-back
        else:
            self.facts.append(entry)
            self.over = self.over and kind != "back"


class Archive:
    """The games in a store (drivers/store.py).

    `present`: the number of the game being saved, or None. `trouble`: the present problem as a code, or None. `events`:
    the events to be sent. `doubtful`: True if the stones of an unreadable game may still be on the board.
    """

    def __init__(self, store):
        self._store = store
        self._files: list = []  # the numbers of all files with content, in order
        self._games: list = []  # the known first files of games: the games' numbers
        self._tails: dict = {}  # the known later files of games, each with its game's number
        # files that were not examined yet, so it is not known whether they are first or later files
        self._unread: list = []
        self._spares: list = []  # (number, sector)
        self._unused: list = []  # files without a record, created after an earlier start
        # those of them with the beginning of a record, which a power cut has ended
        self._begun: list = []
        self._last = 0  # the highest file number
        self._to_drop: list = []
        self._to_tell: list = []  # files of a game that are sent piece by piece
        self._telling: tuple = ()  # the file being sent: its number, its bytes, the number of bytes sent
        self.events: list = []
        self.present = None
        self.trouble = None
        self.doubtful = False

    def find_last(self, spare=True):
        """Return the last game (Kept), or None. Create the first spare file if `spare`."""
        try:
            names = self._store.names(FOLDER)
        except OSError as error:
            if error.errno == _ENOSPC:
                self.complain(coded("device.none_kept", why=failed(error)))
            else:
                self.complain(coded("device.flash_not_read", error=str(error)))
            return None
        if names is None:
            self.trouble = coded("device.no_games")
            names = ()
        # no file of Tengen has a longer name, and its number would not fit into a record
        numbers = sorted(int(name) for name in names if name.isdigit() and len(name) <= _LONGEST_NAME)
        found = self._find_last(numbers)
        self._last = numbers[-1] if numbers else 0
        self._files = numbers
        self._unread = list(numbers)
        if found:
            self.present = found.number  # make_file() must not drop this game
        if spare:
            self.make_file()
        return found

    def _find_last(self, numbers):
        """Return the game of the last file with records, or None. Move later, empty files from `numbers` to _unused.

        An empty file was created in advance, or the power failed while its first record was written.
        """
        unreadable = False
        count = 0  # the highest count of a listed file
        for at in range(len(numbers) - 1, -1, -1):
            number = numbers[at]
            try:
                part = self._read(number)
            except partfile.OtherVersion as error:
                self.complain(coded("device.file_kept", number=number, why=error.why))
                self.doubtful = True
                return None
            except (OSError, ValueError) as error:
                self.complain(coded("device.file_left_alone", number=number, why=_why(error)))
                unreadable = unreadable or isinstance(error, OSError)
                continue
            self.doubtful = self.doubtful or part.torn or unreadable
            count = max(count, part.count)
            if part.entries or part.damaged:
                return self._put_together(numbers, at, part, unreadable, self._store.newest(partfile.HEAD) > count)
            self._unused.append(numbers.pop(at))
            if part.count:
                self._begun.append(number)
        lost = self._store.newest(partfile.HEAD) > count
        if lost:
            self.complain(coded("device.games_lost"))
        self.doubtful = self.doubtful or unreadable or lost
        return None

    def _put_together(self, numbers, at, last, unreadable, lost):
        """Return the game with the last readable part `last`, the file numbers[at], or None if it can't be continued.

        `unreadable`: True if a later file, perhaps of this game, can't be read. `lost`: True if a later file is missing
        in the folder's list.
        """
        first = self._owner(numbers, at, last)
        kept = Kept(first)
        try:
            for number in numbers[:at]:
                if number >= first:
                    kept.take_part(self._part(number, first))
            kept.take_part(last)
        except (ValueError, MemoryError) as error:
            why = coded("device.too_long") if isinstance(error, MemoryError) else why_of(error)
            self.complain(coded("device.not_continued", number=first, why=why))
            self.doubtful = True
            return None
        if kept.settings is None or lost or (unreadable and not (kept.over or kept.left)):
            kept.miss()
        # no complaint if the first file of a finished game is missing, because the power failed while the game was
        # being dropped
        if kept.waits and (first in numbers or not (kept.over or kept.left)):
            after = kept.damages[-1]
            if lost:
                self.complain(coded("device.later_gone", number=first, count=after))
            elif kept.settings is None:
                self.complain(coded("device.beginning_gone", number=first, count=after))
            else:
                self.complain(coded("device.game_damaged", number=first, count=after))
        return kept

    def _owner(self, numbers, at, part):
        """Return the game of the file numbers[at]. If its first record is unreadable, the files before it decide."""
        owner, below = part.owner(numbers[at]), at
        while owner is None and below:
            below -= 1
            try:
                owner = self._read(numbers[below], _BEGINNING).owner(numbers[below])
            except (OSError, ValueError):
                pass  # Kept detects the missing part
        return numbers[at] if owner is None else owner

    def _part(self, number, first):
        """Return the file's Part of the game `first`, or an empty Part if the file is unreadable or of another game."""
        try:
            part = self._read(number)
            if part.owner(number) in (first, None):
                return part
        except (OSError, ValueError):
            pass  # Kept detects the missing part
        return partfile.Part()

    # Creating files

    def next_file(self):
        """Return the next file, (number, sector). Raises OSError if no file can be created."""
        if not self._spares:
            self._reserve()  # this erases a block of the flash during the game
        number, sector = self._spares.pop(0)
        self._files.append(number)
        if self.present is not None:
            self._tails[number] = self.present
        return number, sector

    def begins(self, number):
        """Record that the present game begins with the file `number`."""
        self.present = number
        self._games.append(number)
        if self.trouble:
            # the start of a new game was written, so the problem is over
            self.trouble = None
            self._tell_state()

    def make_file(self):
        """Create one spare file, unless there are SPARES. Return whether more spare files are needed."""
        if len(self._spares) >= SPARES:
            return False
        try:
            self._reserve()
        except OSError as error:
            self.complain(coded("device.next_not_kept", why=failed(error)))
            return False
        return len(self._spares) < SPARES

    def _reserve(self):
        """Create a spare file. While the flash is full, remove unused files, then orphans, then the oldest games."""
        number = self._last + 1
        if number in self._begun:
            # otherwise the written block would look like the block of a lost file
            self._begun.remove(number)
            self._store.remove(_name(number))
        while True:
            try:
                sector = self._store.reserve(_name(number), partfile.HEAD)
                break
            except OSError as error:
                if error.errno == _ENOSPC and self._unused:
                    # an unused file can't be reused in place, because writing it again needs another free block
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

    # Small steps, run while no player waits for a light

    def tend(self, over):
        """Do one step of slow work, which counts the games or sends a requested game.

        If the present game is `over`, also create files and drop games.
        """
        if over and len(self._spares) < SPARES:
            self.make_file()
        elif self._unread:
            self._look_at(self._unread.pop())
        elif over:
            self.make_room()
        if self._to_tell or self._telling:
            self._tell_piece()

    def make_room(self):
        """Drop one fetched or surplus game if all games are counted. Return whether a game was dropped.

        No game is dropped while one is sent, because it could be this one.
        """
        if self._unread or self._to_tell or self._telling or not (self._to_drop or len(self._games) > KEPT + 1):
            return False
        self._drop(self._to_drop[0] if self._to_drop else self._games[0])
        return True

    def _look_at(self, number):
        try:
            part = self._read(number, _BEGINNING)
        except (OSError, ValueError) as error:
            self._files.remove(number)  # a game of another version: leave the file alone
            if not self.trouble and isinstance(error, (OSError, partfile.OtherVersion)):
                self.complain(coded("device.file_left_alone", number=number, why=_why(error)))
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
        """Return a file of a game without its first file (the power failed while the game was dropped), or None."""
        for number in self._tails:
            owner = self._tails[number]
            if owner != self.present and owner not in self._games and self._store.load(_name(owner), 1) is None:
                return number
        return None

    def _drop(self, game):
        # The first file is removed first. If the power then fails, the game is gone. A game without its last file would
        # look like an interrupted game.
        self.events.append({"code": "dropped", "number": game})
        for number in self._files_of(game):
            self._remove(number)
        self._games.remove(game)
        if game in self._to_drop:
            self._to_drop.remove(game)

    def _remove(self, number):
        self._files.remove(number)
        self._tails.pop(number, None)
        try:
            self._store.remove(_name(number))
        except OSError as error:
            self.complain(coded("device.game_file_not_removed", number=number, error=str(error)))

    def _tell_piece(self):
        if not self._telling:
            number = self._to_tell.pop(0)
            try:
                data = self._store.load(_name(number)) or b""
            except OSError as error:
                self._to_tell = []
                self.complain(coded("device.game_file_not_read", number=number, error=str(error)))
                return
            self._telling = (number, data[: partfile.size(data)], 0)
        number, data, at = self._telling
        self._telling = (number, data, at + PIECE) if at + PIECE < len(data) else ()
        event = {"code": "part", "number": number, "at": at, "data": hexlify(data[at : at + PIECE]).decode()}
        event["last"] = not self._telling and not self._to_tell
        self.events.append(event)

    # The laptop's requests. Each raises Refused if it can't be done.

    def games(self):
        """Return the event with the numbers of all games, without those that will be dropped."""
        if self._unread:
            raise Refused(coded("device.counting"))
        numbers = [number for number in self._games if number not in self._to_drop]
        return {"code": "games", "numbers": numbers, "present": self.present}

    def send(self, number):
        """Start to send a game, piece by piece (tend)."""
        self._must_be_there(number)
        self._to_tell = self._files_of(number)
        self._telling = ()

    def fetched(self, number):
        """Drop a game that the laptop has fetched, as soon as the drop disturbs no player."""
        self._must_be_there(number)
        if number == self.present:
            raise Refused(coded("device.still_there", number=number))
        self.give_up(number)

    def give_up(self, number):
        """Drop a game as soon as the drop disturbs no player."""
        if number not in self._to_drop:
            self._to_drop.append(number)

    def _must_be_there(self, number):
        if number not in self.games()["numbers"]:
            raise Refused(coded("device.no_game", number=number))

    def state(self):
        """Return the fields for a snapshot. `kept`, the number of games, is None until they are counted."""
        return {"number": self.present, "kept": None if self._unread else len(self._games), "why": self.trouble}

    def key(self):
        """Return a tuple that changes whenever the result of state() changes."""
        return self.present, None if self._unread else len(self._games), self.trouble

    def complain(self, trouble):
        """Set `trouble` to this problem, and send the problem if it is new."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._tell_state()

    def _tell_state(self):
        event = {"code": "journal"}
        event.update(self.state())
        self.events.append(event)

    def _read(self, number, size=-1):
        data = self._store.load(_name(number), size)
        if data is None:
            raise Unreadable(coded("device.it_is_gone"))
        try:
            return partfile.read(data)
        except MemoryError:  # a forged file may have thousands of entries; the board then starts without this file
            raise Unreadable(coded("device.too_long"))


class Unreadable(OSError):
    """Error: a game's file can't be read. `why`: the reason, as a code."""

    def __init__(self, why):
        super().__init__(why["code"])
        self.why = why


def failed(error):
    """Return the reason of a failed write, an OSError, as a code."""
    if error.errno == _ENOSPC:
        return coded("device.flash_full")
    return coded("device.flash_not_written", error=str(error))


def _why(error):
    """Return the reason of a failed read, an OSError or a ValueError, as a code."""
    if isinstance(error, (Unreadable, Refused)):
        return error.why
    return coded("device.not_read", error=str(error))


def _name(number):
    return "%s/%05d" % (FOLDER, number)
