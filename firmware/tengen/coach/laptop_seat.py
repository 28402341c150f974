"""A seat that the laptop plays, for example with an engine. The board asks, and the laptop answers with a command.

All else is the same as with the board's partner: the decision is announced, and lights ask for the stone. If no
laptop answers, the game waits. Meanwhile people may take a move back, end the game, or begin another game.
"""

from tengen.codes import Refused, coded
from tengen.games.points import index, names
from tengen.session.partner_rules import NOT_ASKED

from .partner_seat import THINKING, PartnerSeat, refusal_in

DRAW = "draw"


class LaptopSeat(PartnerSeat):
    """The laptop's partner at `seat`. `number`: the number of its question.

    An answer must repeat `number`. `asked` is the number of earlier questions. Each question since the board's start
    has its own number, also across games.
    """

    def __init__(self, seat, asked):
        super().__init__(seat, 0)
        self.number = asked
        self._about_draw = False

    def _is_asked(self, session):
        return self.state == THINKING and not self._about_draw

    def _give_up(self, session):
        self._about_draw = False

    def _ask(self, session, now):
        self._put_question(session, False)

    def _answer_draw(self, session):
        if not self._about_draw:
            self._put_question(session, True)

    def _put_question(self, session, about_draw):
        self._about_draw = about_draw
        session.questions_asked += 1
        self.number = session.questions_asked
        self._tell(session, THINKING)

    def answer(self, session, number, what, value):
        """Handle the laptop's answer to the question with this `number`. Return the intent.

        Raises Refused for a wrong answer. The question then stays open.

        The pairs of `what` and `value` are: "stone" and a point's name; "choose" and an option; "offer" and a list of
        names; "keep" and a name; "resign" and True; "draw" and whether the laptop accepts the draw.
        """
        if self.state != THINKING or number != self.number:
            raise Refused(NOT_ASKED)
        if self._about_draw != (what == DRAW) and what != "resign":
            raise Refused(NOT_ASKED)
        if what == DRAW:
            self._about_draw = False
            return self._settle_draw(value)
        return self._do(session, self._checked(session.match, what, value))

    def _checked(self, match, what, value):
        """Return an answer in the form of Player.answer. Raises Refused if the game does not allow it."""
        if what == "resign":
            return (what,)
        if what != self._asked_for(match):
            raise Refused(NOT_ASKED)
        if what == "choose":
            if value not in match.expects.options:
                raise _wrong(coded("refused.no_choice", entry=value, options=list(match.expects.options)))
            return what, value
        size = match.game.size
        if what == "offer":
            return what, _checked_offers(match, [_point(each, size) for each in value])
        point = _point(value, size)
        if what == "keep":
            if point not in match.offers:
                raise _wrong(coded("refused.no_fifth", points=names((point,), size)))
            return what, point
        foul = match.warning(point)
        _must_be_free(match, point, foul and coded("refused.foul", foul=foul))
        return what, point

    def _asked_for(self, match):
        return DRAW if self._about_draw else match.expects.do

    def _state_now(self, match):
        return self.state if self._about_draw and match.draw_by else super()._state_now(match)

    def event(self, session, points=None):
        """Return the state as an event, with the question."""
        event = super().event(session, points)
        if event["state"] == THINKING:
            event["do"] = self._asked_for(session.match)
        event["question"] = self.number
        event["opening"] = session.match.opening.expects is not None
        return event


def _checked_offers(match, points):
    size, asked = match.game.size, match.asked()
    if len(points) != asked.count or len(set(points)) != len(points):
        raise _wrong(coded("refused.offers_lie", n=len(set(points)), count=asked.count))
    for point in points:
        _must_be_free(match, point)
    equal = match.equal_offers(points)
    if equal:
        raise _wrong(coded("refused.equal", points=names(equal, size)))
    return tuple(points)


def _must_be_free(match, point, foul=None):
    why = refusal_in(match)(point) or foul
    if why:
        raise _wrong(coded("refused.no_stone_on", points=names((point,), match.game.size), why=why))


def _point(text, size):
    try:
        return index(text, size)
    except Refused as refused:
        raise _wrong(refused.why)


def _wrong(why):
    return Refused(coded("refused.partner", why=why))
