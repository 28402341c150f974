"""The page in every language: in a game with a foul no text is in English, and no text is wider than its box."""

import json
import re
import unicodedata

import pytest
from ledger import WIDE, fewer
from telling import WITH_WORDS, text, texts
from tengen_host.web.app import PAGE

LANGUAGES = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))
BEFORE_A_FOUL = ["h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15"]
SIZES = [(1280, 800), (390, 844)]

# by language, texts of the page: the player to move, the foul, the foul's first line, the result, a tab's name
KNOWN = {
    "en": ("Black to move", "Double-three", "three G8 H8 I8 in the row", "White wins: Black's double-three", "Events"),
    "ja": ("黒番", "G8は三々で禁手", "横の三 G8 H8 I8", "白の勝ち：黒の三々", "出来事"),
    "ko": ("흑 차례", "G8 쌍삼 금수", "가로 열린 3 (G8 H8 I8)", "백 승: 흑의 쌍삼", "진행 기록"),
    "zh": ("黑方走", "G8是三三禁手", "横线上的活三 G8 H8 I8", "白胜：黑方三三禁手", "事件"),
    "zh-Hant": ("輪到黑方", "G8是三三禁手", "橫線上的活三 G8 H8 I8", "白勝：黑方三三禁手", "事件"),
    "ru": ("Ход чёрных", "Вилка 3х3", "тройка G8 H8 I8 по горизонтали", "Победа белых: вилка 3х3 чёрных", "События"),
    "et": ("Musta käik", "Topeltkolm", "kolm G8 H8 I8 reas", "Valge võidab: musta topeltkolm", "Sündmused"),
    "sv": ("Svart vid draget", "Dubbeltrea", "trea G8 H8 I8 i raden", "Vit vinner: svarts dubbeltrea", "Händelser"),
    "vi": (
        "Đến lượt Đen",
        "Nước cấm 3-3 tại G8",
        "ba mở G8 H8 I8 theo hàng ngang",
        "Trắng thắng: Đen phạm nước cấm 3-3",
        "Sự kiện",
    ),
}

# compares each text's rectangles with those of its box; skips boxes that scroll and texts for screen readers
OUT_OF_ITS_BOX = """() => {
    const out = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        let box = text.parentElement;
        const stands = "button:not(.term), label";
        const isInline = () => getComputedStyle(box).display.startsWith("inline") && !box.matches(stands);
        while (isInline()) box = box.parentElement;
        if (!text.data.trim() || !box.getClientRects().length || box.closest("svg, .unseen, option")) continue;
        if (getComputedStyle(box).overflowX !== "visible") continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const [its, around] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
        const beside = its.left < around.left - 1 || its.right > around.right + 1;
        // in a line that is lower than its letters they may stand out a little
        const above = its.top < around.top - 4 || its.bottom > around.bottom + 4;
        const close = box.matches("button") && (its.top < around.top || its.bottom > around.bottom);
        if (beside || above || close) out.push(text.data);
    }
    // a select's words are no texts of the page: it must be as wide as it would be with nothing in its way
    for (const select of document.querySelectorAll("select")) {
        if (!select.getClientRects().length) continue;
        const its = select.getBoundingClientRect().width;
        select.style.cssText = "position: absolute; width: max-content; max-width: none";
        const wanted = select.getBoundingClientRect().width;
        select.style.cssText = "";
        if (its < wanted - 1) out.push(`${select.id || select.name}: ${its} < ${wanted}`);
    }
    return out;
}"""
TALLER_THAN_THE_WINDOW = """() => {
    const panel = document.querySelector(".panel");
    return panel.scrollHeight - panel.clientHeight;
}"""


# contents that do not fit in a tab: [the tab, its texts, the width of the page, its height beyond the window]
IN_EACH_TAB = f"""() => {{
    const tabs = [...document.querySelectorAll("[role=tab]")].filter((tab) => tab.getClientRects().length);
    return tabs.map((tab) => {{
        tab.click();
        const wide = document.documentElement.scrollWidth - innerWidth;
        return [tab.id, ({OUT_OF_ITS_BOX})(), Math.max(wide, 0), Math.max(({TALLER_THAN_THE_WINDOW})(), 1)];
    }});
}}"""


def assert_fits(page):
    """Check that no text is cut off or overflows, in any tab at any size."""
    for width, height in SIZES:
        page.resize(width, height)
        seen = page.page.evaluate(IN_EACH_TAB)
        assert len(seen) > 5 and [each for each in seen if each[1:] != [[], 0, 1]] == []
    page.resize(1280, 800)


