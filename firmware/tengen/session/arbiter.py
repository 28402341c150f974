"""The arbiter's menu: what each of its entries does."""

from . import entries, news

ARBITER = "arbiter"


def enter(session, about, entry, difference, now):
    """The arbiter takes an entry of a menu about something: the first one opens others, and those do it."""
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
