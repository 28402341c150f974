"""Every branch of every opening, and the expectation at each step of an opening's table."""

from branches import paths
from opening_lists import LISTS, listed
from portable import raises
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, WHITE, opponent, registry
from tengen.games.openings import table
from tengen.session.opening import Expects, Opening

ZONES = {None: "any", ("square", 1): "h8", ("outside", 5): ">5x5", ("outside", 7): ">7x7"}
ZONES.update({("square", width): "%dx%d" % (width, width) for width in (3, 5, 7, 9)})
ASKS = {"swap": "swap?", "side": "side?", "fifths": "n?", "way": "way?"}
CHOICES = {"-": "no swap", "s": "swap"}


def followed(opening, path):
    """Follow a path with the interpreter of openings. Return its steps in the words of listed()."""
    words = []
    stones = 0
    for action in path:
        expects = opening.expects
        assert expects.do == action[0]
        seat = {"p1": "1", "p2": "2"}[expects.who]
        if action[0] == "stone":
            # the colours alternate, no matter which player places the stone
            assert expects.colour == (WHITE if stones % 2 else BLACK) and not expects.options
            words.append("%s %s" % (ZONES[expects.zone], seat))
            stones += 1
            opening.stone(WHITE if stones % 2 else BLACK)
        elif action[0] == "choose":
            assert action[1] in expects.options and expects.colour == EMPTY
            short = {choice: mark for mark, choice in CHOICES.items()}.get(action[1], ":" + action[1])
            words.append("%s %s%s" % (ASKS[expects.ask], seat, short))
            opening.choose(action[1])
        elif action[0] == "offer":
            assert expects.who == opening.players[BLACK] and expects.colour == BLACK
            words.append("offer %s:%d" % (seat, expects.count))
            opening.offer()
        else:
            assert expects.who == opening.players[WHITE]
            words.append("keep " + seat)
            stones += 1
            opening.keep(WHITE if stones % 2 else BLACK)
        assert opening.stones == stones
    assert opening.expects is None
    assert sorted(opening.players.values()) == ["p1", "p2"]
    return words + ["black " + opening.players[BLACK][1]]


def test_every_branch_of_every_opening():
    assert sorted(LISTS) == sorted(registry.openings("renju"))
    for name in registry.openings("renju"):
        found = [followed(Opening(table(name)), path) for path in paths(table(name))]
        expected = listed(LISTS[name])
        for row in expected:
            assert row in found, (name, row)
        for row in found:
            assert row in expected, (name, row)
        assert len(found) == len(expected), name


def put(opening):
    """Place the next stone, of a game with one stone a turn."""
    opening.stone(opponent(opening.turn))


def do(opening, action):
    if action[0] in ("stone", "keep"):
        getattr(opening, action[0])(opponent(opening.turn))
    else:
        getattr(opening, action[0])(*action[1:])


# the opening is copied at each step of each branch, and the copies are followed after the original has ended
def test_a_copy_goes_its_own_way():
    for name in registry.openings("renju"):
        for path in paths(table(name)):
            opening = Opening(table(name))
            copies = []
            for action in path:
                copies.append(opening.copy())
                do(opening, action)
            for done, twin in enumerate(copies):
                for action in path[done:]:
                    do(twin, action)
                assert twin.expects is None and twin.players == opening.players
                assert twin.fifths == opening.fifths and twin.stones == opening.stones


def at(name, *done, **parameters):
    """Return an opening after these steps. A step is a number of stones, a choice, "offer" or "keep"."""
    opening = Opening(table(name, **parameters))
    for what in done:
        if isinstance(what, int):
            for _ in range(what):
                put(opening)
        elif what in ("offer", "keep"):
            do(opening, (what,))
        else:
            opening.choose(what)
    return opening


