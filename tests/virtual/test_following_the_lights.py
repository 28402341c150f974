"""Random games of all kinds by people who know only the lights. Afterwards the board always matches the game.

They lift stones that blink, put stones on points that pulse, and turn stones over a pulse.
"""

import ledger
import pytest
from hands import Hands, played
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from ledger import fewer
from portable import some
from tengen.games import COLOUR_NAMES, registry
from tengen.games.openings import in_zone
from tengen.games.points import name

SIZE = 15
LONGEST = 40  # after this number of moves a player resigns
MANY = 30  # games of each kind in `make proof`
SLIPS = ("none",) * 7 + ("put and lifted", "too many", "lifted", "knocked", "cut", "taken back")


class Followers(Hands):
    """Two players and an arbiter who play `game` at random, with slips. `draw` is hypothesis's function."""

    def __init__(self, hands, draw):
        super().__init__(hands.board, hands.clock, hands._room)
        self.draw = draw

    def pick(self, values):
        return self.draw(st.sampled_from(list(values)))

    def chance(self, one_of):
        """True in one of `one_of` cases; hypothesis tries False first."""
        return self.draw(st.integers(0, one_of - 1)) == one_of - 1

    # Playing

    def shown(self, point):
        """The name of the board's point for a point of the game."""
        return self.places(name(point, self.game.size))[0]

    def allowed(self, but=()):
        """The possible points of the next stone, if possible near the middle."""
        zone, game = self.groups["asks"].get("zone"), self.game
        free = [
            point
            for point in range(len(game.cells))
            if point not in but
            and in_zone(zone, point, game.size)
            and game.refusal(point) is None
            and game.warning(point) is None
        ]
        middle = range(game.size // 2 - 2, game.size // 2 + 3)
        near = [point for point in free if point % game.size in middle and point // game.size in middle]
        return near or free

    async def play(self):
        """Play a whole game, and check the board after each turn."""
        while not self.game.result and len(self.game.moves) < LONGEST:
            do = self.groups["asks"]["do"]
            if do != "keep":
                await self.slip(self.pick(SLIPS))
                do = self.groups["asks"]["do"]
            if do == "stone":
                await self.stones_of_a_turn()
            elif do == "choose":
                asked = self.groups["asks"]
                await self.take(asked["who"], self.pick(asked["options"]))
            elif do == "offer":
                await self.offer()
            else:
                await self.keep()
            if self.groups["asks"]["do"] not in ("offer", "keep"):
                self.follows()
        if not self.game.result:
            who = self.groups["asks"]["who"]
            await self.hold(who)
            await self.take(who, "resign", "resign")
            assert self.told("result")[-1]["reason"] == "resignation"
            self.game.resign([colour for colour in (1, 2) if self.seats()[COLOUR_NAMES[colour]] == who][0])
        await self.in_order()
        await self.newcomer()
        await self.clear()

    def seats(self):
        return self.groups["game"]["players"]

    async def stones_of_a_turn(self):
        """Put the stones of the turn. Lift captured stones early, on time, or after the next player's stone."""
        who, game = self.mover(), self.game
        wanted, put = game.wanted(), []
        for _ in range(wanted):
            points = self.allowed()
            if not points:
                break
            put.append(self.pick(points))
            game.play(put[-1])
            if game.result:
                break
        for _ in put:
            game.take_back()
        if not put:
            raise AssertionError("no stone is allowed")
        await self.put(*[self.shown(point) for point in put])
        takes = self.places(*self.board.game.takes)
        early = [point for point in takes if self.chance(3)]
        await self.lift(*early)
        if self.chance(8):
            # another stone is also lifted: lift all new stones, and put all again
            extra = self.places(*self.board.game.extra)
            lying = [name(at, SIZE) for at in self.board.stones if name(at, SIZE) not in extra]
            if lying:
                await self.lift(self.pick(lying))
                await self.obey_all(put)
                return
        await self.press(who)
        self.played(*[name(point, game.size) for point in put])
        if not self.taken() and not self.board.game.to_turn:
            self.follows()
            self.lies(self.not_asked_for())  # no requests
        elif game.result or not self.chance(3):
            await self.in_order()
        else:
            # the next player's stone waits until the captured stones are lifted
            points = [self.shown(point) for point in self.allowed() if self.shown(point) not in self.taken()]
            points = [point for point in points if point not in {name(at, SIZE) for at in self.board.stones}]
            if points:
                stone = self.pick(points)
                await self.put(stone)
                await self.press(self.mover())
                await self.obey()
                await self.lift(stone)
            await self.in_order()

    async def obey_all(self, put):
        """Obey in mid-turn. Then lift the new stones, and put back the stones that they would capture."""
        await self.obey()
        new = [self.shown(point) for point in put]
        await self.lift(*[point for point in new if point in {name(at, SIZE) for at in self.board.stones}])
        await self.in_order()

    async def offer(self):
        """Put the tentative fifths; two equivalent ones blink, and are lifted."""
        asked, tried = self.groups["asks"], []
        while len(self.board.game.offers) < asked["count"]:
            point = self.pick(self.allowed(but=tried))
            tried.append(point)
            await self.put(self.shown(point))
            if self.board.game.twins:
                await self.obey()
        await self.press(asked["who"])
        offered = self.told("offered")[-1]["points"]
        assert len(offered) == asked["count"]
        if len(offered) == 1:
            self.played(*offered)  # a single fifth becomes a move at once

    async def keep(self):
        """Remove all tentative fifths except one."""
        asked, offered = self.groups["asks"], self.told("offered")[-1]["points"]
        kept = self.pick(offered)
        await self.lift(*self.places(*[point for point in offered if point != kept]))
        await self.press(asked["who"])
        self.played(kept)

    # Slips

    async def slip(self, what):
        """Make a mistake, then obey."""
        game, lying = self.game, [name(at, SIZE) for at in self.board.stones]
        free = [name(at, SIZE) for at in range(SIZE * SIZE) if at not in self.board.stones]
        asked = self.groups["asks"]["do"]
        if what == "put and lifted":
            point = self.pick(free)
            await self.put(point)
            await self.lift(point)
        elif what == "too many" and asked == "stone":
            points = self.draw(st.lists(st.sampled_from(free), min_size=3, max_size=4, unique=True))
            await self.put(*points)
            await self.obey()
            # lift also those of them that are legal stones of this or the next turn
            await self.lift(*[point for point in points if point in {name(at, SIZE) for at in self.board.stones}])
        elif what == "lifted" and lying:
            await self.lift(self.pick(lying))
        elif what == "knocked" and lying:
            await self.lift(*self.draw(st.lists(st.sampled_from(lying), min_size=1, max_size=4, unique=True)))
            await self.put(*self.draw(st.lists(st.sampled_from(free), min_size=1, max_size=3, unique=True)))
        elif what == "cut" and game.moves:
            points = self.draw(st.lists(st.sampled_from(lying + free), max_size=4, unique=True))
            await self.cut("plug", *points)
            await self.obey()
            await self.press(self.pick(("p1", "p2")))
            assert self.last("resumed")["by"]
        elif what == "taken back" and game.moves:
            await self.hold("arbiter")
            await self.take("arbiter", "take back")
            await self.take("arbiter", self.pick(self.groups["menus"]["arbiter"]["entries"][:3]))
            while len(game.moves) > len(self.groups["moves"]):
                game.take_back()
        else:
            return
        await self.in_order()


def options_of(game, draw):
    return {option: draw(st.sampled_from(values)) for option, values, _ in registry.options(game)}


async def one_game(hands, draw, games):
    followers = Followers(hands, draw)
    game = draw(st.sampled_from(games))
    options = options_of(game, draw)
    sizes = [size for size in registry.sizes(game) if size <= SIZE]
    await followers.begin(
        game,
        size=SIZE if SIZE in sizes else sizes[0],
        options=options,
        opening=draw(st.sampled_from(registry.openings(game))),
        mode=draw(st.sampled_from(("referee", "casual"))),
        clock=draw(st.sampled_from(("none", "60+30"))),
        move="button",
    )
    await followers.play()
    return followers


ON_BOARD = tuple(game for game in registry.NAMES if min(registry.sizes(game)) <= SIZE)


def play_at_random(number, games):
    @settings(
        max_examples=number,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # shrinking a failing game would take many minutes
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def run(data):
        async def script(hands):
            await one_game(hands, data.draw, games)

        played(script)

    run()


ALWAYS = ("renju", "pente", "connect6", "four")


@pytest.mark.parametrize("game", fewer(ON_BOARD, ALWAYS))
def test_random_games_by_following_the_lights(game):
    """Random games of each kind at the virtual board, by people who follow the lights."""
    play_at_random(some(2), (game,))


@pytest.mark.proof
@pytest.mark.parametrize("game", ON_BOARD)
def test_many_random_games_by_following_the_lights(game):
    """Random games with slips, power cuts and take-backs: people who only follow the lights correct every board."""
    play_at_random(MANY, (game,))
    ledger.note(f"{MANY} games of {game}")
