"""The connection of page and board: several windows, foreign pages, garbage, a server that stops and comes back."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from fake_board import FakeBoard
from fake_hall import told_board
from tengen_host.hall.hall import Hall
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

# Opens a WebSocket to `url`, sends the texts, and resolves to the outcome
TALK = """([url, texts]) => new Promise((done) => {
    const socket = new WebSocket(url);
    const got = [];
    let ready = false;
    socket.onclose = () => done("closed");
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (ready) got.push(message);
        if (message.type === "ready") { ready = true; for (const text of texts) socket.send(text); }
        if (ready && got.length === texts.length) { socket.onclose = null; socket.close(); done(got); }
    };
})"""


def wire(served):
    return served.url.replace("http", "ws") + "ws"


def test_two_windows_show_the_same_board(served, window):
    one, two = window(served.url), window(served.url)
    one.click("h8")
    served.until_stones("h8")
    served.rest()
    two.click("i9")
    served.until_stones("h8", "i9")
    served.rest()
    for page in (one, two):
        page.shows(served)
        page.until_stones({"h8": "black", "i9": "white"})
    assert one.lights() == two.lights() == [served.board.frames, served.board.frame.hex()]


def test_a_window_that_comes_late_has_missed_nothing(served, window):
    one = window(served.url)
    one.play(served, ["h8", "i9"])
    late = window(served.url)
    late.shows(served)
    for page in (one, late):
        page.shows(served)
    assert late.lights() == one.lights()
    assert late.stones() == one.stones()
    for part in ("#events", "#moves", "#turn"):
        assert late.page.text_content(part) == one.page.text_content(part)


def test_rubbish_gets_an_error_and_changes_nothing(served, window):
    page = window(served.url)
    texts = ["rubbish", "{}", '{"do":"put","point":"z99"}', '{"do":"lift","point":"h8"}']
    answers = page.page.evaluate(TALK, [wire(served), texts])
    assert [answer["type"] for answer in answers] == ["error"] * len(texts)
    assert all(answer["message"] for answer in answers)
    assert served.stones() == {}
    assert served.codes() == ["started"]
    assert page.page.is_hidden("#notice")


def test_a_megabyte_ends_only_the_line_it_came_on(served, window):
    page = window(served.url)
    assert page.page.evaluate(TALK, [wire(served), ["x" * 1_000_000]]) == "closed"
    page.click("h8")
    served.until_stones("h8")


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another address, without the board's own Content-Security-Policy."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>elsewhere")

    def log_message(self, *arguments):
        pass


@pytest.fixture
def elsewhere():
    # a real server: Chromium itself blocks connections from routed test pages
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_foreign_page_can_not_play(served, elsewhere, browser):
    context = browser.new_context()
    page = context.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(elsewhere)
    put = '{"do":"put","point":"h8"}'
    assert page.evaluate(TALK, [wire(served), [put]]) == "closed"
    assert any("403" in text for text in complaints), complaints
    # the same message from the board's own page puts the stone
    page.goto(served.url)
    assert page.evaluate(TALK, [wire(served), [put]]) != "closed"
    assert served.stones() == {"h8": "black"}
    context.close()


def test_the_page_comes_back_by_itself_when_the_server_does(served, serving, browser):
    context = browser.new_context()
    page = context.new_page()
    loads = []
    page.on("load", lambda: loads.append(1))
    page.goto(served.url + "?view=room")
    page.wait_for_selector("body[data-connection=open]")
    assert page.is_hidden("#link")
    served.stop()
    page.wait_for_selector("body[data-connection=lost]")
    # the page shows the same large banner as for a board that is away
    banner = page.wait_for_selector("#link:visible")
    assert banner.text_content().startswith("No connection to the laptop")
    assert banner.evaluate("(it) => parseFloat(getComputedStyle(it).fontSize)") >= 18
    panel = page.query_selector(".panel")
    assert panel.evaluate("(its) => its.scrollHeight <= its.clientHeight")

    board = FakeBoard()
    board.put("c3", "white")
    again = serving(board, urlsplit(served.url).port, run_nothing)
    assert again.url == served.url
    page.wait_for_selector("body[data-connection=open]")
    page.wait_for_selector(".stone[data-stone=c3].white", state="attached")
    page.wait_for_selector("#link", state="hidden")
    page.keyboard.press("r")
    page.click(".point[data-point=d4]")
    again.until_stones("c3", "d4")
    assert len(loads) == 1
    context.close()


def test_a_board_that_starts_anew_says_that_the_game_is_gone(served, serving, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(served.url)
    page.wait_for_selector("body[data-connection=open]")
    page.click(".point[data-point=h8]")
    served.until_stones("h8")
    served.rest()
    page.wait_for_selector("#moves li")
    served.stop()
    page.wait_for_selector("body[data-connection=lost]")
    page.click(".point[data-point=i9]")
    page.wait_for_selector("#notice:not([hidden])")
    assert page.text_content("#notice").startswith("No connection")

    again = serving(VirtualBoard(FastClock()), urlsplit(served.url).port)
    again.advance(100)
    page.wait_for_selector("body[data-connection=open]")
    page.wait_for_function("() => document.getElementById('notice').textContent.includes('the last game is lost')")
    assert page.locator("#moves li").count() == 0
    context.close()


def test_a_board_of_another_size_is_drawn_as_it_says(serving, window):
    board = FakeBoard(19)
    served = serving(board, run=run_nothing)
    page = window(served.url)
    page.click("s19")
    served.until_stones("s19")
    page.until_stones({"s19": "black"})
    assert page.page.locator(".point").count() == 361
    assert page.page.locator(".led").count() == 361 + 30
    grb = "".join(f"{number % 256:02x}{number // 256:02x}07" for number in range(361 + 30))
    served.call(board.say, {"type": "lights", "grb": grb, "frame": 7})
    page.page.wait_for_selector("body[data-frame='7']")
    assert page.lights() == [7, grb]


def test_words_from_the_board_are_only_words(served, window):
    page = window(served.url)
    line = {
        "seq": 99,
        "t": 5,
        "did": [{"code": "constructor"}, {"code": "<img src=x onerror=alert(1)>", "point": "<b>h8</b>"}],
    }
    served.call(served.board.told, line)
    page.page.wait_for_selector("body[data-seq='99']")
    newest = page.page.locator("#events p").first
    assert newest.text_content() == '0:00.0unknown: <img src=x onerror=alert(1)> {"point":"<b>h8</b>"}'
    assert page.page.locator("#events p").nth(1).text_content() == "0:00.0unknown: constructor"
    assert page.page.locator("#events img, #events b").count() == 0


def test_a_line_that_is_none_changes_nothing_and_an_unknown_group_nothing_else(served, window):
    page = window(served.url)
    page.shows(served)
    # wait for the sentence for the screen reader, which comes a moment later
    page.page.wait_for_selector("#spoken p", state="attached")
    seen = page.page.inner_text("main")
    served.call(served.board._publish, {"type": "line", "line": {"is": {"moves": 3, "board": [], "hand": "up"}}})
    served.call(served.board.told, {"seq": 100, "t": 5, "is": {"weather": {"rain": True}}})
    page.page.wait_for_selector("body[data-seq='100']")
    assert page.page.inner_text("main") == seen
    page.click("h8")
    served.until_stones("h8")
    page.until_stones({"h8": "black"})


def test_slow_motion_is_told(served, window):
    page = window(served.url)
    assert page.page.is_hidden("#time")
    served.call(served.board._publish, {"type": "time", "ms": 83_042, "speed": 1 / 18})
    page.page.wait_for_selector("#time:not([hidden])")
    assert page.page.text_content("#time") == "1:23.042, at 1/18 of real time"


async def run_nothing(board):
    """Run nothing, for a board without firmware that needs only its server."""


def test_a_page_that_was_cut_off_is_told_only_what_followed_and_shows_all(serving, browser):
    context = browser.new_context()
    page = context.new_page()
    lines = []  # for each connection, its query and the messages received

    def listen(socket):
        lines.append((urlsplit(socket.url).query, []))
        socket.on("framereceived", lambda text: lines[-1][1].append(json.loads(text)))

    page.on("websocket", listen)
    board = told_board("h8 i9")
    served = serving(board, run=run_nothing)
    page.goto(served.url)
    page.wait_for_selector("#moves li:nth-child(2)")
    last = served.call(board.deed, "button")
    page.wait_for_selector(f"body[data-seq='{last}']")
    line_of_game = page.text_content("#game-line")
    served.stop()
    page.wait_for_selector("body[data-connection=lost]")
    seq = board.deed("move", n=3, point="g7", colour="black", turn="white")
    serving(board, urlsplit(served.url).port, run_nothing)
    page.wait_for_selector("#moves li:nth-child(3)")
    assert page.locator("#moves li").count() == 3
    assert page.text_content("#game-line") == line_of_game != "", "what has not changed is not sent, and stands"
    # only two connections received messages: the others found no server
    (asked, _), (asked_again, came) = [each for each in lines if each[1]]
    assert asked == "" and asked_again == f"since={board.replica.run}.{seq - 1}"
    (line,) = (message["line"] for message in came if message["type"] == "line" and "seq" in message["line"])
    assert line["is"]["moves"][0] == 0 and set(line["is"]) <= {
        "moves",
        "board",
        "hand",
        "reason",
        "asks",
        "open_p1",
        "open_p2",
    }
    (log,) = (message["log"] for message in came if message["type"] == "log")
    assert [each["code"] for its in log for each in its["did"]] == ["move"]
    context.close()


def test_what_the_board_says_before_it_is_described_is_shown_on_it(serving, browser):
    context = browser.new_context()
    page = context.new_page()
    held, came = [], []

    def describe():
        while held and any('"ready"' in text for text in came):
            held.pop().continue_()

    def take(into, its):
        into.append(its)
        describe()

    page.route("**/board.json", lambda route: take(held, route))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: take(came, text)))
    page.goto(serving(told_board("h8 i9"), run=run_nothing).url)
    page.wait_for_selector("#moves li:nth-child(2)")
    assert page.locator("[data-stone]").count() == 2
    context.close()


def test_the_hall_of_a_relay_shows_each_board_as_it_is_and_what_follows(serving, browser):
    hall, boards = Hall(), {"one": told_board(""), "two": told_board("h8")}
    for key, board in boards.items():
        hall.add(board, key, key)
    served = serving(hall, run=run_nothing, relay_viewers=2)
    context = browser.new_context()
    page = context.new_page()
    page.goto(served.url)
    page.wait_for_selector("[data-board=one][data-seq='1']")
    page.wait_for_selector("[data-board=two][data-seq='2'] [data-last=h8]", state="attached")
    served.call(boards["one"].deed, "button")
    served.call(boards["one"].put, "c3", "white")
    page.wait_for_selector("[data-board=one][data-seq='2'] [data-stone=c3]", state="attached")
    context.close()
