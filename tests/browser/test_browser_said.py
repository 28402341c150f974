"""Sentences of the laptop and the board appear in the language of the page."""

import json
import sys

import pytest
from fake_board import ToldBoard
from fake_hall import told_board
from ledger import fewer
from telling import Telling, nothing, shows, text, texts
from tengen.codes import coded
from tengen_host.hall.hall import Hall
from tengen_host.i18n import Sentence
from tengen_host.web import access
from windows import WatchedBoard

NAME = "x" * 61


def notice(page, command, language, url):
    """Return the page's notice after a command."""
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
            const { laptopWords } = await import("/page/words/sentences.js");
            (await import("/page/game/panel.js")).notice(laptopWords(said));
        }""",
        command,
    )
    return text(page, "#notice")


LAPTOP = {
    '{"do": "lift", "point": "c3"}': {
        "en": "C3 holds no stone to lift",
        "et": "Punktil C3 pole kivi, mida tõsta",
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
        "en": "This page does not match its server: reload it",
        "et": "See leht ei sobi programmiga, mis seda näitab: laadi leht uuesti",
        "ja": "このページは、配信しているプログラムと合いません：読み込み直してください",
    },
}


@pytest.mark.parametrize("language", fewer(["en", "et", "ja"], ["et"]))
def test_what_the_laptop_refuses_it_refuses_in_the_language_of_the_page(served, window, language):
    """The laptop's refusals appear in the language of the page."""
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
    telling.laptop(link={"connected": False, **said})
    page.page.wait_for_selector("#link:not([hidden])")
    assert text(page, "#link").startswith("Не подключена. /dev/ttyACM0 занят другой программой")
    within = {"why": {"key": "port.no_serial", "values": {"port": "COM5"}, "message": "COM5 is not a serial port"}}
    said = {"key": "server.shown_when_there", "values": within, "words": "..."}
    telling.laptop(link={"connected": False, **said})
    page.page.wait_for_selector("#link:has-text('COM5')")
    soon = "Она появится здесь, как только будет подключена"
    assert text(page, "#link") == f"Не подключена. COM5 не последовательный порт. {soon}"


@pytest.mark.parametrize(
    ("language", "wire", "words"),
    [
        ("en", 2, "The board speaks version 2 of the protocol, this laptop version 1: update tengen with pip"),
        ("en", 0, "The board speaks version 0 of the protocol, this laptop version 1: `tengen flash` updates"),
        ("zh", 2, "棋盘的通信协议是版本2，这台电脑是版本1：请在电脑上用pip更新tengen"),
    ],
)
def test_a_board_that_speaks_another_version_of_the_protocol_is_shown_with_a_note(
    serving, window, language, wire, words
):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang={language}")
    telling.says(device={"size": 15, "wire": 1})
    telling.says(weather={"rain": True})
    shows(page, telling)
    assert not texts(page, "#notes > *")
    telling.says(device={"size": 15, "wire": wire, "clouds": [9]})
    page.page.wait_for_selector("#notes > *")
    (note,) = texts(page, "#notes > *")
    assert note.startswith(words)
    telling.says(device={"size": 15, "wire": 1})
    page.page.wait_for_selector("#notes > *", state="detached")


def test_a_sentence_that_the_page_does_not_know_is_told_in_english(serving, window):
    telling = Telling(serving)
    page = window(f"{telling.url}?lang=ja")
    said = {"key": "server.of_another_version", "values": {}, "words": "what only a newer laptop says"}
    telling.laptop(link={"connected": False, **said})
    page.page.wait_for_selector("#link:not([hidden])")
    assert text(page, "#link").endswith("What only a newer laptop says")


BUSY = {"key": "games.busy", "values": {}, "message": "too many requests for games just now: try again in some seconds"}


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
    # the browser itself reports the error answer
    page.complaints[:] = [each for each in page.complaints if "Failed to load resource" not in each]