def test_a_stone_that_plays_on():  # placing the next stone chooses the option that playing on implies
    for opening, option in (
        (at("rif", 3), "no swap"),
        (at("swap", 3), "no swap"),
        (at("yamaguchi", 3), None),  # the player who declares the number does not decide on the swap
        (at("yamaguchi", 3, "4"), "no swap"),
        (at("soosyrv-8", 3), "no swap"),
        (at("soosyrv-8", 3, "swap", 1), None),
        (at("soosyrv-8", 3, "swap", 1, "8"), "no swap"),  # the offer
        (at("taraguchi-10", 1), "no swap"),
        (at("taraguchi-10", 1, "swap", 1), "no swap"),
        (at("taraguchi-10", 1, "swap", 1, "swap", 1), "no swap"),
        (at("taraguchi-10", 1, "no swap", 1, "no swap", 1, "no swap", 1), None),  # the choice of one fifth or ten
        (at("taraguchi-10", 1, "no swap", 1, "no swap", 1, "no swap", 1, "no swap"), None),
        (at("taraguchi-10", 1, "no swap", 1, "no swap", 1, "no swap", 1, "swap", 1), "no swap"),  # stone 6
        (at("tarannikov", 1, "no swap", 1, "no swap", 1, "no swap", 1), "no swap"),
        (at("tarannikov", 1, "no swap", 1, "no swap", 1, "no swap", 1, "swap", 1), "no swap"),
        (at("swap-5", 1), "no swap"),
        (at("swap-2", 3), None),  # the choice of stone 4 as White, or of two more stones
        (at("swap-2", 3, "add", 2), "white"),
    ):
        before = opening.expects
        assert opening.play_on() == option
        assert opening.expects is before


def test_nothing_is_played_on_where_nothing_is_to_be_chosen():
    for opening in (at("rif"), at("rif", 3, "swap", 1), at("rif", 3, "swap", 1, "offer"), at("pro", 3)):
        assert opening.play_on() is None


def test_a_number_that_is_fixed():  # some events fix the number
    yamaguchi = at("yamaguchi", 3, fifths=5, fixed=True)
    assert yamaguchi.expects.ask == "swap" and yamaguchi.expects.who == "p2"
    soosyrv = at("soosyrv-8", 3, "swap", 1, fifths=5, fixed=True)
    assert soosyrv.expects.ask == "swap" and soosyrv.expects.who == "p2"
    soosyrv.choose("no swap")
    assert soosyrv.expects.do == "offer" and soosyrv.expects.count == 5 and soosyrv.expects.who == "p2"


def test_other_numbers_of_fifths():
    assert at("rif", 3, "no swap", 1, fifths=3).expects.count == 3
    ways = at("taraguchi-10", 1, "no swap", 1, "no swap", 1, "no swap", 1, "no swap", fifths=6)
    assert ways.expects.options == ("1", "6")
    ways.choose("6")
    assert ways.expects.count == 6
    assert at("yamaguchi", 3, fifths=4).expects.options == ("1", "2", "3", "4")


def test_what_was_declared_is_known():
    opening = at("soosyrv-8", 3, "no swap", 1)
    assert opening.fifths == 0
    opening.choose("6")
    assert opening.fifths == 6
    assert at("rif", 3, "no swap", 1).fifths == 0


def test_super_zones_are_asked_for():  # firmware/docs/openings.md#rules
    opening = at("tarannikov", small=True)
    asked = []
    while opening.expects:
        asked.append(opening.expects.zone)
        put(opening)
        opening.choose("no swap")
    assert asked == [("square", 1), ("square", 5), ("square", 7), ("square", 9), ("square", 9)]


def test_whose_each_choice_is():
    assert at("rif", 3).expects.options == ("no swap", "swap")
    assert at("swap-2", 3).expects.options == ("white", "black", "add")
    assert at("swap-2", 3, "add", 2).expects.options == ("white", "black")
    assert at("yamaguchi", 3).expects.options == tuple(str(n) for n in range(1, 13))


def test_what_is_not_expected_changes_nothing():
    actions = {"stone": (WHITE,), "choose": ("swap",), "offer": (), "keep": (WHITE,)}
    for opening in (
        at("rif"),
        at("rif", 3),
        at("rif", 3, "swap", 1),
        at("rif", 3, "swap", 1, "offer"),
        at("swap-2", 3, "white"),
    ):
        expects = opening.expects
        do = expects.do if expects else None
        for action, arguments in actions.items():
            if action == do:
                continue
            message = raises(ValueError, getattr(opening, action), *arguments)
            assert message == ("%s is expected" % do if do else "the opening is over")
            assert opening.expects is expects
    opening = at("swap-2", 3)
    assert raises(ValueError, opening.choose, "swap") == coded(
        "refused.no_choice", entry="swap", options=["white", "black", "add"]
    )
    assert opening.players == {BLACK: "p1", WHITE: "p2"} and opening.expects.do == "choose"


def test_what_is_expected_in_play():
    expects = Expects("stone", "p1", BLACK)
    assert expects.zone is None and expects.ask is None and expects.options == () and expects.count == 0
