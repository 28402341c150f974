"""One game from the opening to its result, as its facts and the next expected action.

This module does not deal with hands, lights or time. Every action is a fact, which is a tuple. replay() restores the
same match from its facts, in their order:

    ("set up", black, white, turn)      the start from a position: points, and the colour to move
    ("stone", point), ("pass",)         a move; the third part is the kind of a stone other than "own"
    ("choose", seat, ask, option)       a decision of the opening
    ("play on", seat, ask, option)      a decision of the opening that the next stone or offer has implied
    ("offer", points), ("keep", point)  tentative fifths
    ("claim", seat, what, right)        a claim of "five" (the game's line), "foul" or "time", and whether it was right
    ("lapsed", what, point)             a line or foul not claimed in time: recorded when the game is over
    ("offer draw", seat), ("decline draw", seat)   a draw offer; a stone also declines it
    ("clock", stopped, cause, p1, p2)   the clock was stopped or corrected: the reason (codes.packed), and the remaining
                                        times in ms
    ("turned", points)                  the stones on these points were replaced by the other colour, as the move
                                        requires; (): the player reports that the board is in order
    ("agree",), ("resign", seat), ("time", seat or None for both)   the end of the game
    ("back", count, by, points)         `count` moves were taken back, by a seat or "arbiter": the removed stones
"""

from tengen.codes import Refused, coded
from tengen.games import EMPTY, LINE_NAMES, OWN, net, opponent, removed, symmetry
from tengen.games.openings import in_zone, zone_points, zone_refusal
from tengen.games.points import names
from tengen.games.turns import IS_OVER
from tengen.session.opening import Expects, Opening, other_seat

OVER = Expects("over")
_NO_OPENING = (("end",),)
DRAW_OFFERED = coded("refused.draw_offered")


def back_refusal(moves):
    """Return the refusal to take back more than `moves` moves (codes.coded)."""
    return coded("refused.no_more_back", n=moves) if moves else coded("refused.no_move_back")


