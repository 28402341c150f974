"""Temporary displays: the players' colours, a button without effect, an answer, the signs of an opening and an end."""

COLOURS_MS = 2000
REFUSED_MS = 600
WORDS_MS = 3000


class Transients:
    """The temporary displays. `ends_at` (ms) is when the first of them ends, or -1.

    `colours`, `name`, `sign`: True if the colours, the opening's name, or the sign of the end are shown. `answer`: the
    answer of a search for a win ("none", "unknown"), or "". `refused`: the person with a button without effect, or
    None.
    """

    def __init__(self):
        self.ends_at = -1
        self.colours = False
        self.name = False
        self.sign = False
        self.answer = ""
        self.refused = None
        self._answer_until = 0
        self._colours_until = self._name_until = self._sign_until = self._refused_until = 0

    def show_colours(self, now):
        """Show each player's colour."""
        self.colours = True
        self._colours_until = now + COLOURS_MS
        self._look()

    def show_name(self, now):
        """Show the opening's name."""
        self.name = True
        self._name_until = now + WORDS_MS
        self._look()

    def show_sign(self, now):
        """Show the sign of the end of a game or task. It covers the position, so it is not shown for long."""
        self.sign = True
        self._sign_until = now + WORDS_MS
        self._look()

    def show_answer(self, answer, now):
        """Show the answer to a question."""
        self.answer = answer
        self._answer_until = now + WORDS_MS
        self._look()

    def refuse(self, who, now):
        """Show that the button of `who` had no effect."""
        self.refused = who
        self._refused_until = now + REFUSED_MS
        self._look()

    def end(self, now):
        """Hide each display that has been shown for long enough."""
        self.colours = self.colours and now < self._colours_until
        self.name = self.name and now < self._name_until
        self.sign = self.sign and now < self._sign_until
        if self.answer and now >= self._answer_until:
            self.answer = ""
        if self.refused and now >= self._refused_until:
            self.refused = None
        self._look()

    def _look(self):
        ends = []
        if self.colours:
            ends.append(self._colours_until)
        if self.name:
            ends.append(self._name_until)
        if self.sign:
            ends.append(self._sign_until)
        if self.answer:
            ends.append(self._answer_until)
        if self.refused:
            ends.append(self._refused_until)
        self.ends_at = min(ends) if ends else -1
