"""In which games the board may help a player, and who may play at a seat. A firmware of files lacks this module."""

from tengen.games import registry

HELPED = ("casual", "teach")  # the modes
ONLY_RENJU = "the board knows wins by fours in Renju on 15x15 only"

PARTNERS = ("none", "p2 1", "p2 2", "p2 3", "p2 4", "p2 5", "p1 1", "p1 2", "p1 3", "p1 4", "p1 5")
# The laptop decides, by an engine perhaps. No menu of the board has it: it needs a laptop that answers.
LAPTOP = "laptop"
OF_LAPTOP = ("p2 " + LAPTOP, "p1 " + LAPTOP)


def checked(partner):
    """Return a value of the setting `partner`. Raises ValueError, in words, if it is none."""
    if partner not in PARTNERS + OF_LAPTOP:
        raise ValueError("partner must be one of " + ", ".join(PARTNERS + OF_LAPTOP))
    return partner


def is_known(game):
    """Whether the board can find wins by fours in this game."""
    return game.name == "renju" and game.size == 15


def partner_refusal(settings):
    """Return why no partner may play in a game with these settings, as a text, or None."""
    games = ("renju", "gomoku", "five")
    if settings.game not in games:
        known = ", ".join([registry.title(game) for game in games])
        return "it does not know %s: it plays %s" % (registry.title(settings.game), known)
    if settings.size or settings.options or min(registry.sizes(settings.game)) > settings.board_size:
        return "it plays on 15x15, without options of the game"
    if settings.mode not in HELPED:
        return "it plays in casual and teach games, not in a %s game" % settings.mode
    return None
