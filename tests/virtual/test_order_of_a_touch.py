"""Each event is on flash before a light or a line shows it, and its light is on before a line reports it."""

import random

import pytest
from tengen.games.points import name
from test_virtual_board import DWELL_MS, on_a_board

COMMANDS = ({"cmd": "back", "count": 1}, {"cmd": "new", "wait": True}, {"cmd": "new"}, {"cmd": "set", "clock": "10"})


class Watched:
    """A board and its output, lights and lines. `unkept`: how often the journal lacked a fact at an output."""

    def __init__(self, board):
        self.board, self.out, self.most, self.unkept = board, [], 0, 0
        self._send, self._write = board.strip.send, board.console.write
        board.strip.send, board.console.write = self._light, self._line

    def _light(self):
        self._check()
        self.out.append("light")
        self._send()

    def _line(self, line):
        self._check()
        self.out.append(line)
        self._write(line)

    def _check(self):
        app = self.board.app
        facts = app.session.match.facts
        self.most = max(self.most, len(facts))
        # counted, because an exception would only restart the app
        self.unkept += bool(facts) and (app.keeper._match is not app.session.match or app.keeper._facts < len(facts))


def hold_to_the_game(board):
    """Put and lift stones until the board equals the game."""
    cells = board.app.session.match.cells
    for at in range(225):
        if (at in board.stones) != bool(cells[at]):
            (board.put if cells[at] else board.lift)(name(at, 15))


@pytest.mark.parametrize("move", ["button", "dwell"])
@pytest.mark.parametrize("seed", range(3))
@on_a_board
async def test_nothing_goes_out_that_is_not_on_flash(board, clock, seed, move):
    chance, watched = random.Random(seed), Watched(board)
    board.ask({"cmd": "set", "game": "gomoku", "opening": "free", "move": move})
    await clock.advance(100)
    for _ in range(80):
        deed, who = chance.random(), board.app.session.match.expects.who or "arbiter"
        if deed < 0.7:
            hold_to_the_game(board)
            await clock.advance(DWELL_MS)
            point = chance.choice([at for at in range(225) if at not in board.stones])
            board.put(name(point if board.stones else 112, 15))
            await clock.advance(200)
        elif deed < 0.8:
            board.ask(chance.choice(COMMANDS))
        else:
            who = chance.choice(("p1", "p2", "arbiter"))
        board.press(who)
        await clock.advance(chance.choice((100, 100, 1100)))
        board.release(who)
        await clock.advance(chance.choice((20, 200, DWELL_MS + 100)))
    assert len(watched.out) > 100 and watched.most > 5
    assert watched.unkept == 0


@on_a_board
async def test_a_touch_is_lit_before_it_is_told(board, clock):
    await clock.advance(1000)
    watched = Watched(board)
    board.put("h8")
    await clock.advance(14)
    lit = watched.out.index("light")
    told = next(at for at, out in enumerate(watched.out) if out != "light" and b"provisional" in out)
    assert lit < told
