"""The present state of a session for the link, as absolute values in groups.

Each group is an object, and is sent as a whole when anything in it has changed. An empty field is left out. For three
groups only changes are sent. `board` is sent as {"changes": [[point, was, is], ...], "sum"}, with `clear` true if the
board was empty before these changes. `moves` and `record`, which grow, are sent as [from, [items]]; these items replace
the client's items from the number `from` on.

Changes are found by a comparison with the values that were sent last, so the parts of the session need not report
changes.
"""

from tengen.games import BLACK, COLOUR_NAMES, NEUTRAL, OWN, WHITE, opponent
from tengen.games.moves import move_name
from tengen.games.points import names

from . import events
from .board_state import CALM, PROVISIONAL
from .buttons import open_to

STONES, ALL, OPEN = 0, 1, 2  # parts of the state, see news()
SLOW = "device"  # this group takes 20 ms when all groups are sent, because it reports the free heap
# the maximum number of items of a growing group that one line contains, because more would make the line long
ITEMS_AT_ONCE = 5


class State:
    """The state of a session that was sent. `others`: groups from other modules, in the form of _groups().

    `whole`: True if all groups were sent since the last forget().
    """

    def __init__(self, others=()):
        self._groups = _groups() + others
        self.forget()

    def forget(self):
        """Mark all groups as not sent."""
        self._sent: dict = {}
        self._begin(-1)
        self.whole = False
        self._people = None  # persons with entries that must still be computed; None: all persons

    def _begin(self, game):
        """Mark board, moves and record as not sent, for another game. `game`: its number."""
        self._game = game
        self._cells = None
        self._sum = 0  # the checksum of these cells, EMPTY 0 to COMMON 4: the sum of (index + 1) x cell
        self._facts = -1  # the number of facts of the match that were examined
        self._moves = None  # the facts of the moves that were sent
        self._record = None  # the number of items of the record that were sent

    def owes(self, session):
        """Whether news(session, now, OPEN) may find something."""
        return not self.whole or session.effects.open_now or len(self._people) > 0  # type: ignore[arg-type]

    def news(self, session, now, part):
        """Yield (name, value) of each group that has changed. If the caller stops early, the next call yields the rest.

        `part` is STONES for the groups that a stone changes before it is a move; ALL for all groups; OPEN for the
        available entries of the next person, which take some ms to compute, and also for all other groups until the
        state is `whole`.
        """
        if part == OPEN and self.whole:
            yield from self._open(session)
            return
        sent, told = self._sent, False
        if self._game != session.number:
            self._begin(session.number)
        if self._cells != session.match.cells:
            yield "board", self._board(session.match)
        if self._facts != len(session.match.facts):
            yield from self._grown(session.match)
        for at in range(0, _OF_STONES if part == STONES else len(self._groups), 3):
            group = self._groups[at]
            if group == "hand" and group in sent and session.board_state.pending:
                continue  # a hand is taking or moving a stone, so the result is sent when the hand has stopped
            if group == SLOW and group not in sent and told:
                return  # this group needs a separate tick
            its = self._groups[at + 1](session, now)
            if group not in sent or sent[group] != its:
                sent[group] = its
                told = True
                yield group, None if its is None else _said(self._groups[at + 2], session, its, now)
        if part == OPEN and not told:
            yield from self._open(session)
            self.whole = not self._people

    def _board(self, match):
        size, cells, sent = match.game.size, match.cells, self._cells
        found: dict = {"changes": [], "sum": 0}
        if sent is None:
            found["clear"] = True
            found["size"] = size
            sent = bytes(len(cells))
            self._sum = 0
        for row in range(0, len(cells), size):
            # compare row by row, because comparing each point takes some ms
            if cells[row : row + size] != sent[row : row + size]:
                found["changes"] += self._row(cells, sent, row, size)
        self._cells = bytes(cells)
        found["sum"] = self._sum
        return found

    def _row(self, cells, sent, row, size):
        changes = [(at, sent[at], cells[at]) for at in range(row, row + size) if cells[at] != sent[at]]
        for at, was, now in changes:
            self._sum += (at + 1) * (now - was)
        return events.told_changes(changes, size)

    def _grown(self, match):
        """Yield the next items of moves and record, a few at once."""
        facts, deeds = len(match.facts), match.deeds()
        while self._moves is None or not len(self._moves) == len(deeds) == _same(self._moves, deeds):
            begin = _same(self._moves or (), deeds)
            self._moves = deeds[: begin + ITEMS_AT_ONCE]
            items = [_move(match, at, self._moves[at]) for at in range(begin, len(self._moves))]
            yield "moves", [begin, items]
        if self._record is None and facts == len(deeds):
            self._record = 0
            yield "record", [0, []]
        elif facts > len(deeds):
            from . import record  # seldom used

            notes = record.noted(match)
            while self._record is None or self._record < len(notes):
                begin = self._record or 0
                self._record = min(begin + ITEMS_AT_ONCE, len(notes))
                items = [record.item(n, fact, match.game.size) for n, fact in notes[begin : self._record]]
                yield "record", [begin, items]
        self._facts = facts

    def _open(self, session):
        """Yield the available entries of the next person, if they have changed."""
        if session.effects.open_now or self._people is None:
            session.effects.open_now = False
            self._people = list(session.people)
        if self._people:
            who = self._people.pop(0)
            found = open_to(session, who)
            # stored without the pairs, which would need twice the memory
            flat = [each for pair in found for each in pair]
            if self._sent.get("open_" + who) != flat:
                self._sent["open_" + who] = flat
                yield "open_" + who, found


