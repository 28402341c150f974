"""Provide listings by pyserial's list_ports on computers with a Pico and the usual other ports."""

from serial.tools.list_ports_common import ListPortInfo


def _port(device, vid=None, pid=None, serial_number=None, product=None, manufacturer=None, location=None):
    info = ListPortInfo(device, skip_link_detection=True)
    info.vid, info.pid, info.serial_number = vid, pid, serial_number
    info.product, info.manufacturer, info.location = product, manufacturer, location
    if vid is not None:
        info.apply_usb_info()
    return info


SERIAL = "e6614103e7452d2f"

LINUX = [
    _port("/dev/ttyS0"),
    _port("/dev/ttyUSB0", 0x0403, 0x6001, "A50285BI", "FT232R USB UART", "FTDI", "1-3"),
    _port("/dev/ttyACM0", 0x2E8A, 0x0005, SERIAL, "Board in FS mode", "MicroPython", "1-2:1.0"),
]

LINUX_TWO = [
    _port("/dev/ttyACM1", 0x2E8A, 0x0005, "e6614c311b7e6f35", "Board in FS mode", "MicroPython", "1-4:1.0"),
    *LINUX,
]

LINUX_WITHOUT = [
    _port("/dev/ttyS0"),
    _port("/dev/ttyUSB0", 0x0403, 0x6001, "A50285BI", "FT232R USB UART", "FTDI", "1-3"),
    _port("/dev/ttyACM0", 0x2E8A, 0x000C, "E6614103E7113A2A", "Debugprobe on Pico (CMSIS-DAP)"),
]

# each port under both of its names, as some versions of pyserial list them
MACOS = [
    _port("/dev/cu.Bluetooth-Incoming-Port"),
    _port("/dev/cu.debug-console"),
    _port("/dev/cu.usbmodem1101", 0x2E8A, 0x0005, SERIAL, "Board in FS mode", "MicroPython", "0-1.1"),
    _port("/dev/tty.usbmodem1101", 0x2E8A, 0x0005, SERIAL, "Board in FS mode", "MicroPython", "0-1.1"),
]

# Windows gives no product, and the serial number in capitals
WINDOWS = [
    _port("COM10", 0x1A86, 0x7523, "", None, "wch.cn", "1-3"),
    _port("COM3"),
    _port("COM5", 0x2E8A, 0x0005, SERIAL.upper(), None, "Microsoft", "1-4:x.0"),
]
