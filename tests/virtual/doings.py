"""Random events at a board (people, sleeves, magnets, faults), and whole games made of them.

Each event knows the correct state of the game at its end. Cases that no firmware could decide are left out:

- a stone that replaces one of the other colour;
- a reed that opens under a stone for longer than the debounce;
- actions on a stone with a chattering reed, or on a dead line that the arbiter has overridden;
- a damaged frame in which the row and the column of always-closed contacts look correct;
- a stone that a hand moves within some ms of the end of the dwell time (then the game may count the stone as a move or
  not, but it must not change its decision);
- a chattering reed under a stone with a weak magnet, because nobody can say when it has stopped.
"""

import functools
from collections import Counter

import real_games
from portable import DWELL_MS
from simulation import ASKING, SETTLED_MS, UNSEEN_MS, Bursts, Table
from tengen import wiring
from tengen.app import TICK_MS
from tengen.games import BLACK
from tengen.games.points import LETTERS, index, name
from tengen.games.renju.position import FOUL_NAMES, LEGAL
from tengen.session.board_state import CALM, DISTURBED, PROVISIONAL, REFUSED, SEVERAL

CENTRE = 112
SHORT_OF_DWELL_MS = 700

GAMES = 3
LIGHTS_EVERY = 20  # the lights of one board in this many are drawn
BURSTS = 0.15  # the share of games with bursts of unproved frames

SIZE = wiring.SIZE


def neighbours(point):
    row, column = divmod(point, SIZE)
    return [
        SIZE * (row + down) + column + right
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and 0 <= row + down < SIZE and 0 <= column + right < SIZE
    ]


class Player:
    """Chooses the points of moves: those of a `record`, or random ones without a foul."""

    def __init__(self, table, record=None):
        self.table = table
        self.record = record

    def point(self):
        """The point of the next move, or None if there is none."""
        table, n = self.table, len(self.table.moves)
        if self.record:
            return self.record[n] if n < len(self.record) else None
        points = [point for point in table.empty() if self.fair(point)]
        # most stones are put near others, so that fives and fouls occur
        near = [point for point in points if any(beside in table.lies for beside in neighbours(point))]
        if near and table.random.random() < 0.8:
            points = near
        return table.random.choice(points) if points else None

    def fair(self, point):
        """Whether the next stone is legal here, and not a foul."""
        if not self.table.moves:
            return point == CENTRE
        return self.verdict(point) not in FOUL_NAMES

    def verdict(self, point):
        game = self.table.session.match.game
        return game.verdict(point) if self.table.colour() == BLACK else LEGAL

    def to_come(self):
        """The points at which no reed may break: the moves of the record, or the centre."""
        return self.record or (CENTRE,)


# Moves: each event ends with one more move


def dwells(table, point, since_us=None):
    """Wait until the stone on `point` becomes a move. It has rested since `since_us`, by default since now."""
    rested = table.now_us if since_us is None else since_us
    table.rest()
    table.moved(point)
    table.agrees()
    told = next(event for event in reversed(table.heard) if event["code"] == "move")
    table.same("rested for the dwell", 1000 * told["t"] - rested >= 1000 * DWELL_MS, True)


def by_dwell(table, player, point):
    table.put(point)
    dwells(table, point)


def by_button(table, player, point):
    table.put(point)
    table.wait(2, 500)
    table.tap(table.button())
    confirmed(table, point)


def by_button_before_it_has_settled(table, player, point):
    button = table.button()
    table.press(button)
    table.wait(40, 150)
    if table.random.random() < 0.5 or table.reeds.bursts:
        table.put(point)
        table.wait(3, 30)
        if table.reeds.bursts:
            # a late app may look at failing frames only, and is sure of the stone at the next tick
            table.wait(UNSEEN_MS + table.late_ms + TICK_MS)
        table.release(button)
    else:
        # a button's debounce is longer than a stone's: although the stone is put later, the app sees it first
        table.release(button)
        table.wait(10, 13)
        table.put(point)
    confirmed(table, point)


