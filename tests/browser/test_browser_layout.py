"""Board, clocks and prompt are completely visible without scrolling in all window sizes, with a classic scrollbar."""

import itertools

import pytest
from browser.test_browser_languages import LANGUAGES
from explained import reason
from fake_hall import Hall, told_board
from ledger import fewer
from telling import Telling, shows

SIZES = [
    (320, 568), (390, 844), (844, 390), (768, 1024), (900, 700), (960, 1080), (1366, 768), (1920, 1080), (3840, 2160),
]  # fmt: skip
ODD = [
    (1024, 1024),
    (1180, 820),
    (1000, 1000),
    (932, 430),
    (568, 320),
    (660, 568),
    (1280, 501),
    (360, 740),
    (2160, 3840),
]
TINY = [(200, 600), (200, 200), (320, 256), (640, 256)]
ROOM = "?view=room"
WITHOUT = ("--hide-scrollbars",)  # scrollbars take 15 pixels, as on Windows
DETAILS = {"event": "Estonian championship 2026", "round": "3", "table": "12"}
NAMES = {"p1": "Õunapuu Žanna", "p2": "Maximilian Featherstonehaugh-Österberg"}
FAULTS = """() => {
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const faults = [];
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
    const name = (each) => each.id || each.className;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide, the window ${clientWidth}`);
    const parts = [...seen(".wood, .player .left, #turn"), ...seen("#prompt").filter((each) => each.textContent)];
    for (const part of parts) {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const within = left >= 0 && top >= 0 && right <= clientWidth + 0.5 && bottom <= clientHeight + 0.5;
        if (!within) faults.push(`${name(part)} lies at ${[left, right, top, bottom].map(Math.round)}`);
        if (part.scrollWidth > part.clientWidth + 1) faults.push(`${name(part)} is cut off`);
    }
    const areas = seen(".table, .player .head, .player, .now, .player .entries, .more, .tools, .panel > header");
    const boxes = areas.map((area) => [area, area.getBoundingClientRect()]).filter(([, box]) => box.width * box.height);
    for (const [at, [one, its]] of boxes.entries()) for (const [other, box] of boxes.slice(at + 1)) {
        if (one.contains(other)) continue;
        const across = its.right > box.left + 1 && box.right > its.left + 1;
        const down = its.bottom > box.top + 1 && box.bottom > its.top + 1;
        if (across && down) faults.push(`${name(one)} and ${name(other)} overlap`);
    }
    const side = document.querySelector(".wood").getBoundingClientRect().width;
    if (side < 0.45 * Math.min(clientWidth, clientHeight)) faults.push(`the board is only ${side} wide`);
    return faults;
}"""


@pytest.fixture
def telling(serving):
    return Telling(serving)


def put(telling, moves):
    for at, point in enumerate(moves.split()):
        telling.board.stones[point] = "white" if at % 2 else "black"
    telling.served.call(telling.board.say, telling.board.stones_message())
    telling.moves(moves)


def in_play(telling):
    telling.begin(opening="soosyrv-8", clock="30/30x5")
    put(telling, "h8 h9 j10 i9 j9 j8 h10 i8 g10 i10 i11 j11 g8 i7 i6 k9 l10")
    telling.clock("p2", 4_431_000, 298_000, periods={"p1": 5, "p2": 5})
    telling.asks("stone", "p2", 18)


def a_question(telling):
    telling.begin(opening="soosyrv-8", clock="10+5")
    put(telling, "h8 h9 j10")
    telling.clock("p2", 600_000, 298_000)
    telling.asks("stone", "p2", 4, ask="swap", options=["swap", "no swap"])
    telling.menu("p2", "swap", ["swap", "no swap"])


def a_warning(telling):
    telling.begin(clock="10+5")
    put(telling, "h8 a1 i8 o1 g9 a15 g10 o15")
    telling.clock("p1", 600_000, 9_000)
    telling.asks("stone", "p1", 9)
    telling.tell("provisional", point="g8", colour="black", foul="double-three")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))


def a_result(telling):
    telling.begin(mode="referee", clock="10+5")
    put(telling, "h8 a1 i8 o1 g9 a15 g10 o15 g8")
    telling.clock("p1", 600_000, 595_000, stopped="over")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    telling.result("white", "double-three", ["g8"])


