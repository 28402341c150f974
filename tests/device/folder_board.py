"""A folder instead of a Pico: the code that flash runs at the prompt runs here, and may be cut short anywhere."""

import contextlib
import hashlib
import io
import os
import sys
from types import SimpleNamespace

from tengen_host.device.errors import FlashFull, Gone
from tengen_host.device.flashing.plan import MACHINE

MPY = 6 | 19 << 8  # 6.3 for armv6m
ACTS = ("rename", "remove", "mkdir", "rmdir")


class FolderBoard:
    """The prompt of a board with these files on its flash.

    `cut_after`: after this many more acts (a piece written, a file moved ...) the cable is pulled in the next one.
    """

    port = "the port"

    def __init__(self, folder, files=(), frozen=None, installed=None, free=300):
        self.folder, self.frozen, self.installed, self.free = folder, frozen, installed, free
        self.cut_after = None
        self.room = None  # bytes that may still be written
        self.restarted = 0
        self.own = SimpleNamespace(name="micropython", version=(1, 25, 0, ""), _machine=MACHINE, _mpy=MPY)
        for path, content in dict(files).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)

    @property
    def files(self):
        """All files on the flash: contents by path."""
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    @property
    def folders(self):
        """All folders, by path."""
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_dir()}

    def run(self, source):
        if "def _build" in source:
            return repr((self.frozen, self.installed)).encode()
        printed = io.StringIO()
        with self._as_there(), contextlib.redirect_stdout(printed):
            exec(source, {})
        return printed.getvalue().encode()

    def hashes(self, paths):
        self._act()
        held = self.files
        return {path: hashlib.sha256(held[path]).hexdigest() if path in held else None for path in paths}

    def put(self, path, data, progress=lambda size: None):
        file = self.folder / path
        file.write_bytes(b"")
        for at in range(0, len(data), 100):
            self._act()
            if self.room is not None:
                self.room -= 100
                if self.room < 0:
                    raise FlashFull("there is no room left on the board's flash")
            with file.open("ab") as there:
                there.write(data[at : at + 100])
            progress(len(data[at : at + 100]))

    def restart(self):
        self.restarted += 1

    def _act(self):
        if self.cut_after == 0:
            raise Gone("the cable was pulled")
        if self.cut_after is not None:
            self.cut_after -= 1

    @contextlib.contextmanager
    def _as_there(self):
        """Make the folder the root, with MicroPython's os and sys."""

        def counted(act):
            def acting(*places):
                self._act()
                act(*places)

            return acting

        before, own = os.getcwd(), sys.implementation
        acts = {name: getattr(os, name) for name in ACTS}
        statvfs = os.statvfs
        os.chdir(self.folder)
        sys.implementation = self.own
        for name, act in acts.items():
            setattr(os, name, counted(act))
        os.statvfs = lambda place: (4096, 4096, 352, self.free, self.free)
        try:
            yield
        finally:
            os.statvfs = statvfs
            for name, act in acts.items():
                setattr(os, name, act)
            sys.implementation = own
            os.chdir(before)


class Answers:
    """Gives one answer to every question, and records all that was said and asked."""

    def __init__(self, answer=True):
        self.answer, self.said, self.asked = answer, [], []

    def say(self, words):
        self.said.append(words)

    def ask(self, question):
        self.asked.append(question)
        return self.answer

    @contextlib.contextmanager
    def progress(self, what, total):
        done = []
        yield done.append
        assert sum(done) == total
