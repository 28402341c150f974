"""Print the number of words in the frame of each function: micropython frames.py MODULE.FUNCTION ...

Methods and properties are given like functions of the module: MODULE.METHOD. If several have the same name, the largest
frame counts.
"""

import sys

import uctypes

_WORD = 8 if sys.maxsize > 1 << 32 else 4
_BYTECODE = 3  # mp_obj_fun_bc_t (py/objfun.h): its type, context, children, bytecode
_GETTER = 1  # mp_obj_property_t (py/objproperty.c): its type, getter
_HANDLER = 3  # words of an exception handler (py/bc.h)


def _pointer(address, number):
    return int.from_bytes(uctypes.bytes_at(address + number * _WORD, _WORD), sys.byteorder)


def words(function):
    """Return the words of a function's frame, for its state and its handlers (MP_BC_PRELUDE_SIG_DECODE of py/bc.h)."""
    address = id(function)
    if isinstance(function, property):
        address = _pointer(address, _GETTER)
    signature = uctypes.bytes_at(_pointer(address, _BYTECODE), 8)
    state, handlers = signature[0] >> 3 & 0xF, signature[0] >> 2 & 1
    for number, byte in enumerate(signature):
        if number:
            state |= (byte & 0x30) << 2 * (number - 1)
            handlers |= (byte & 0x02) << (number - 1)
        if not byte & 0x80:
            break
    return state + 1 + _HANDLER * handlers


def found(module, name):
    """Return the functions with this name in a module or in its classes."""
    things = [module] + [each for each in module.__dict__.values() if isinstance(each, type)]
    return [thing.__dict__[name] for thing in things if name in thing.__dict__]


for each in sys.argv[1:]:
    module, _, name = each.rpartition(".")
    __import__(module)
    print(max(words(function) for function in found(sys.modules[module], name)))
