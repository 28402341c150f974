"""The rule of all menus: a press goes to the next entry, a hold takes the entry, and five idle seconds close it.

players.py and arbiter.py define the effect of an entry; the Director executes it.
"""

MENU_MS = 5000


class Menu:
    """An open menu of `who`: `about` is its subject, `entries` its entries, `at` the index of the present entry.

    A menu that `stays` (for a decision) does not close by itself. If a button went down before the menu opened, or
    before its entries changed, its press or hold does not count.
    """

    def __init__(self, who, about, entries, now, stays=False):
        self.who = who
        self.about = about
        self.stays = stays
        self.change(entries, now)

    def change(self, entries, now):
        """Replace the entries. The first new entry becomes the present entry."""
        self.entries = entries
        self.at = 0
        self._opened = self._touched = now

    def down(self, since):
        """Restart the five seconds when the button goes down, so that the menu does not close during a hold."""
        self._touched = since

    def press(self, since, now):
        """Handle a press. Return the new present entry, or None if the press does not count."""
        if since < self._opened:
            return None
        self._touched = now
        self.at = (self.at + 1) % len(self.entries)
        return self.entries[self.at]

    def hold(self, since):
        """Handle a hold. Return the entry that is taken, or None if the hold does not count."""
        return None if since < self._opened else self.entries[self.at]

    def ended(self, now):
        """Whether the menu closes because nothing has happened for five seconds."""
        return not self.stays and now - self._touched >= MENU_MS
