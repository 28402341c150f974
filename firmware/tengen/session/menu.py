"""The rule of all menus: a press goes to the next entry, a hold takes it, five seconds without either close it.

What an entry does, players.py and arbiter.py say; the Director does it.
"""

MENU_MS = 5000


class Menu:
    """An open menu of `who`; `about` is its subject, `entries` its entries, `at` the index of the present entry.

    A menu that `stays` (for a decision) does not close by itself. If a button went down before the menu opened, or
    before its entries changed, its press or hold does not count.
    """

    def __init__(self, who, about, entries, now, stays=False):
        self.who = who
        self.about = about
        self.stays = stays
        self.change(entries, now)

    def change(self, entries, now):
        """Other entries from now on, the first of them the present one."""
        self.entries = entries
        self.at = 0
        self._opened = self._touched = now

    def down(self, since):
        """The button has gone down: restart the five seconds, so that the menu does not close during a hold."""
        self._touched = since

    def press(self, since, now):
        """The button was pressed: the entry that is now the present one, or None where that does not count."""
        if since < self._opened:
            return None
        self._touched = now
        self.at = (self.at + 1) % len(self.entries)
        return self.entries[self.at]

    def hold(self, since):
        """The button is held: the entry that is taken, or None where that does not count."""
        return None if since < self._opened else self.entries[self.at]

    def ended(self, now):
        """Whether the menu is left because nothing has been done for five seconds."""
        return not self.stays and now - self._touched >= MENU_MS
