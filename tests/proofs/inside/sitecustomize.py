"""Python loads this file at its start if it is on PYTHONPATH: it records the files of the project that a process uses.

The runner of the proofs puts it on PYTHONPATH, and the children of a proof inherit that. Each file that is opened or
imported and each folder that is listed is recorded once: a line each, as a path in the project; a folder ends with a
slash. Programs other than Python can't be watched: they count as using all of firmware/, the helpers in tests/, and the
files in their arguments.
"""

import os
import sys

_ROOT = os.environ.get("TENGEN_PROOF_ROOT", "") + os.sep
_seen = set()


def _place(path):
    """The path within the project, or None if the file is elsewhere or hidden."""
    path = os.path.abspath(os.fsdecode(path))
    if not path.startswith(_ROOT):
        return None
    parts = path[len(_ROOT) :].split(os.sep)
    if len(parts) > 1 and parts[-2] == "__pycache__":
        # a compiled file counts as its source: x.cpython-311.pyc as x.py
        parts[-2:] = [parts[-1].split(".")[0] + ".py"]
    return None if any(part.startswith(".") or part == "__pycache__" for part in parts) else "/".join(parts)


def _record(path, folder=False):
    place = _place(path)
    if place and folder:
        place += "/"
    if place and place not in _seen:
        _seen.add(place)
        os.write(_record_file, place.encode() + b"\n")


def _record_program(arguments):
    for argument in arguments:
        if os.path.isfile(argument):
            _record(argument)
    for folder, folders, names in os.walk(os.path.join(_ROOT, "firmware")):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            _record(os.path.join(folder, name))
    for name in os.listdir(os.path.join(_ROOT, "tests")):
        if name.endswith(".py"):
            _record(os.path.join(_ROOT, "tests", name))


def _is_python(program):
    return os.path.basename(os.fsdecode(program)).startswith("python")


def _hear(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        _record(arguments[0])
    elif event in ("os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes)):
        # a search for modules or for tests lists whole folders; the files that it then opens are recorded themselves
        asks = sys._getframe(1).f_code.co_filename
        if "importlib" not in asks and "_pytest" not in asks and asks != __file__:
            _record(arguments[0], folder=True)
    elif event == "subprocess.Popen" and not _is_python(arguments[0] or arguments[1][0]):
        _record_program(arguments[1])


if "TENGEN_PROOF_FILES" in os.environ:
    _record_file = os.open(os.environ["TENGEN_PROOF_FILES"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.addaudithook(_hear)
