"""Refusals, faults and reasons as codes with values: {"code": "refused.no_more_back", "n": 3}.

The board stores no sentences. The laptop's language files contain the words for each code. A value is a number, a word
of the game (a point's name, a seat, a menu entry), a text from outside, another code with its values, or a list of
these. vocabulary.py lists all codes and their values. The board never loads vocabulary.py.
"""

import json


def coded(code, **values):
    """Return the code with its values as a dict, as the link sends it."""
    values["code"] = code
    return values


def packed(why):
    """Return a code with its values as a compact text for the journal. Return a plain word unchanged."""
    if isinstance(why, str):
        return why
    # remove the blanks that json.dumps() puts after ":" and ","; no value contains ": " or ", "
    return json.dumps(why).replace(": ", ":").replace(", ", ",")


def unpacked(text):
    """Return the code with its values from a text of packed(), and any other text, which may be forged, unchanged."""
    if text[:1] != "{":
        return text
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RuntimeError):  # as in journal/fields.py
        return text
    return found if type(found.get("code")) is str else text


class Refused(ValueError):
    """Error: an action can't be done, or input from outside is wrong. `why`: the reason as a coded() dict."""

    def __init__(self, why):
        super().__init__(why["code"], why)
        self.why = why


def why_of(error):
    """Return the reason of a ValueError: the code of a Refused, or another's text, which users should never see."""
    return error.why if isinstance(error, Refused) else str(error)


def error(why):
    """Return a coded error as an event, as the link sends it."""
    return {"code": "error", "why": why}