def opened(window, telling, query, names=NAMES):
    page = window(telling.url + query)
    shows(page, telling)
    telling.laptop(names={**DETAILS, **names})
    page.page.wait_for_function(
        "(name) => document.querySelector('.player .name').textContent === name", arg=names["p2"]
    )
    return page


# the combinations tested in every run: one of each view, in the language with the longest words
SHOWN = [(ROOM, a_question, "ru"), ("?", a_warning, "ru")]
SITUATIONS = (in_play, a_question, a_warning, a_result)


@pytest.mark.parametrize(
    ("view", "situation", "language"),
    fewer(itertools.product(["?", ROOM], SITUATIONS, ["en", "ru", "ja"]), SHOWN),
)
def test_board_clocks_and_prompt_are_seen_at_every_size(telling, window, view, situation, language):
    """Nothing scrolls, is cut off or overlaps, in windows of 18 sizes."""
    situation(telling)
    page = opened(window, telling, f"{view}&lang={language}")
    faults = {}
    for size in SIZES + ODD:
        page.resize(*size)
        faults[size] = page.page.evaluate(FAULTS)
    assert {size: each for size, each in faults.items() if each} == {}


@pytest.mark.parametrize("view", ["?", ROOM], ids=["table", "room"])
def test_beside_the_board_nothing_but_tabs_scrolls(telling, window, view):
    in_play(telling)
    page = opened(window, telling, view)
    for size in [(900, 700), (1366, 768), (1920, 1080), (3840, 2160)]:
        page.resize(*size)
        heights = page.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert heights[0] <= heights[1], size


def test_the_tools_below_the_tabs_stand_in_one_line_in_every_language(telling, window):
    page = window(telling.url, viewport={"width": 1280, "height": 800})
    lines = """() => {
        const seen = [...document.querySelectorAll(".tools > *")].filter((each) => each.getClientRects().length);
        const middle = ({ top, bottom }) => Math.round((top + bottom) / 4);
        return new Set(seen.map((each) => middle(each.getBoundingClientRect()))).size;
    }"""
    found = {}
    for language in LANGUAGES:
        page.page.goto(f"{telling.url}?lang={language}")
        page.page.wait_for_selector("body[data-connection=open] .tools")
        found[language] = page.page.evaluate(lines)
    assert set(found.values()) == {1}, found


@pytest.mark.parametrize("view", ["?", ROOM], ids=["table", "room"])
def test_on_a_very_large_screen_the_replays_buttons_grow_with_the_rest(telling, window, view):
    in_play(telling)
    page = opened(window, telling, view)
    page.page.keyboard.press("ArrowLeft")
    widths = []
    for size in [(1920, 1080), (3840, 2160)]:
        page.resize(*size)
        boxes = [page.page.locator(f"[data-replay=back]{part}").bounding_box() for part in ("", " svg")]
        widths.append([box["width"] for box in boxes])
    assert all(large >= 1.7 * small for small, large in zip(*widths, strict=True))


ODD_NAMES = [
    "W" * 200, "<b>&amp;</b>" * 9, "\u202e\u05d0\u05d1\u05d2 \u05d3" * 20, "Z\u0336\u0301\u0302\u0303\u0304" * 30,
]  # fmt: skip


@pytest.mark.parametrize("name", fewer(ODD_NAMES, ODD_NAMES[:1] + ODD_NAMES[-1:]))
def test_whatever_the_players_are_called(telling, window, name):
    """With any players' names, nothing scrolls, is cut off or overlaps, in windows of all sizes."""
    in_play(telling)
    page = opened(window, telling, "?", {"p1": name, "p2": name})
    for size in SIZES:
        page.resize(*size)
        assert page.page.evaluate(FAULTS) == [], size


@pytest.mark.parametrize("view", ["?", ROOM], ids=["table", "room"])
def test_in_a_tiny_window_or_enlarged_fourfold_the_page_scrolls_only_down(telling, window, view):
    a_question(telling)
    page = opened(window, telling, view)
    for size in TINY:
        page.resize(*size)
        widths = page.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert widths[0] <= widths[1], size
        for selector in (".wood", "#turn", ".player .left", ".push[data-button=p2]"):
            page.page.locator(f"{selector} >> visible=true").first.scroll_into_view_if_needed()
            box = page.page.locator(f"{selector} >> visible=true").first.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= widths[1], (size, selector)
            if view == ROOM and selector == ".player .left":
                break
    # people can play at this size, too
    if view == "?":
        page.page.locator("[data-point=c3].point").scroll_into_view_if_needed()
        page.page.locator("[data-point=c3].point").click()
        telling.served.until(lambda: telling.board.done)
        assert telling.board.done[-1][:2] == ("put", "c3")


