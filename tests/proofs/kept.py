"""Results of proofs, kept from run to run: a result holds as long as all files that the proof used are unchanged."""

import dataclasses
import hashlib
import json
import os
import subprocess
from dataclasses import dataclass, field


@dataclass
class Result:
    """The result of a proof. `failure` is "" if it passed; `files` has the files that it used, with their fingerprints.

    `commit` is the commit that was checked out; a "+" says that some of the files differed from it.
    """

    failure: str
    notes: list[str]
    seconds: float
    commit: str = ""
    files: dict[str, str] = field(default_factory=dict)

    @property
    def passed(self):
        return not self.failure

    def changed(self, root):
        """The first of its files that has changed; None if there is none."""
        now = fingerprints(root, self.files)
        return next((name for name, was in self.files.items() if now[name] != was), None)

    def holds(self, root):
        """Whether the result is still valid, so that the proof need not run again."""
        return self.passed and bool(self.files) and self.changed(root) is None


class Kept:
    """The results of all proofs of a project, by name, in a file."""

    def __init__(self, path):
        self._path = path
        self.results = self._read()

    def _read(self):
        found = json.loads(self._path.read_text(encoding="utf-8")) if self._path.exists() else {}
        return {name: Result(**result) for name, result in found.items()}

    def keep(self, name, result):
        """Keep a result, and those that other checkouts have kept meanwhile. The file is replaced as a whole."""
        self.results = {**self._read(), name: result}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".partial")
        found = {name: dataclasses.asdict(result) for name, result in sorted(self.results.items())}
        fresh.write_text(json.dumps(found, indent=1), encoding="utf-8")
        os.replace(fresh, self._path)


def fingerprints(root, names):
    """A short hash of the contents of each file, or of the names in each folder (which ends with a slash)."""
    return {name: _fingerprint(root / name, name.endswith("/")) for name in names}


def _fingerprint(path, is_folder):
    try:
        content = "\n".join(_names(path)).encode() if is_folder else path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return "none"
    return hashlib.sha256(content).hexdigest()[:16]


def _names(folder):
    names = (path.name for path in folder.iterdir())
    return sorted(name for name in names if not name.startswith(".") and name != "__pycache__")


def changed_since(root, names, moment):
    """The first of these files that was written after a moment (s), or None."""
    for name in names:
        path = root / name
        if path.is_file() and path.stat().st_mtime > moment:
            return name
    return None


def commit(root, names):
    """The commit that is checked out, with a "+" if one of these files differs from it; "" without git."""

    def git(*arguments):
        ended = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
        return ended.stdout.strip() if ended.returncode == 0 else ""

    found = git("rev-parse", "--short", "HEAD")
    differing = git("status", "--porcelain", "--", *(name for name in names if not name.endswith("/")))
    return f"{found}+" if found and differing else found
