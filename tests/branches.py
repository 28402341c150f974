"""Every way through an opening, read from its table of steps alone."""


def paths(table):
    """Yield each way through an opening as a list of steps, named as the methods of session/opening.py:

    ("stone",), ("choose", word), ("offer",), ("keep",). Every option of every choice is taken. Where a number of fifths
    is declared, the fewest, the most and one number between are taken.
    """
    return _paths(table, 0, [])


def _paths(table, at, done):
    step = table[at]
    if step[0] == "end":
        yield done
    elif step[0] == "choose":
        for word, _, label in _options(step):
            to = table.index(("label", label)) if label else at + 1
            for path in _paths(table, to, done + [("choose", word)]):
                yield path
    else:
        doing = [] if step[0] == "label" else [(step[0],)]
        for path in _paths(table, at + 1, done + doing):
            yield path


def _options(step):
    _, _, ask, options = step
    if ask == "fifths" and len(options) > 3:
        return options[0], options[len(options) // 2], options[-1]
    return options
