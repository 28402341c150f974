"""A seat for which the laptop decides, by an engine perhaps: the board asks, and the laptop answers with a command.

Everything else is as with the board's own partner: what was decided is announced and asked for by lights. Where no
laptop answers, the game waits: people may take back, end it, or begin another.
"""

from tengen.codes import Refused, coded
from tengen.games.points import index, names

from .partner_rules import NOT_ASKED
from .partner_seat import THINKING, PartnerSeat

DRAW = "draw"


class LaptopSeat(PartnerSeat):
    """The laptop's partner at `seat`. `number` is that of its question, which an answer names. No other question since
    the board has started has it, also not one of another game.
    """

    def __init__(self, session, seat):
        super().__init__(session, seat, 0)
        self.number = session.questions_asked
        self._about_draw = False

    def _is_asked(self):
        return self.state == THINKING and not self._about_draw

    def _give_up(self):
        self._about_draw = False

    def _ask(self, now):
        self._put_question(False)

    def _answer_draw(self, now):
        if not self._about_draw:
            self._put_question(True)

    def _put_question(self, about_draw):
        self._about_draw = about_draw
        self._session.questions_asked += 1
        self.number = self._session.questions_asked
        self._tell(THINKING)

    def answer(self, number, what, value, now):
        """Take the laptop's answer to the question `number`. Raises Refused, and asks on.

        `what`, `value`: "stone", a point's name; "choose", an option; "offer", names; "keep", a name; "resign", True;
        "draw", whether it agrees to one.
        """
        if self.state != THINKING or number != self.number:
            raise Refused(NOT_ASKED)
        if self._about_draw != (what == DRAW) and what != "resign":
            raise Refused(NOT_ASKED)
        if what == DRAW:
            self._about_draw = False
            self._settle_draw(value, now)
        else:
            self._do(self._checked(what, value), now)

    def _checked(self, what, value):
        """Return an answer as Player has it. Raises Refused if the game does not allow it."""
        match = self._session.match
        if what == "resign":
            return (what,)
        if what != self._asked_for():
            raise Refused(NOT_ASKED)
        if what == "choose":
            if value not in match.expects.options:
                raise _wrong(coded("refused.no_choice", entry=value, options=list(match.expects.options)))
            return what, value
        size = match.game.size
        if what == "offer":
            return what, self._checked_offers([_point(each, size) for each in value])
        point = _point(value, size)
        if what == "keep":
            if point not in match.offers:
                raise _wrong(coded("refused.no_fifth", points=names((point,), size)))
            return what, point
        foul = match.warning(point)
        self._must_be_free(point, foul and coded("refused.foul", foul=foul))
        return what, point

    def _must_be_free(self, point, foul=None):
        why = self._refusal(point) or foul
        if why:
            points = names((point,), self._session.match.game.size)
            raise _wrong(coded("refused.no_stone_on", points=points, why=why))

    def _checked_offers(self, points):
        match, size = self._session.match, self._session.match.game.size
        asked = match.asked()
        if len(points) != asked.count or len(set(points)) != len(points):
            raise _wrong(coded("refused.offers_lie", n=len(set(points)), count=asked.count))
        for point in points:
            self._must_be_free(point)
        equal = match.equal_offers(points)
        if equal:
            raise _wrong(coded("refused.equal", points=names(equal, size)))
        return tuple(points)

    def _asked_for(self):
        match = self._session.match
        if self._about_draw:
            return DRAW
        return match.expects.do

    def _state_now(self):
        return self.state if self._about_draw and self._session.match.draw_by else super()._state_now()

    def event(self):
        event = super().event()
        if event["state"] == THINKING:
            event["do"] = self._asked_for()
        event["question"] = self.number
        event["opening"] = self._session.match.opening.expects is not None
        return event


def _point(text, size):
    try:
        return index(text, size)
    except Refused as refused:
        raise _wrong(refused.why)


def _wrong(why):
    return Refused(coded("refused.partner", why=why))
