"""The effect of new stones before they are moves, and the steps of openings with two stones in each turn."""

from examples import match_of, play, set_up, state
from portable import raises
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, WHITE
from tengen.games.points import index


def at(match, *words):
    return [index(word, match.game.size) for word in words]


def played(name, *words, **options):
    match = match_of(name, options)
    for word in words:
        play(match, word)
    return match


def previewed(match, *words):
    """Return the preview of these points, which must change nothing."""
    before, facts = state(match), list(match.facts)
    found = match.preview(at(match, *words))
    assert state(match) == before and match.facts == facts
    return found


def test_one_stone_is_not_played():  # Renju's play() is slow, because it judges every point again
    match = played("renju", "h8", "i9")
    match.game.play = None
    assert match.preview(at(match, "g7")) == (-1, None, None, ((index("g7", 15), EMPTY, BLACK),))
    assert match.preview(at(match, "h8"))[:2] == (0, coded("refused.occupied"))
    assert match.preview(at(match, "g7", "g8"))[:2] == (1, coded("refused.no_more"))
    assert match.preview(()) == (-1, None, None, ())


def test_the_foul_of_a_stone():
    match = played("renju", opening="free")
    set_up(match, "B g8 i8 h7 h9, turn B")
    assert match.preview(at(match, "h8"))[2] == "double-three"
    assert match.preview(at(match, "a1"))[2] is None


def test_a_capture():
    match = played("pente", opening="free")
    set_up(match, "B e8 f8, W d8, turn W")
    new, one, two = at(match, "g8", "e8", "f8")
    refused, _, _, changes = previewed(match, "g8")
    assert refused == -1 and changes[0] == (new, EMPTY, WHITE)
    assert sorted(changes[1:]) == [(one, BLACK, EMPTY), (two, BLACK, EMPTY)]


def test_two_stones_of_a_turn():
    match = played("connect6", "j10")
    one, two = at(match, "a1", "b2")
    assert previewed(match, "a1", "b2") == (-1, None, None, ((one, EMPTY, WHITE), (two, EMPTY, WHITE)))
    assert previewed(match, "a1", "a1")[:2] == (1, coded("refused.occupied"))
    assert previewed(match, "a1", "b2", "c3")[:2] == (2, coded("refused.no_more"))
    assert previewed(match, "j10", "a1")[:2] == (0, coded("refused.occupied"))
    play(match, "a1")
    assert previewed(match, "b2")[0] == -1
    assert previewed(match, "b2", "c3")[:2] == (1, coded("refused.no_more"))


def test_the_second_stone_depends_on_the_first():
    collinear = played("connect6", "j10", rules="collinear6")
    assert previewed(collinear, "a1", "b2")[0] == -1
    assert previewed(collinear, "a1", "c10")[0] == 1  # these two are in one line with j10, but not with a1
    assert previewed(collinear, "a2", "a3")[0] == 0
    apart = played("connect6", "j10", rules="noncollinear5")
    assert previewed(apart, "a1", "a5")[0] == 1 and previewed(apart, "a1", "b5")[0] == -1


def test_a_second_stone_after_the_first_has_won():
    match = played("connect6", opening="free")
    set_up(match, "B a1 b1 c1 d1 e1, turn B")
    assert previewed(match, "f1", "a5")[:2] == (1, coded("refused.ended_before"))
    assert previewed(match, "a5", "f1")[0] == -1 and previewed(match, "f1")[0] == -1


def test_zones_of_a_turn_in_an_opening():  # in this turn P2 places two stones in the middle 5x5
    match = played("connect6", "j10", opening="swap-3rd")
    assert match.wanted() == 2 and len(match.zone()) == 25
    assert previewed(match, "i9", "i10")[0] == -1
    assert previewed(match, "i9", "m10")[:2] == (1, coded("refused.zone_within", number=3, width=5))
    for word in ("i9", "i10", "a1", "a2"):
        play(match, word)
    assert (match.expects.do, match.expects.who, match.expects.ask) == ("choose", "p2", "swap")
    # if P2 does not swap, P2 has the second colour and plays two stones
    assert match.play_on == "no swap" and match.wanted() == 2
    assert previewed(match, "b1", "b2")[0] == -1
    match.stone(index("b1", 19))
    assert (match.expects.who, match.expects.colour, match.wanted()) == ("p2", WHITE, 1)
    match.take_back(3)
    assert (match.expects.who, match.expects.colour, match.wanted()) == ("p1", BLACK, 2)


def test_a_zone_of_the_game_and_of_the_opening():
    match = played("connect6", "j10", "i9", rules="collinear6", opening="swap-3rd")
    zone = match.zone()  # the empty points in the middle 5x5 that are in one line with i9
    for word, inside in (("h8", True), ("i10", True), ("j9", True), ("j10", False), ("h11", False), ("a1", False)):
        assert (index(word, 19) in zone) == inside, word


def test_tentative_fifths_and_a_stone_that_waits():
    match = played("renju", "h8", "h9", "h10", "no swap", "a1", opening="rif")
    five = at(match, "c3")[0]
    assert match.expects.do == "offer"
    assert previewed(match, "c3", "d12") == (-1, None, None, ((five, EMPTY, BLACK), (index("d12", 15), EMPTY, BLACK)))
    assert previewed(match, "c3", "h8")[0] == 1
    assert raises(ValueError, match.offer, [five, five]) == "the same fifth twice"
    match.offer(at(match, "c3", "d12"))
    assert previewed(match, "a2") == (-1, None, None, ((index("a2", 15), EMPTY, WHITE),))


def test_where_white_begins():  # in Pente P1 has White
    match = match_of("pente", {})
    assert match.players == {WHITE: "p1", BLACK: "p2"} and match.expects.colour == WHITE
    assert match.seat(WHITE) == "p1" and match.colour("p2") == BLACK
    for word in ("h8", "a1"):
        play(match, word)
    assert raises(ValueError, play, match, "i8") == coded("refused.zone_outside", number=3, width=5)
    assert match.expects.colour == WHITE
    match.take_back(2)
    assert match.expects.colour == WHITE and match.zone() == (112,)
    match.set_up((0,), (1,), BLACK)
    assert match.expects.who == "p2"


def test_blacks_choice():  # Black offers two fifths twice, and White keeps one each time
    from tengen.games import registry
    from tengen.games.openings import table
    from tengen.session.match import Match

    match = Match(registry.new("gomoku", passes_after=7), table("black's choice"))
    for word in ("h8", "i9", "c3", "d12", "offer:e5,k11", "keep:e5"):
        play(match, word)
    assert match.game.cells[index("e5", 15)] == BLACK and match.expects.colour == WHITE
    play(match, "a1")
    assert raises(ValueError, play, match, "offer:b2,b2") == "the same fifth twice"
    for word in ("offer:k11,c9", "keep:c9"):
        play(match, word)
    assert match.opening.expects is None and match.expects.who == match.players[WHITE]
    assert match.pass_refusal() is None
    match.take_back(3)
    assert match.expects.do == "offer" and match.game.turn == BLACK
