"""Test the partner's player: what it must see, openings, luck, slices, and machine code against plain Python."""

from portable import firmware_text, raises
from tengen.games import BLACK, WHITE, openings, registry
from tengen.games.openings import in_zone
from tengen.games.points import index, indices
from tengen.games.symmetry import equal, symmetries
from tengen.partner import shapes
from tengen.partner.brain import Brain
from tengen.partner.fours import Fours
from tengen.partner.player import GAMES, LEVELS, Player
from tengen.session.opening import Expects, Opening

SHORT_US = 150_000
PLAYER = Player(Fours())


def answered(game, asked=None, level=5, luck=1, offers=(), limit_us=SHORT_US, slice_us=5000, player=PLAYER):
    player.begin(game, asked or Expects("stone", colour=game.turn), game.refusal, level, luck, offers, limit_us)
    slices = 0
    while not player.think(slice_us):
        slices += 1
        assert slices < 100_000
    return player.answer


def position(black, white, turn=BLACK, name="renju"):
    game = registry.new(name)
    game.set_up(indices(black, 15), indices(white, 15), turn)
    return game


def point(name):
    return index(name, 15)


# What the player must see. Each case has Black's stones, White's stones, and the colour to move


def test_it_takes_a_five_at_once():
    for name in GAMES:
        for level in (3, 4, 5):
            game = position("f8g8h8i8a1", "f9g9h9i9", BLACK, name)
            answer = answered(game, level=level)
            assert answer in (("stone", point("e8")), ("stone", point("j8"))), (name, level)
            game = position("f8g8h8i8a1", "f9g9h9i9", WHITE, name)
            assert answered(game, level=level)[1] in (point("e9"), point("j9")), (name, level)


def test_it_meets_a_four():
    for name in GAMES:
        game = position("f8g8h8i8", "e8c3d12", WHITE, name)
        assert answered(game) == ("stone", point("j8")), name


def test_it_stops_an_open_three():
    for name in GAMES:
        answer = answered(position("g8h8i8", "h9c3", WHITE, name))
        assert answer[1] in [point(each) for each in ("e8", "f8", "j8", "k8")], name


def test_it_wins_by_fours():
    # h8 makes a four and an open three
    answer = answered(position("e8f8g8h10h9a1", "d8c3d12l4n9o1"))
    assert answer[0] == "stone" and answer[1] in [point(each) for each in ("h8", "i8", "h7", "h11")]
    assert PLAYER.value > 29_000


def test_it_stops_a_win_by_fours():
    # White is to play; a black stone on h8 would make a four and an open three
    game = position("e8f8g8h10h9a1", "d8c3d12l4n9", WHITE)
    answer = answered(game)
    game.play(answer[1])
    solver = Fours()
    solver.begin(game.cells, BLACK)
    while not solver.try_fours(500):
        pass
    assert answer[0] == "stone" and not solver.wins


def test_black_never_puts_a_foul():
    # by its shapes h8 has the highest value, but it is a double-three, a double-four or an overline
    for black, white in (
        ("g8i8h7h9", "a1a3a5a7"),
        ("e8f8g8h9h10h11", "d8h12a1a3a5a7"),
        ("e8f8g8i8j8", "a1a3a5a7h12"),
    ):
        for level in range(1, LEVELS + 1):
            for luck in range(4):
                game = position(black, white)
                answer = answered(game, level=level, luck=luck, limit_us=60_000)
                assert answer[0] == "stone" and not game.warning(answer[1])
                assert answer[1] != point("h8")


def test_it_resigns_from_level_3_on_where_only_a_foul_meets_a_four():
    # White's four can be answered on h8 only, which is an overline
    game = position("e8f8g8i8j8h13", "h9h10h11h12")
    assert game.warning(point("h8")) == "overline"
    assert answered(game, level=5) == ("resign",)
    assert answered(game, level=3) == ("resign",)
    answer = answered(game, level=2)
    assert answer[0] == "stone" and game.refusal(answer[1]) is None and not game.warning(answer[1])


def test_it_plays_on_where_it_may_not_resign():
    # White has two fours: the player still blocks one of the points
    game = position("c3d12l4n9o1", "f9g9h9i9")
    PLAYER.begin(game, Expects("stone", colour=BLACK), game.refusal, 5, 1, resigns=True)
    assert thought_out() == ("resign",)
    PLAYER.begin(game, Expects("stone", colour=BLACK), game.refusal, 5, 1, resigns=False)
    assert thought_out() in (("stone", point("e9")), ("stone", point("j9")))