@pytest.mark.parametrize("language", fewer(LANGUAGES, WIDE))
def test_a_game_with_a_foul_and_the_plural_forms_in_every_language(served, window, language):
    """Prompt, foul, result and plural forms are right; no text is in English, and no text is wider than its box."""
    turn, foul, line, result, events = KNOWN[language]
    page = window(f"{served.url}?lang={language}")
    assert page.page.get_attribute("html", "lang") == language
    assert text(page, "#events-title") == events
    assert_fits(page)
    assert_plural_forms(page, language)
    assert_lists_without_and(page)

    page.play(served, BEFORE_A_FOUL)
    page.click("g8")
    served.until_stones(*BEFORE_A_FOUL, "g8")
    served.rest()
    page.shows(served)
    assert text(page, "#turn") == turn
    assert text(page, "#prompt").startswith(foul)
    assert texts(page, "#reasons li")[0].startswith(line)
    assert_fits(page)

    page.tap(served, "p1")
    page.shows(served)
    assert text(page, "#turn").startswith(result)
    assert_fits(page)
    page.page.click("[data-view-tool=room]")
    for width, height in SIZES:
        page.resize(width, height)
        assert page.page.evaluate(OUT_OF_ITS_BOX) == []
        assert page.page.evaluate(TALLER_THAN_THE_WINDOW) <= 1
    page.page.click("[data-view-tool=help]")
    assert page.page.evaluate(OUT_OF_ITS_BOX) == []
    page.page.keyboard.press("Escape")
    page.resize(1280, 800)
    page.page.click("[data-view-tool=room]")
    page.page.click("#to-slip")
    assert text(page, "#slip-result").startswith(result)
    assert page.page.evaluate(OUT_OF_ITS_BOX) == []
    assert page.page.get_attribute("body", "data-unsaid") == "0"


def assert_lists_without_and(page):
    listed = page.page.evaluate(f"async () => {{ {WITH_WORDS} return list(['A1', 'B2', 'C3']); }}")
    assert re.fullmatch(r"A1(, |、)B2\1C3", listed)


def assert_plural_forms(page, language):
    """Check that the language has all plural forms known to the browser, and that the page uses the right one."""
    kinds = page.page.evaluate("(lang) => new Intl.PluralRules(lang).resolvedOptions().pluralCategories", language)
    words = json.loads((PAGE / "languages" / f"{language}.json").read_text(encoding="utf-8"))
    assert all(set(each) == set(kinds) for each in words.values() if isinstance(each, dict))
    counts = {"en": ["1 move", "2 moves", "5 moves"], "ru": ["1 ход", "2 хода", "5 ходов"], "ja": ["1手", "2手", "5手"]}
    if language in counts:
        said = page.page.evaluate(
            f"async () => {{ {WITH_WORDS} return [1, 2, 5].map((n) => say('words.count_of_moves', {{ n }})); }}"
        )
        assert said == counts[language]


def test_the_browsers_language_is_taken_until_another_is_chosen(served, window):
    page = window(served.url, locale="sv-SE")
    assert text(page, "#turn") == "Svart vid draget"
    assert page.page.input_value("#language") == "sv"

    with page.page.expect_navigation():
        page.page.select_option("#language", "ru")
    page.page.wait_for_selector("body[data-connection=open]")
    page.page.wait_for_selector("html[lang=ru]")
    assert text(page, "#turn") == "Ход чёрных"
    page.goto(served.url)
    assert page.page.get_attribute("html", "lang") == "ru"

    # the language in the address is used until the user chooses another
    page.goto(f"{served.url}?lang=et")
    assert page.page.get_attribute("html", "lang") == "et"
    with page.page.expect_navigation():
        page.page.select_option("#language", "zh")
    page.page.wait_for_selector("html[lang=zh]")
    page.page.wait_for_selector("body[data-connection=open]")
    assert page.page.url == served.url


def test_another_language_leaves_the_tab_that_people_look_at(served, window):
    page = window(served.url)
    page.page.click("#arbiter-title")
    with page.page.expect_navigation():
        page.page.select_option("#language", "sv")
    page.page.wait_for_selector("html[lang=sv]")
    page.page.wait_for_selector("body[data-connection=open]")
    assert page.page.get_attribute("#arbiter-title", "aria-selected") == "true" and page.page.is_visible("#arbiter")
    assert page.page.input_value("#stamp [name=date]"), "as when it is opened by hand"
    page.page.click("#view-title")
    page.page.keyboard.press("o")  # the address contains the chosen view of the board
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    assert page.page.is_visible("#view")


