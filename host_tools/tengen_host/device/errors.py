"""Define the errors between a laptop and a board.

Their messages are whole sentences that say what is wrong, where, and what to do.
"""


class DeviceError(Exception):
    """A board can't be used as requested. The message says what is wrong, where, and what to do."""


class NoBoard(DeviceError):
    """No board was found, or there is no port with the given name."""


class NoPermission(DeviceError):
    """This user may not open the port."""


class PortTaken(DeviceError):
    """Another program has the port."""


class Gone(DeviceError):
    """The board has disappeared: it was unplugged, or it restarts."""


class NotRunning(DeviceError):
    """MicroPython's prompt answers instead of Tengen."""


class NoAnswer(DeviceError):
    """Nothing answers in time, or the answer is not from Tengen."""


class Refused(DeviceError):
    """The board refuses a command; the message is the board's reason in words."""


class Unsupported(DeviceError):
    """The board is not a Pico on which Tengen runs."""


class BoardError(DeviceError):
    """Code failed on the board; the message is its traceback."""