CARDS = """() => {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
    const box = (each) => each.getBoundingClientRect();
    const whole = [...document.querySelectorAll("#boards li")].filter((card) => {
        const parts = [card, ...card.querySelectorAll(".small, .left, .turn, .name, .line-of-game")].map(box);
        const { left, right, top, bottom } = box(card);
        const within = (part) => part.left >= left - 1 && part.right <= right + 1 && part.bottom <= bottom + 1;
        return parts.every(within) && left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight + 0.5;
    });
    const first = box(document.querySelector(".small"));
    const wide = [...document.querySelectorAll("body *")].filter((each) => box(each).right > clientWidth + 0.5);
    const names = scrollWidth > clientWidth ? ["the page", ...wide.map((each) => each.className)] : [];
    return { wide: names, down: scrollHeight > clientHeight, whole: whole.length, side: first.width };
}"""


@pytest.fixture(params=[1, 2, 3, 5, 8])
def hall(request):
    moves = "h8 h9 j10 i9 j9 j8 h10 i8"
    hall = Hall({f"Board {each}": told_board(moves, clock="10+5") for each in range(1, request.param + 1)})
    yield hall
    hall.stop()


def test_the_boards_of_a_hall_are_seen_whole_all_of_them_or_on_a_phone_the_first(hall, window):
    page = window(hall.url)
    for key in hall.boards:
        hall.laptop(key, names={**NAMES, "table": "12"})
        seq = hall.deed(key, "clock", running="p1", p1=600_000, p2=4_298_000)
    for key in hall.boards:
        page.page.wait_for_selector(f"[data-board='{key}'][data-seq='{seq}']")
    for size in SIZES:
        page.resize(*size)
        seen = page.page.evaluate(CARDS)
        assert seen["wide"] == [], size
        assert seen["side"] > 0.2 * min(size), (size, seen)
        if size[0] >= 700 and size[1] >= 600:
            assert (seen["whole"], seen["down"]) == (len(hall.boards), False), (size, seen)
        else:
            assert seen["whole"] >= 1, (size, seen)


LINKED = """() => [...document.querySelectorAll('script, link[rel=modulepreload]')]
    .map((each) => new URL(each.src || each.href).pathname)"""


@pytest.fixture
def two():
    hall = Hall({each: told_board("h8 h9 j10 i9 j9 j8 h10 i8", clock="10+5") for each in ("one", "two")})
    yield hall
    hall.stop()


@pytest.mark.parametrize("view", fewer(["?", ROOM], [ROOM]), ids=["table", "room"])
def test_the_way_back_to_the_hall_is_seen_at_the_top(two, window, view):
    """The link to the hall is visible at the top, in windows of 18 sizes, in both views."""
    page = window(f"{two.url}board/two/{view}&lang=ru", viewport={"width": 390, "height": 844})
    page.page.wait_for_selector("body[data-connection=open] #hallway:visible")
    for size in [*SIZES, *ODD]:
        page.resize(*size)
        assert page.page.evaluate(FAULTS) == [], size
        for part in ("#hallway a", "#board-name"):
            box = page.page.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] < 0.15 * max(size[1], 300), (size, part, box)


def test_the_page_asks_at_once_for_each_module_and_one_sheet_and_its_words_and_board(telling, window):
    page = window(telling.url)
    asked = page.page.evaluate("async () => (await fetch('.')).headers.get('link')")
    names = [each.split(">")[0].lstrip("<") for each in asked.split(", ")]
    loaded = ["/" + url.removeprefix(telling.url) for url in page.requests]
    assert names == ["/page/languages/en.json", "board.json"] and {names[0], "/board.json"} <= set(loaded)
    assert [each for each in loaded if each.endswith(".css")] == ["/page/page.css"]
    linked = page.page.evaluate(LINKED)
    assert linked[0] == "/page/main.js" and len(linked) == len(set(linked))
    assert sorted(each for each in loaded if each.endswith(".js")) == sorted(linked)
