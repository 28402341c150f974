"""What a laptop may ask of the board: each command, and the fields it may have."""

# by field: what it must be, in words, and the check
_FIELDS = {
    "brightness": ("a whole number from 1 to 100 (percent)", lambda value: type(value) is int and 1 <= value <= 100),
    "sound": ("true or false", lambda value: type(value) is bool),
}
COMMANDS = {"snapshot": (), "health": (), "prove": (), "set": ("brightness", "sound")}


def checked(command):
    """The command (a dict with a text `cmd`). Raises ValueError, in words for a person, where it makes no sense."""
    word = command["cmd"]
    if word not in COMMANDS:
        raise ValueError("unknown command %r: there are %s" % (word[:40], ", ".join(sorted(COMMANDS))))
    for field in command:
        if field == "cmd":
            continue
        if field not in COMMANDS[word]:
            raise ValueError("%s has no field %r" % (word, field[:40]))
        kind, check = _FIELDS[field]
        if not check(command[field]):
            raise ValueError("%s: %s must be %s" % (word, field, kind))
    return command
