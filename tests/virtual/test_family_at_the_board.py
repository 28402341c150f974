"""A whole game of each kind that fits the board, with its special action, by hands that follow the lights.

The power is cut once in the middle of this action: between the stone and the lifting, between the two stones of a turn,
while stones are turned, while a layout is corrected. At the end the record on flash has the whole game. Source:
firmware/docs/games and firmware/docs/family.md#at-the-board.
"""

import itertools

import pytest
from hands import ABSENT, CAPTURED, GOES, NEW, OTHER, REST, TOLD_MS, WRONG, is_kept, on_flash, played
from ledger import fewer
from tengen.codes import coded
from tengen.games import BLACK, COMMON, EMPTY, registry
from tengen.games.points import index, name

ASKS = {BLACK: ABSENT["black"]}  # all other stones are requested in white
STANDS = ("green", "pulse")
OFFERED = ("amber", "dips")

DOUBLE_THREE = "h8 o1 g7 o3 i10 o5 i11 o7"  # Black's I9 makes two threes: G7 H8 I9, and I9 I10 I11


class Story:
    """A game as turns, one word each: `h8`, `i9,g7` (two stones), `bomb:h8`, `swap`, `offer=e5,k11`, `keep=e5`.

    `before`: the turns before the turn `deed`; `then`: the turns after it. `cut`: when the power is cut. "stone": the
    stones of the deed are on the board, but not moves yet; "first": only the first of two is on the board; "mending":
    the deed is a move, and half of the board's requests are done; "refused": it is refused, with the reason `why`.
    `ends`: the winner, the reason, and the points of the line or of the foul.
    """

    def __init__(self, game, cut, before, deed, then, ends, why="", sees=None, **settings):
        self.game, self.cut, self.deed, self.why, self.settings = game, cut, deed, why, settings
        self.before, self.then = before.split(), then.split()
        self.winner, self.reason, line = ends
        self.line = line.split()
        self.sees = sees or {}


def stones_of(turn):
    """The points of a turn's stones; () for a turn without stones."""
    return () if "=" in turn or turn in ("swap", "no swap") else turn.split(",")


