"""What a frame proves of the wiring: the sixteenth row and column are wired shut and must always read so."""


def dead_rows(frame, size):
    """The rows (0-based, `size` for the wired-shut one) whose driver did not drive: their sense bit is open."""
    return [row for row in range(size + 1) if not frame[row] >> size & 1]


def dead_columns(frame, size):
    """The columns (0-based) whose input does not answer even to the wired-shut row, if that row is driven."""
    proof = frame[size]
    if not proof >> size & 1:
        return []
    return [column for column in range(size) if not proof >> column & 1]
