"""Plain Python versions of the names that MicroPython's viper compiler knows, to run the kernels unchanged."""


class micropython:
    """A replacement for MicroPython's built-in module of the same name."""
    @staticmethod
    def viper(function):
        """Return the function unchanged."""
        return function


def const(value):
    """Return the value unchanged."""
    return value


def ptr8(buffer):
    """Return the buffer unchanged."""
    return buffer


ptr16 = ptr32 = ptr8
