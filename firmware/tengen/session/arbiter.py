"""The arbiter's menu: the action of each entry."""

from . import entries, news

ARBITER = "arbiter"


def enter(session, about, entry, difference, now):
    """Execute an entry that the arbiter takes of the menu `about`: the main menu opens the others."""
    if about == "menu":
        options, at = entries.under(session, entry)
        session.open(ARBITER, entry, options, now, at=at)
    elif about == "take back":
        session.take_back(int(entry), ARBITER, difference, now)
    elif about == "time":
        seat, minutes = entry.split()
        session.timing.clock.step(seat, int(minutes) * entries.CORRECTION_MS, now)
        session.tell_correction(now)
        # most corrections are more than one step
        options, _ = entries.under(session, about)
        session.open(ARBITER, about, options, now, at=options.index(entry))
    elif about == entries.DAMAGED:
        if entry == "go on":
            session.accept_damage(ARBITER)
        else:
            session.put_aside(now)
    elif about == entries.LAPTOP:
        session.laptop = entry == "yes"
        session.say(news.laptop(session))
    elif about == "lamps":
        session.change(session.settings.with_({"brightness": int(entry)}), now)
    else:
        session.change(session.settings.with_({about: entry}), now)
