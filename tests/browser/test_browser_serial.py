"""The page without installation, at the firmware of a virtual board: Web Serial is bridged to a pseudo-terminal."""

import itertools
import json

import pytest
from ptyboard import Prompt, PtyBoard
from serial_bridge import connect, page_at, site
from tengen_docs.board_page import about
from tengen_host.image import uf2
from tengen_host.records import formats, from_state
from test_browser_accessibility import faults_in_all_colours

FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")  # Black's G8 is a double-three


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with site(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture
def board(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        yield board


@pytest.fixture
def opened(browser, address, board):
    """The window of a page that is connected with the board, and the bridge."""
    with page_at(browser, address, board.path) as (window, bridge):
        connect(window)
        yield window, bridge


def banner(page):
    return page.inner_text("#link")


def says(page, text):
    page.locator("#link", has_text=text).wait_for()


def notice(page, text):
    page.locator("#notice", has_text=text).wait_for()


def names(page, **fields):
    page.click("#names-title")
    for name, text in fields.items():
        page.fill(f"#details [name={name}]", text)
        page.press(f"#details [name={name}]", "Enter")


def downloaded(page, row="sgf"):
    """Save the newest game as a file; return its name and the games in it."""
    page.click("[data-view-tool=games]")
    with page.expect_download() as saved:
        page.click(f"#games .files >> text={row} >> nth=0")
    page.keyboard.press("Escape")
    with open(saved.value.path(), "rb") as file:
        return saved.value.suggested_filename, formats.FORMATS["sgf"].read(file.read(), "page")


def test_a_whole_game_with_names_a_foul_and_its_reason_is_kept_as_sgf(opened, board):
    window, bridge = opened
    page = window.page
    assert bridge.filters == '[{"usbVendorId":11914,"usbProductId":5}]'
    names(page, p1="Anna ]", p2="Žofie", event="Club", table="7")
    page.click("#new-game-open")
    page.select_option("#settings [name=opening]", "free centre")
    page.select_option("#settings [name=mode]", "casual")
    page.click("#start")
    page.wait_for_selector("#new-game:not([open])", state="attached")
    for at, point in enumerate(FOUL):
        board.move(point, ("p1", "p2")[at % 2])
    window.until_stones(board.do(lambda its: dict(its.state()[0]["stones"])))
    board.do(lambda its: its.put("g8"))
    page.locator("#reasons li").nth(1).wait_for()
    board.press("p1")
    page.wait_for_selector(".now[data-over=true]")
    page.locator("#turn", has_text="White wins: Black's double-three at G8").wait_for()
    state = board.do(lambda its: its.replica.state)
    details = {"p1": "Anna ]", "p2": "Žofie", "event": "Club", "round": "", "table": "7"}
    record = from_state.of(state, details)
    assert record.over and record.id
    page.wait_for_selector("#hints >> text=Past games")  # it says that the game is saved
    name, games = downloaded(page)
    names(page, p1="Carl", p2="Dora")  # for the next game
    assert games == downloaded(page)[1] == [record] and name == f"{record.date[:10]} Anna ] - Žofie.sgf"


def test_the_view_for_a_room_shows_the_game(opened, board):
    window, _ = opened
    page = window.page
    board.move("h8", "p1")
    page.keyboard.press("r")
    page.wait_for_selector("body[data-view=room]")
    window.until_stones({"h8": "black"})
    board.move("i9", "p2")
    window.until_stones({"h8": "black", "i9": "white"})
    page.locator("#latest", has_text="I9").wait_for()
    assert page.is_hidden(".cable")


def test_menus_are_taken_on_the_page_and_hands_are_not(opened, board):
    window, _ = opened
    page = window.page
    board.move("h8", "p1")
    window.until_stones({"h8": "black"})
    window.click("j10")
    notice(page, "by hand")
    page.click(".player[data-seat=p2] .entries >> text=Resign")
    page.click(".player[data-seat=p2] .entries >> text=Resign >> nth=-1")
    page.wait_for_selector(".now[data-over=true]")
    assert board.do(lambda its: its.replica.state.groups["result"]["reason"]) == "resignation"


CLOSED = """() => [...document.querySelectorAll("#contacts td")].some(
    (each) => /^H8.*closed/.test(each.ariaLabel ?? each.title))"""


def test_the_matrix_is_seen_now(opened, board):
    window, _ = opened
    window.page.click("#care-title")
    window.page.click("#watch-matrix")
    window.page.wait_for_selector("#contacts td")
    board.do(lambda its: its.put("h8"))
    window.page.wait_for_function(CLOSED)
    window.page.click("#watch-matrix")
    window.page.wait_for_selector("#watch-matrix[aria-pressed=false]")


def test_a_cable_that_is_pulled_and_put_back_goes_on_by_itself_with_the_whole_state(opened, board):
    window, bridge = opened
    page = window.page
    for point, who in (("h8", "p1"), ("i9", "p2")):
        board.move(point, who)
    window.until_stones({"h8": "black", "i9": "white"})
    board.pull()
    bridge.tell("disconnect")
    says(page, "its cable was pulled")
    assert page.is_visible(".cable")
    window.click("j10")
    board.push()
    bridge.tell("connect")
    page.wait_for_selector("body[data-link=open]")
    board.press("p1")  # the game is resumed
    board.move("g7", "p1")
    window.until_stones({"h8": "black", "i9": "white", "g7": "black"})
    page.wait_for_selector("#moves >> text=G7")
    [record] = downloaded(page)[1]
    assert record.moves == ("h8", "i9", "g7")


def test_without_any_event_of_the_browser_the_cable_is_noticed_too(opened, board):
    window, _ = opened
    board.move("h8", "p1")
    window.until_stones({"h8": "black"})
    board.hang_up()
    says(window.page, "its cable was pulled")
    board.push()
    window.page.wait_for_selector("body[data-link=open]")


def test_a_page_that_is_opened_again_goes_on_by_itself(opened, board):
    window, _ = opened
    names(window.page, p1="Anna")
    board.move("h8", "p1")
    window.until_stones({"h8": "black"})
    window.page.reload()
    window.page.wait_for_selector("body[data-link=open]")
    window.until_stones({"h8": "black"})
    window.page.locator(".player[data-seat=p1] .name", has_text="Anna").wait_for()


def test_another_board_can_be_chosen(opened, board, tmp_path):
    window, bridge = opened
    page = window.page
    board.move("h8", "p1")
    window.until_stones({"h8": "black"})
    with PtyBoard(tmp_path / "second", seed=1) as second:
        heard = b""
        with open(second.path, "rb", buffering=0) as port:
            while b'"started"' not in heard:  # another program has read it
                heard += port.read(4096)
        bridge.path = second.path
        page.click("#care-title")
        page.click("#care [data-tool=connect]")
        window.until_stones({})
        for point, who in (("h8", "p1"), ("g9", "p2")):
            second.move(point, who)
        window.until_stones({"h8": "black", "g9": "white"})
        board.move("i9", "p2")  # nobody follows it any more
        page.click("[data-view-tool=games]")
        page.wait_for_selector("#games[open]")
        games = page.locator("#games tbody td:nth-child(5) small").all_inner_texts()
        assert sorted(games) == ["1 move", "2 moves"]


def test_kept_games_are_replayed_renamed_and_found_without_the_board(opened, board, browser):
    window, _ = opened
    page = window.page
    for point, who in (("h8", "p1"), ("i9", "p2"), ("g7", "p1")):
        board.move(point, who)
    page.wait_for_selector("#moves >> text=G7")
    # what another page of this site has stored does no harm
    page.evaluate("() => { localStorage['tengen.game.x'] = '{'; localStorage['tengen.game.y'] = '7'; }")
    page.click("[data-view-tool=games]")
    page.click("#games .pen")
    page.fill(".game-names [name=black]", "Zoë\u202e")
    page.click(".game-names [type=submit]")
    page.locator(".game-names .failed", has_text="can't be printed").wait_for()
    page.fill(".game-names [name=black]", "Zoë")
    page.click(".game-names [type=submit]")
    page.fill("#games [type=search]", "zoe")
    page.click("#games tbody tr:visible button >> nth=0")
    page.wait_for_selector("#games:not([open])", state="attached")
    assert page.is_hidden("[data-replay=study]") and page.is_hidden("[data-replay=comment]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    window.until_stones({"h8": "black"})


COPIED = """() => {
    const name = Object.keys(localStorage).find((each) => each.startsWith("tengen.game."));
    if (!name) return false;
    const game = JSON.parse(localStorage[name]);
    for (const id of ["old", "older"]) {
        localStorage[`tengen.game.${id}`] = JSON.stringify({ ...game, record: { ...game.record, id } });
    }
    return true;
}"""


def test_a_kept_game_is_deleted_after_a_question_but_not_that_on_the_board(opened, board):
    window, _ = opened
    page = window.page
    board.move("h8", "p1")
    page.wait_for_function(COPIED)  # when the board's game is kept
    page.click("[data-view-tool=games]")
    games, old = page.locator("#games tbody tr"), page.locator("#games [data-game=old]")
    question = page.get_by_role("group", name="Delete this game for good?")
    games.nth(2).wait_for()
    assert games.count() == 3 and page.locator("#games .bin").count() == 2
    old.locator(".bin").focus()
    page.keyboard.press("Enter")
    assert question.is_visible() and faults_in_all_colours(window, "#games") == []
    page.keyboard.press("Enter")  # "No" has the focus
    assert question.is_hidden() and old.locator(".bin:focus").count() == 1
    page.keyboard.press("Enter")
    question.get_by_text("Yes").click()
    page.wait_for_selector("#games [type=search]:focus")
    assert games.count() == 2 and not old.count()
    page.reload()
    page.wait_for_selector("body[data-link=open]")
    page.click("[data-view-tool=games]")
    games.nth(1).wait_for()
    assert games.count() == 2 and not old.count()


REFUSED = "Only the program Tengen on a computer can do that, not this page alone"


def test_what_only_a_laptop_can_do_is_neither_shown_nor_done(opened):
    window, _ = opened
    page = window.page
    page.click("#view-title")
    for tool in ("address", "demos", "commentary"):
        assert page.is_hidden(f"[data-view-tool={tool}]")
    for part in ("#hallway", "#to-quiz", "#study", "#engine", "#ask-study", ".tools", ".buzzer"):
        assert page.is_hidden(part), part
    for key in ("q", "d", "h", "e"):
        page.keyboard.press(key)
        notice(page, REFUSED)
        page.evaluate("() => { document.getElementById('notice').hidden = true; }")
    page.keyboard.press("?")
    keys = page.locator("#keys dt").all_inner_texts()
    assert "r" in keys and not {"q", "d", "e", "h", "u", "↓"} & set(keys)


def test_the_rules_of_a_game_and_the_terms_open_in_the_pages_language(browser, address, board):
    with page_at(browser, f"{address}?lang=et", board.path) as (window, _):
        connect(window)
        window.page.click("#rules-of-game")
        picture = window.page.locator(".figures img >> nth=0")
        picture.wait_for()
        assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
        assert window.page.evaluate("document.body.dataset.unsaid") == "0"


# Bad input


def test_a_browser_that_knows_no_board(browser, address):
    with page_at(browser, address, "") as (window, bridge):
        says(window.page, "plug a board in")
        window.page.click("[data-tool=connect]:visible")  # nobody chooses one
        says(window.page, "plug a board in")
        for act in (lambda: window.page.keyboard.press("g"), lambda: window.click("h8")):
            act()
            notice(window.page, "plug a board in")
            window.page.evaluate("() => { document.getElementById('notice').hidden = true; }")
        assert not window.page.locator("#new-game[open]").count()
        window.page.click("[data-tool=firmware]:visible")
        window.page.locator("dialog.firmware", has_text="Connect the board first").wait_for()


NO_SERIAL = "delete Navigator.prototype.serial; delete navigator.serial;"
INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false });"


@pytest.mark.parametrize(
    ("script", "words"),
    [(NO_SERIAL, "Chrome, Edge and Opera on a computer can"), (INSECURE, "only if the address begins with https")],
)
def test_a_browser_that_can_talk_to_no_board(browser, address, script, words):
    with page_at(browser, address, "", script=script) as (window, _):
        says(window.page, words)
        assert not window.page.locator("[data-tool=connect]").count()
        window.page.click("[data-view-tool=games]")  # the rest works
        window.page.wait_for_selector("#games[open]")


def test_a_permission_that_the_browser_has_forgotten(opened):
    window, bridge = opened
    bridge.granted = []
    window.page.reload()
    says(window.page, "has forgotten its permission")
    connect(window)


def test_a_port_that_another_program_holds_and_then_gives_back(browser, address, board):
    with page_at(browser, address, board.path) as (window, bridge):
        bridge.taken = True
        window.page.click("[data-tool=connect]:visible")
        says(window.page, "another program uses the board’s port")
        bridge.taken = False
        window.page.wait_for_selector("body[data-link=open]")


def test_a_port_that_another_tab_holds_and_then_gives_back(opened):
    window, _ = opened
    other = window.page.context.new_page()
    other.goto(window.page.url)
    says(other, "another tab of this page uses the board")
    window.page.close()
    other.wait_for_selector("body[data-link=open]")


def test_a_pico_without_tengen_and_one_that_says_nothing(browser, address, tmp_path):
    with Prompt(tmp_path / "port"), page_at(browser, address, tmp_path / "port") as (window, _):
        window.page.click("[data-tool=connect]:visible")
        says(window.page, "Tengen does not run on it")
    with Prompt(tmp_path / "dumb", lambda line: b""), page_at(browser, address, tmp_path / "dumb") as (window, _):
        window.page.click("[data-tool=connect]:visible")
        says(window.page, "does not answer")


def test_a_board_with_a_later_protocol(browser, address, tmp_path):
    numbers = itertools.count(1)

    def answer(line):
        if b"snapshot" not in line:
            return b""
        asked = line.partition(b'"id":"')[2].partition(b'"')[0].decode()
        line = {"seq": next(numbers), "t": 5, "whole": True, "re": asked, "is": {"device": {"wire": 99}}}
        return b"\x1e" + json.dumps(line).encode() + b"\n"

    with Prompt(tmp_path / "port", answer), page_at(browser, address, tmp_path / "port") as (window, _):
        window.page.click("[data-tool=connect]:visible")
        says(window.page, "is newer than this page")


def test_names_that_are_too_long_are_refused_and_a_full_browser_says_so(opened, board):
    window, _ = opened
    page = window.page
    page.evaluate("document.querySelector('#details [name=p1]').removeAttribute('maxlength')")
    names(page, p1="a" * 61)
    notice(page, "too long")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    board.move("h8", "p1")
    notice(page, "no room for another game")
    window.until_stones({"h8": "black"})


# The dialog for the firmware

TENGEN = uf2.Tengen("9.8.7", "0123456789ab")


@pytest.fixture(scope="module")
def with_image(tmp_path_factory):
    """Return the address of a site that offers an image, and the image's path."""
    folder = tmp_path_factory.mktemp("image")
    image = folder / "its.uf2"
    image.write_bytes(uf2.made(bytes(1024) + uf2.mark(TENGEN).encode() + bytes(3000)))
    assert about(image)["image"] == {"file": "tengen.uf2", **TENGEN._asdict()}
    with site(folder / "site", image) as address:
        yield address, image


def test_a_board_is_brought_into_bootsel_mode_and_the_image_is_saved(browser, with_image, tmp_path):
    address, image = with_image
    with Prompt(tmp_path / "port"), page_at(browser, address, tmp_path / "port") as (window, bridge):
        page = window.page
        page.click("[data-tool=connect]:visible")
        says(page, "Tengen does not run on it")
        page.click("[data-tool=firmware]:visible")
        page.click("#firmware >> text=Restart as a drive")
        page.locator("#firmware [role=status]", has_text="a drive now").wait_for()
        assert page.is_disabled("#firmware >> text=Restart as a drive")
        assert b"\x03\x03" in bridge.heard and bridge.heard.endswith(b"import machine; machine.bootloader()\r")
        with page.expect_download() as saved:
            page.click("#firmware .download")
        assert saved.value.suggested_filename == "tengen.uf2"
        with open(saved.value.path(), "rb") as file:
            assert file.read() == image.read_bytes()


def test_a_file_that_people_have_is_checked(browser, with_image, tmp_path):
    address, image = with_image
    other = tmp_path / "pico2.uf2"
    other.write_bytes(image.read_bytes().replace(b"\x56\xff\x8b\xe4", b"\x59\xff\x8b\xe4"))
    with page_at(browser, address, "") as (window, _):
        window.page.click("[data-tool=firmware]:visible")
        assert window.page.is_disabled("#firmware >> text=Restart as a drive")
        said = {other: "pico2.uf2 is for another chip (0xe48bff59)", image: "its.uf2 is right for this board"}
        for path, words in said.items():
            window.page.set_input_files("#firmware input", path)
            window.page.locator("#firmware [role=status]", has_text=words).wait_for()