def confirmed(table, point):
    # Crosstalk shows a stone twice for a moment, and a stone that drops out while another is put may look like a stone
    # that slid. A press in this moment has no effect; the stone becomes a move after the dwell time.
    doubtful = table.board.faults.places("crosstalk") or stones_drop_out(table)
    if doubtful:
        table.rest()
    else:
        table.wait(100)
        table.settle()
    table.moved(point)
    table.agrees()


def stones_drop_out(table):
    return bool(table.dropouts or table.board.faults.places("weak magnet"))


def late_tap(table, player, point):
    button = table.button()
    by_dwell(table, player, point)
    table.tap(button)


def wrong_button(table, player, point):
    table.put(point)
    table.wait(2, 400)
    table.tap(table.other_button())
    table.settle()
    table.played()
    table.rest()
    table.moved(point)


def slid_on(table, player, point):
    beside = [each for each in table.empty() if each in neighbours(point)]
    if not beside:
        by_dwell(table, player, point)
        return
    table.put(table.random.choice(beside))
    table.wait(30, SHORT_OF_DWELL_MS - 100)
    table.see()
    before = len(table.heard)
    let_go_first = table.slide(next(iter(reversed(table.lies))), point)
    rested = table.now_us
    if let_go_first and not table.board.faults.places("crosstalk"):
        table.wait(100)
        table.see()
        told = [event["code"] for event in table.heard[before:]]
        table.same("one stone reported as two", "several" in told, False)
    dwells(table, point, rested)


def thought_better(table, player, point):
    first = table.random.choice(table.empty(but=(point,)))
    table.put(first)
    table.wait(5, SHORT_OF_DWELL_MS)
    table.lift(first)
    table.wait(1, 200)
    table.put(point)
    dwells(table, point)


def two_at_once(table, player, point):
    both = [point, table.random.choice(table.empty(but=(point,)))]
    table.random.shuffle(both)
    table.put(both[0])
    table.wait(0, SHORT_OF_DWELL_MS)
    table.put(both[1])
    table.settle(1500)
    table.sees(SEVERAL, several=both)
    table.tap(table.button())
    table.settle()
    table.played()
    both.remove(point)
    table.lift(both[0])
    dwells(table, point)


def put_while_disturbed(table, player, point):
    if not table.own():
        by_dwell(table, player, point)
        return
    missing = table.random.choice(table.own())
    colour = table.lift(missing)
    table.wait(0, 1000)
    table.put(point)
    table.settle(2 * DWELL_MS)
    table.sees(DISTURBED, missing=[missing], extra=[point])
    table.tap(table.button())
    table.settle()
    table.played()
    table.put(missing, colour)
    dwells(table, point)


def magnet_beside(table, player, point):
    table.put(point)
    put_us = table.now_us
    table.wait(1, SHORT_OF_DWELL_MS)
    dwells(table, point, None if pass_magnet(table) else put_us)


def at_the_brink(table, player, point):
    """Lift or slide a stone at about the time when it becomes a move. The game decides whether it is one."""
    table.put(point)
    if table.random.random() < 0.5:
        table.wait(DWELL_MS - 40, DWELL_MS + 40)
    else:
        table.wait(5, 300)
        table.tap(table.button())
        table.wait(0, 60)
    beside = [] if player.record else [each for each in table.empty() if each in neighbours(point)]
    if beside and table.random.random() < 0.5:
        target = table.random.choice(beside)
        table.slide(point, target)
        table.settle()
        if not became_a_move(table, (point, target)):
            table.slide(target, point)
        elif table.moves[-1] == point:
            in_time(table)
            asks_for(table, [point], [target])
            table.slide(target, point)
    else:
        colour = table.lift(point)
        table.settle()
        if became_a_move(table, (point,)):
            in_time(table)
            asks_for(table, [point], [])
        else:
            table.agrees()
        table.put(point, colour)
    if table.lies.keys() == set(table.moves):
        table.settle()
        table.agrees()
    else:
        dwells(table, point)


def became_a_move(table, points):
    """Whether a stone has become a move in the game; if so, it must be on one of these points."""
    table.see()
    moves = table.session.match.game.moves
    if len(moves) == len(table.moves):
        return False
    table.same("a move on one of two points", moves[-1] in points, True)
    table.moved(moves[-1])
    return True


