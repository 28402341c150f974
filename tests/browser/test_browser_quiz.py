"""The quiz in browsers: phones answer on a small board or by a choice; the leader's keys show answers and reasons."""

import sys

import pytest
from browser.test_browser_languages import LANGUAGES, OUT_OF_ITS_BOX
from fake_board import ToldBoard
from ledger import fewer
from quiz.test_quiz_questions import DEAD, LOST
from telling import nothing, text, texts
from tengen_host.commentary.keeping import Keeping
from tengen_host.hall.hall import Hall
from tengen_host.quiz.question import Checker, about
from tengen_host.quiz.running import Quiz
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.study.fours import Solver
from tengen_host.web import access, games
from told_game import ToldGame

PHONES = [(320, 568), (390, 844)]
PHONE = {"has_touch": True, "is_mobile": True}
PROJECTOR = {"width": 1920, "height": 1080}
SHARED = "127.0.0.2"
DEAD_MS = 10_000  # longer than a page waits for the laptop's answer
LOOKS_ONLY = "quiz?looks"  # a page on this machine, as a phone's
OTHER_ADDRESS = pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address here")
WIDE = "document.documentElement.scrollWidth === innerWidth"


@pytest.fixture(scope="module")
def questions():
    ask = Checker(Solver.fastest())
    wanted = [(DEAD, 8, "foul", "h8"), (LOST, 3, "next", ""), (LOST, 9, "why", "")]
    return [about(Record(tuple(moves)), turn, kind, point, ask) for moves, turn, kind, point in wanted]


@pytest.fixture
def served(serving, questions):
    hall = Hall.of(ToldBoard())
    return serving(hall, run=nothing, quiz=Quiz(hall, questions))


def phone_of(served, window, size=PHONES[0], **more):
    return window(served.url + LOOKS_ONLY, viewport=dict(zip(("width", "height"), size, strict=True)), **PHONE, **more)


def lead_of(served, window):
    return window(served.url + "quiz", viewport=PROJECTOR)


def on(lead, state):
    lead.page.keyboard.press("Enter")
    lead.page.wait_for_selector(f"body[data-state={state}]")


def says(page, selector, words):
    page.page.wait_for_selector(f"{selector}:has-text('{words}')")


def tap(page, point):
    page.page.locator(f"rect[data-point={point}]").tap(force=True)


@pytest.mark.parametrize("size", PHONES)
def test_an_evening_with_a_phone_and_the_projector(served, window, size):
    lead, phone = lead_of(served, window), phone_of(served, window, size)
    assert text(lead, "#question") == "3 questions are ready"
    says(phone, "#question", "There is no question now")
    phone.page.fill("#name", "Bo <b>")
    says(lead, "[data-lead=next]", "Next question")
    # a choice
    on(lead, "open")
    says(lead, "[data-lead=next]", "Show the answers")
    says(phone, "#question", "Is H8 a foul for Black, and which?")
    assert phone.page.evaluate(WIDE)
    phone.page.tap("[data-choice=none]")
    says(phone, "#state", "Your answer: no foul. You can still change it")
    says(lead, "#answered", "1 answer")
    assert lead.page.locator("[data-right=true]").count() == 0
    on(lead, "shown")
    says(lead, "[data-lead=next]", "Next line")
    says(lead, "#right", "Right: no foul")
    says(phone, "#state", "Your answer is right: no foul")
    for number in (1, 2):
        lead.page.keyboard.press("ArrowRight")
        lead.page.wait_for_selector(f"#reasons li:nth-child({number})")
    assert "does not count" in "".join(texts(lead, "#reasons li"))
    lead.page.wait_for_selector(".foul-line.dead")
    # a point, by the lens
    on(lead, "open")
    says(phone, "#question", "What did White play next?")
    tap(phone, "i7")
    says(phone, ".aim", "Put I7")
    phone.page.tap(".aim")
    says(phone, "#state", "Your answer: I7")
    phone.page.wait_for_selector("[data-mark=provisional][data-point=i7]")
    assert phone.page.evaluate(WIDE)
    on(lead, "shown")
    lead.page.wait_for_selector(".heat.right[data-point=i7][data-heat='1']")
    on(lead, "open")
    lead.page.keyboard.press("s")
    says(lead, "#tally", "Bo <b>: 2 of 2")
    # everything is forgotten at the end
    for _ in range(2):
        lead.page.click("[data-lead=end]")
    lead.page.wait_for_selector("body[data-state=idle]")
    phone.page.wait_for_selector("body[data-state=idle]")
    assert phone.page.input_value("#name") == ""