ROW = coded("device.row_dead", row=7, chip=1, pin=6)
SENSE = coded("device.sense_high", gpio=17)
FULL = coded("device.kept_no_further", why=coded("device.flash_full"))
TOLD = {
    "matrix": {"faults": [ROW, SENSE], "points": ["a7"], "waits": True},
    "chain": {"whole": False, "fault": coded("device.chain_length", number=12, count=255)},
    "journal": {"number": 3, "kept": 2, "why": FULL},
    "error": {"why": coded("device.clock", why=coded("device.clock_minutes", most=600, text="5000")), "confirm": False},
    "refused": {"who": "p1", "why": coded("refused.waits", fault=ROW)},
    "probe": {"on": False, "why": coded("device.probe_left")},
    "intermittent": {
        "faults": [coded("device.all_rows", gpio=17)], "points": [],
    },
    "fault": {"cause": "watchdog", "count": 2, "text": "scan"},
    "of_a_newer_board": {"field": [1, {"x": "y"}]},
}  # fmt: skip
SAID = {
    "ru": {
        "matrix": "Неисправность: ряд 7 (595 #1, вывод Q6) не работает: его контрольный бит не замыкается; "
        "на контроле рядов (GPIO17) высокий уровень",
        "chain": "Огни: в цепочке пикселей 12, а в board.toml 255",
        "journal": "Журнал: флеш-память заполнена: удалите с неё файлы. Эта партия дальше не сохраняется",
        "error": "Ошибка: часы: основное время не больше 600 мин. Не подходит: 5000",
        "refused": "Игрок 1: партия ждёт: ряд 7 (595 #1, вывод Q6) не работает",
        "probe": "Десять минут не было вопросов: доска возвращается к партии",
        "intermittent": "Неисправность: все ряды временами отказывают (контроль рядов на GPIO17",
        "fault": "Доску перезапустил сторожевой таймер (сбой 2)\nостановилась в: scan",
        "of_a_newer_board": 'неизвестно: of_a_newer_board {"field":[1,{"x":"y"}]}',
    },
    "ja": {
        "matrix": "故障：7段（595 #1のQ6）が働いていません：検出線が一度も閉じません；段の検出線（GPIO17）が",
        "chain": "ライト：鎖のピクセルは12個ですが、board.tomlでは255個です",
        "journal": "記録：フラッシュがいっぱいです：ファイルを減らしてください。この対局はここから先は保存されません",
        "error": "エラー：時計：持ち時間は600分までです。5000分にはできません",
        "refused": "対局者1：対局は待機中：7段（595 #1のQ6）が働いていません",
        "probe": "10分間何も聞かれなかったので、盤は対局に戻ります",
        "intermittent": "故障：すべての段がときどき失敗します（GPIO17の検出線か",
        "fault": "ウォッチドッグが盤をリセットしました（障害 2）\n止まった所：scan",
        "of_a_newer_board": '不明: of_a_newer_board {"field":[1,{"x":"y"}]}',
    },
}


@pytest.mark.parametrize("language", SAID)
def test_what_the_board_says_in_sentences_stands_in_the_tab_of_events_in_the_language_of_the_page(
    serving, window, language
):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang={language}")
    for event, fields in TOLD.items():
        telling.tell(event, **fields)
    shows(page, telling)
    found = {event: text(page, f"#events [data-code={event}]") for event in TOLD}
    times = {event: text(page, f"#events [data-code={event}] time") for event in TOLD}
    said = {event: words.removeprefix(times[event]) for event, words in found.items()}
    assert {event: words[: len(SAID[language][event])] for event, words in said.items()} == SAID[language]
    assert page.page.get_attribute("body", "data-unsaid") == "0"


def test_faults_of_the_board_are_told_in_the_language_of_the_page_wherever_they_stand(serving, window):
    telling = Telling(serving)
    telling.begin(mode="referee", clock="10")
    page = window(f"{telling.url}?lang=sv")
    telling.tell("matrix", faults=[ROW, SENSE], points=["a7"], waits=True)
    telling.clock("p1", 600_000, 600_000, stopped="fault", cause=ROW)
    telling.tell("chain", whole=False, fault=coded("device.chain_silent", gpio=20))
    telling.tell("journal", number=3, kept=2, why=FULL)
    shows(page, telling)
    row = "ad 7 (595 #1, stift Q6) är död: dess kontrollbit sluts aldrig"
    sense = "adkontrollen (GPIO17) är hög när alla"
    assert text(page, "#prompt").startswith(f"R{row}. R{sense}")
    notes = texts(page, "#notes li")
    assert notes[0].startswith("Journal: flashminnet är fullt: ta bort filer från det. Det här partiet sparas inte")
    assert notes[1].startswith("Ljus: inget kommer tillbaka på GPIO20: kedjan är bruten")
    stops = text(page, "#events [data-code=clock]")
    assert f"(r{row})" in stops
    telling.clock("p1", 600_000, 600_000, stopped="disturbed", cause=coded("refused.all", parts=[
        coded("refused.put_back", points=["h8", "i9"]), coded("refused.take_away", points=["a1"]),
    ]))  # fmt: skip
    shows(page, telling)
    assert text(page, "#events [data-code=clock]").endswith("(lägg tillbaka H8, I9, ta bort A1)")


NAMED = (
    (
        coded("device.wrong_setting", setting="fifths", wanted=coded("device.wanted_number", least=0, most=221)),
        "Tentative fifths must be a whole number from 0 to 221",
    ),
    (
        coded(
            "device.wrong_field",
            command="back",
            setting="count",
            wanted=coded("device.wanted_number", least=1, most=99),
        ),
        "back: Moves must be a whole number from 1 to 99",
    ),
    (
        coded("device.not_allowed", deed="back", mode="referee"),
        "Take back is refused: in a referee game the laptop may act only if the arbiter allows it. To allow it, "
        "the arbiter holds the Arbiter button and chooses Laptop, then Yes",
    ),
    (
        coded("device.game_too_large", game="irensei", number=19, count=15),
        "game: Irensei needs 19 points on each side, but the board has 15",
    ),
    (
        coded("device.no_silence", modes=["casual", "referee", "teach"]),
        "in this game mode must be one of casual, referee, teach: silent mode needs stones that stay on the board, "
        "and one stone a turn",
    ),
)