def in_time(table):
    """Check that a move was made before its reed opened, within the limits of bounce, frames and a late app."""
    told = next(event for event in reversed(table.heard) if event["code"] == "move")
    known_ms = 6 + table.late_ms + (UNSEEN_MS if table.reeds.bursts else 0)
    table.same("a move of a stone in the hand", 1000 * told["t"] > table.opened_us + 1000 * known_ms, False)


def asks_for(table, missing, extra):
    if table.session.match.game.result:
        table.sees(CALM)
    else:
        table.sees(DISTURBED, missing=missing, extra=extra)


def while_a_line_is_dead(table, player, point):
    """Let a row or column fail before or after a stone is put: the game waits until the line is repaired."""
    kind, line = random_line(table)
    before = table.random.random() < 0.5
    if before:
        table.put(point)
        # while crosstalk closes the reed beside it on the failing line, nobody can see that reed open
        table.wait(SETTLED_MS if point in table.board.faults.places("crosstalk") else 20, SHORT_OF_DWELL_MS)
    table.break_(kind, line)
    table.wait(50, 1500)
    table.see()
    table.same("waiting", table.session.wiring_trust.blocked, True)
    table.sees(PROVISIONAL if before else CALM)
    if not before:
        table.put(point)
        table.wait(0, 1500)
    if table.random.random() < 0.5:
        table.tap(table.button())
        table.settle()
    table.played()
    table.mend(kind, line)
    table.rest()
    table.moved(point)


def in_spite_of_a_dead_line(table, player, point):
    """Let a line fail, and the arbiter override the fault: a stone on a readable point becomes a move."""
    row, column = divmod(point, SIZE)
    kind, line = random_line(table, but=(row, column))
    table.break_(kind, line)
    table.wait(50, 300)
    table.press("arbiter")
    table.wait(1100, 1300)
    table.release("arbiter")
    table.settle()
    by_dwell(table, player, point)
    table.mend(kind, line)