def test_without_questions_the_leader_reads_how_to_get_some(serving, window):
    hall = Hall.of(ToldBoard())
    lead = lead_of(serving(hall, run=nothing, quiz=Quiz(hall, [])), window)
    says(lead, "#question", "No questions are ready: choose “Past games”, or start tengen live --quiz FILE")
    assert lead.page.is_hidden("[data-lead=next]")


def test_a_phone_that_slept_comes_back_to_the_question_and_its_answer(served, window):
    lead, phone = lead_of(served, window), phone_of(served, window)
    on(lead, "open")
    phone.page.wait_for_selector("body[data-state=open]")
    phone.page.tap("[data-choice=overline]")
    says(phone, "#state", "Your answer: overline")
    network = Network(phone)
    says(phone, "#state", "Your answer: overline")
    assert phone.page.get_attribute("[data-choice=overline]", "aria-pressed") == "true"
    network.lose()
    phone.page.wait_for_selector("body[data-connection=lost]")
    on(lead, "shown")
    assert phone.page.get_attribute("body", "data-state") == "open"
    network.is_there = True
    says(phone, "#state", "Your answer: overline")
    phone.page.wait_for_selector("[data-choice=none][data-right=true]")


def test_an_answer_into_a_dead_connection_is_sent_again(served, window):
    lead, phone = lead_of(served, window), phone_of(served, window)
    on(lead, "open")
    network = Network(phone)
    phone.page.wait_for_selector("body[data-state=open]")
    phone.page.clock.install()
    network.die()
    phone.page.tap("[data-choice=none]")
    says(phone, "#state", "Your answer is on its way: no foul")
    phone.page.clock.fast_forward(DEAD_MS)
    says(phone, "#state", "Your answer: no foul. You can still change it")
    says(lead, "#answered", "1 answer")


def test_a_page_with_a_dead_connection_notices_it_when_it_is_seen_again(served, window):
    lead, phone = lead_of(served, window), phone_of(served, window)
    on(lead, "open")
    network = Network(phone)
    phone.page.wait_for_selector("body[data-state=open]")
    phone.page.clock.install()
    network.die()
    on(lead, "shown")
    phone.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    phone.page.clock.fast_forward(DEAD_MS)
    phone.page.wait_for_selector("body[data-state=shown]")


def test_an_answer_that_came_too_late_is_said(served, window):
    lead, phone = lead_of(served, window), phone_of(served, window)
    on(lead, "open")
    network = Network(phone)
    phone.page.wait_for_selector("body[data-state=open]")
    network.lose()
    phone.page.wait_for_selector("body[data-connection=lost]")
    phone.page.tap("[data-choice=none]")
    says(phone, "#state", "Your answer is on its way: no foul")
    on(lead, "shown")
    network.is_there = True
    says(phone, "#notice", "may not have arrived in time")
    assert lead.page.text_content("#answered") == "0 of 0 answers are right"


def test_a_name_is_forgotten_also_by_a_phone_that_was_away_at_the_end(served, window):
    lead, phone = lead_of(served, window), phone_of(served, window)
    phone.page.wait_for_selector("body[data-connection=open]")
    phone.page.fill("#name", "Bo of the club")
    phone.page.dispatch_event("#name", "change")
    phone.page.reload()
    phone.page.wait_for_selector("body[data-connection=open]")
    assert phone.page.input_value("#name") == "Bo of the club"
    address = phone.page.url
    phone.page.goto("about:blank")
    for _ in range(2):
        lead.page.click("[data-lead=end]")
    lead.page.wait_for_function("() => document.querySelector('[data-lead=end]').dataset.asked === 'false'")
    says(lead, "#question", "3 questions are ready")
    phone.goto(address)
    assert phone.page.input_value("#name") == ""


