"""Simple and slow implementations of more games, based on plain_family.py. Each move makes a new board.

Source: firmware/docs/games/five.md#free, old_renju.md, ninuki.md, variations.md, four.md and irensei.md.
"""

from plain_family import AXES, BLACK, WHITE, Plain

COMMON = 4
PENTES = ("pente", "ninuki", "anti-pente")
YEARS = ("renju-1899", "renju-1903", "renju-1912", "renju-1916", "renju-1918", "early-renju")
EXACT_BLACK = YEARS[3:]
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def foe(colour):
    return BLACK + WHITE - colour


class Other(Plain):
    """A running game. Its name is five, anti-renju, common-centre, four or irensei, or one of YEARS or PENTES."""

    def __init__(self, name, size, options):
        Plain.__init__(self, "pente" if name in PENTES else "gomoku", size, options)
        self.name = name
        self.options = options
        if name != "pente":
            self.overline = "ignored" if name == "ninuki" else "wins"
            self.boat = name == "ninuki"
        self.wanted = {"four": 4, "irensei": 7}.get(name, 5)
        self.first = self.turn = WHITE if name in ("pente", "anti-pente") else BLACK
        self.may_pass = name not in PENTES and name != "four"
        self.past = []  # the boards before each move; None for a pass

    def copy(self):
        twin = Other(self.name, self.size, self.options)
        twin.board = dict(self.board)
        twin.captured = dict(self.captured)
        twin.turn, twin.stood, twin.past = self.turn, list(self.stood), list(self.past)
        return twin

    def set_up(self, board, turn):
        self.board = dict(board)
        self.turn = turn
        self.stood = self.lines(board, foe(turn)) if self.boat else []

    # Fives, fours and threes

    def is_five(self, length, colour):
        if self.overline == "ignored" or (colour == BLACK and self.name in EXACT_BLACK):
            return length == self.wanted
        return length >= self.wanted

    def lines(self, board, colour):
        found = []
        for place in board:
            if board[place] == colour:
                for axis in AXES:
                    row = self.row(board, place, axis)
                    if self.is_five(len(row), colour) and row not in found:
                        found.append(row)
        return found

    def with_stone(self, board, place, colour):
        board = dict(board)
        board[place] = colour
        return board

    def lengths(self, board, place):
        return [len(self.row(board, place, axis)) for axis in AXES]

    def fives_at(self, board, place):
        return [axis for axis in AXES if self.is_five(len(self.row(board, place, axis)), board[place])]

    def makes_four(self, board, place):
        colour = board[place]
        for axis in AXES:
            for count in range(-4, 5):
                more = self.at(place, axis, count)
                if self.inside(more) and more not in board:
                    row = self.row(self.with_stone(board, more, colour), more, axis)
                    if place in row and self.is_five(len(row), colour):
                        return True
        return False

    def straight_fours(self, board, place, axis):
        """Return where one more stone makes a four with `place` that has two empty ends, which both make a five."""
        colour, found = board[place], []
        for count in range(-3, 4):
            more = self.at(place, axis, count)
            if not self.inside(more) or more in board:
                continue
            after = self.with_stone(board, more, colour)
            row = self.row(after, more, axis)
            if len(row) != 4 or place not in row:
                continue
            ends = [self.at(stone, axis, sign) for stone in row for sign in (1, -1)]
            ends = [end for end in ends if end not in row and self.inside(end) and end not in after]
            fives = [end for end in ends if axis in self.fives_at(self.with_stone(after, end, colour), end)]
            if len(fives) == 2:
                found.append(more)
        return found

    def double_three(self, board, place):
        """Whether the stone on `place` makes a double-three, without regard to exceptions."""
        return sum(1 for axis in AXES if self.counts_as_three(board, place, axis)) > 1

    def counts_as_three(self, board, place, axis):
        for more in self.straight_fours(board, place, axis):
            after = self.with_stone(board, more, board[place])
            if self.fives_at(after, more):
                continue
            if self.name in EXACT_BLACK and max(self.lengths(after, more)) > 5:
                continue
            if self.name in YEARS[4:] and self.double_three(after, more):
                continue
            return True
        return False

    def forbidden_three(self, board, place):
        if self.name in YEARS[:4] and self.makes_four(board, place):
            return False
        return self.double_three(board, place)

    # Legal moves

    def may(self, place):
        if self.result or place in self.board:
            return False
        mover = self.turn
        if self.name == "pente":
            return Plain.may(self, place)
        after = self.with_stone(self.board, place, mover)
        if self.name in YEARS[:2] and (mover == BLACK or self.name == YEARS[0]):
            return bool(self.fives_at(after, place)) or not self.forbidden_three(after, place)
        if self.name == "ninuki" and (mover == BLACK or self.options["both"]):
            return self.ninuki_may(place, mover)
        if self.name == "four":
            return place in self.resting()
        if self.name == "irensei":
            after, captured = self.go(place, mover)
            if not captured and not self.liberties(after, place):
                return bool(self.sevens(after, place))
            return not (self.past and self.past[-1] == after)
        return True

    def ninuki_may(self, place, mover):
        after, captured, _ = self.after(place, mover)
        if not self.double_three(after, place) or self.fives_at(after, place):
            return True
        if self.stood:
            return not self.left_of(self.stood, after, foe(mover))
        count = self.captured[mover] + captured
        return count >= self.goal and not self.lines(after, foe(mover)) and count > self.captured[foe(mover)]

    def resting(self):
        """Return the points where a stone comes to rest, found by moving the stone."""
        size, drop, found = self.size, self.options["drop"], set()
        if drop == "interior":
            for place in self.empty():
                x, y = place
                gaps = {(-1, 0): x, (1, 0): size - 1 - x, (0, -1): y, (0, 1): size - 1 - y}
                near = min(gaps.values())
                steps = [step for step in gaps if gaps[step] == near]
                step = sum(step[0] for step in steps), sum(step[1] for step in steps)
                while self.inside(self.at(place, step)) and self.at(place, step) not in self.board:
                    place = self.at(place, step)
                found.add(place)
            return found
        for step in ((0, -1),) if drop == "down" else STEPS:
            for place in self.places():
                if not self.inside(self.at(place, step)):  # at the edge: go inwards from here to the first empty point
                    while self.inside(place) and place in self.board:
                        place = self.at(place, step, -1)
                    if self.inside(place):
                        found.add(place)
        return found

    def group(self, board, place):
        found, fresh = {place}, [place]
        while fresh:
            here = fresh.pop()
            for step in STEPS:
                there = self.at(here, step)
                if there not in found and board.get(there) == board[place]:
                    found.add(there)
                    fresh.append(there)
        return found

    def liberties(self, board, place):
        beside = {self.at(stone, step) for stone in self.group(board, place) for step in STEPS}
        return {point for point in beside if self.inside(point) and point not in board}

    def go(self, place, mover):
        board = self.with_stone(self.board, place, mover)
        dead = [stone for stone in board if board[stone] != mover and not self.liberties(board, stone)]
        for stone in dead:
            del board[stone]
        return board, len(dead)

    def sevens(self, board, place):
        mover, found = board[place], []
        rows = [self.row(board, place, axis) for axis in AXES]
        if mover == BLACK and max(len(row) for row in rows) > 7:
            return []
        for row in rows:
            inner = {(x, y) for x, y in row if 2 <= x < self.size - 2 and 2 <= y < self.size - 2}
            if len(inner) >= 7:
                found.append(inner)
        return found

    def open_fours(self, board, colour):
        found = []
        for place in board:
            for axis in AXES:
                row = self.row(board, place, axis)
                if board[place] == colour and len(row) == 4 and row not in found:
                    ends = {self.at(stone, axis, sign) for stone in row for sign in (1, -1)} - row
                    if all(self.inside(end) and end not in board for end in ends):
                        found.append(row)
        return found

    def cleared(self, board):
        """Return the board without its full edge lines."""
        last = self.size - 1
        edges = {(0, -1): [(x, 0) for x in range(self.size)]}
        if self.options["drop"] != "down":
            edges[(0, 1)] = [(x, last) for x in range(self.size)]
            edges[(-1, 0)] = [(0, y) for y in range(self.size)]
            edges[(1, 0)] = [(last, y) for y in range(self.size)]
        full = [step for step in edges if all(place in board for place in edges[step])]
        if not full:
            return board
        gone = {place for step in full for place in edges[step]}
        across, up = sum(step[0] for step in full), sum(step[1] for step in full)
        left = {(x + across, y + up): board[(x, y)] for x, y in board if (x, y) not in gone}
        assert all(self.inside(place) for place in left)
        return self.cleared(left)

    # Moves

    def pass_(self):
        Plain.pass_(self)
        self.past.append(None)

    def play(self, place):
        self.passed = False
        mover = self.turn
        before = self.board
        if self.name in PENTES:
            self.play_pente(place, mover)
        elif self.name == "irensei":
            self.board, dead = self.go(place, mover)
            self.captured[mover] += dead
            self.turn = foe(mover)
            lengths = self.lengths(self.board, place)
            if mover == BLACK and max(lengths) > 7:
                self.result = WHITE, "overline", [{place}]
            elif self.sevens(self.board, place):
                self.result = mover, "seven", self.sevens(self.board, place)
        else:
            self.play_plain(place, mover)
        self.past.append(before)
        if not self.result and not self.empty():
            self.result = 0, "full board", ()
        if not self.result and not self.may_pass and not any(self.may(reply) for reply in self.empty()):
            self.result = 0, "no move", ()

    def play_pente(self, place, mover):
        if self.name != "anti-pente":
            Plain.play(self, place)
            return
        self.board, captured, _ = self.after(place, mover)
        self.captured[mover] += captured
        self.turn = foe(mover)
        fours = self.open_fours(self.board, mover)
        if self.lines(self.board, mover):
            self.result = mover, "five", self.lines(self.board, mover)
        elif fours:
            self.result = (0, "both", ()) if self.counts(mover) else (foe(mover), "open four", fours)
        elif self.counts(mover):
            self.result = mover, "captures", ()

    def play_plain(self, place, mover):
        self.turn = foe(mover)
        self.board = self.with_stone(self.board, place, mover)
        board = dict(self.board)
        centre = (self.size // 2, self.size // 2)
        if self.name == "common-centre" and centre in board:
            board[centre] = mover
            self.board[centre] = COMMON
        mine = [row for row in self.lines(board, mover) if place in row]
        word = "four" if self.name == "four" else "five"
        if mine:
            self.result = mover, word, mine
        elif self.name == "anti-renju" and self.open_fours(board, mover):
            self.result = foe(mover), "open four", self.open_fours(board, mover)
        elif self.name in EXACT_BLACK and mover == BLACK and max(self.lengths(board, place)) > 5:
            self.result = WHITE, "overline", [{place}]
        elif self.name in YEARS[2:] and mover == BLACK and self.forbidden_three(board, place):
            self.result = WHITE, "double-three", [{place}]
        elif self.name == "four" and self.options["clear"]:
            self.board = self.cleared(self.board)


