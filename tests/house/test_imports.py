"""The rules of imports in CONTRIBUTING.md: no room imports a room above it, and no imports are circular."""

import ast
import configparser
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / ".github" / "CONTRIBUTING.md"
PACKAGES = {
    "tengen": ROOT / "firmware" / "tengen",
    "tengen_host": ROOT / "host_tools" / "tengen_host",
    "tengen_relay": ROOT / "host_tools" / "tengen_relay",
    "tengen_docs": ROOT / "host_tools" / "tengen_docs",
    "tengen_hardware": ROOT / "host_tools" / "tengen_hardware",
    "tengen_release": ROOT / "host_tools" / "tengen_release",
}

ABOVE = ("tengen_hardware", "tengen_docs", "tengen_release")
VERBS_OF_THE_RELAY = ("bench", "doctor", "live", "record_fetch", "relay")


def floors(package, guide):
    """Return the floor of each room: {room: number}. The lowest floor is 0."""
    line = re.search(rf"^{package}: +(.+)$", guide, re.MULTILINE)[1]
    return {room: floor for floor, rooms in enumerate(line.split("<")) for room in rooms.split()}


def modules(folder, package):
    """Return the modules of a package, with their files: {(package, room, ..., name): path}."""
    found = {}
    for path in folder.rglob("*.py"):
        parts = (package, *path.relative_to(folder).with_suffix("").parts)
        found[parts[:-1] if parts[-1] == "__init__" else parts] = path
    return found


def imported(path, module, source=None):
    """Yield all imports of a module: (the imported name, True if the import is at top level)."""
    tree = ast.parse(path.read_text(encoding="utf-8") if source is None else source)
    package = module if path.name == "__init__.py" else module[:-1]
    for node in ast.walk(tree):
        at_top = node in tree.body
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split(".")), at_top
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                yield (*base, alias.name), at_top


def upwards(path, module, rooms, source=None):
    """Yield the imports of a module that break the order of the rooms, as sentences."""
    package, room = module[:2]
    for name, _ in imported(path, module, source):
        if name[0] != package or len(name) < 2 or name[1] == room or name[1] not in rooms:
            continue
        if rooms[name[1]] >= rooms[room]:
            yield f"{path.relative_to(ROOT)} imports {'.'.join(name)}: {room} does not stand above {name[1]}"


@pytest.mark.parametrize("package", ["tengen", "tengen_host"])
def test_no_room_imports_one_above_it(package):
    rooms = floors(package, GUIDE.read_text(encoding="utf-8"))
    found = modules(PACKAGES[package], package)
    there = {module[1] for module in found if len(module) > 1}
    assert there - set(rooms) == set(), "CONTRIBUTING.md names every room"
    assert set(rooms) <= there, "and no others"
    wrong = [words for module, path in found.items() if len(module) > 1 for words in upwards(path, module, rooms)]
    assert wrong == []


def test_an_import_upwards_is_found_however_it_is_written():
    rooms = {"low": 0, "high": 1, "beside": 1}
    path, module = ROOT / "low" / "one.py", ("tengen_host", "low", "one")
    for source in (
        "from ..high import two",
        "from ..high.two import three",
        "from .. import high",
        "import tengen_host.high.two",
        "def f():\n    from tengen_host.high import two",
    ):
        assert len(list(upwards(path, module, rooms, source))) == 1, source
        other = ("tengen_host", "beside", "one")
        assert len(list(upwards(path, other, rooms, source))) == 1, "nor one beside it"
    for source in ("from . import two", "from ..low import two", "import json", "from .high import two"):
        assert list(upwards(path, module, rooms, source)) == [], source


def test_nothing_in_the_wheel_knows_what_is_not_in_it_and_the_hardware_maker_needs_nothing_of_a_boards_port():
    for package in ("tengen", "tengen_host"):
        for module, path in modules(PACKAGES[package], package).items():
            assert not [name for name, _ in imported(path, module) if name[0] in ABOVE], path
    for module, path in modules(PACKAGES["tengen_hardware"], "tengen_hardware").items():
        names = [name for name, _ in imported(path, module) if name[0] == "tengen_host" and len(name) > 1]
        # the findings of diagnose are allowed for the guide's table of failures, because they use no port
        rooms = {name[1] for name in names if name[1:4] != ("device", "diagnose", "findings")}
        assert not rooms & {"device", "web", "bench", "mirror", "emulator", "commands"}, path


def test_only_the_verbs_of_the_relay_know_it():
    for package in ("tengen", "tengen_host"):
        found = modules(PACKAGES[package], package).items()
        know = {module[1:] for module, path in found for name, _ in imported(path, module) if name[0] == "tengen_relay"}
        assert know == ({("commands", verb) for verb in VERBS_OF_THE_RELAY} if package == "tengen_host" else set())
    for module, path in modules(PACKAGES["tengen_relay"], "tengen_relay").items():
        names = {name[:2] for name, _ in imported(path, module)}
        assert not names & {("tengen_host", room) for room in ("commands", "cli", "device", "emulator")}, path
        assert "tengen_hardware" not in {name[0] for name in names}, path


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_in_a_circle(package):
    found = modules(PACKAGES[package], package)
    assert len(found) > 5
    graph = {
        module: {
            next((name[:size] for size in range(len(name), 0, -1) if name[:size] in found), None)
            for name, at_top in imported(path, module)
            if at_top and name[0] == package
        }
        - {None, module, module[:-1], (package,)}
        for module, path in found.items()
    }
    left = dict(graph)
    while left:
        ends = [module for module, its in left.items() if not its & left.keys()]
        assert ends, f"in a circle, or above one: {sorted('.'.join(module) for module in left)}"
        for module in ends:
            del left[module]


def test_make_check_installs_what_mypy_reads():
    """A package that mypy.ini does not ignore comes with a plain install or with the extra `check`, not only `test`."""
    settings = configparser.ConfigParser()
    settings.read(ROOT / "host_tools" / "mypy.ini", encoding="utf-8")
    ignored = {name.removesuffix(".*") for title in settings for name in title.removeprefix("mypy-").split(",")}
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lists = [re.search(rf"^{it} = \[(.*?)^\]", project, re.M | re.S)[1] for it in ("dependencies", "relay", "check")]
    installed = {"pynacl", *re.findall(r'^ +"([\w-]+)', "\n".join(lists), re.M)}  # nkeys brings PyNaCl
    found = {("build_hook",): ROOT / "host_tools" / "build_hook.py"}
    for package in set(PACKAGES) - {"tengen"}:
        found |= modules(PACKAGES[package], package)
    names = set()
    for module, path in found.items():
        if not re.search(settings["mypy"]["exclude"], path.as_posix()):
            names |= {name[0] for name, _ in imported(path, module)}
    names -= {*PACKAGES, *sys.stdlib_module_names, *ignored, "tomllib", "_typeshed"}
    packages = packages_distributions()
    missing = {name for name in names if not {each.lower() for each in packages.get(name, ())} & installed}
    assert "hatchling" in names and missing == set()