STORIES = {
    "five: a six wins": Story(
        "five", "stone", "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9", "k8", "", ("black", "five", "h8 i8 j8 k8 l8 m8")
    ),
    "gomoku: a six is nothing": Story(
        "gomoku", "stone", "h8 a1 l8 a3 i8 a5 j8 a7 m8 a9", "k8", "o1 h9 o3 h10 o5 h11 o7 h12",
        ("black", "five", "h8 h9 h10 h11 h12"),
    ),
    "renju: a double-three loses": Story(
        "renju", "stone", DOUBLE_THREE, "i9", "", ("white", "double-three", "i9"),
    ),
    "renju-1899: refused for Black": Story(
        "renju-1899", "refused", DOUBLE_THREE, "i9", "f6 a1 e5 a3 d4",
        ("black", "five", "d4 e5 f6 g7 h8"), why=coded("refused.double_three"),
    ),
    "renju-1903: White may": Story(
        "renju-1903", "stone", "h8 d5 o1 c4 o3 e7 o5 e8 o7", "e6", "a1 c6 a3 d6 a5 f6 a7 g6",
        ("white", "five", "c6 d6 e6 f6 g6"),
    ),
    "renju-1912: loses": Story("renju-1912", "stone", DOUBLE_THREE, "i9", "", ("white", "double-three", "i9")),
    "renju-1916: an overline loses": Story(
        "renju-1916", "stone", "h8 o1 i8 o3 j8 o5 l8 o7 m8 o9", "k8", "", ("white", "overline", "k8")
    ),
    "renju-1918: with a four, too": Story(
        "renju-1918", "stone", DOUBLE_THREE + " f9 a1 g9 a3 h9 a5", "i9", "", ("white", "double-three", "i9")
    ),
    "pente: three pairs at once": Story(
        "pente", "mending", "e8 f8 h5 g8 e5 h6 a1 h7 c1 f6 a15 g7", "h8", "o1 b1 o3 d1 o5 e1",
        ("white", "five", "a1 b1 c1 d1 e1"), opening="free",
    ),
    "pente keryo: three": Story(
        "pente", "mending", "d8 e8 a1 f8 c1 g8", "h8", "o1 b1 o3 d1 o5 e1", ("white", "five", "a1 b1 c1 d1 e1"),
        opening="free", options={"keryo": True},
    ),
    "pente poof: the new stone goes itself": Story(
        "pente", "mending", "d8 h7 e8 h10 f8 o1 g8 o3 h9 o5", "h8", "o7 h8", ("white", "five", "d8 e8 f8 g8 h8"),
        opening="free", options={"poof": True},
    ),
    "pente boat: a five is broken": Story(
        "pente", "mending", "d8 h7 e8 o1 f8 o3 g8 o5 h9 o7 h8", "h10", "h8", ("white", "five", "d8 e8 f8 g8 h8"),
        opening="free", options={"boat": True}, sees={"e8": STANDS, "f8": STANDS},
    ),
    "pente: an overline is refused": Story(
        "pente", "refused", "a1 o1 b1 o3 c1 o5 e1 o7 f1 o9", "d1", "a2 o11 a3 o13 a4 o15 a5",
        ("white", "five", "a1 a2 a3 a4 a5"), why=coded("refused.too_long", line=5), opening="free",
        options={"overline": "refused"},
    ),
    "ninuki: a five stands and is broken": Story(
        "ninuki", "mending", "h8 o1 i8 o3 l9 l10 k8 a1 j8 a3 l8", "l7", "l8", ("black", "five", "h8 i8 j8 k8 l8"),
        sees={"h8": STANDS, "j8": STANDS},
    ),
    "ninuki: a double-three is refused": Story(
        "ninuki", "refused", DOUBLE_THREE, "i9", "f8 a1 g8 a3 i8 a5 j8", ("black", "five", "f8 g8 h8 i8 j8"),
        why=coded("refused.double_three"),
    ),
    "anti-renju: an open four loses": Story(
        "anti-renju", "stone", "f8 a1 g8 a3 h8 a5", "i8", "", ("white", "open four", "i8"),
    ),
    "anti-pente: a capture opens the own four": Story(
        "anti-pente", "stone", "f8 e8 g8 e9 h8 o1 i8 o3 e7 o5", "e10", "", ("black", "open four", "e10"),
        opening="free",
    ),
    "common-centre: it counts for White, too": Story(
        "common-centre", "stone", "h8 i8 a1 j8 a3 k8 a5", "l8", "", ("white", "five", "h8 i8 j8 k8 l8")
    ),
    "bomb-renju: eight stones go": Story(
        "bomb-renju", "mending", "d4 e4 f4 d5 f5 d6 e6 f6", "bomb:e5", "a1 h8 a3 i8 a5 j8 a7 k8 a9 l8",
        ("black", "five", "h8 i8 j8 k8 l8"),
    ),
    "bomb-pente: eight stones go": Story(
        "bomb-pente", "mending", "d4 e4 f4 d5 f5 d6 e6 f6", "bomb:e5", "o1 h8 o3 i8 o5 j8 o7 k8 o9 l8",
        ("white", "five", "h8 i8 j8 k8 l8"), opening="free",
    ),
    "bomb-renju: the bomb is no move yet": Story(
        "bomb-renju", "stone", "d4 e4", "bomb:e5", "a1 h8 a3 i8 a5 j8 a7 k8 a9 l8",
        ("black", "five", "h8 i8 j8 k8 l8"),
    ),
    "neutral-pente: a neutral stone": Story(
        "neutral-pente", "stone", "d8 e8 a1 f8", "neutral:g8", "o1 b1 o3 c1 o5 d1 o7 e1",
        ("white", "five", "a1 b1 c1 d1 e1"), opening="free",
    ),
    "repensi: four stones turn": Story(
        "repensi", "mending", "d8 e8 g11 f8 a1 g9 a3 g10", "g8", "o1 h8", ("black", "five", "d8 e8 f8 g8 h8")
    ),
    "connect6 torus: a six over the edge": Story(
        "connect6", "first", "m1 h5,h8 n1,o1 d9,k3", "a1,b1", "d11,k5 c1", ("black", "six", "m1 n1 o1 a1 b1 c1"),
        opening="free", options={"torus": True},
    ),
    "connect6 collinear: a stone in no line": Story(
        "connect6", "refused", "h8", "n1", "h1,n1 h7,h6 o7,o5 h5,h4 n5,n3 h3", ("black", "six", "h3 h4 h5 h6 h7 h8"),
        why=coded("refused.not_collinear_last"), options={"rules": "collinear6"},
    ),
    "connect5 non-collinear: two stones in a line": Story(
        "connect6", "refused", "h8", "a1,a5", "a1,b3 i8,c12 a6,c1 j8,d13 o1,n4 k8,e11 o6,m1 l8",
        ("black", "five", "h8 i8 j8 k8 l8"), why=coded("refused.collinear"),
        options={"rules": "noncollinear5"},
    ),
    "connect6 swap-3rd": Story(
        "connect6", "first", "h8 i9,g8", "a1,b1", "swap o1,o3 c1,d1 o5,o8 e1,f1",
        ("black", "six", "a1 b1 c1 d1 e1 f1"), opening="swap-3rd",
    ),
    "four down: put too high": Story(
        "four", "refused", "a1 b1 a2 b2 a3 b3", "a6", "a4", ("black", "four", "a1 a2 a3 a4"),
        why=coded("refused.no_rest"), sees={"a4": REST},
    ),
    "four edges: put in the middle": Story(
        "four", "refused", "a1 h8 b1 h7 c1 h6", "e2", "d1", ("black", "four", "a1 b1 c1 d1"),
        why=coded("refused.no_rest"), options={"drop": "edges"}, sees={"e1": REST},
    ),
    "four interior: put in the middle": Story(
        "four", "refused", "a1 h8 b1 h7 c1 h6", "c3", "d1", ("black", "four", "a1 b1 c1 d1"),
        why=coded("refused.no_rest"), options={"drop": "interior"}, sees={"b2": REST},
    ),
    "four of ten": Story(
        "four", "stone", "a1 j10 b1 j9 c1 j8", "d1", "", ("black", "four", "a1 b1 c1 d1"), size=10,
        options={"drop": "edges"},
    ),
    "four clear: two edges go in the corner": Story(
        "four", "mending", "b1 c1 d1 c2 c3 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8", "a1", "d1 h8 e1 h7 c1",
        ("white", "four", "b1 c1 d1 e1"), options={"drop": "edges", "clear": True},
    ),
}  # fmt: skip


