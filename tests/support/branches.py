"""All paths through an opening, derived only from the opening's table of steps. Black begins."""

from tengen.games import BLACK
from tengen.games.openings import option_words


def paths(table):
    """Yield each path through an opening as a list of steps, named after the methods of session/opening.py.

    Steps: ("stone",), ("choose", word), ("offer",), ("keep",). There is a path for every option of every choice. For a
    number of fifths, the options are the minimum, the maximum and one number between.
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