class Match:
    """A match of a new `game` (games/__init__.py). `table`: the steps of the opening, or () for no opening.

    `fresh` has the actions since `fresh` was last cleared, one tuple each: (fact, the person, its changes of the
    board). `expects` is the next expected action; `play_on` the option that the next stone implies, or None; `players`
    the seat of each colour; `offers` the tentative fifths on the board; `cells` a bytearray of the expected stones
    (offers have the colour that begins); `facts` all facts.

    `announced`: the points that the player to move has chosen, () while the player thinks, or None if the players place
    their own stones; see announce(). `barred` has the points that a task has found wrong, each with the reason.
    `announced` and `barred` are valid until the match continues.
    """

    def __init__(self, game, table):
        self.game = game
        self._table = table or _NO_OPENING
        self.facts: list = []
        self.fresh: list = []
        self._standing: list = []  # the facts that have not been taken back
        self._movers: list = []  # the seat of each move in these facts
        self.opening = Opening(self._table, self.game.first)
        self._lapsed: list = []  # the fouls and fives that were not claimed in time; hidden until the game is over
        self.offers: tuple = ()
        self.draw_by = None  # the seat that has made an open draw offer
        self._next_stones: dict = {}  # for each colour: the Expects of its next stone after the opening
        self._announced_why = None
        self._follow()

    @property
    def result(self):
        """The game's Outcome, or None."""
        return self.game.result

    @property
    def players(self):
        """The seat of each colour."""
        return self.opening.players

    def seat(self, colour):
        """Return the seat of a colour."""
        return self.opening.players[colour]

    def colour(self, seat):
        """Return the colour of a seat."""
        first = self.game.first
        return first if self.opening.players[first] == seat else opponent(first)

    def _follow(self):
        """Update the next expected action and the expected stones."""
        game, opening = self.game, self.opening
        if game.result:
            expects = OVER
            self.draw_by = None  # no draw offer is open any more
        else:
            expects = opening.expects or self._next_stone(opening)
        self.expects = expects
        self.announced = None
        self.barred = None
        self.play_on = None
        self._asked = expects if expects.do in ("stone", "offer") else None
        if expects.ask == "swap":
            self._look_past_swap()
        self._zone = None  # zone() computes it when needed
        self._symmetries = ()
        if self._asked and self._asked.do == "offer":
            self._look_for_symmetries(self._asked)
        self.cells = self._cells_with_offers() if self.offers else game.cells

    def _next_stone(self, opening):
        """Return the Expects of the next stone after an opening. The object is reused, because a new one takes time."""
        turn = self.game.turn
        seat = opening.players[turn]
        expects = self._next_stones.get(turn)
        if not expects or expects.who != seat:
            expects = self._next_stones[turn] = Expects("stone", seat, turn)
        return expects

    def _look_past_swap(self):
        """Note the question that the next stone or offer answers, because playing on implies that there is no swap."""
        # playing on implies only "no swap"; a side or a number must be chosen explicitly
        self.play_on = self.opening.play_on()
        if self.play_on:
            ahead = self.opening.copy()
            ahead.choose(self.play_on)
            self._asked = ahead.expects or self._next_stone(ahead)

    def _cells_with_offers(self):
        cells = bytearray(self.game.cells)
        for point in self.offers:
            cells[point] = self.game.first
        return cells

    def _look_for_symmetries(self, asked):
        cells, size = self.game.cells, self.game.size
        self._symmetries = symmetry.symmetries(cells, size)
        # if there are fewer unequal points than the declared number, all of them are offered
        # (firmware/docs/openings.md#rules)
        asked.count = symmetry.unequal(self._symmetries, cells, size, asked.declared)

    def asked(self):
        """Return the Expects ("stone" or "offer") that a stone answers now, also by playing on, or None."""
        return self._asked

    def wanted(self):
        """Return how many stones may be placed now."""
        if self.expects.do == "keep":
            return 1  # White may place the next stone before a fifth is kept
        asked = self.asked()
        if not asked:
            return 0
        return asked.count if asked.do == "offer" else self.game.wanted()

    def zone(self):
        """Return the points where the next stone may be placed, or () if there is no limit."""
        if self._zone is None:
            self._zone = self._find_zone(self.asked())
        return self._zone

    def _find_zone(self, asked):
        game = self.game
        points = game.zone() if asked and not game.result else None
        if asked and asked.zone:
            if points is None:
                return zone_points(asked.zone, game.size)
            return tuple([point for point in points if in_zone(asked.zone, point, game.size)])
        return tuple(points or ())

    def refusal(self, point, kind=OWN):
        """Return why no stone may be placed on `point` now (codes.coded), or None if it may."""
        if self.announced is not None and point not in self.announced:
            return self._announced_why
        if self.barred and point in self.barred:
            return self.barred[point]
        if not self._asked:
            return self._refusal_of_all()
        if self.opening.expects:
            return self._refusal_in_opening(self._asked, point, kind) or self.game.refusal(point, kind)
        return self.game.refusal(point, kind)

    def _refusal_of_all(self):
        expects = self.expects
        if expects.do == "over":
            return IS_OVER
        if expects.do == "keep":
            return None
        return coded("refused.first_decides", seat=expects.who, options=list(expects.options))

    def _refusal_in_opening(self, asked, point, kind):
        """Return why an opening that is not over refuses a stone. `asked`: the Expects that the stone answers."""
        if kind != OWN:
            return coded("refused.no_kind_in_opening", kind=kind)
        if not in_zone(asked.zone, point, self.game.size):
            return zone_refusal(asked.zone, len(self.game.moves) + 1)
        return None

    def announce(self, points, why):
        """Set the points that the player to move has chosen; () while the player thinks.

        All other points are refused with the reason `why`. If one fifth must be picked, the point is the fifth that
        stays. This is valid until the match continues.
        """
        self.announced = tuple(points)
        self._announced_why = why

    def bar(self, point, why):
        """Refuse a stone on this point with the reason `why`, until the match continues."""
        self.barred = self.barred or {}
        self.barred[point] = why

    def kinds(self):
        """Return the kinds of the next stone (Game.kinds). In an opening all stones are ordinary."""
        return (OWN,) if self.opening.expects else self.game.kinds()

    def warning(self, point, kind=OWN):
        """Return the foul that a stone on the point would lose by, or None."""
        return self.game.warning(point, kind)

    def preview(self, points, kind=OWN):
        """Return the effect of new stones on `points`, placed in this order, without changing anything.

        The result is (number of the refused stone, or -1; the reason, or None; the foul of the last stone, or None; the
        changes of all stones before the refused one, as one sequence). `kind` is the kind of the last stone.
        """
        asked = self._asked
        if asked and asked.do == "stone" and len(points) == 1:
            return self._preview_stone(points[0], kind)
        return self._preview_stones(points, kind, asked)

    def _preview_stone(self, point, kind):
        # this is a separate function, because a light waits for it, and the other function's large frame would be
        # allocated (0.3 ms)
        why = self.refusal(point, kind)
        if why:
            return 0, why, None, ()
        return -1, None, self.game.warning(point, kind), self.game.effect(point, kind)

    def _preview_stones(self, points, kind, asked):
        game = self.game
        stones = asked and asked.do == "stone"
        most = min(len(points), game.wanted()) if stones else len(points)
        if stones and most > 1:
            return self._preview_turn(points, kind, most)
        changes: tuple = ()
        foul = None
        for number, point in enumerate(points):
            why = self.refusal(point, kind)
            if not why and number >= most:
                why = coded("refused.no_more")
            if why:
                return number, why, None, changes
            if stones:
                foul = game.warning(point, kind)
                changes += game.effect(point, kind)
            else:
                # a tentative fifth, or the stone of the next turn that waits until one fifth is picked
                changes += ((point, EMPTY, asked.colour if asked else opponent(game.turn)),)
        return -1, None, foul, changes

    def _preview_turn(self, points, kind, most):
        game = self.game
        opening = self.opening.copy() if self.opening.expects else None
        if opening and self.play_on:
            opening.choose(self.play_on)
        changes: tuple = ()
        foul = why = None
        number = played = 0
        for number, point in enumerate(points):
            last = number == len(points) - 1
            its = kind if last else OWN
            asked = opening and opening.expects
            why = (asked and self._refusal_in_opening(asked, point, its)) or game.refusal(point, its)
            if game.result:
                why = coded("refused.ended_before")
            elif not why and number >= most:
                why = coded("refused.no_more")
            if why:
                break
            if last:
                foul = game.warning(point, its)
                changes += tuple(game.effect(point, its))
            else:
                # the next stone may depend on this stone, also on whether this stone wins
                changes += tuple(game.play(point, its))
                played += 1
                if opening and opening.expects:
                    opening.stone(game.turn)
        for _ in range(played):
            game.take_back()
        return number if why else -1, why, foul, changes

    def would_end(self, points, kind=OWN):
        """Whether these new stones, placed in this order, would end the game."""
        put = 0
        try:
            for point in points:
                self.game.play(point, kind)
                put += 1
            return self.game.result is not None
        finally:
            for _ in range(put):
                self.game.take_back()

    def equal_offers(self, points):
        """Return two of these tentative fifths that are equal by symmetry, or ()."""
        return symmetry.equal(self._symmetries, points, self.game.size) or ()

    # The actions. Each raises ValueError, and changes nothing, if it is not possible. The actions that change the board
    # return their changes (games/__init__.py). A tentative fifth is a stone that may be removed again.

    def stone(self, point, kind=OWN):
        """Place the next stone on a point."""
        asked = self._asked
        if not asked or asked.do != "stone":
            _must(self.refusal(point, kind))
            raise ValueError("no stone is expected")
        if self.opening.expects:
            self._must_suit_opening(asked, point, kind)
        lapsed = self.game.pending
        changes = self.game.play(point, kind)  # raises ValueError if the game refuses the stone
        self._movers.append(asked.who)
        if self.opening.expects:
            self._take_play_on()
            if self.opening.expects:
                self.opening.stone(self.game.turn)
        self.draw_by = None
        if lapsed:
            self._lapse(lapsed)
        self._add(("stone", point) if kind == OWN else ("stone", point, kind), asked.who, changes)
        return changes

    def pass_refusal(self):
        """Return why the turn may not be passed (codes.coded), or None if it may."""
        if self.opening.expects:
            return coded("refused.no_pass_in_opening")
        return self.game.pass_refusal()

    def pass_(self):
        """Pass the turn."""
        _must(self.pass_refusal())
        who = self.expects.who
        self._movers.append(who)
        lapsed = self.game.pending
        changes = self.game.pass_()
        self.draw_by = None
        if lapsed:
            self._lapse(lapsed)
        self._add(("pass",), who, changes)
        return changes

    def choose(self, option):
        """Choose one of the options for the player who decides."""
        if self.expects.do != "choose":
            raise ValueError("no decision is expected")
        asked = self.expects
        self.opening.choose(option)
        self._add(("choose", asked.who, asked.ask, option), asked.who)

    def offer(self, points):
        """Offer these tentative fifths of Black."""
        asked = self.asked()
        if not asked or asked.do != "offer":
            raise ValueError("no offer is expected")
        if len(points) != asked.count:
            raise Refused(coded("refused.offers_lie", n=len(points), count=asked.count))
        if len(set(points)) < len(points):
            raise ValueError("the same fifth twice")
        equal = self.equal_offers(points)
        if equal:
            raise Refused(coded("refused.equal", points=names(equal, self.game.size)))
        for point in points:
            _must(self.refusal(point))
        self._movers.append(asked.who)
        self._take_play_on()
        self.opening.offer()
        self.offers = tuple(points)
        changes = tuple((point, EMPTY, asked.colour) for point in points)
        self._add(("offer", self.offers), asked.who, changes)
        return changes

    def keep(self, point):
        """Pick the tentative fifth that White keeps."""
        if self.expects.do != "keep" or point not in self.offers:
            raise ValueError("not one of the fifths")
        who = self.expects.who
        changes = tuple((each, self.cells[each], EMPTY) for each in self.offers if each != point)
        self.game.play(point)
        self.opening.keep(self.game.turn)
        self.offers = ()
        self._add(("keep", point), who, changes)
        return changes

    def claim(self, seat, what):
        """Claim a line of the player ("five" ...), or a "foul" of the opponent. Return whether the claim is right."""
        self._must_be_open()
        due = self.game.pending
        right = bool(due) and self.seat(due.winner) == seat and self._word_for(due) == what
        if right:
            self.game.claim()
        self._add(("claim", seat, what, right), seat)
        return right

    def claim_time(self, seat, out):
        """Claim that the opponent has no time left. `out`: the seats without time. Return whether this is right."""
        self._must_be_open()
        right = other_seat(seat) in out
        self._note(("claim", seat, "time", right), seat)
        if right:
            self.time_out(None if seat in out else other_seat(seat))
        return right

    def offer_draw(self, seat):
        """Offer a draw; the player has just moved."""
        self._must_be_open()
        if self.draw_by:
            raise Refused(DRAW_OFFERED)
        self.draw_by = seat
        self._add(("offer draw", seat), seat)

    def decline_draw(self, seat):
        """Decline the opponent's draw offer."""
        if self.draw_by != other_seat(seat):
            raise ValueError("no draw offer")
        self.draw_by = None
        self._add(("decline draw", seat), seat)

    def agree(self):
        """Agree to a draw."""
        self.game.agree()
        self._add(("agree",))

    def resign(self, seat):
        """Resign for a player."""
        self.game.resign(self.colour(seat))
        self._add(("resign", seat), seat)

    def time_out(self, seat):
        """End the game by a player's time-out; None: both players are out of time, which is a draw."""
        self.game.time_out(self.colour(seat) if seat else EMPTY)
        self._add(("time", seat))

    def set_up(self, black, white, turn):
        """Begin with a position: points of black and white stones, and the colour of the next stone."""
        if self._standing:
            raise ValueError("not at the beginning")
        self.game.set_up(black, white, turn)
        self.opening = Opening(_NO_OPENING, self.game.first)
        self._add(("set up", tuple(black), tuple(white), turn))

    def note_clock(self, stopped, cause, left):
        """Record that the clock was stopped or corrected. `left`: p1's and p2's ms. The match does not change."""
        fact = ("clock", stopped, cause) + left
        self.facts.append(fact)
        self.fresh.append((fact, None, ()))

    def note_turned(self, points):
        """Record that stones were replaced by the other colour; (): the board is in order. The match stays."""
        fact = ("turned", tuple(points))
        self.facts.append(fact)
        self.fresh.append((fact, None, ()))

    def take_back(self, count=1, by="arbiter"):
        """Take `count` moves back, with all decisions after them. Return the changes.

        All tentative fifths and the picked one count as one move. Raises ValueError if there are fewer moves.
        """
        if not 1 <= count <= self.moves():
            raise Refused(back_refusal(self.moves()))
        standing = self._standing
        changes: list = []
        for _ in range(count):
            self._movers.pop()
            fact: tuple = ("",)
            while fact[0] not in ("stone", "pass", "offer"):
                fact = standing.pop()
                if fact[0] in ("stone", "pass", "keep"):
                    changes += self.game.take_back()
            if fact[0] == "offer":
                changes += [(point, self.cells[point], EMPTY) for point in self.offers]
                self.offers = ()
                # an offer is not a move of the game, so take_back() of the game was not called and has not reset the
                # result
                self.game.result = None
            if fact[0] != "pass" and standing and standing[-1][0] == "play on":
                standing.pop()
        if standing and standing[0][0] == "set up":
            self.opening = Opening(_NO_OPENING, self.game.first)
        else:
            self._follow_opening()
        self.draw_by = None
        changes = net(changes)
        back = ("back", count, by, tuple(removed(changes)))
        self.facts.append(back)
        self.fresh.append((back, by, changes))
        self._follow()
        return changes

    def is_untouched(self):
        """Whether all facts are clock notes, or were taken back."""
        return not self._standing

    def moves(self):
        """Return how many moves can be taken back."""
        return sum(1 for fact in self._standing if fact[0] in ("stone", "pass", "offer"))

    def replay(self, facts):
        """Repeat all `facts` from the beginning. Raises ValueError at a fact that is impossible in this match."""
        for fact in facts:
            what, rest = fact[0], fact[1:]
            if what in ("offer", "turned") and not all(point < len(self.game.cells) for point in fact[1]):
                raise Refused(coded("refused.no_point"))
            if what in ("lapsed", "play on"):
                continue  # created automatically by another fact
            if what == "clock":
                self.facts.append(fact)  # a note, which has no effect
                continue
            if what == "turned":
                self.note_turned(*rest)
                continue
            if what == "claim" and fact[2] == "time":
                self._note(fact)
                continue
            if what == "choose":
                rest = rest[2:]
            elif what in ("claim", "back"):
                rest = rest[:2]
            _DEEDS[what](self, *rest)

    def _follow_opening(self):
        """Bring the opening to the step that follows from the facts that were not taken back."""
        opening = self.opening = Opening(self._table, self.game.first)
        moves = 0
        for fact in self._standing:
            if not opening.expects:
                return
            what = fact[0]
            if what in ("stone", "keep"):
                moves += 1
                getattr(opening, what)(self.game.colour_of(moves))
            elif what in ("choose", "play on"):
                opening.choose(fact[3])
            elif what == "offer":
                opening.offer()

    def _take_play_on(self):
        if self.play_on:
            fact = ("play on", self.expects.who, self.expects.ask, self.play_on)
            self.opening.choose(self.play_on)
            self._note(fact, fact[1])

    def _lapse(self, due):
        self._lapsed.append(("lapsed", self._word_for(due), self.last()))

    def _word_for(self, due):
        """Return the word that claims a pending Outcome: the name of a line, or "foul" for any foul."""
        return due.reason if due.reason in LINE_NAMES.values() else "foul"

    def last(self):
        """Return the point of the last stone, or -1."""
        for fact in reversed(self._standing):
            if fact[0] in ("stone", "keep"):
                return fact[1]
        return -1

    def opening_name(self):
        """Return (code, name, kanji) of the opening that the first three moves have made, or None."""
        if len(self.game.moves) < 3 or self.facts[0][0] == "set up":
            return None
        return self.game.opening_name()

    def begins_with(self):
        """Return the fact of the position that the match began with, or None."""
        return self.facts[0] if self.facts and self.facts[0][0] == "set up" else None

    def deeds(self):
        """Return the facts of the game's moves, in order."""
        return [fact for fact in self._standing if fact[0] in ("stone", "pass", "keep")]

    def mover_of(self, number):
        """Return the seat that made a move, by the move's number from 0. Offered fifths are Black's moves."""
        return self._movers[number]

    def mover(self):
        """Return the seat that made the last move, or None."""
        return self._movers[-1] if self._movers else None

    def moves_back(self, nobody):
        """Return how many moves one take-back removes: back to the last move of a person, or 0 if there is none.

        `nobody`: the seat of a partner, or None.
        """
        moves = len(self._movers)
        last = moves - 1
        while last >= 0 and self._movers[last] == nobody:
            last -= 1
        return moves - last if last >= 0 else 0

    def stones_back(self, count):
        """Return the stones that taking back `count` moves removes, the last first; () if a move has no stone."""
        points: list = []
        kept = False
        for fact in reversed(self._standing):
            what = fact[0]
            if what == "offer" and kept:
                kept = False  # the kept stone stands for its offer
            elif len(points) == count:
                break
            elif what in ("stone", "keep"):
                points.append(fact[1])
                kept = what == "keep"
            elif what in ("pass", "offer"):
                return ()
        return tuple(points)

    def ends_with(self, point):
        """Whether the last move is the stone on that point."""
        for fact in reversed(self._standing):
            if fact[0] in ("pass", "offer"):
                return False
            if fact[0] in ("stone", "keep"):
                return fact[1] == point
        return False

    def _must_suit_opening(self, asked, point, kind):
        # this is a separate function, because its variable would make the frame of stone() so large that it is
        # allocated
        _must(self._refusal_in_opening(asked, point, kind))

    def _must_be_open(self):
        if self.game.result:
            raise Refused(IS_OVER)

    def _note(self, fact, who=None, changes=()):
        self.facts.append(fact)
        self._standing.append(fact)
        self.fresh.append((fact, who, changes))

    def _add(self, fact, who=None, changes=()):
        self._note(fact, who, changes)
        if self._lapsed and self.game.result:
            self._tell_lapsed()
        self._follow()

    def _tell_lapsed(self):
        for fact in self._lapsed:
            self._note(fact)
        self._lapsed = []


def _must(refusal):
    if refusal:
        raise Refused(refusal)


_DEEDS: dict = {
    "set up": Match.set_up,
    "stone": Match.stone,
    "pass": Match.pass_,
    "choose": Match.choose,
    "offer": Match.offer,
    "keep": Match.keep,
    "claim": Match.claim,
    "offer draw": Match.offer_draw,
    "decline draw": Match.decline_draw,
    "agree": Match.agree,
    "resign": Match.resign,
    "time": Match.time_out,
    "back": Match.take_back,
}
