"""JSON lines over the USB console: state and events to the laptop, commands from the laptop."""
