"""The arbiter's menu: what he may do, and what each entry does. The main menu opens the others."""

from tengen.games import registry

from .settings import CLOCKS
from .timing import NO_CLOCK

ARBITER = "arbiter"

BRIGHTNESSES = ("100", "75", "50", "25", "10")
CORRECTIONS = ("p1 +1", "p1 -1", "p2 +1", "p2 -1")  # minutes
CORRECTION_MS = 60_000
LAPTOP = "laptop"  # whether it may act in a referee or silent game
DAMAGED = "damaged"  # the menu for a game that can't be read completely
BACK = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100)  # and all of them


class ArbiterMenu:
    """The arbiter's menu in a session."""

    def __init__(self, session):
        self._session = session

    def entries(self):
        """Return the entries of the main menu, in order. The first one says if the board is to be cleared first."""
        return [entry for entry, why in self.offers() if not why or entry == "new game"]

    def offers(self):
        """Return all entries of the main menu, in order: (entry, why it is not open now, or None)."""
        session = self._session
        found = [("new game", session.new_game_refusal()), ("take back", session.take_back_refusal())]
        found.append(("time", None if session.timing.clock else NO_CLOCK))
        found += [(entry, None) for entry in (LAPTOP, "opening", "mode", "clock", "lamps", "game")]
        if session.helper:
            found += session.helper.arbiter_offers(session.settings)
        if session.settings.choices("options"):
            found.append(("options", None))
        return found

    def of_damage(self):
        """Return (about, entries) of the menu for a damaged game."""
        return DAMAGED, ("go on", "set aside") if self._session.can_go_on else ("set aside",)

    def needs_button(self, about, entry):
        """Whether the entry can be taken with the arbiter's own button only."""
        return LAPTOP in (about, entry)

    def under(self, entry):
        """Return the entries of a sub-menu, and which of them is so now (its number, or 0)."""
        session, settings = self._session, self._session.settings
        if entry == "take back":
            moves = session.match.moves()
            return [str(count) for count in BACK if count < moves] + [str(moves)], 0
        if entry == "options":
            # every value of every option; the first that is not so now comes up first
            choices = settings.choices("options")
            return choices, 0
        if entry == "game":
            return self._games()
        choices, now = {
            "time": (CORRECTIONS, ""),
            LAPTOP: (("no", "yes"), "yes" if session.laptop else "no"),
            "opening": (settings.choices("opening"), settings.opening),
            "mode": (settings.choices("mode"), settings.mode),
            "clock": (CLOCKS, settings.clock),
            "lamps": (BRIGHTNESSES, str(settings.brightness)),
        }.get(entry) or session.helper.arbiter_choices(settings, entry)
        choices = list(choices)
        return choices, choices.index(now) if now in choices else 0

    def _games(self):
        """Return as under() does the games of no family, and the families of the others."""
        settings = self._session.settings
        found: list = []
        for game in settings.choices("game"):
            entry = registry.entry_of(game)
            if entry not in found:
                found.append(entry)
        return found, found.index(registry.entry_of(settings.game))

    def _open_family(self, games, now):
        settings = self._session.settings
        games = [game for game in settings.choices("game") if game in games]
        at = games.index(settings.game) if settings.game in games else 0
        self._session.questions.open(ARBITER, "game", games, now, at=at)

    def enter(self, about, entry, now):
        """Execute an entry of the menu `about`."""
        session = self._session
        if about == "menu":
            options, at = self.under(entry)
            session.questions.open(ARBITER, entry, options, now, at=at)
        elif about == "take back":
            session.take_back(int(entry), ARBITER, now)
        elif about == "time":
            seat, minutes = entry.split()
            session.timing.step(seat, int(minutes) * CORRECTION_MS, now)
            self._open_again(about, entry, now)
        elif about == DAMAGED:
            if entry == "go on":
                session.accept_damage(ARBITER)
            else:
                session.put_aside(now)
        elif about == LAPTOP:
            session.laptop = entry == "yes"
            session.effects.say({"code": "laptop", "allowed": session.laptop})
        elif about == "lamps":
            session.change(session.settings.with_({"brightness": int(entry)}), now)
        elif about == "hints":
            session.change(session.settings.with_({"hints": entry == "yes"}), now)
        elif about == "game" and registry.family(entry):
            self._open_family(registry.family(entry), now)
        elif about == "options":
            session.change(session.settings.with_option(entry), now)
            self._open_again(about, entry, now)
        else:
            session.change(session.settings.with_({about: entry}), now)

    def _open_again(self, about, entry, now):
        """Open a menu again at an entry: most corrections are more than one step, and games have several options."""
        options, _ = self.under(about)
        self._session.questions.open(ARBITER, about, options, now, at=options.index(entry) if entry in options else 0)
