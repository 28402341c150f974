"""A seat that the laptop plays. The board asks, the laptop answers, and a person places the stones."""

from portable import DWELL_MS, raises
from seats import allowed, fifths, hands, person
from table import Table
from tengen.codes import coded
from tengen.games import EMPTY, registry
from tengen.games.points import index, name


def table(seat="p2", **settings):
    return Table(partner=seat + " laptop", **settings).wait(20)


def question(its):
    """Return the state of the laptop's seat while it asks. The newest event must contain the same."""
    told = its.groups()["partner"]
    assert told["state"] == "thinking" and dict(told, code="partner") == its.last("partner")
    return told


def wrong(code, **values):
    return coded("refused.partner", why=coded(code, **values))


NOT_ASKED = wrong("refused.no_question")


def answer(its, number=None, **given):
    """Answer the present question, or the question with this number, like the laptop's command."""
    command = {"cmd": "partner", "question": number or question(its)["question"]}
    command.update(given)
    its.director.obey(("partner", command), its.now)
    return its.wait(20)


def refused(its, **given):
    """Return the reason why the answer is refused. The question must stay open."""
    before = question(its)
    command = {"cmd": "partner", "question": before["question"]}
    command.update(given)
    why = raises(ValueError, its.director.obey, ("partner", command), its.now)
    assert question(its) == before
    return why


def test_its_stone_is_asked_for_and_is_a_move_without_a_press():
    its = table(move="button").play_by_button("h8").wait(20)
    told = question(its)
    assert (told["who"], told["level"], told["do"]) == ("p2", 0, "stone")
    answer(its, stone="i9")
    told = its.last("partner")
    assert (told["state"], told["do"], told["points"], told["colour"]) == ("asks", "stone", ["i9"], "white")
    assert its.picture().missing_white == (index("i9", 15),)
    its.put("i9").wait(DWELL_MS)
    assert its.moves() == ["h8", "i9"] and its.last("partner")["state"] == "waits"
    assert its.session.mind is None, "the board itself does not think"


def test_what_the_game_refuses_is_refused_and_asked_again():
    its = table().play("h8").wait(20)
    assert refused(its, stone="h8") == wrong("refused.no_stone_on", points=["h8"], why=coded("refused.occupied"))
    assert refused(its, stone="p3") == wrong("refused.off_board", text="p3", point="o15")
    assert refused(its, choose="swap") == NOT_ASKED
    assert refused(its, keep="h8") == NOT_ASKED
    assert refused(its, draw=True) == NOT_ASKED
    assert refused(its, stone="i9", resign=True)["code"] == "device.needs_field"
    answer(its, stone="i9")
    assert its.last("partner")["points"] == ["i9"]


def test_a_foul_of_black_is_refused():
    # Black's g8 is a double-three, with f8 h8 and with g9 g10
    its = table("p1")
    for black, white in (("h8", "a1"), ("f8", "c1"), ("g9", "e1"), ("g10", "o3")):
        answer(its, stone=black)
        its.put(black).wait(DWELL_MS).wait(20)
        its.play(white).wait(20)
    foul = coded("refused.foul", foul="double-three")
    assert refused(its, stone="g8") == wrong("refused.no_stone_on", points=["g8"], why=foul)


def test_an_answer_to_another_question_is_refused():
    its = table().play("h8").wait(20)
    number = question(its)["question"]
    command = {"cmd": "partner", "question": number + 1, "stone": "i9"}
    assert raises(ValueError, its.director.obey, ("partner", command), its.now) == NOT_ASKED
    answer(its, stone="i9")
    command["question"] = number
    assert raises(ValueError, its.director.obey, ("partner", command), its.now) == NOT_ASKED
    # a take-back repeats the question with another number
    its.enter("p1", "take back").wait(20)
    assert its.moves() == []
    its.lift("h8").wait(DWELL_MS)
    its.play("h8").wait(20)
    assert question(its)["question"] > number


def test_a_draw_is_the_laptops_decision():
    its = table().play("h8").wait(20)
    before = question(its)["question"]
    its.enter("p1", "draw").wait(20)
    assert (question(its)["do"], question(its)["question"]) == ("draw", before + 1)
    assert refused(its, stone="i9") == NOT_ASKED
    answer(its, draw=False)
    assert its.last("draw_declined")["who"] == "p2" and its.session.match.result is None
    assert question(its)["do"] == "stone"
    answer(its, stone="i9")
    # the draw is offered once more while lights ask for the stone
    its.enter("p1", "draw").wait(20)
    answer(its, draw=True)
    assert its.session.match.result.winner == EMPTY


def test_it_resigns():
    its = answer(table().play("h8").wait(20), resign=True)
    assert its.last("result")["winner"] == "black"


def test_where_nobody_answers_the_game_waits_and_its_end_is_open():
    its = table().play("h8").wait(20)
    for _ in range(50):
        its.wait(1000)
    assert question(its)["question"] == 1 and its.moves() == ["h8"]
    its.enter("p1", "resign").press("p1").hold("p1").wait(20)
    assert its.session.match.result


def test_after_a_cut_of_power_it_asks_again():
    its = table().play("h8").wait(20)
    assert its.restart()
    its.press("p1").wait(20)
    answer(its, stone="i9")
    its.put("i9").wait(DWELL_MS)
    assert its.moves() == ["h8", "i9"]


def test_without_a_seat_nothing_is_answered():
    its = Table(partner="p2 1").wait(20)
    why = raises(ValueError, its.director.obey, ("partner", {"question": 1, "stone": "h8"}), 0)
    assert why == NOT_ASKED
    fields = {"partner": "p2 laptop", "mode": "referee"}
    assert raises(ValueError, its.session.settings.with_, fields) == coded("refused.partner_mode", mode="referee")


def test_every_decision_of_every_opening_can_be_answered():
    for game in ("renju", "gomoku", "five"):
        for opening in registry.openings(game):
            for seat in ("p1", "p2"):
                its = table(seat, game=game, opening=opening)
                for deed in range(40):
                    match = its.session.match
                    if match.result or (not match.opening.expects and deed > 8):
                        break
                    go_on(its, seat, deed)
                assert not its.session.match.opening.expects, (game, opening, seat)


def go_on(its, seat, deed):
    match = its.session.match
    asked = match.expects
    if asked.who != seat:
        person(its, deed)
        return
    if asked.do == "choose":
        answer(its, choose=asked.options[deed % len(asked.options)])
    elif asked.do == "offer":
        answer(its, offer=fifths(match, asked.count))
    elif asked.do == "keep":
        answer(its, keep=name(match.offers[0], 15))
    else:
        points = allowed(match)
        answer(its, stone=name(points[deed % len(points)], 15))
    hands(its)