@pytest.mark.parametrize(
    ("locale", "language"),
    fewer(
        [("zh-CN", "zh"), ("zh-SG", "zh"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant", "zh-Hant")],
        [("zh-SG", "zh"), ("zh-HK", "zh-Hant")],
    ),
)
def test_the_browsers_country_chooses_between_the_ways_to_write_chinese(served, window, locale, language):
    """The browser's country decides between the two Chinese scripts."""
    page = window(served.url, locale=locale)
    assert page.page.get_attribute("html", "lang") == language
    page.goto(f"{served.url}?lang={locale.lower()}")
    assert page.page.get_attribute("html", "lang") == language


@pytest.mark.parametrize("asked", fewer(["xx", "__proto__", "<b>", "../en"], ["__proto__"]))
def test_a_language_that_there_is_not_is_english(served, window, asked):
    """An unknown language becomes English, whatever the address contains."""
    page = window(f"{served.url}?lang={asked}", locale="fi-FI")
    assert page.page.get_attribute("html", "lang") == "en"
    assert text(page, "#turn") == "Black to move"


def test_what_a_language_lacks_is_said_in_english_and_counted(served, window):
    page = window(served.url)
    page.page.route("**/languages/sv.json", lambda route: route.fulfill(json={"turn.black": "Svart vid draget"}))
    page.goto(f"{served.url}?lang=sv")
    assert text(page, "#turn") == "Svart vid draget"
    assert text(page, "#moves-title") == "Moves"
    unsaid = int(page.page.get_attribute("body", "data-unsaid"))
    assert unsaid > 50
    assert page.page.is_visible(".unsaid") and text(page, ".unsaid") == "English"
    assert page.page.get_attribute(".unsaid", "aria-label") == page.page.get_attribute(".unsaid", "title")
    assert page.page.get_attribute(".unsaid", "title").startswith(f"{unsaid} texts are not translated yet")


def test_one_text_that_a_language_lacks_is_told_of_in_that_language(served, window):
    words = json.loads((PAGE / "languages" / "sv.json").read_text(encoding="utf-8"))
    del words["turn.black"]
    page = window(f"{served.url}?lang=sv")
    assert page.page.is_hidden(".unsaid")
    page.page.route("**/languages/sv.json", lambda route: route.fulfill(json=words))
    page.goto(f"{served.url}?lang=sv")
    assert text(page, "#turn") == "Black to move"
    assert text(page, "#moves-title") == "Drag"
    said = page.page.get_attribute(".unsaid", "title")
    assert said == "1 text är inte översatt än: den står på engelska"


@pytest.mark.parametrize("file", fewer(['{"turn.black": "Svart', "[]", "null", "<h1>Not found</h1>"], ["null"]))
def test_a_file_that_is_none_leaves_the_page_in_english(served, window, file):
    """An invalid language file leaves the page in English."""
    page = window(served.url)
    page.page.route("**/languages/sv.json", lambda route: route.fulfill(body=file, content_type="application/json"))
    page.goto(f"{served.url}?lang=sv")
    assert text(page, "#turn") == "Black to move"
    assert page.page.is_visible(".unsaid")


def test_the_slip_as_text_stands_in_columns_where_letters_are_wide(served, window):
    page = window(f"{served.url}?lang=ja")
    slip = page.page.evaluate(
        f"async () => {{ {WITH_WORDS}"
        """
            const { beginning } = await import("/page/game/state.js");
            const { slip, slipText } = await import("/page/dialogs/result_slip.js");
            const [players, settings] = [{ black: "p1", white: "p2" }, { clock: "10", mode: "silent" }];
            const game = { ...beginning(), players, settings };
            return slipText(slip(game, { p1: "Anna", p2: "Birk", event: "", round: "3", table: "" }, 0));
        }"""
    )
    lines = slip.split("\n")
    rows = [re.match(r"(\S+) +", line) for line in lines[3:12] if line]
    assert [row.group(1) for row in rows] == ["ラウンド", "日付", "モード", "時計", "黒", "白", "結果"]
    assert len({columns(row.group()) for row in rows}) == 1
    assert columns(lines[0]) == columns(lines[1])


def columns(text):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def test_names_and_words_of_the_board_are_no_places_to_be_filled(modules):
    said = modules.evaluate(
        f"async () => {{ {WITH_WORDS}"
        " return say('event.refused_who', { who: '{message} <b>', message: '{who} $& {x}' }); }"
    )
    assert said == "{message} <b>: {who} $& {x}"


def test_from_right_to_left_the_panel_changes_sides_and_the_board_stays_as_it_is(served, window):
    page = window(served.url)
    page.play(served, BEFORE_A_FOUL)
    page.shows(served)
    page.page.evaluate("document.documentElement.dir = 'rtl'")
    at = {its: page.page.query_selector(its).bounding_box()["x"] for its in (
        ".panel", ".table", "[data-button=arbiter]", "[data-button=p1]", "[data-point=a1]", "[data-point=o1]",
    )}  # fmt: skip
    assert at[".panel"] < at[".table"]
    assert at["[data-button=arbiter]"] < at["[data-button=p1]"] and at["[data-point=a1]"] < at["[data-point=o1]"]
    assert_fits(page)
