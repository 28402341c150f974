"""The project's own rules: hardware and clocks only in drivers/, time as an argument, one version number."""

import ast

import tengen
from tengen_host import resources

HARDWARE = {"machine", "rp2", "time", "utime", "neopixel", "micropython"}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0]


def firmware():
    package = resources.firmware_package()
    return [path for path in package.rglob("*.py") if "drivers" not in path.relative_to(package).parts]


def test_nothing_outside_drivers_imports_hardware_or_a_clock():
    assert len(firmware()) > 15
    guilty = [(path.name, name) for path in firmware() for name in imports(path) if name in HARDWARE]
    assert guilty == []


def test_the_pure_rooms_print_nothing_and_open_no_file():
    for path in firmware():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "open", "input"), f"{path.name}:{node.lineno}"


def test_every_file_says_at_its_top_what_it_is_for():
    for path in resources.firmware_package().rglob("*.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


def test_one_version():
    from importlib.metadata import version

    assert version("tengen") == tengen.__version__