def test_a_question_that_was_taken_away_is_explained(served, window):
    lead, projector = lead_of(served, window), window(served.url + LOOKS_ONLY + "&view=show", viewport=PROJECTOR)
    on(lead, "open")
    served.call(play, served.hall.first().board, DEAD[:8])
    for page in (lead, projector):
        says(page, "#question", "a silent or referee game has come to its position")


def play(board, moves):
    """Play a silent game."""
    game = ToldGame(15)
    settings = {"game": "renju", "mode": "silent", "clock": "none"}
    players = {"black": "p1", "white": "p2"}
    board.send(game.line("new_game", size=15, turn="black", players=players, settings=settings))
    for number, point in enumerate(moves, 1):
        colour, turn = ("black", "white") if number % 2 else ("white", "black")
        board.send(game.line("move", n=number, point=point, colour=colour, turn=turn))


class Network:
    """The network between a page of the quiz and the laptop. The page is loaded again for it."""

    def __init__(self, window):
        self.is_there = True
        self._ways, self._dead = [], set()
        window.page.route_web_socket("**/quiz/ws*", self._connect)
        window.page.reload()
        window.page.wait_for_selector("body[data-connection=open]")

    def _connect(self, way):
        if not self.is_there:
            way.close()
            return
        server = way.connect_to_server()
        self._ways.append(way)
        way.on_message(lambda text: way in self._dead or server.send(text))
        server.on_message(lambda text: way in self._dead or way.send(text))

    def lose(self):
        """Close the connection, and refuse others until `is_there`."""
        self.is_there = False
        self._ways[-1].close()

    def die(self):
        """Lose all that the present connection sends, without a word."""
        self._dead.add(self._ways[-1])


def test_the_keyboard_and_a_screen_reader_answer_too(served, window):
    lead, page = lead_of(served, window), window(served.url + LOOKS_ONLY)
    on(lead, "open")
    page.page.wait_for_selector("[data-choice=overline]:not(:disabled)")
    page.page.focus("[data-choice=overline]")
    page.page.keyboard.press("Enter")
    says(page, "#state", "Your answer: overline")
    assert page.page.get_attribute("#question", "aria-live") == "polite"
    on(lead, "shown")
    for _ in range(2):
        lead.page.keyboard.press("Enter")
    on(lead, "open")
    says(page, "#question", "What did White play next?")
    page.page.focus("rect[data-point=h8]")
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Enter")
    says(page, "#state", "Your answer: H9")


def test_the_leader_asks_about_a_past_game(serving, window, tmp_path):
    library = Library(tmp_path)
    library.add(Record((*LOST, "j10", "j6", "j11"), black="Anna", white="Bo", over=True, winner="black"))
    hall, ask = Hall.of(ToldBoard()), Checker(Solver.fastest())
    quiz = Quiz(hall, (), library.load, lambda: ask)
    lead = lead_of(serving(hall, run=nothing, quiz=quiz, games=games.routes(library)), window)
    for kind, at, words in (
        ("win", 3, "no right answer"),
        ("why", 9, "Why did White lose by K8?"),
        ("foul", 8, "Is A1"),
    ):
        lead.page.keyboard.press("a")
        lead.page.click("#games tbody button")
        lead.page.wait_for_selector("#past:not([hidden])")
        lead.page.locator("#past-move").fill(str(at))
        lead.page.select_option("#past-kind", kind)
        if kind == "foul":
            lead.page.click("rect[data-point=a1]")
        lead.page.click("#past [type=submit]")
        says(lead, "#notice" if kind == "win" else "#question", words)
        lead.page.keyboard.press("Escape")


@pytest.fixture
def shared(serving, questions):
    hall = Hall.of(ToldBoard())
    return serving(hall, run=nothing, quiz=Quiz(hall, questions), share=SHARED)


