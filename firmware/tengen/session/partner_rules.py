"""The games in which the board may help a player, and the possible partners."""

from tengen.codes import Refused, coded
from tengen.games import registry

PLAYED = ("renju", "gomoku", "five")  # games with a partner
HELPED = ("casual", "teach")  # modes
ONLY_RENJU = coded("refused.only_renju_wins")
NOT_ASKED = coded("refused.partner", why=coded("refused.no_question"))

PARTNERS = ("none", "p2 1", "p2 2", "p2 3", "p2 4", "p2 5", "p1 1", "p1 2", "p1 3", "p1 4", "p1 5")
# The laptop decides, for example with an engine. The board's menus do not offer this partner, because it needs a
# connected laptop.
LAPTOP = "laptop"
OF_LAPTOP = ("p2 " + LAPTOP, "p1 " + LAPTOP)


def checked(partner):
    """Return this value of the setting `partner` if it is valid. Raises Refused if not."""
    if partner not in PARTNERS + OF_LAPTOP:
        raise Refused(registry.one_of("partner", PARTNERS + OF_LAPTOP, partner))
    return partner


def is_known(game):
    """Whether the board can find wins by fours in this game."""
    return game.name == "renju" and game.size == 15


def partner_refusal(settings):
    """Return why no partner may play in a game with these settings (codes.coded), or None."""
    if settings.game not in PLAYED:
        return coded("refused.partner_game", game=settings.game, games=list(PLAYED))
    if settings.size or settings.options or min(registry.sizes(settings.game)) > settings.board_size:
        return coded("refused.partner_size")
    if settings.mode not in HELPED:
        return coded("refused.partner_mode", mode=settings.mode)
    return None