def test_each_story_is_of_a_game_that_fits_the_board():  # a new game can do without
    told = {story.game for story in STORIES.values()} | {"sapronov"}
    assert len(told) >= 20 and told <= {game for game in registry.NAMES if min(registry.sizes(game)) <= 15}


async def choose(hands, turn):
    """Choose the kind of a turn's stone in the player's menu."""
    kind = turn.rpartition(":")[0]
    if kind:
        await hands.hold(hands.mover())
        await hands.take(hands.mover(), kind)
        assert hands.groups["hand"]["kind"] == kind


async def put(hands, turn):
    """Put the stones of a turn, without making them moves."""
    await choose(hands, turn)
    await hands.put(*hands.places(*[point.rpartition(":")[2] for point in stones_of(turn)]))


async def make(hands, turn):
    """Make a turn, and follow the lights."""
    if not stones_of(turn):
        await hands.take(hands.groups["asks"]["who"], turn)
        return
    who = hands.mover()
    await put(hands, turn)
    await hands.press(who)
    assert hands.played(*stones_of(turn)) == [who] * len(stones_of(turn))
    await hands.rest(TOLD_MS)
    if hands.board.game.lift or hands.board.game.to_turn or hands.board.game.missing:
        await hands.obey()
    in_order(hands)
    await says_that_all_is_right(hands, who)


async def says_that_all_is_right(hands, who):
    """Press if the player's bar requests it, after a move that has moved other stones."""
    if not hands.game.moves_others or len(hands.game.changes_of(len(hands.game.moves) - 1)) == 1:
        return
    assert await hands.asked_to_press() == [who]
    assert hands.board.game.asked == "stone" and hands.last("clock")["stopped"] == "disturbed"
    other = OTHER[who]
    await hands.put(hands.places(name(hands.game.zone()[0], hands.game.size))[0])
    await hands.press(other)
    assert hands.refused() == (other, coded("refused.colours_right", seat=who))
    await hands.lift(*hands.taken())
    await hands.press(who)
    assert await hands.asked_to_press() == [] and hands.last("clock")["stopped"] is None