def _said(fields, session, its, now):
    if type(fields) is tuple:
        names_, plain = fields
        return _fields(names_, plain, its, session.match.game.size)
    return fields(session, now, its)


def _same(before, now):
    """Return the length of the common beginning of both lists of facts."""
    count, most = 0, min(len(before), len(now))
    while count < most and before[count] is now[count]:
        count += 1
    return count


def _fields(fields, plain, its, size):
    """Return the fields that are not empty. `its`: the values; those from index `plain` on are points of a board."""
    found = {}
    for at in range(len(fields)):
        if its[at]:
            found[fields[at]] = its[at] if at < plain else names(its[at], size)
    return found


def _move(match, number, fact):
    """Return a move as an item with its point or `--`, colour, seat, kind, and all its changes of the board."""
    game = match.game
    found = {
        "point": move_name(game.moves[number], game.size),
        "colour": COLOUR_NAMES[game.colour_of(number)],
        "who": match.mover_of(number),
        "changes": events.told_changes(game.changes_of(number), game.size),
    }
    if len(fact) > 2:
        found["kind"] = fact[2]
    return found


# The groups. Each has a key, which changes with the group and is None for a group that is null. A function makes the
# group's fields. But if the key contains their values, the names of the fields and the number of values that are not
# points are given instead.


def _game(session, now):
    match = session.match
    its: tuple = session.number, session.played, session.stamp, session.opening, match.seat(match.game.first)
    return its + (session.board_state.awaits, session.damaged, match.begins_with())


def _game_fields(session, now, its):
    match = session.match
    game = match.game
    found = {
        "number": session.number,
        "name": game.name,
        "size": game.size,
        "torus": game.torus,
        "first": COLOUR_NAMES[game.first],
        "goal": game.goal,
        "counts": bool(game.goal or game.counts_removed),
        "players": {COLOUR_NAMES[colour]: seat for colour, seat in match.players.items()},
        "settings": session.played.game_fields(),
    }
    begins = match.begins_with()
    if begins:
        found["setup"] = {COLOUR_NAMES[colour]: names(begins[colour], game.size) for colour in (BLACK, WHITE)}
        found["begins"] = COLOUR_NAMES[begins[3]]
    if session.opening:
        found["opening"] = events.opening(session.opening)
    if session.damaged is not None:
        found["damaged"] = session.damaged
    if session.stamp:
        found["stamp"] = session.stamp
    if session.board_state.awaits:
        found["awaits"] = session.board_state.awaits
    return found


_ASKS = (
    "do", "number", "wanted", "turn", "who", "colour", "zone", "ask", "options", "play_on", "count", "declared",
    "kinds", "answers", "draw", "take_back", "press", "standing",
)  # fmt: skip


def _asks(session, now):
    match, questions = session.match, session.questions
    game, asked = match.game, match.expects
    turn = None if match.result else COLOUR_NAMES[game.turn]
    its: tuple = asked.do, len(game.moves) + 1, match.wanted(), turn, asked.who
    its += asked.colour and COLOUR_NAMES[asked.colour], asked.zone, asked.ask, asked.options, match.play_on
    kinds = match.kinds()
    its += asked.count, asked.declared, kinds if len(kinds) > 1 else None
    its += questions.answers() if questions.menus else None, match.draw_by, questions.wish()
    return its + (session.board_state.presses, tuple(game.standing))


_HAND = (
    "state", "colour", "kind", "foul", "refusal", "outside", "new", "replies", "takes", "lifted", "missing", "extra",
    "lift", "turn", "several", "equal", "offers", "left",
)  # fmt: skip


