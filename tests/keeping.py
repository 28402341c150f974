"""What is slow to make is made once, by all processes and runs of tests with the same sources."""

import fcntl
import os
import pickle
import shutil

KEYS = 4  # folders that stay: of other sources, such as those of other checkouts


class Kept:
    """Values by name in `root`/`key`, and a lock for each: of several processes one makes it, the others wait.

    `key` is a hash of all that the values are made from. A value that can't be read is made again; one that can't be
    written, as on a full disk, is made by each process.
    """

    def __init__(self, root, key):
        self.folder = root / key
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            os.utime(self.folder)
            for old in sorted(root.iterdir(), key=os.path.getmtime)[:-KEYS]:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            pass  # no room, or another run that tidies at the same time

    def __call__(self, name, make):
        """Return what make() returns, now or in an earlier call with this name."""
        try:
            lock = open(self.folder / f"{name}.lock", "w")
        except OSError:
            return make()
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                return pickle.loads((self.folder / name).read_bytes())
            except Exception:  # not made yet, or whatever bytes there are
                value = make()
            self._write(name, pickle.dumps(value))
            return value

    def _write(self, name, data):
        part = self.folder / f"{name}.{os.getpid()}"
        try:
            part.write_bytes(data)
            part.replace(self.folder / name)
        except OSError:
            part.unlink(missing_ok=True)