def in_order(hands):
    """Check that the board has exactly the stones of the game, in their colours."""
    game = hands.game
    names = (None, "black", "white", "neutral", "common")
    cells = {hands.places(name(at, game.size))[0]: names[cell] for at, cell in enumerate(game.cells) if cell}
    assert {name(at, 15): its for at, its in hands.board.stones.items()} == cells
    hands.agree()


def common_light(hands):
    """The light of the common stone, by its point, if there is one."""
    game = hands.game
    centre = len(game.cells) // 2
    if game.cells[centre] != COMMON:
        return {}
    return {"h8": ("violet" if game.turn == BLACK else "warm white", "steady")}


async def up_again(hands, power, turn=(), mover=""):
    """Cut the power; then follow the lights, and press.

    `turn`: the board's points with stones that must still be turned after a move of the player `mover`.
    """
    who = hands.mover()
    await hands.cut(power)
    await hands.newcomer()
    await hands.obey()
    await hands.press(who)
    assert hands.told("resumed")[-1]["by"] == who
    await hands.rest(TOLD_MS)
    assert hands.places(*hands.board.game.to_turn) == list(turn), "only what was not turned yet"
    if turn:
        await hands.obey()
    in_order(hands)
    if mover:
        await says_that_all_is_right(hands, mover)
    await hands.shows(**common_light(hands), **standing(hands))


def standing(hands):
    """The lights of a line that wins unless the answer breaks it, by point."""
    return {name(at, 15): STANDS for at in hands.game.standing}


