"""A board on a serial port: found, opened, listened to, flashed and tested."""