def thought_out():
    while not PLAYER.think(5000):
        pass
    return PLAYER.answer


def test_a_hurried_thought_ends_in_a_few_pieces():
    for name in GAMES:
        for game in (
            position("h8i9", "h9g7", BLACK, name),
            # in this position the player searches for answers to a win by fours
            position("e8f8g8h10h9a1", "d8c3d12l4n9", WHITE, name),
        ):
            for pieces in (0, 1, 30, 100):
                PLAYER.begin(game, Expects("stone", colour=game.turn), game.refusal, 5, 1, resigns=False)
                while pieces and not PLAYER.think(1):
                    pieces -= 1
                before = PLAYER.used_us
                PLAYER.hurry()
                answer = thought_out()
                assert answer[0] == "stone" and game.refusal(answer[1]) is None and not game.warning(answer[1])
                assert PLAYER.used_us - before < 250_000, (name, pieces)


def test_exactly_five_by_the_games_rules():
    # i8 makes six: a foul of Black in Renju, nothing in gomoku, a win in free five
    black, white = "e8f8g8h8j8", "c3d12l4n9"
    assert answered(position(black, white, BLACK, "five"))[1] in (point("i8"), point("d8"))
    for name in ("renju", "gomoku"):
        assert answered(position(black, white, BLACK, name)) == ("stone", point("d8")), name
    assert answered(position(white, black, WHITE, "renju"))[1] in (point("i8"), point("d8"))


def test_the_shapes_are_those_of_the_whole_board():
    brain = PLAYER._brain
    answered(position("h8", ""), limit_us=20_000)  # the tables already exist
    for name in GAMES:
        shapes.play_by(brain.state, name != "five", name == "gomoku")
        brain.empty()
        lain = []
        for number in range(60):
            at = (number * 97 + 13) % 225
            x = at + at // 15
            lain.append((x, brain.state[shapes.DONE], brain.state[x], bytes(brain.state)[: 4 * 240]))
            brain.place(x, number & 1)
        # placing the stones in another order gives the same answer
        words, sums = list(brain.state[:240]), list(brain.state[shapes.VALUES : shapes.VALUES + 2])
        brain.empty()
        for number in range(59, -1, -1):
            brain.place(lain[number][0], number & 1)
            brain.state[shapes.DONE] = 0
        assert list(brain.state[:240]) == words, name
        assert list(brain.state[shapes.VALUES : shapes.VALUES + 2]) == sums, name
        brain.empty()
        for number in range(20):
            brain.place(lain[number][0], number & 1)
        for x, done, word, before in reversed(lain[:20]):
            shapes.remove(x, done, brain, word)
            assert bytes(brain.state)[: 4 * 240] == before, name


def shape_by_definition(own, exact, cells):
    """Return the shape of a stone in the middle of nine cells, found by trying all continuations up to two stones."""
    mark = cells[:4] + own + cells[5:]
    fives = [at for at in range(9) if mark[at] == "." and makes_five(mark[:at] + own + mark[at + 1 :], own, exact)]
    if makes_five(mark, own, exact):
        return 10
    if fives:
        return 8 if len(fives) == 2 and fives[1] - fives[0] == 5 else 9 if len(fives) > 1 else 7
    return 0


def makes_five(mark, own, exact):
    """Return whether a row through the middle of nine cells is a five."""
    low = high = 4
    while low and mark[low - 1] == own:
        low -= 1
    while high < 8 and mark[high + 1] == own:
        high += 1
    return high - low + 1 == 5 or (high - low + 1 > 5 and not exact)


def test_fives_and_fours_of_the_patterns():
    brain = PLAYER._brain
    answered(position("h8", ""), limit_us=20_000)
    seen = set()
    for number in range(6561):
        cells, rest = "", number
        for bit in range(8):
            cells += ".XO"[rest % 3] + ("." if bit == 3 else "")
            rest //= 3
        for shift, exact in ((0, True), (4, False)):
            expected = shape_by_definition("X", exact, cells)
            shape = brain.patterns[number] >> shift & 15
            assert shape == expected or (expected == 0 and (shape < 7 or shape == 11)), (cells, exact, shape)
            seen.add(shape)
    assert seen == set(range(12))


