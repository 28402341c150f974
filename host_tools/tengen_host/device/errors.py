"""The errors between a laptop and a board, each in whole sentences: what, where, what to do."""


class DeviceError(Exception):
    """A board can't be used as asked; the message says what, where, and what to do."""


class NoBoard(DeviceError):
    """No board was found, or there is no port of that name."""


class NoPermission(DeviceError):
    """This user may not open the port."""


class PortTaken(DeviceError):
    """Another program has the port."""


class Gone(DeviceError):
    """The board was there, and is no longer: unplugged, or it restarts."""


class NotRunning(DeviceError):
    """MicroPython's prompt answers instead of Tengen."""


class NoAnswer(DeviceError):
    """Nothing answers in time, or the answer is not Tengen's."""


class Refused(DeviceError):
    """The board refuses a command; the message is the board's reason in words."""


class Unsupported(DeviceError):
    """The board is no Pico that Tengen runs on."""


class BoardError(DeviceError):
    """Code failed on the board; the message is its traceback."""
