"""Why a stone or a button is refused, as the page says it in other languages than the board's English."""

import pytest
from browser.telling import Telling, card, shows, text

# what the board says of a stone; in Estonian and in Japanese
STONES = {
    "ko: the board would be as it was before the last move": (
        "ko: laud oleks sama mis enne viimast käiku",
        "コウ：盤が前の手の前と同じになります",
    ),
    "the stone would have no liberty": ("kivil ei oleks ühtki vabadust", "呼吸点がなくなります（自殺手）"),
    "a double-three": ("topeltkolm", "三々です"),
    "a row of more than five": ("rida oleks pikem kui 5", "5個より長い列になります"),
    "stone 2 of a turn must be in one line with stone 1": (
        "käigu 2. kivi peab olema 1. kiviga ühel joonel",
        "手番の2個目は1個目と一直線上に置きます",
    ),
    "stone 2 of a turn must not be in one line with stone 1": (
        "käigu 2. kivi ei tohi olla 1. kiviga ühel joonel",
        "手番の2個目は1個目と一直線上に置けません",
    ),
    "a stone would not rest there": (
        "kivi ei jääks seal pidama: miski ei toeta seda",
        "石はそこに止まりません：支えがありません",
    ),
    "no bomb in an opening": ("avangus ei panda: pomm", "開局中に爆弾は使えません"),
    "no neutral is left: each player has 2": (
        "otsas: neutraalne kivi. Kummalgi mängijal on neid 2",
        "中立の石は残っていません（各対局者2個）",
    ),
    "stone 3 goes outside the 5x5 square in the middle": (
        "kivi 3 käib väljapoole keskmist ruutu 5x5",
        "3手目は中央の5x5の外側に置きます",
    ),
    "first player 2 decides: swap or no swap": (
        "enne otsustab Mängija 2: Vahetan või Ei vaheta",
        "先に対局者2が選びます：交替するまたは交替しない",
    ),
    "what no page knows": ("laud ütleb: “what no page knows”", "盤の英語のメッセージ「what no page knows」"),
}
BUTTONS = {
    "the turn wants 1 more stone": ("Käigust on puudu 1 kivi", "この手番はあと1個置きます"),
    "1 tentative fifth lies, not 2": ("Laual on 1 pakkumine, mitte 2", "5手目の候補は1個で、2個ではありません"),
    "3 tentative fifths lie, not 2": ("Laual on 3 pakkumist, mitte 2", "5手目の候補は3個で、2個ではありません"),
    "nobody passes in pente": ("Selles mängus ei passita: Pente", "ペンテにパスはありません"),
    "put back H8, I9, take away A1": ("Pane tagasi H8, I9, võta ära A1", "H8, I9に石を戻す、A1の石を取る"),
    "'pass' is not open to p1 now: resign": (
        "Praegu ei saa seda valida: Pass. Mängija 1 saab valida: Alistu",
        "今対局者1は「パス」を選べません。選べるのは：投了",
    ),
}
LIFT = ("Tõsta üles C3: {}", "C3の石を取ってください：{}")


@pytest.mark.parametrize(("at", "language"), list(enumerate(("et", "ja"))))
def test_a_refused_stone_and_a_refused_button_say_why_in_the_language_of_the_page(serving, window, at, language):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang={language}")
    said, wanted = {}, {}
    for message, words in STONES.items():
        telling.tell("refused", point="c3", message=message, extra=["c3"])
        shows(page, telling)
        said[message], wanted[message] = text(page, "#prompt"), LIFT[at].format(words[at])
    telling.tell("restored")
    for message, words in BUTTONS.items():
        telling.tell("refused", who="p1", message=message)
        shows(page, telling)
        said[message], wanted[message] = card(page, "p1", "task"), words[at]
    assert said == wanted
    assert page.page.get_attribute("body", "data-unsaid") == "0"


def test_in_english_the_page_says_what_the_board_does(serving, window):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang=en")
    for message in STONES:
        telling.tell("refused", point="c3", message=message, extra=["c3"])
        shows(page, telling)
        message = message.replace("more than five", "more than 5").replace("no neutral is", "no neutral stone is")
        assert text(page, "#prompt").lower() == f"lift c3: {message}"
