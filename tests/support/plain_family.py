"""A second, simple and slow implementation of the games. It checks the whole board for each move.

Source: firmware/docs/family.md#shared-rules, firmware/docs/games/five.md#gomoku, firmware/docs/games/pente.md,
firmware/docs/games/variations.md and firmware/docs/games/connect6.md. A board is a dict of (column, row): colour. Only
the colours are imported from the firmware's games.
"""

BLACK, WHITE, NEUTRAL = 1, 2, 3
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
EIGHT = AXES + ((-1, 0), (0, -1), (-1, -1), (-1, 1))


PENTE = ("pente", "bomb-pente", "neutral-pente")
SPECIALS = {"bomb-renju": 1, "bomb-pente": 1, "neutral-pente": 2}  # the bombs or neutral stones of each player


class Plain:
    """A running game. `kind`: its name. `options`: in the registry's form."""

    def __init__(self, kind, size, options):
        self.kind = kind
        self.size = size
        self.torus = options.get("torus", False)
        self.rules = options.get("rules", "")
        self.keryo = options.get("keryo", False)
        self.poof = options.get("poof", False)
        self.boat = options.get("boat", False)
        self.overline = options.get("overline", "wins") if kind != "gomoku" else "ignored"
        self.wanted = 6 if kind == "connect6" and self.rules != "noncollinear5" else 5
        self.first = WHITE if kind in PENTE else BLACK
        self.goal = (15 if self.keryo else 10) if kind in PENTE else 0
        # the number of bombs or neutral stones that are left
        self.specials = {colour: SPECIALS.get(kind, 0) for colour in (BLACK, WHITE)}
        self.board = {}
        self.captured = {BLACK: 0, WHITE: 0}
        self.turn = self.first
        self.left = 1
        self.this_turn = []  # the stones of the current turn
        self.last_turn = []
        self.stood = []  # lines that win unless the other side's next turn breaks all of them
        self.may_pass = kind in ("gomoku", "bomb-renju", "repensi", "connect6")
        # a game without a possible move is drawn if no pass is allowed, or if the game has a value of `rules`
        # (firmware/docs/games/connect6.md)
        self.stuck_is_drawn = not self.may_pass or bool(self.rules)
        self.passed = False  # whether the last turn was a pass
        self.result = None

    def at(self, place, step, count=1):
        x, y = place[0] + count * step[0], place[1] + count * step[1]
        if self.torus:
            return x % self.size, y % self.size
        return x, y

    def inside(self, place):
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def places(self):
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def empty(self):
        return [place for place in self.places() if place not in self.board]

    def row(self, board, place, axis):
        """Return the row through a stone as a set, which is built stone by stone."""
        found = {place}
        for sign in (1, -1):
            step = sign * axis[0], sign * axis[1]
            here = self.at(place, step)
            while here not in found and self.inside(here) and board.get(here) == board[place]:
                found.add(here)
                here = self.at(here, step)
        return found

    def is_line(self, row):
        return len(row) == self.wanted or (len(row) > self.wanted and self.overline != "ignored")

    def lines(self, board, colour):
        found = []
        for place in board:
            if board[place] == colour:
                for axis in AXES:
                    row = self.row(board, place, axis)
                    if self.is_line(row) and row not in found:
                        found.append(row)
        return found

    def aligned(self, one, other):
        """Whether two points are on one line in one of the eight directions."""
        for step in EIGHT:
            for count in range(1, self.size):
                if self.at(one, step, count) == other:
                    return True
        return False

    def may(self, place):
        if self.result or place in self.board:
            return False
        if self.kind == "pente" and (
            self.overline == "refused" or (self.overline == "refused-first" and self.turn == self.first)
        ):
            board = dict(self.board)
            board[place] = self.turn
            if any(len(self.row(board, place, axis)) > 5 for axis in AXES):
                return False
        if self.rules and self.this_turn:
            return self.aligned(place, self.this_turn[0]) == (self.rules == "collinear6")
        bound = self.rules == "collinear6" and self.last_turn
        if bound and not any(self.aligned(place, stone) for stone in bound):
            return False
        if self.rules and self.left == 2:
            board = dict(self.board)
            board[place] = self.turn
            if any(len(self.row(board, place, axis)) >= self.wanted for axis in AXES):
                return True
            aligned = self.rules == "collinear6"
            return any(self.aligned(place, other) == aligned for other in self.empty() if other != place)
        return True

    def taken(self, board, place, mover):
        """Return the sets (captured, poofed) for a stone that is already on the board. In Repensi: (turned, empty)."""
        other = BLACK + WHITE - mover
        captured, lost = set(), set()
        if self.kind not in PENTE + ("repensi",):
            return captured, lost
        for length in (2, 3) if self.keryo else (2,):
            for step in EIGHT:
                ends = place, self.at(place, step, length + 1)
                row = [self.at(place, step, count) for count in range(1, length + 1)]
                if board.get(ends[1]) == mover and all(board.get(each) == other for each in row):
                    captured.update(row)
                for shift in range(1, length + 1):  # the number of the new stone in a row of its own colour
                    row = [self.at(place, step, count - shift) for count in range(length + 2)]
                    inner = row[1:-1]
                    if board.get(row[0]) == board.get(row[-1]) == other and all(board.get(p) == mover for p in inner):
                        lost.update(inner)
        return captured, lost if self.poof else set()

    def after_special(self, place):
        """Return the board after a bomb or a neutral stone."""
        board = dict(self.board)
        board[place] = NEUTRAL
        if self.kind != "neutral-pente":
            for step in EIGHT:
                if board.get(self.at(place, step)) in (BLACK, WHITE):
                    del board[self.at(place, step)]
        return board

    def after(self, place, mover):
        """Return (board, captured, poofed) after a stone. The last two are numbers of stones."""
        board = dict(self.board)
        board[place] = mover
        captured, lost = self.taken(board, place, mover)
        if self.kind == "repensi":
            for turned in captured:
                board[turned] = mover
            return board, 0, 0
        for gone in captured | lost:
            del board[gone]
        return board, len(captured), len(lost)

    def left_of(self, lines, board, colour):
        """Return those of the given lines that still exist."""
        return [row for row in self.lines(board, colour) for line in lines if row <= line]

    def pass_(self):
        """Pass the whole turn. A pass does not restrict later stones; the second pass in a row ends the game."""
        assert self.may_pass and not self.this_turn
        if self.passed:
            self.result = 0, "two passes", ()
        self.passed = True
        self.turn = BLACK + WHITE - self.turn
        self.left = 2 if self.kind == "connect6" else 1

    def play(self, place, special=False):
        self.passed = False
        mover, other = self.turn, BLACK + WHITE - self.turn
        before = self.lines(self.board, mover), self.lines(self.board, other)
        if special:
            self.specials[mover] -= 1
            self.board, captured, lost = self.after_special(place), 0, 0
        else:
            self.board, captured, lost = self.after(place, mover)
        self.captured[mover] += captured
        self.captured[other] += lost
        mine, theirs = self.lines(self.board, mover), self.lines(self.board, other)
        assert not before[0]
        word = "six" if self.wanted == 6 else "five"
        stood, self.stood = self.stood, []
        # the end of the turn
        self.this_turn.append(place)
        self.left -= 1
        if not self.left:
            self.last_turn, self.this_turn = self.this_turn, []
            self.turn = other
            self.left = 2 if self.kind == "connect6" else 1
        # the order of the checks is in firmware/docs/family.md#shared-rules
        if self.boat:
            left = self.left_of(stood, self.board, other)
            if left:
                self.result = other, word, left
            elif theirs:
                self.result = (0, "both", ()) if self.counts(mover) else (other, word, theirs)
            elif self.counts(mover) or self.counts(other):
                self.result = (mover if self.counts(mover) else other), "captures", ()
            elif mine:
                if any(self.may(reply) and self.breaks(reply, mine, mover) for reply in self.empty()):
                    self.stood = mine
                else:
                    self.result = mover, word, mine
        elif mine:
            self.result = (0, "both", ()) if theirs or self.counts(other) else (mover, word, mine)
        elif theirs:
            self.result = (0, "both", ()) if self.counts(mover) else (other, word, theirs)
        elif self.counts(mover) or self.counts(other):
            self.result = (mover if self.counts(mover) else other), "captures", ()
        if not self.result and not self.empty():
            self.result = 0, "full board", ()
        if not self.result and self.stuck_is_drawn and not any(self.may(reply) for reply in self.empty()):
            self.result = 0, "no move", ()

    def counts(self, colour):
        count, others = self.captured[colour], self.captured[BLACK + WHITE - colour]
        return self.goal and count >= self.goal and count > others

    def breaks(self, reply, lines, colour):
        board = self.after(reply, BLACK + WHITE - colour)[0]
        return not self.left_of(lines, board, colour)
