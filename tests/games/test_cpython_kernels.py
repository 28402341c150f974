"""The limits of the kernels' code, which must run frozen into an RP2040 (see games/renju/kernels.py)."""

import ast
from pathlib import Path

import pytest
from portable import firmware_text

FIRMWARE = Path(__file__).parents[2] / "firmware/tengen"

REGISTERS = 4  # for arguments

KERNELS = pytest.mark.parametrize(
    ("path", "functions", "numbers_at_least"),
    [
        ("games/renju/kernels.py", 4, 300),
        ("games/kernels.py", 4, 60),
        ("lights/kernels.py", 7, 50),
        ("partner/kernels.py", 8, 200),
        ("partner/shapes.py", 4, 100),
        ("partner/search.py", 8, 200),
    ],
)


def viper_functions(tree):
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and "micropython.viper" in [ast.unparse(decorator) for decorator in node.decorator_list]
    ]


def constants(tree):
    """Return the module's `_X = const(...)`, by name."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("const("):
            found[node.targets[0].id] = folded(node.value.args[0], found)
    return found


def numbers(function, known):
    """Yield (line, number) of each integer that the compiler computes in a function: 3, _X, -1, ~(0x11 << 2) ..."""
    for node in ast.walk(function):
        number = folded(node, known)
        if number is not None:
            yield node.lineno, number


def folded(node, known):
    """Return the integer value of an expression of constants, or None."""
    if isinstance(node, (ast.Constant, ast.UnaryOp, ast.BinOp)) or isinstance(node, ast.Name) and node.id in known:
        try:
            number = eval(ast.unparse(node), {"__builtins__": {}}, known)
        except (NameError, TypeError):
            return None
        return number if type(number) is int else None
    return None


def fits(number):
    """Return whether RP2040 code can hold a constant: up to 16 bits, or a shifted byte. The sign does not matter."""
    size = abs(number)
    return size <= 0xFFFF or size // (size & -size) < 0x100


def test_what_fits():
    assert all(map(fits, (0, 1, 0xFFFF, -1, ~0xFF, 0x10000, -0x10000, 0xFF << 23, 1 << 31)))
    assert not any(map(fits, (0x10001, 0x101 << 8, 0x7FFF0000, 0x12345678, -0x10001)))


@KERNELS
def test_every_constant_fits(path, functions, numbers_at_least):
    tree = ast.parse(firmware_text(path))
    known = constants(tree)
    seen = 0
    for function in viper_functions(tree):
        for line, number in numbers(function, known):
            assert fits(number), f"{path} line {line}: {number:#x} has more than 16 bits and is no shifted byte"
            seen += 1
    assert seen > numbers_at_least


def test_the_places_in_the_rules_state_are_among_the_constants():
    known = constants(ast.parse(firmware_text("games/renju/kernels.py")))
    assert known["VERDICTS"] > 0 and "STACK" in known


@KERNELS
def test_arguments_lie_in_registers(path, functions, numbers_at_least):
    found = viper_functions(ast.parse(firmware_text(path)))
    assert len(found) >= functions
    for function in found:
        arguments = function.args
        assert not (arguments.kwonlyargs or arguments.vararg or arguments.kwarg or arguments.defaults)
        assert len(arguments.args) <= REGISTERS, function.name


def native_functions():
    """Yield all firmware functions that are compiled as native code without viper, with their file."""
    for path in sorted(FIRMWARE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            if "micropython.native" in [ast.unparse(decorator) for decorator in decorators]:
                yield path, node


def test_every_constant_of_native_code_fits_as_an_object():
    """Native code stores numbers as objects: an object has twice the number's value plus one.

    Before, the strip's frame counter was `& 0xFFFF`. In an image with this function at an odd halfword the counter did
    not change, so the watchdog reset the board while a light was pulsing.
    """
    found = list(native_functions())
    assert found
    for path, function in found:
        for line, number in numbers(function, {}):
            assert fits(2 * number + 1), f"{path.name} line {line}: {number:#x} as an object has more than 16 bits"
