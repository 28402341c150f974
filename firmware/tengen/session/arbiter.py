"""The arbiter's menu: the available entries and their effects. The main menu opens the sub-menus."""

from tengen.games import registry

from .match import back_refusal
from .players import new_game_refusal
from .settings import CLOCKS
from .timing import NO_CLOCK

ARBITER = "arbiter"

BRIGHTNESSES = ("100", "75", "50", "25", "10")
CORRECTIONS = ("p1 +1", "p1 -1", "p2 +1", "p2 -1")  # minutes
CORRECTION_MS = 60_000
REPEATED = ("time", "options")  # these sub-menus open again, because people often take several of their entries
LAPTOP = "laptop"  # the entry that decides whether the laptop may act in a referee or silent game
DAMAGED = "damaged"  # the menu for a game that can't be read completely
BACK = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100)  # all menus of the arbiter


class ArbiterMenu:
    """The arbiter's menu. `coach`: see PlayerMenu."""

    def __init__(self, coach):
        self._coach = coach

    def entries(self, session):
        """Return the entries of the main menu, in order. The first shows whether the board must be cleared before."""
        return [entry for entry, why in self.offers(session) if not why or entry == "new game"]

    def offers(self, session):
        """Return all entries of the main menu, in order: (entry, the reason why it is not available now, or None)."""
        moves = session.match.moves()
        found = [("new game", new_game_refusal(session)), ("take back", None if moves else back_refusal(moves))]
        found.append(("time", None if session.timing.clock else NO_CLOCK))
        found += [(entry, None) for entry in (LAPTOP, "opening", "mode", "clock", "lamps", "game")]
        found += self._coach.arbiter_offers(session)
        if session.settings.choices("options"):
            found.append(("options", None))
        return found

    def of_damage(self, session):
        """Return (about, entries) of the menu for a damaged game."""
        return DAMAGED, ("go on", "set aside") if session.can_go_on else ("set aside",)

    def needs_button(self, about, entry):
        """Whether the entry can be taken only with the arbiter's own button."""
        return LAPTOP in (about, entry)

    def choices(self, session, entry):
        """Return what a laptop may choose under an entry of the main menu; () if the entry acts at once.

        These are the entries of the sub-menu, and for "game" all games, also those in families.
        """
        if entry == "new game":
            return ()
        return session.settings.choices("game") if entry == "game" else self._under(session, entry)[0]

    def _under(self, session, entry):
        """Return the entries of a sub-menu, and the index of the current choice, or 0."""
        settings = session.settings
        if entry == "take back":
            moves = session.match.moves()
            return [str(count) for count in BACK if count < moves] + [str(moves)], 0
        if entry == "options":
            # every value of every option; the menu begins at the first value that is not set
            return settings.choices("options"), 0
        if entry == "game":
            return _games(settings)
        choices, now = {
            "time": (CORRECTIONS, ""),
            LAPTOP: (("no", "yes"), "yes" if session.laptop else "no"),
            "opening": (settings.choices("opening"), settings.opening),
            "mode": (settings.choices("mode"), settings.mode),
            "clock": (CLOCKS, settings.clock),
            "lamps": (BRIGHTNESSES, str(settings.brightness)),
        }.get(entry) or self._coach.arbiter_choices(settings, entry)
        choices = list(choices)
        return choices, choices.index(now) if now in choices else 0

    def enter(self, session, about, entry):
        """Return the intent of an entry of the menu `about`."""
        settings = session.settings
        if about == "menu":
            return ("open", ARBITER, entry) + self._under(session, entry)
        if about == "take back":
            return "take_back", int(entry), ARBITER
        if about == "time":
            seat, minutes = entry.split()
            return "step_clock", seat, int(minutes) * CORRECTION_MS
        if about == DAMAGED:
            return ("accept_damage", ARBITER) if entry == "go on" else ("put_aside",)
        if about == LAPTOP:
            return "allow_laptop", entry == "yes"
        if about == "lamps":
            return "change", settings.with_({"brightness": int(entry)})
        if about == "lessons":
            return "lesson", int(entry)
        if about == "hints":
            return "change", settings.with_({"hints": entry == "yes"})
        if about == "game" and registry.family(entry):
            return _family(settings, registry.family(entry))
        if about == "options":
            return "change", settings.with_option(entry)
        return "change", settings.with_({about: entry})

    def again(self, session, about, entry):
        """Return the intent that opens one of the menus REPEATED again at an entry."""
        options, _ = self._under(session, about)
        return "open", ARBITER, about, options, options.index(entry) if entry in options else 0


def _games(settings):
    """Return the games without a family, and the families of the other games, in the form of _under()."""
    found: list = []
    for game in settings.choices("game"):
        entry = registry.entry_of(game)
        if entry not in found:
            found.append(entry)
    return found, found.index(registry.entry_of(settings.game))


def _family(settings, games):
    games = [game for game in settings.choices("game") if game in games]
    return "open", ARBITER, "game", games, games.index(settings.game) if settings.game in games else 0