# Luck, slices, limits


def moves_of(name, limit_us, slice_us, level, luck, count=8):
    game = registry.new(name)
    found = []
    for number in range(count):
        answer = answered(game, level=level, luck=luck + number, limit_us=limit_us, slice_us=slice_us)
        found.append((answer, PLAYER.value, PLAYER.used_us))
        if answer[0] != "stone" or game.result:
            break
        assert game.refusal(answer[1]) is None and not game.warning(answer[1])
        game.play(answer[1])
    return found


def test_slices_of_any_length_come_to_the_same_and_so_does_the_same_luck():
    for level in range(1, LEVELS + 1):
        found = moves_of("renju", 80_000, 5000, level, 7)
        assert found == moves_of("renju", 80_000, 10_000_000, level, 7)
        assert found == moves_of("renju", 80_000, 5000, level, 7)
        assert len(found) == 8


def test_luck_varies_what_weak_levels_play():
    game = position("h8i9h7", "h9g7j10", BLACK)
    assert len({answered(game, level=1, luck=luck)[1] for luck in range(12)}) > 2


def test_it_keeps_its_time():
    for level, most in ((1, 60_000), (2, 150_000), (3, 400_000), (5, 700_000)):
        game = position("h8i9h7g10", "h9g7j10f8", BLACK)
        answered(game, level=level, limit_us=700_000)
        assert PLAYER.used_us <= most + 30_000, level


def test_it_begins_anew_at_any_moment():
    game = position("h8i9h7g10", "h9g7j10f8", BLACK)
    expected = answered(game), PLAYER.value, PLAYER.used_us
    other = position("c3d4e5", "g9g10", WHITE)
    for slices in range(1, 12):
        PLAYER.begin(other, Expects("stone", colour=WHITE), other.refusal, 5, 3)
        for _ in range(slices):
            PLAYER.think(3000)
        assert (answered(game), PLAYER.value, PLAYER.used_us) == expected, slices


def test_it_changes_nothing_of_the_game():
    game = position("h8i9h7g10", "h9g7j10f8", BLACK)
    before = bytes(game.cells), list(game.moves), game.turn
    answered(game)
    assert (bytes(game.cells), list(game.moves), game.turn) == before


def test_another_game_is_not_known():
    for name in registry.NAMES:
        if name not in GAMES:
            game = registry.new(name)
            said = raises(ValueError, PLAYER.begin, game, Expects("stone"), game.refusal, 5, 1)
            assert said == "unknown game"


def test_a_draw_is_thought_of_late_only():
    game = position("h8i9h7g10", "h9g7j10f8", BLACK)
    answered(game)
    assert not PLAYER.accepts_draw() and not PLAYER.offers_draw