def test_an_error_of_the_board_names_what_the_page_has_as_the_page_does(serving, window):
    telling = Telling(serving)
    telling.begin()
    page = window(telling.url)
    for why, words in NAMED:
        telling.tell("error", why=why)
        shows(page, telling)
        assert texts(page, "#events [data-code=error]")[0].endswith(f"Error: {words}")
        assert text(page, "#notice") == words[0].upper() + words[1:]


def test_service_between_board_and_laptop_is_no_news(serving, window):
    telling = Telling(serving)
    telling.begin()
    page = window(telling.url)
    telling.tell("games", numbers=[1, 2], present=None)
    telling.tell("part", number=1, at=0, data="00ff", last=True)
    shows(page, telling)
    assert page.page.locator("#events p").count() == 1


def test_an_entry_of_any_menu_that_is_refused_is_named_as_its_button_is(serving, window):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang=sv")
    why = coded("refused.no_choice", entry="decline", options=["take back", "resign"])
    telling.tell("error", why=why)
    shows(page, telling)
    said = text(page, "#events [data-code=error]")
    assert "Avböj" in said and "decline" not in said.lower()


def test_boards_of_the_laptops_own_and_one_that_is_not_there_are_told_of_in_the_language_of_the_page(serving, window):
    hall = Hall()
    for number in (1, 2):
        hall.add(ToldBoard(), Sentence("hall.board", number=number))
    hall.add(ToldBoard(), "Board 7 of the club")
    served = serving(hall, run=nothing)
    page = window(f"{served.url}?lang=sv")
    page.page.wait_for_selector("[data-board=Board-2]")
    assert texts(page, ".board-name") == ["Bräde 1", "Bräde 2", "Board 7 of the club"]
    assert page.page.title() == "Tengen: salen"
    assert page.page.is_hidden("#missing")
    page.page.goto(f"{served.url}board/none/?lang=sv")
    page.page.wait_for_selector("[data-board=Board-2]")
    assert text(page, "#missing").startswith("Det finns inget sådant bräde")
    assert texts(page, ".board-name") == ["Bräde 1", "Bräde 2", "Board 7 of the club"]
    page.page.goto(f"{served.url}board/Board-2/?lang=sv")
    page.page.wait_for_selector("#hallway:not([hidden])")
    assert text(page, "#board-name") == "Bräde 2"
    served.call(hall.places["Board-2"].details.give, {"table": "2"})
    page.page.wait_for_selector("#occasion:text-is('Bord 2')")
    page.complaints[:] = [each for each in page.complaints if "Failed to load resource" not in each]


def test_the_page_of_a_board_that_is_gone_says_so_offers_the_hall_and_its_clock_stands(serving, window):
    hall = Hall()
    for key in ("one", "two", "three"):
        hall.add(told_board("h8", clock="10+5"), key)
    clock = {"running": "p2", "p1": 600_000, "p2": 400_000, "periods": None, "stopped": None, "cause": None}
    hall.places["three"].board.tell("clock", **clock)
    served = serving(hall, run=nothing)
    page = window(f"{served.url}board/three/")
    page.page.wait_for_selector("body[data-connection=open] .player[data-clock=true]")
    served.stop()
    fewer = Hall()
    for key in ("one", "two"):
        fewer.add(told_board("h8"), key)
    serving(fewer, port=int(served.url.rstrip("/").rsplit(":", 1)[-1]), run=nothing)
    page.page.wait_for_selector("#link:has-text('no longer here')")
    left = texts(page, ".player .left")
    # more than a second passes between two attempts of the page to connect; a running clock would change meanwhile
    for _ in range(3):
        with page.page.expect_response("**/board/three/board.json"):
            pass
    assert texts(page, ".player .left") == left
    page.page.click("#hallway a")
    page.page.wait_for_selector("[data-board=two] [data-last]")
    page.complaints[:] = [each for each in page.complaints if "Failed to load" not in each and "WebSocket" not in each]


SHARED = "127.0.0.2"


@pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address here")
def test_who_finds_no_seat_is_told_why_and_gets_one_when_it_is_free(serving, window, monkeypatch):
    monkeypatch.setattr(access, "MOST_WATCHING", 1)
    served = serving(WatchedBoard(), share=SHARED)
    served.advance(100)
    url = served.url.replace("127.0.0.1", SHARED)
    first = window(f"{url}?lang=sv")
    late = first.page.context.new_page()
    complaints = []
    late.on("console", lambda message: complaints.append(message.text))
    late.goto(f"{url}?lang=sv")
    late.wait_for_selector("#link:not([hidden])")
    assert late.text_content("#link") == (
        "Ingen plats för den här sidan just nu: för många tittar redan på. Den försöker igen av sig själv"
    )
    first.page.goto("about:blank")
    late.wait_for_selector("body[data-connection=open]")
    assert late.is_hidden("#link")
    assert all("WebSocket" in each for each in complaints)
