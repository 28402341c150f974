"""A cache for slow results, which are made only once for all processes and runs of tests with the same inputs."""

import contextlib
import fcntl
import hashlib
import os
import pickle

MOST_BYTES = 200_000_000


class Kept:
    """Values in the files of a folder. Each has a lock, so that one process makes a value and the others wait for it.

    A value that can't be read is made again. If a value can't be written, as on a full disk, each process makes the
    value itself. The oldest files are removed.
    """

    def __init__(self, folder):
        self.folder = folder
        with contextlib.suppress(OSError):  # the disk may be full, or another run may remove the same files
            folder.mkdir(parents=True, exist_ok=True)
            room = MOST_BYTES
            for file in sorted(filter(os.path.isfile, folder.iterdir()), key=os.path.getmtime, reverse=True):
                room -= file.stat().st_size
                if room < 0:
                    file.unlink()

    def __call__(self, name, made_from, make):
        """Return the result of make(), or that of an earlier call with this name and an equal repr of `made_from`."""
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
            except Exception:  # the file of the value does not exist yet, or is damaged
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
