"""Every way through an opening, read from its table of steps alone. The colour that begins is Black."""

from tengen.games import BLACK
from tengen.games.openings import option_words


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
    ask = step[2]
    words = option_words(step[3], BLACK)
    options = [(words[at],) + option[1:] for at, option in enumerate(step[3])]
    if ask == "fifths" and len(options) > 3:
        return options[0], options[len(options) // 2], options[-1]
    return options