def _hand(session, now):
    state, match = session.board_state, session.match
    colour = COLOUR_NAMES[_colour_of_new(match, state)] if state.stones or state.offers else None
    its: tuple = state.state, colour, None if state.kind == OWN else state.kind, state.foul, state.refusal
    its += len(state.outside), tuple(state.stones), state.replies, tuple(state.takes), tuple(state.lifted)
    its += tuple(state.missing), tuple(state.extra), tuple(state.lift), tuple(state.turn), tuple(state.several)
    return its + (tuple(state.equal), match.offers or tuple(state.offers), tuple(_left(match, state)))


def _colour_of_new(match, state):
    """Return the colour of the new stones of the turn."""
    game = match.game
    if match.expects.do == "keep":
        return opponent(game.turn)
    if state.state == PROVISIONAL:
        return game.effect(state.stones[0], state.kind)[0][2]
    return game.turn if state.kind == OWN else NEUTRAL


def _left(match, state):
    """Return the tentative fifths on the board while they are being removed."""
    if match.expects.do != "keep":
        return ()
    # before BoardState.take() has compared the board, all offers count as being on the board
    return match.offers if state.state == CALM else state.offers


def _clock(session, now):
    timing = session.timing
    clock = timing.clock
    if not clock:
        return None
    # where a period ends, the countdown of the next period begins
    parts = clock.parts("p1", now), clock.parts("p2", now)
    return clock.key() + parts + (timing.waits, timing.stopped, session.number)


def _clock_fields(session, now, its):
    timing = session.timing
    clock = timing.clock
    # contains the board's time, because a laptop may receive this group later
    found = {"t": now, "p1": clock.left("p1", now), "p2": clock.left("p2", now)}
    if clock.control.periods:
        found["periods"] = {seat: clock.periods(seat, now) for seat in ("p1", "p2")}
    if clock.running:
        found["running"] = clock.running
    if timing.word():
        found["stopped"] = timing.word()
    return found


def _captured(session, now):
    game = session.match.game
    return (game.captured[BLACK], game.captured[WHITE]) if game.goal or game.counts_removed else None


def _captured_fields(session, now, its):
    return {"black": its[0], "white": its[1]}


def _menus(session, now):
    if not session.menus:
        return ()
    shown = [(who, session.questions.shown(who)) for who in session.menus]
    return tuple([(who, menu.about, menu.entries, menu.at) for who, menu in shown if menu])


def _menus_fields(session, now, its):
    return {who: {"about": about, "entries": list(entries), "at": at} for who, about, entries, at in its}


def _result(session, now):
    return session.match.result


def _result_fields(session, now, its):
    return _but_event(events.result(session))


_WIRING = ("faults", "waits", "intermittent", "unproved", "chattering", "unsteady")


def _wiring(session, now):
    trust = session.wiring_trust
    return trust.faults, trust.blocked, trust.intermittent, trust.unproved, trust.chattering, trust.unsteady


def _wiring_fields(session, now, its):
    return _fields(_WIRING, 3, its, session.size)  # points of the board, not of a smaller game's field


def _next(session, now):
    return session.settings


def _next_fields(session, now, settings):
    return settings.fields()


# The parts below report their own state


def _reason(session, now):
    return session.reason.data


def _advice(session, now):
    return session.hints and _but_event(session.hints.event(session))


def _partner(session, now):
    return session.partner and _but_event(session.partner.event(session))


def _puzzle(session, now):
    return _task(session, "puzzle")


def _lesson(session, now):
    return _task(session, "lesson")


def _task(session, kind):
    task = session.task
    return _but_event(task.event(session)) if task and task.kind == kind else None


def _shown(session, now):
    return session.shown and session.shown.event(session)


def _but_event(event):
    return event and {field: event[field] for field in event if field != "code"}


def _itself(session, now, its):
    return its


# the length of the first part of _groups(): seven groups that a stone may change before it is a move, three entries
# each
_OF_STONES = 3 * 7


def _groups():
    """Return for each group, one after another, its name, its key, and the source of its fields.

    The result is a flat tuple, because a tuple for each group would take a block of the heap.
    """
    return (
        "asks", _asks, (_ASKS, 17),
        "hand", _hand, (_HAND, 6),
        "clock", _clock, _clock_fields,
        "captured", _captured, _captured_fields,
        "menus", _menus, _menus_fields,
        "result", _result, _result_fields,
        "reason", _reason, _itself,
        "game", _game, _game_fields,
        "wiring", _wiring, _wiring_fields,
        "next", _next, _next_fields,
        "advice", _advice, _itself,
        "partner", _partner, _itself,
        "puzzle", _puzzle, _itself,
        "lesson", _lesson, _itself,
        "shown", _shown, _itself,
    )  # fmt: skip