def test_a_replay_and_a_commentary_lead_to_a_question_about_their_move(serving, window, tmp_path):
    library = Library(tmp_path)
    library.add(Record((*LOST, "j10", "j6", "j11"), id="lost", black="Anna", white="Bo", over=True, winner="black"))
    hall, ask = Hall.of(ToldBoard()), Checker(Solver.fastest())
    hall.keep_lines(Keeping(library, print))
    quiz = Quiz(hall, (), library.load, lambda: ask)
    served = serving(hall, run=nothing, quiz=quiz, games=games.routes(library))
    lead = window(served.url + "?past=lost")
    lead.page.wait_for_selector("#replay [data-ask]:visible")
    lead.page.locator("#replay-slider").fill("3")
    lead.page.click("#replay [data-ask]")
    says(lead, "#past-at", "After move 3")
    lead.page.click("#past [type=submit]")
    says(lead, "#question", "What did White play next?")
    lead.page.goto(served.url + "?past=lost")
    lead.page.wait_for_selector("#replay [data-ask]:visible")
    lead.page.locator("#replay-slider").fill("5")
    lead.page.click("[data-replay=comment]")
    lead.page.click(".comment-hands [data-ask]")
    says(lead, "#past-at", "After move 5")


@OTHER_ADDRESS
def test_a_page_that_watches_a_board_leads_to_the_question(shared, window):
    lead, elsewhere = lead_of(shared, window), shared.url.replace("127.0.0.1", SHARED)
    watching = window(elsewhere)
    without = [window(shared.url + "?view=overlay"), window(shared.url), window(elsewhere + "?view=show")]
    assert watching.page.is_hidden("#to-quiz")
    on(lead, "open")
    watching.page.wait_for_selector("#to-quiz:visible")
    assert watching.page.get_attribute("#to-quiz", "href") == "/quiz"
    for page in without[:2]:
        page.page.wait_for_selector("#to-quiz:not([hidden])", state="attached")
    assert not any(page.page.is_visible("#to-quiz") for page in without)  # nobody answers there
    on(lead, "shown")
    watching.page.wait_for_selector("#to-quiz", state="hidden")


@OTHER_ADDRESS
def test_a_page_that_is_refused_leads_to_the_question(shared, window, monkeypatch):
    lead, watching = lead_of(shared, window), window(shared.url.replace("127.0.0.1", SHARED) + "quiz")
    monkeypatch.setattr(access, "MOST_WATCHING", 0)
    on(lead, "open")
    watching.page.goto(shared.url.replace("127.0.0.1", SHARED))
    says(watching, "#link", "too many are watching already")
    watching.page.click("#to-quiz")
    says(watching, "#question", "Is H8 a foul for Black, and which?")
    watching.complaints.clear()  # the browser's own, about the refusal


def test_a_projector_elsewhere_shows_the_number_and_has_no_buttons(served, window):
    lead, projector = lead_of(served, window), window(served.url + LOOKS_ONLY + "&view=show", viewport=PROJECTOR)
    phone = phone_of(served, window)
    assert projector.page.is_hidden("#lead") and projector.page.is_hidden("#naming")
    on(lead, "open")
    phone.page.wait_for_selector("body[data-state=open]")
    phone.page.tap("[data-choice=none]")
    says(projector, "#answered", "1 answer")


@pytest.mark.parametrize("language", fewer(LANGUAGES, ["ru", "vi"]))
@pytest.mark.parametrize("size", PHONES[:1])
def test_every_language_fits_a_small_phone(serving, window, questions, size, language):
    """In each language, a question and its choices fit a small phone, and nothing is cut off."""
    hall = Hall.of(ToldBoard())
    served = serving(hall, run=nothing, quiz=Quiz(hall, questions[::-1]))
    lead = lead_of(served, window)
    phone = window(f"{served.url}{LOOKS_ONLY}&lang={language}", viewport={"width": size[0], "height": size[1]}, **PHONE)
    on(lead, "open")
    phone.page.wait_for_selector("body[data-state=open]")
    assert phone.page.evaluate(WIDE)
    assert phone.page.evaluate(OUT_OF_ITS_BOX) == []
    assert phone.page.get_attribute("body", "data-unsaid") in (None, "0")
