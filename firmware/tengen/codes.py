"""A refusal, a fault or a reason as a code with values: {"code": "refused.no_more_back", "n": 3}.

The board has no sentences: the words of each code stand under it in the laptop's language files. A value is a number, a
word of the game (a point's name, a seat, a menu's entry), a text from outside, another code with its values, or a list
of these. vocabulary.py lists all codes and their values; no board loads it.
"""

import json


def coded(code, **values):
    """Return the code with its values as a dict, as the link sends it."""
    values["code"] = code
    return values


def packed(why):
    """Return a code with its values as a compact text, for the journal; a word as it is."""
    if isinstance(why, str):
        return why
    return json.dumps(why).replace(": ", ":").replace(", ", ",")  # no value has such blanks


def unpacked(text):
    """Return what packed() made the text of."""
    return json.loads(text) if text[:1] == "{" else text


class Refused(ValueError):
    """Something can't be done, or what came from outside is wrong; `why` says it: coded()."""

    def __init__(self, why):
        super().__init__(why["code"], why)
        self.why = why


def why_of(error):
    """Return what a ValueError says: the code of a Refused; of any other, which nobody was meant to meet, the text."""
    return error.why if isinstance(error, Refused) else str(error)


def error(why):
    """Return a coded trouble as an event, as the link sends it."""
    return {"code": "error", "why": why}