async def deed_that_is_cut(hands, story, power):
    """Do the deed until the power cut, and correct the board after it. Return whether the deed is already a move."""
    turn, game = story.deed, hands.game
    points = [point.rpartition(":")[2] for point in stones_of(turn)]
    who = hands.mover()
    if story.sees and story.cut != "refused":
        seen = await hands.look()
        assert {point: seen[point] for point in story.sees} == story.sees
    if story.cut == "first":
        await hands.put(points[0])
        await hands.shows(**{points[0]: NEW}, **common_light(hands))
        await up_again(hands, power)
        return False
    await put(hands, turn)
    if story.cut == "refused":
        refused = points[-1]
        at = hands.refused()[0]
        assert at == refused and hands.refused()[1] == story.why, hands.refused()
        lights = dict.fromkeys(hands.places(refused), WRONG)
        lights.update(dict.fromkeys(points[:-1], NEW))
        lights.update({hands.places(point)[0]: its for point, its in story.sees.items()})
        await hands.shows(**lights)
        await hands.newcomer()
        await hands.press(who)
        assert hands.refused() == (who, coded("refused.take_away", points=[refused]))
        await up_again(hands, power)
        return False
    kind = turn.rpartition(":")[0] or "own"
    changes = game.effect(index(points[-1], game.size), kind)
    goes = [name(at, game.size) for at, was, now in changes if now == EMPTY and name(at, game.size) not in points]
    if story.cut == "stone" or goes:
        seen = await hands.look()
        for point in goes:
            assert seen[hands.places(point)[0]] == GOES, (point, seen)
        assert seen[hands.places(points[-1])[0]] == NEW
    if story.cut == "stone":
        await up_again(hands, power)
        return False
    await hands.press(who)
    assert hands.played(*stones_of(turn)) == [who] * len(points)
    await hands.rest(TOLD_MS)
    asks = {hands.places(name(at, game.size))[0]: its for at, its in asked_of(hands, changes).items()}
    await hands.shows(**asks, **standing(hands))
    await hands.newcomer()
    turn = [place for place in asks if place in hands.places(*hands.board.game.to_turn)]
    for point in sorted(asks)[: (len(asks) + 1) // 2]:
        turn = [place for place in turn if place != point]
        if asks[point] == CAPTURED:
            await hands.lift(point)
        else:
            if hands.board.stones.get(index(point, 15)):
                await hands.lift(point)
            hands.board.put(point, "black" if asks[point] == ABSENT["black"] else "white")
            await hands.rest()
    await up_again(hands, power, turn, who)
    return True


def asked_of(hands, changes):
    """The requests of the lights after a move; its own stone may be removed, too."""
    cells, asks = hands.game.cells, {}
    for at, _, _ in changes:
        own = at == changes[0][0]
        if cells[at] == EMPTY:
            asks[at] = CAPTURED
        elif not own:
            asks[at] = ASKS.get(cells[at], ABSENT["white"])
    return asks


POWER = ("plug", "process")
IN_TURN = [(title, POWER[at % 2]) for at, title in enumerate(STORIES)]


@pytest.mark.parametrize(("title", "power"), fewer(itertools.product(STORIES, POWER), IN_TURN))
def test_a_whole_game(title, power, tmp_path):
    """A whole game of each kind at the virtual board, with a power cut of the board, or a restart of the program."""
    story = STORIES[title]

    async def play(hands):
        settings = dict(story.settings)
        if story.game == "connect6" or (story.game == "four" and "size" not in settings):
            settings.setdefault("size", 8 if story.game == "four" else 15)
        await hands.begin(story.game, mode="referee", clock="10", **settings)
        for turn in story.before:
            await make(hands, turn)
        if not await deed_that_is_cut(hands, story, power) and story.cut != "refused":
            await make_last(hands, story, story.deed) if not story.then else await make(hands, story.deed)
        for number, turn in enumerate(story.then):
            await (make_last(hands, story, turn) if number == len(story.then) - 1 else make(hands, turn))
        is_kept(hands)
        turns = [*story.before, *([] if story.cut == "refused" else [story.deed]), *story.then]
        points = [point.rpartition(":")[2] for turn in turns for point in stones_of(turn)]
        assert list(on_flash(hands.board).moves) == points
        await hands.clear()

    played(play, tmp_path / "play.sqlite")


async def make_last(hands, story, turn):
    """Make the turn that ends the game, and check the lights of the end."""
    who = hands.mover()
    await put(hands, turn)
    await hands.press(who)
    hands.played(*stones_of(turn))
    await hands.rest(TOLD_MS)
    its = hands.game.result
    assert its.reason == story.reason
    if its.reason in ("overline", "double-three", "open four"):
        result = hands.told("result")[-1]
        assert (result["winner"], result["reason"]) == (story.winner, story.reason)
        await hands.lift(*hands.taken())
        seen = await hands.look()
        assert seen[story.line[0]] == ("red", "steady")
        assert any(its[0] == "red" and its[1] != "steady" for its in seen.values()), "the lines that make it"
        hands.follows()
        return
    line = story.line or [name(at, hands.game.size) for at in its.points]
    await hands.ends(story.winner, story.reason, line)


@pytest.mark.parametrize("power", ["plug", "process"])
def test_sapronov_with_the_choice_of_black_twice(power, tmp_path):
    """The power is cut at stone 5 between the two offered stones, and at stone 7 while White removes one of them."""

    async def play(hands):
        await hands.begin("sapronov", opening="black's choice", mode="referee", clock="10")
        for turn in ("h8", "i9", "c3", "d12"):
            await make(hands, turn)
        await hands.put("e5")
        await hands.shows(e5=OFFERED)
        await hands.cut(power)
        await hands.shows(e5=WRONG)
        await hands.obey()
        await hands.press("p1")
        await hands.put("e5", "k11")
        await hands.shows(e5=OFFERED, k11=OFFERED)
        await hands.press("p1")
        assert hands.told("offered")[-1]["points"] == ["e5", "k11"]
        await hands.lift("k11")
        await hands.press("p2")
        assert hands.played("e5") == ["p2"]  # the fifth counts as a move of the player who kept it
        await make(hands, "a1")

        await hands.put("b2", "c9")
        await hands.press("p1")
        await hands.lift("b2")
        await hands.shows(c9=OFFERED)
        # after the cut the offer must be complete again, because White has not confirmed the choice
        await hands.cut(power)
        await hands.obey()
        await hands.press("p2")
        assert hands.told("resumed")[-1]["by"] == "p2"
        await hands.shows(b2=OFFERED, c9=OFFERED)
        await hands.lift("b2")
        await hands.press("p2")
        assert hands.played("c9") == ["p2"]
        in_order(hands)
        for turn in ("o1", "g1", "o3", "h1", "o5", "i1", "o7", "j1", "o9"):
            await make(hands, turn)
        await hands.turn("k1")
        await hands.ends("black", "five", ["g1", "h1", "i1", "j1", "k1"])
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")
