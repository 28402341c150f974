"""A store in memory with the interface of drivers/store.py, for tests of the journal on CPython and MicroPython."""

BLOCK = 4096


class MemoryStore:
    """A store of at most `room` files. `files`: contents by name. `reserved`: the names of created erased files."""

    def __init__(self, room=352):
        self.room = room
        self.files = {}
        self.folders = set()
        self.reserved = []
        self.broken = {}  # the error that each use of a file raises, by the file's name
        self.worn = 0  # how many of the next writes fail

    def copy(self):
        """Return another store with the same files."""
        found = MemoryStore(self.room)
        found.files = {name: bytearray(data) for name, data in self.files.items()}
        found.folders = set(self.folders)
        return found

    def load(self, name, size=-1):
        if name in self.broken:
            raise self.broken[name]
        data = self.files.get(name)
        return None if data is None else bytes(data if size < 0 else data[:size])

    def save(self, name, data):
        self._must_have_room(name)
        self.files[name] = bytearray(data)

    def rename(self, old, new):
        self.files[new] = self.files.pop(old)

    def remove(self, name):
        self.files.pop(name, None)

    def names(self, folder):
        if folder in self.broken:
            raise self.broken[folder]
        if folder not in self.folders:
            self.folders.add(folder)
            return None
        return [name[len(folder) + 1 :] for name in self.files if name.startswith(folder + "/")]

    def reserve(self, name, head):
        self._must_have_room(name)
        self.reserved.append(name)
        self.files[name] = bytearray(head + b"\xff" * (BLOCK - len(head)))
        return MemorySector(self, name)

    def newest(self, head):
        return 0  # reports no lost file, because this store never loses one

    def _must_have_room(self, name):
        if name not in self.files and len(self.files) >= self.room:
            raise OSError(28, "no space left")


class MemorySector:
    """A file of one erased block. `writes` counts the writes."""

    size = BLOCK

    def __init__(self, store, name):
        self._store = store
        self._name = name
        self.writes = 0

    def program(self, at, data):
        file = self._store.files[self._name]
        assert at + len(data) <= self.size
        held = data
        if self._store.worn:
            self._store.worn -= 1
            held = data[: len(data) // 2]
        for place, byte in enumerate(held):
            assert file[at + place] == 0xFF, "a place is written only once"
            file[at + place] = byte
        if held is not data:
            raise OSError(5, "the write fails")
