"""JSON lines over the USB console: events to the laptop, commands from it."""
