"""The reason why a stone or a button is refused, in the page's language: the board sends codes."""

import re

import pytest
from telling import Telling, card, shows, text
from tengen.codes import coded
from tengen.vocabulary import CODES

# (why a stone is refused, the sentence in Estonian, the sentence in Japanese)
STONES = (
    (coded("refused.ko"), "ko: laud oleks sama mis enne viimast käiku", "コウ：盤が前の手の前と同じになります"),
    (coded("refused.no_liberty"), "kivil ei oleks ühtki vabadust", "呼吸点がなくなります（自殺手）"),
    (coded("refused.double_three"), "topeltkolm", "三々です"),
    (coded("refused.too_long", line=5), "rida oleks pikem kui 5", "5個より長い列になります"),
    (
        coded("refused.not_collinear"),
        "käigu 2. kivi peab olema 1. kiviga ühel joonel",
        "手番の2個目は1個目と一直線上に置きます",
    ),
    (
        coded("refused.collinear"),
        "käigu 2. kivi ei tohi olla 1. kiviga ühel joonel",
        "手番の2個目は1個目と一直線上に置けません",
    ),
    (
        coded("refused.no_rest"),
        "kivi ei jääks seal pidama: miski ei toeta seda",
        "石はそこに止まりません：支えがありません",
    ),
    (coded("refused.no_kind_in_opening", kind="bomb"), "avangus ei panda: pomm", "開局中に爆弾は使えません"),
    (
        coded("refused.none_left", kind="neutral", number=2),
        "otsas: neutraalne kivi. Kummalgi mängijal on neid 2",
        "中立の石は残っていません（各対局者2個）",
    ),
    (
        coded("refused.zone_outside", number=3, width=5),
        "kivi 3 käib väljapoole keskmist ruutu 5x5",
        "3手目は中央の5x5の外側に置きます",
    ),
    (
        coded("refused.first_decides", seat="p2", options=["swap", "no swap"]),
        "enne otsustab Mängija 2: Vahetan või Ei vaheta",
        "先に対局者2が選びます：交替するまたは交替しない",
    ),
)
BUTTONS = (
    (coded("refused.more_stones", n=1), "Käigust on puudu 1 kivi", "この手番はあと1個置きます"),
    (
        coded("refused.offers_lie", n=1, count=2),
        "Laual on 1 pakkumine, mitte 2",
        "5手目の候補は1個で、2個ではありません",
    ),
    (
        coded("refused.offers_lie", n=3, count=2),
        "Laual on 3 pakkumist, mitte 2",
        "5手目の候補は3個で、2個ではありません",
    ),
    (coded("refused.no_passes", game="pente"), "Selles mängus ei passita: Pente", "ペンテにパスはありません"),
    (
        coded(
            "refused.all",
            parts=[coded("refused.put_back", points=["h8", "i9"]), coded("refused.take_away", points=["a1"])],
        ),
        "Pane tagasi H8, I9, võta ära A1",
        "H8、I9に石を戻す、A1の石を取る",
    ),
)
LIFT = ("Tõsta üles C3: {}", "C3の石を取ってください：{}")


@pytest.mark.parametrize(("at", "language"), list(enumerate(("et", "ja"))))
def test_a_refused_stone_and_a_refused_button_say_why_in_the_language_of_the_page(serving, window, at, language):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang={language}")
    said, wanted = [], []
    for why, *words in STONES:
        telling.tell("refused", point="c3", why=why, extra=["c3"])
        shows(page, telling)
        said.append(text(page, "#prompt"))
        wanted.append(LIFT[at].format(words[at]))
    telling.tell("restored")
    for why, *words in BUTTONS:
        telling.tell("refused", who="p1", why=why)
        shows(page, telling)
        said.append(card(page, "p1", "task"))
        wanted.append(words[at])
    assert said == wanted
    assert page.page.get_attribute("body", "data-unsaid") == "0"


# A possible value for each place in a sentence. Places that are not listed here get a number
VALUES = {
    "kind": "bomb", "kinds": ["own", "bomb"], "won": "open four", "foul": "overline", "game": "renju",
    "games": ["renju", "five"], "option": "keryo", "mode": "referee", "modes": ["casual", "teach"], "seat": "p2",
    "who": "p1", "point": "h8", "points": ["h8", "i9"], "entry": "swap", "options": ["swap", "no swap"],
    "deed": "puzzle", "setting": "partner", "command": "do", "text": "'?'", "word": "x", "words": ["8", "10"],
    "task": "four", "why": coded("refused.occupied"), "fault": coded("device.row_dead", row=7, chip=1, pin=6),
    "wanted": coded("device.wanted_number", least=1, most=5),
    "parts": [coded("refused.put_back", points=["a1"]), coded("refused.outside")],
}  # fmt: skip
# in a language with other letters, three small Latin letters in a row are English
NO_ENGLISH = re.compile(r"[a-z]{3,}")
FOREIGN = ("et", "ja", "ko", "ru", "sv", "vi", "zh", "zh-Hant")
OTHER_LETTERS = ("ja", "ko", "ru", "zh", "zh-Hant")


def refused(code, values):
    return coded(code, **{place: VALUES.get(place, 3) for place in values})


SAID = """async ([language, whys]) => {
    const { load } = await import('/page/words/i18n.js');
    const { codeSentence } = await import('/page/words/sentences.js');
    await load(language);
    return [whys.map(codeSentence), document.body.dataset.unsaid];
}"""


@pytest.mark.parametrize("language", ("en", *FOREIGN))
def test_no_refusal_is_a_sentence_of_two_languages(modules, language):
    codes = {code: values for code, values in CODES.items() if code.startswith("refused.")}
    said, unsaid = modules.evaluate(SAID, [language, [refused(code, values) for code, values in codes.items()]])
    faulty = re.compile("{|object|" + "|".join(map(re.escape, codes)))
    wrong = [words for words in said if faulty.search(words)]
    wrong += [words for words in said if language in OTHER_LETTERS and NO_ENGLISH.search(words)]
    assert wrong == [] and len(said) > 40
    assert unsaid == "0"