def test_a_nearly_full_board():
    # in each row the colours alternate in pairs, so that nobody has three in a row
    black, white = [], []
    for at in range(225):
        (black if (at % 15 // 2 + at // 15) % 2 else white).append(at)
    for name in GAMES:
        for empty in (1, 5):
            game = registry.new(name)
            game.set_up(black[empty:], white, BLACK)
            answer = answered(game)
            assert answer[0] == "resign" or answer[1] in black[:empty], name


def test_it_resigns_where_there_are_fouls_only():
    # Black would make an overline on the only empty point
    cells = ""
    for row in range(15):
        cells += "XXXXX.XXXXXOXOO" if row == 7 else "XXOOXXOOXXOOXXO" if row % 2 else "OOXXOOXXOOXXOOX"
    game = registry.new("renju")
    game.position.clear()
    for at, mark in enumerate(cells):
        if mark != ".":
            game.position.put(at, ".XO".index(mark))
    assert cells.count(".") == 1 and game.warning(7 * 15 + 5) == "overline"
    for level in range(1, LEVELS + 1):
        assert answered(game, level=level) == ("resign",), level


# Openings


def through(name, opening, level, luck, fifths=0):
    """Play an opening with the player on both sides. Return how often each kind of answer was given."""
    game = registry.new(
        name,
        free_centre=opening not in ("rif", "swap", "yamaguchi", "soosyrv-8", "taraguchi-10", "tarannikov", "centre"),
        passes_after=openings.passes_after(opening),
    )
    its = Opening(openings.table(opening, fifths), game.first)
    said = {}
    while its.expects and not game.result:
        asked = its.expects
        asked_for = asked.do
        zone = asked.zone

        def refusal(point, zone=zone):
            if not in_zone(zone, point, 15):
                return "outside"
            return game.refusal(point)

        offers = said.get("points", ())
        if asked_for == "keep":
            # the game has four stones, and it is Black's turn
            answer = answered(game, asked, level, luck, offers, 30_000)
            assert answer[0] == "keep" and answer[1] in offers
            game.play(answer[1])
            its.keep(game.turn)
        elif asked_for == "offer":
            answer = answered(game, asked, level, luck, (), 30_000)
            assert answer[0] == "offer" and len(set(answer[1])) == asked.count == len(answer[1])
            assert not equal(symmetries(game.cells, 15), answer[1], 15)
            for each in answer[1]:
                assert game.refusal(each) is None and not game.warning(each)
            said["points"] = answer[1]
            its.offer()
        elif asked_for == "choose":
            answer = answered(game, asked, level, luck, (), 30_000)
            assert answer[0] == "choose" and answer[1] in asked.options, answer
            its.choose(answer[1])
        else:
            player = PLAYER
            player.begin(game, asked, refusal, level, luck, (), 30_000)
            while not player.think(5000):
                pass
            answer = player.answer
            assert answer[0] == "stone" and refusal(answer[1]) is None, (opening, answer)
            game.play(answer[1])
            its.stone(game.turn)
        said[asked_for] = said.get(asked_for, 0) + 1
        luck += 1
    assert not its.expects or game.result
    return said


def test_every_opening():
    for name in GAMES:
        for opening in registry.openings(name):
            for luck in (1, 2, 3):
                said = through(name, opening, 1 + luck, luck * 1000)
                assert said or opening == "free", (name, opening)


def test_openings_with_other_numbers():
    assert through("renju", "rif", 5, 1, fifths=5)["keep"] == 1
    assert through("renju", "yamaguchi", 5, 1, fifths=30)["keep"] == 1


def test_it_keeps_the_fifth_that_is_worst_for_black():
    game = registry.new("renju")
    for each in indices("h8h9i9g9", 15):
        game.play(each)
    bad, good = point("a1"), point("h10")
    for offers in ((bad, good), (good, bad)):
        assert answered(game, Expects("keep"), offers=offers) == ("keep", bad)


def test_it_swaps_where_the_other_colour_is_better():
    asked = Expects("choose", ask="swap", options=("no swap", "swap"))
    game = registry.new("renju", passes_after=5)
    for each in indices("h8h9i9", 15):  # in Kagetsu Black is better
        game.play(each)
    assert answered(game, asked) == ("choose", "swap")
    game = registry.new("renju", passes_after=5)
    for each in indices("h8g9j8a1", 15):
        game.play(each)
    assert answered(game, asked) == ("choose", "no swap")


# Machine code


def plain_brain():
    """Return a brain with kernels in plain Python."""
    kept = {}
    for name in ("shapes", "search"):
        text = firmware_text("partner/" + name + ".py").replace("@micropython.viper\n", "")
        text = text.replace("from .shapes import place, remove\n", "")
        exec(text, kept)

    class Plain(Brain):
        def fill(self, first, end):
            kept["fill"](first, end, self)

        def empty(self):
            kept["begin"](0, 0, self)

        def place(self, at, colour):
            kept["place"](at, colour, self)

        def clear(self):
            kept["clear"](0, 0, self)

        def stones(self, colour):
            kept["stones"](kept["FRAMES"], colour, self, 2)

        def search(self, nodes):
            kept["search"](nodes, 0, self)

        def back(self, frame):
            kept["back"](frame, 0, self)

    return Plain


def test_machine_code_and_plain_python_keep_the_same_state():
    solver, other = Fours(), Fours()
    quick = Player(solver)
    plain = Player(other, plain_brain()(other.reserve))
    for name in GAMES:
        game = position("h8i9h7g10", "h9g7j10f8", BLACK, name)
        for player in (quick, plain):
            answered(game, limit_us=150_000, player=player)
        assert quick.answer == plain.answer and quick.value == plain.value and quick.used_us == plain.used_us
        assert bytes(quick._brain.state) == bytes(plain._brain.state), name
        assert bytes(quick._brain.patterns) == bytes(plain._brain.patterns), name
        assert bytes(quick._brain.table) == bytes(plain._brain.table), name
