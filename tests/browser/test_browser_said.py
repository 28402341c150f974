"""What the laptop says to a page stands there in the language of the page."""

import json

import pytest
from browser.telling import Telling, text

NAME = "x" * 61


def notice(page, command, language, url):
    """What the page says when it has sent a command."""
    page.page.evaluate("document.getElementById('notice').textContent = ''")
    page.page.evaluate(
        """async (command) => {
            const socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")));
            const said = await new Promise((done) => {
                socket.onmessage = ({ data }) => {
                    const message = JSON.parse(data);
                    if (message.type === "ready") socket.send(command);
                    if (message.type === "error") done(message);
                };
            });
            socket.close();
            const [{ laptopSays }, { notice }] = await Promise.all([import("./said.js"), import("./panel.js")]);
            notice(laptopSays(said));
        }""",
        command,
    )
    return text(page, "#notice")


LAPTOP = {
    '{"do": "lift", "point": "c3"}': {
        "en": "C3 holds no stone to lift",
        "et": "punktil C3 pole kivi, mida tõsta",
        "ja": "C3には取る石がありません",
    },
    '{"do": "break", "fault": "dead row"}': {
        "en": "Dead row needs a place, like 7",
        "et": "Surnud rida: vaja on kohta, näiteks 7",
        "ja": "「段の断線」には場所が必要です。例：7",
    },
    json.dumps({"do": "details", "p2": NAME}): {
        "en": '"Player 2" is too long: 60 characters at most, not 61',
        "et": "„Mängija 2“ on liiga pikk: kõige rohkem 60 märki, praegu 61",
        "ja": "「対局者2」が長すぎます：最大60文字ですが、61文字あります",
    },
    '{"do": "dance"}': {
        "en": "this page does not fit the program that serves it: load it again",
        "et": "see leht ei sobi programmiga, mis seda näitab: laadi leht uuesti",
        "ja": "このページは、配信しているプログラムと合いません：読み込み直してください",
    },
}


@pytest.mark.parametrize("language", ["en", "et", "ja"])
def test_what_the_laptop_refuses_it_refuses_in_the_language_of_the_page(served, window, language):
    page = window(f"{served.url}?lang={language}")
    for command, words in LAPTOP.items():
        assert notice(page, command, language, served.url).startswith(words[language])
    assert page.page.get_attribute("body", "data-unsaid") == "0"


def test_a_fault_without_its_place_is_told_in_the_language_of_the_page(served, window):
    page = window(f"{served.url}?lang=sv")
    page.page.click("#faults-title")
    page.page.select_option("#fault", "swapped columns")
    page.page.fill("#fault-at", "c")
    page.page.click("#break button")
    page.page.wait_for_selector("#notice:not([hidden])")
    assert text(page, "#notice").startswith("'c': en sådan plats finns inte (Förväxlade kolumner)")


def test_the_state_of_the_cable_is_told_in_the_language_of_the_page(serving, window):
    telling = Telling(serving)
    page = window(f"{telling.url}?lang=ru")
    said = {"key": "port.taken", "values": {"port": "/dev/ttyACM0"}, "words": "/dev/ttyACM0 is in use"}
    telling.served.call(telling.board.say, {"type": "link", "connected": False, **said})
    page.page.wait_for_selector("#link:not([hidden])")
    assert text(page, "#link").startswith("Не подключена. /dev/ttyACM0 занят другой программой")
    within = {"why": {"key": "port.no_serial", "values": {"port": "COM5"}, "message": "COM5 is no serial port"}}
    said = {"key": "server.shown_when_there", "values": within, "words": "..."}
    telling.served.call(telling.board.say, {"type": "link", "connected": False, **said})
    page.page.wait_for_selector("#link:has-text('COM5')")
    soon = "Она появится здесь, как только будет подключена"
    assert text(page, "#link") == f"Не подключена. COM5 не последовательный порт. {soon}"


def test_a_sentence_that_the_page_does_not_know_is_told_in_english(serving, window):
    telling = Telling(serving)
    page = window(f"{telling.url}?lang=ja")
    said = {"key": "server.of_another_version", "values": {}, "words": "what only a newer laptop says"}
    telling.served.call(telling.board.say, {"type": "link", "connected": False, **said})
    page.page.wait_for_selector("#link:not([hidden])")
    assert text(page, "#link").endswith("What only a newer laptop says")


BUSY = {"key": "games.busy", "values": {}, "message": "many ask for games just now: try again in some seconds"}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"status": 503, "json": BUSY}, "现在要对局的人很多：请过几秒再试"),
        ({"status": 502, "body": "<h1>Bad gateway</h1>"}, "电脑返回错误502"),
        (None, "电脑没有应答"),
    ],
)
def test_why_the_kept_games_are_not_to_be_had_is_told_in_the_language_of_the_page(served, window, answer, why):
    page = window(f"{served.url}?lang=zh&view=room")
    page.page.route("**/games.json", lambda route: route.fulfill(**answer) if answer else route.abort())
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("#notice:not([hidden])")
    assert text(page, "#notice") == f"无法读取保存的对局：{why}"
    # the browser complains of the answer itself
    page.complaints[:] = [each for each in page.complaints if "Failed to load resource" not in each]
