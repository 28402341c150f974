"""An emulated Pico behind a serial port, and a browser with its page."""

from emulated_device.conftest import device
from windows import browser, serving, window

__all__ = ["browser", "device", "serving", "window"]
