"""What is slow to make is made once, by all processes and runs of tests that make it from the same."""

import contextlib
import fcntl
import hashlib
import os
import pickle

MOST_BYTES = 200_000_000


class Kept:
    """Values in the files of a folder, and a lock for each: of several processes one makes it, the others wait.

    A value that can't be read is made again; one that can't be written, as on a full disk, is made by each process. The
    latest files stay.
    """

    def __init__(self, folder):
        self.folder = folder
        with contextlib.suppress(OSError):  # no room, or another run that tidies at the same time
            folder.mkdir(parents=True, exist_ok=True)
            room = MOST_BYTES
            for file in sorted(filter(os.path.isfile, folder.iterdir()), key=os.path.getmtime, reverse=True):
                room -= file.stat().st_size
                if room < 0:
                    file.unlink()

    def __call__(self, name, made_from, make):
        """Return what make() returns, now or in an earlier call with this name and an equal repr of `made_from`."""
        file = self.folder / f"{name}-{hashlib.sha256(repr(made_from).encode()).hexdigest()[:24]}"
        try:
            lock = open(f"{file}.lock", "wb")  # noqa: SIM115  closed below
        except OSError:
            return make()
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                value = pickle.loads(file.read_bytes())
                os.utime(file)
            except Exception:  # not made yet, or whatever bytes there are
                value = make()
                _write(file, pickle.dumps(value))
            return value


def _write(file, data):
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