def on_a_dead_line_in_spite_of_it(table, player, point):
    """Let the arbiter override a dead line: a stone on it does not become a move before the line is repaired."""
    row, column = str(point // SIZE + 1), LETTERS[point % SIZE]
    kind, line = table.random.choice((("dead row", row), ("dead column", column)))
    table.put(point)
    table.wait(20, SHORT_OF_DWELL_MS)
    table.break_(kind, line)
    table.wait(50, 300)
    table.press("arbiter")
    table.wait(1100, 2000)
    table.release("arbiter")
    table.settle()
    table.sees(CALM)
    table.played()
    mended_us = table.now_us
    table.mend(kind, line)
    dwells(table, point, mended_us)


LINES_DIE = ("dead row", "dead column", "broken row", "broken column")


def random_line(table, but=None):
    """Return a random row or column fault as (kind, place). The whole line is dead, or its part after a point.

    With `but`, a (row, column), the fault is neither in these two, nor in a line of always-closed contacts.
    """
    rows = [str(row + 1) for row in range(SIZE + 1)]
    columns = [*LETTERS[:SIZE], "sense"]
    if but:
        rows = [row for at, row in enumerate(rows[:SIZE]) if at != but[0]]
        columns = [column for at, column in enumerate(columns[:SIZE]) if at != but[1]]
    kind = table.random.choice(LINES_DIE)
    line = table.random.choice(rows if kind.endswith("row") else columns)
    # a line of always-closed contacts has no points at which it could break
    if kind.startswith("dead") or line in (str(SIZE + 1), "sense"):
        return "dead" + kind[kind.index(" ") :], line
    letter, row = table.random.choice(LETTERS[:SIZE]), str(table.random.randint(1, SIZE))
    return kind, letter + line if kind == "broken row" else line + row


# Disturbances: after each disturbance the board is the same as before


def put_and_lifted(table, player):
    points = [point for point in table.empty() if table.moves or point == CENTRE]
    point = table.random.choice(points)
    table.put(point)
    table.wait(1, SHORT_OF_DWELL_MS)
    table.lift(point)


def refused(table, player):
    if table.moves:
        return False
    point = table.random.choice(table.empty(but=(CENTRE,)))
    table.put(point)
    table.settle(2000)
    table.tap("p1")
    table.sees(REFUSED, extra=[point])
    table.lift(point)
    return True


def brushed(table, player):
    """Close a reed too briefly for a stone, at the moment when the player's button is released: this is no move."""
    # not beside crosstalk: if it keeps a reed closed for longer, the firmware can't distinguish this reed from a stone
    points = table.empty(but=table.board.faults.places("crosstalk"))
    points = [point for point in points if table.moves or point == CENTRE]
    if not points:
        return False
    point = table.random.choice(points)
    table.tap(table.button())
    table.wait(8, 22)
    table.close(point)
    table.wait(1, 5)
    table.open(point)
    return True


def foul_tried(table, player):
    fouls = [point for point in table.empty() if player.verdict(point) in FOUL_NAMES]
    if not fouls:
        return False
    point = table.random.choice(fouls)
    table.put(point)
    table.settle(3000)
    table.sees(PROVISIONAL)
    table.same("foul", table.session.board_state.foul, FOUL_NAMES[player.verdict(point)])
    if table.random.random() < 0.5:
        table.tap(table.other_button())
        table.settle()
    table.played()
    table.lift(point)
    return True


def lifted_and_put_back(table, player):
    if not table.own():
        return False
    point = table.random.choice((table.own()[-1], table.random.choice(table.own())))
    colour = table.lift(point)
    table.wait(30, 1500)
    if table.random.random() < 0.5:
        table.settle()
        table.sees(DISTURBED, missing=[point])
    table.put(point, colour)
    return True


def slid_and_slid_back(table, player):
    ways = [(point, to) for point in table.own() for to in neighbours(point) if to in table.empty()]
    if not ways:
        return False
    point, target = table.random.choice(ways)
    table.slide(point, target)
    table.settle(1500)
    table.sees(DISTURBED, missing=[point], extra=[target])
    if table.random.random() < 0.5:
        table.wait(300)
        table.see()
        told = next(event for event in reversed(table.heard) if event["code"] in ASKING)
        table.same("told", (told["code"], told.get("what")), ("disturbed", "slid"))
        later = table.heard[table.heard.index(told) :]
        wished = [event for event in later if event["code"] == "take_back_wished"]
        wish = (table.other_button(), [name(point, SIZE)])
        table.same(
            "wished", [(event["who"], event["points"]) for event in wished], [wish] if point == table.moves[-1] else []
        )
    table.slide(target, point)
    return True


def sleeve(table, player):
    """Let a sleeve drag several neighbouring stones by one point; correct them in random order."""
    if len(table.own()) < 3:
        return False
    random = table.random
    centre = random.choice(table.own())
    near = [point for point in table.own() if max(map(abs, apart(point, centre))) <= 3]
    stones = random.sample(near, min(len(near), random.randint(2, 6)))
    push(table, stones, random.choice(((0, 1), (1, 0), (1, 1), (0, -1))))
    return True


def hand_sweeps(table, player):
    """Let a hand sweep along a row and push all its stones."""
    if not table.own():
        return False
    row = table.random.choice(table.own()) // SIZE
    push(table, [point for point in table.own() if point // SIZE == row], table.random.choice(((0, 1), (0, -1))))
    return True


def apart(point, other):
    return point // SIZE - other // SIZE, point % SIZE - other % SIZE


def push(table, points, direction):
    down, right = direction
    astray = {}
    for point in sorted(points, key=lambda point: -(point // SIZE * down + point % SIZE * right)):
        row, column = point // SIZE + down, point % SIZE + right
        target = SIZE * row + column
        if 0 <= row < SIZE and 0 <= column < SIZE and target not in table.lies and target not in table.odd:
            table.slide(point, target)
            astray[point] = target
            table.wait(0, 60)
    table.settle(1000)
    if astray:
        missing = [point for point in astray if point not in table.lies]
        table.sees(DISTURBED, missing=missing)
    put_right(table, {origin: (target, table.lies[target]) for origin, target in astray.items()})


def put_right(table, astray):
    """Put stones back. `astray`: by origin, (the current point or None for the floor, the colour)."""
    origins = list(astray)
    table.random.shuffle(origins)
    for origin in origins:
        at, colour = astray[origin]
        if at is not None:
            table.lift(at)
            table.wait(10, 300)
        # if another misplaced stone is there, put that stone on the floor first
        for other, (place, its) in list(astray.items()):
            if place == origin and other != origin:
                table.lift(place)
                table.wait(10, 100)
                astray[other] = (None, its)
        table.put(origin, colour)
        astray[origin] = (None, colour)
        table.wait(10, 300)


def knocked_to_the_floor(table, player):
    """Let all stones fall off; put them back one by one in random order, with wrong ones in between."""
    random = table.random
    stones = {point: table.lies[point] for point in table.own()}
    if not stones:
        return False
    for point in random.sample(list(stones), len(stones)):
        table.lift(point)
        table.wait(0, 15)
    table.settle(1000)
    table.sees(DISTURBED, missing=list(stones))
    wrong = []
    back = random.sample(list(stones), len(stones))
    while back or wrong:
        if wrong and (not back or random.random() < 0.3):
            table.lift(wrong.pop(random.randrange(len(wrong))))
        elif back and len(wrong) < 4 and random.random() < 0.15:
            wrong.append(random.choice(table.empty(but=stones)))
            table.put(wrong[-1], random.choice((1, 2)))
        elif back:
            point = back.pop()
            table.put(point, stones[point])
        # less than the dwell time: if all other stones are right, a wrong stone that stays becomes the next move
        table.wait(20, 150)
        if random.random() < 0.05 and back:
            table.settle()
            missing = [point for point in stones if point not in table.lies]
            table.sees(DISTURBED, missing=missing, extra=wrong)
    return True


def magnet_under_the_table(table, player):
    pass_magnet(table)


def pass_magnet(table):
    """Close the reeds of empty points along a line, each for 30 to 200 ms. Return whether there was one."""
    random = table.random
    line = random.randrange(SIZE)
    path = random.choice((range(SIZE * line, SIZE * (line + 1)), range(line, SIZE**2, SIZE)))[random.randrange(10) :]
    free = table.empty()
    table.tell("a magnet", path[0], path[-1])
    changes, at = [], 0
    for point in path:
        if point in free:
            changes += [(at, point, table.close), (at + random.randint(30_000, 200_000), point, table.open)]
            at += random.randint(20_000, 120_000)
    begin = table.now_us
    for at, point, change in sorted(changes, key=lambda change: change[:2]):
        table.now_us = begin + at
        change(point)
    return bool(changes)


def arbiter_pressed(table, player):
    """Press the arbiter's button: no new game begins while there are stones on the board."""
    table.tap("arbiter")


def a_line_dies_for_a_moment(table, player):
    kind, line = random_line(table)
    table.break_(kind, line)
    table.wait(1, 12)
    table.mend(kind, line)
    table.settle()
    table.same("waiting", table.session.wiring_trust.blocked, False)


def a_line_dies_and_stones_are_moved(table, player):
    """Lift a stone before or while a line is dead, and put it back while it is dead or after it is repaired."""
    kind, line = random_line(table)
    point = table.random.choice(table.own()) if table.own() else None
    steps = [lambda: table.break_(kind, line), lambda: table.mend(kind, line)]
    if point is not None:
        colour = table.lies[point]
        steps.insert(table.random.randrange(2), lambda: table.lift(point))
        steps.insert(table.random.randint(2, 3), lambda: table.put(point, colour))
    for step in steps:
        step()
        table.wait(50, 1000)
        table.played()


def empty_reed_chatters(table, player):
    free = may_chatter(table, [point for point in table.empty() if point not in player.to_come()])
    return begin_to_chatter(table, table.random.choice(free)) if free else False


def stones_reed_chatters(table, player):
    stones = may_chatter(table, table.own())
    return begin_to_chatter(table, table.random.choice(stones)) if stones else False


def may_chatter(table, points):
    # under a weak magnet nobody can say when a reed has stopped chattering
    return [point for point in points if point not in table.board.faults.places("weak magnet")]


def begin_to_chatter(table, point):
    if table.odd:
        return False
    table.odd.add(point)
    table.break_("chattering", name(point, SIZE))
    table.wait(900, 1200)
    table.see()
    table.same("chattering", list(table.session.wiring_trust.chattering), [point])
    return True


def a_move_while_a_reed_begins_to_chatter(table, player, point):
    free = [each for each in table.empty(but=(point,)) if each not in player.to_come()]
    choice = may_chatter(table, table.random.choice((free, table.own())))
    if not choice or table.odd:
        by_dwell(table, player, point)
        return
    table.odd.add(table.random.choice(choice))
    table.break_("chattering", name(min(table.odd), SIZE))
    table.wait(0, 400)
    table.put(point)
    # the fault is found within half a second, and until then the stone does not count as resting
    table.wait(600)
    table.rest()
    table.moved(point)
    table.agrees()


def chatter_ends(table, player):
    if not table.odd:
        return False
    table.mend("chattering")
    table.wait(2000)
    table.see()
    table.same("chattering", list(table.session.wiring_trust.chattering), [])
    table.odd.clear()
    return True


MOVES = {
    by_dwell: 30,
    by_button: 30,
    by_button_before_it_has_settled: 8,
    late_tap: 3,
    wrong_button: 3,
    slid_on: 5,
    thought_better: 3,
    two_at_once: 4,
    put_while_disturbed: 4,
    magnet_beside: 2,
    at_the_brink: 4,
    while_a_line_is_dead: 2,
    in_spite_of_a_dead_line: 1,
    on_a_dead_line_in_spite_of_it: 0.5,
    a_move_while_a_reed_begins_to_chatter: 0.5,
}
DISTURBANCES = {
    put_and_lifted: 8,
    refused: 1,
    brushed: 3,
    foul_tried: 4,
    lifted_and_put_back: 8,
    slid_and_slid_back: 8,
    sleeve: 4,
    hand_sweeps: 2,
    knocked_to_the_floor: 0.7,
    magnet_under_the_table: 2,
    arbiter_pressed: 2,
    a_line_dies_for_a_moment: 2,
    a_line_dies_and_stones_are_moved: 2,
    empty_reed_chatters: 1,
    stones_reed_chatters: 1,
    chatter_ends: 3,
}
DISTURBED_BETWEEN_MOVES = 0.25


# Not while frames fail repeatedly: a line that fails in every fifth frame is never correct for long enough to count as
# repaired
DEAD_LINES = (
    while_a_line_is_dead,
    in_spite_of_a_dead_line,
    on_a_dead_line_in_spite_of_it,
    a_line_dies_for_a_moment,
    a_line_dies_and_stones_are_moved,
)


def any_of(table, doings):
    if table.reeds.bursts:
        doings = {doing: weight for doing, weight in doings.items() if doing not in DEAD_LINES}
    return table.random.choices(list(doings), list(doings.values()))[0]


def standing_faults(table, record):
    """Set the faults that a board has during a whole game, unknown to its players. Return their kinds."""
    random = table.random
    table.late_ms = random.choice((0, 0, 5, 15))
    table.spoils = random.choice((0, 0, 0.02))
    table.dropouts = random.choice((0, 0.05))
    table.fails(bursts(random) if random.random() < BURSTS else None)
    if random.random() < 0.3:
        table.break_("worst bounce")
    for kind, likely in (("weak magnet", 0.25), ("crosstalk", 0.25)):
        if random.random() < likely:
            for point in random.sample(record or range(SIZE**2), random.randint(1, 12)):
                table.break_(kind, name(point, SIZE))
    return [fault["kind"] for fault in table.board.faults.active()]


def bursts(random):
    """Return Bursts of frames that do not prove one line, several lines or any."""
    lines = [("row", random.randrange(SIZE + 1)), (random.choice(("low", "high")), random.randrange(SIZE + 1))]
    several = [("row", random.randrange(SIZE + 1)) for _ in range(3)]
    several += [(random.choice(("low", "high")), random.randrange(SIZE + 1)) for _ in range(3)]
    lines = random.choice(([lines[0]], [lines[1]], random.sample(several, 4), [("dark",)], [("bright",)]))
    rate = 0.01 * 50 ** random.random()
    length = random.choice((0, 0, 1, 1, random.randint(2, Bursts.LONGEST)))
    return Bursts(random.randrange(1 << 30), rate, length, lines)


def play(table, record, count):
    """Play a whole game, from the empty board until it is cleared for the next. `count` is called with each event."""
    player = Player(table, record)
    random = table.random
    for kind in standing_faults(table, record):
        count([kind])
    if table.late_ms:
        count(["late app"])
    if table.spoils:
        count(["spoilt frames"])
    if table.reeds.bursts:
        count(["bursts"])
    if table.dropouts:
        count(["dropouts"])
    length = random.randint(5, 120)
    if random.random() < 0.4:
        refused(table, player)
        count([refused.__name__])
        table.settle()
        table.agrees()
    while not table.session.match.game.result and len(table.moves) < (record and len(record) or length):
        if random.random() < DISTURBED_BETWEEN_MOVES:
            # a chattering reed keeps the scanner busy, so it does not chatter during a whole game
            doing = chatter_ends if table.odd and random.random() < 0.3 else any_of(table, DISTURBANCES)
            table.tell("-", doing.__name__)
            if doing(table, player) is not False:
                count([doing.__name__])
            table.settle(400)
            table.agrees()
        point = player.point()
        if point is None:
            break
        doing = any_of(table, MOVES)
        table.tell("-", doing.__name__)
        doing(table, player, point)
        count([doing.__name__])
        if random.random() < 0.5:
            table.settle(300)
        else:
            table.wait(0, 300)
        if table.session.match.game.result is None:
            table.settle()
            table.agrees()
    if record:
        table.same("the end of the record", table.session.match.game.result.reason, "five")
    elif not table.session.match.game.result:
        lose_by_foul(table, player, count)
    clear(table, count)


def lose_by_foul(table, player, count):
    fouls = [point for point in table.empty() if player.verdict(point) in FOUL_NAMES]
    if not fouls:
        return
    point = table.random.choice(fouls)
    reason = FOUL_NAMES[player.verdict(point)]
    table.tell("-", "lose_by_foul")
    by_button(table, player, point)
    table.same("result", table.session.match.game.result.reason, reason)
    count([lose_by_foul.__name__])


@functools.cache
def recorded():
    return [[index(point, SIZE) for point in game] for game in real_games.games()]


def play_on_one_board(seed, games=GAMES, **options):
    """Play several games on one board. Return (stones put down, moves, the number of each event).

    `options` are the Table's. The message of a failure has the seed and the last actions.
    """
    table = Table(seed, lights=seed % LIGHTS_EVERY == 0, **options)
    counts = Counter()
    try:
        for _ in range(games):
            play(table, table.random.choice(recorded()) if table.random.random() < 0.4 else None, counts.update)
    except Exception as error:
        told = [str(event) for event in table.heard[-8:]]
        story = "\n".join([f"seed {seed}:", *table.story, "told last:", *told, repr(error)])
        raise AssertionError(story) from error
    return table.stones, counts["move"], counts


def clear(table, count):
    """Remove all stones, repair the board, and let the arbiter begin a new game."""
    random = table.random
    table.tell("-", "clear")
    if table.odd:
        chatter_ends(table, None)
    ended = table.session.match.game.result
    if ended:
        count(["result"])
    for point in random.sample(list(table.lies), len(table.lies)):
        table.lift(point)
        table.wait(0, 100)
    table.settle(1000)
    table.sees(CALM if ended else DISTURBED)
    table.played()
    for kind in {fault["kind"] for fault in table.board.faults.active()}:
        table.mend(kind)
    table.tap("arbiter")
    table.settle()
    table.see()
    count({"move": len(table.moves)})
    table.begins_anew()
    table.agrees()
