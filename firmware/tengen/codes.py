"""A refusal, a fault or a reason as a code with values: {"code": "refused.no_more_back", "n": 3}.

The board has no sentences: the words of each code stand under it in the laptop's language files. A value is a number, a
word of the game (a point's name, a seat, a menu's entry), a text from outside, another code with its values, or a list
of these. vocabulary.py lists all codes and their values; no board loads it.
"""


def coded(code, **values):
    """Return the code with its values as a dict, as the link sends it."""
    values["code"] = code
    return values


class Refused(ValueError):
    """Something can't be done, or what came from outside is wrong; `why` says it: coded()."""

    def __init__(self, why):
        super().__init__(why["code"], why)
        self.why = why
