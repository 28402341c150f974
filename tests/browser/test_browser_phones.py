"""A phone is paired on the leader's page, and shows only what is open to its role."""

import re
import sys

import pytest
from telling import nothing, text, texts
from tengen_host.hall.hall import Hall
from tengen_host.pairing.devices import Devices
from tengen_host.web.certificate import OwnCertificate
from windows import WatchedBoard

SHARED = "127.0.0.2"
PHONE, SMALL = {"width": 390, "height": 844}, {"width": 320, "height": 568}
pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address here")
ENTRIES = "(all) => all.filter((each) => each.checkVisibility()).map((each) => each.dataset.entry)"


PLAIN = "#phones .phones-plain input"


@pytest.fixture(autouse=True)
def stopped(monkeypatch):
    """Stop the clock of the codes, so that none ends while a slow machine types it."""
    monkeypatch.setattr("tengen_host.web.phones.monotonic", lambda: 1000.0)


@pytest.fixture
def shared(serving):
    served = serving(WatchedBoard(), share=SHARED)
    served.advance(100)
    return served


def elsewhere(served, path=""):
    return served.url.replace("127.0.0.1", SHARED) + path


def leader_of(served, window):
    """Open the leader's dialog; return the page."""
    leader = window(served.url)
    leader.page.wait_for_selector("[data-connection=open], #boards li")
    leader.page.keyboard.press("h")
    leader.page.wait_for_selector("#phones[open] .phones-list li")
    return leader


def code(leader, role, board=None, ends=None):
    """Show a code on the leader's page; return its text."""
    if not leader.page.is_visible("#phones form"):
        leader.page.check(PLAIN)
    leader.page.wait_for_selector("#phones form")
    for name, value in (("role", role), ("board", board), ("ends", ends)):
        if value:
            leader.page.select_option(f"#phones [name={name}]", value)
    before = leader.page.text_content(".phones-typed")
    leader.page.click("#phones [type=submit]")
    other = "(before) => document.querySelector('.phones-typed').textContent !== before"
    leader.page.wait_for_function(other, arg=before)
    leader.page.wait_for_selector(".phones-typed")
    return leader.page.text_content(".phones-typed")


def phone_of(served, window, path, viewport=PHONE):
    """Open a page of the server on a phone, with its own cookies."""
    phone = window(elsewhere(served), viewport=viewport, has_touch=True)
    phone.page.goto(elsewhere(served, path))
    return phone


def paired(served, window, leader, role, viewport=PHONE, **chosen):
    """Pair a phone by the address of its QR code; return its window."""
    phone = phone_of(served, window, f"pair#{code(leader, role, **chosen)}", viewport)
    phone.page.wait_for_selector("body:not(.pairing)[data-connection=open]")
    return phone


def let_answer(served):
    """Let the board answer the command that a page sends."""
    served.until(lambda: served.board.console.incoming)
    served.advance(100)


def entries(phone, seat):
    return phone.page.locator(f".player[data-seat={seat}] .entries button").evaluate_all(ENTRIES)


def test_a_phone_is_paired_by_typing_six_characters_and_the_leader_sees_it(shared, window):
    leader = leader_of(shared, window)
    assert text(leader, "#phones-plain").startswith("Without encryption, anybody in this network can read")
    assert not leader.page.is_visible("#phones form"), "first the leader says yes"
    typed = code(leader, "arbiter")
    assert not leader.page.is_visible("#phones .fingerprint")
    phone = phone_of(shared, window, "pair", SMALL)
    phone.page.fill("[name=code]", "222-222")
    phone.page.click("[type=submit]")
    phone.page.wait_for_selector("#pair-words:text('This code is wrong')")
    phone.complaints.clear()  # the browser reports the refusal, too
    phone.page.fill("[name=code]", f"{typed[:3]} {typed[3:]}".lower())
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector(".looking:text('Paired: arbiter')")
    leader.page.wait_for_selector(".phones-list li[data-role=arbiter]")
    assert text(leader, "#phones .phones-words") == "A phone is paired: arbiter"


@pytest.mark.parametrize("its", ["222222", "%"])
def test_the_code_is_not_left_in_the_address(shared, window, its):
    leader = leader_of(shared, window)
    phone = phone_of(shared, window, f"pair#{its}")
    phone.page.wait_for_selector("#pair-words:text('This code is wrong')")
    phone.complaints.clear()
    assert phone.page.url == elsewhere(shared, "pair")
    assert leader.page.is_visible("#phones")


def test_a_players_phone_has_only_this_players_menu(shared, window):
    phone = paired(shared, window, leader_of(shared, window), "p1", SMALL)
    phone.page.wait_for_selector(".player[data-seat=p1] .entries button")
    assert "pass" in entries(phone, "p1") and entries(phone, "p2") == []
    tabs = [each for each in texts(phone, "[role=tab]") if phone.page.is_visible(f"[role=tab]:text-is('{each}')")]
    assert tabs == ["Moves", "Events", "Lights", "View"]
    assert not phone.page.is_visible("#new-game-open") and not phone.page.is_visible("#puzzles")
    phone.page.click(".player[data-seat=p1] [data-entry=resign]")
    let_answer(shared)
    phone.page.click(".player[data-seat=p1] [data-choice=resign]")
    let_answer(shared)
    shared.until(lambda: shared.board.replica.state.groups.get("result"))
    assert shared.board.replica.state.groups["result"]["winner"] == "white"


def test_an_arbiters_phone_takes_back_and_gives_names_and_moves_no_stone(shared, window):
    page, phone = window(shared.url), None
    page.play(shared, ["h8", "i9"])
    leader = leader_of(shared, window)
    phone = paired(shared, window, leader, "arbiter")
    assert entries(phone, "p1") == entries(phone, "p2") == ["draw", "resign"]
    phone.page.click("#arbiter-title")
    assert phone.page.is_visible("#take-back") and not phone.page.is_visible("#set-up")
    phone.page.click("#take-back [type=submit]")
    let_answer(shared)
    shared.until(lambda: len(shared.board.replica.state.game.moves) == 1)
    phone.page.click("#names-title")
    phone.page.fill("#details [name=p1]", "Anna")
    phone.page.keyboard.press("Tab")
    page.page.wait_for_selector(".player[data-seat=p1] .name:text-is('Anna')", state="attached")
    phone.click("j10")
    assert text(phone, "#notice") == "This phone is paired as arbiter: it may not do this"
    assert "j10" not in shared.stones()


def test_what_only_the_arbiters_own_button_may_is_refused_to_the_phone(shared, window):
    phone = paired(shared, window, leader_of(shared, window), "arbiter")
    phone.page.evaluate("""() => {
        const socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")));
        const line = { cmd: "do", who: "arbiter", entry: "laptop", choice: "yes" };
        socket.onopen = () => socket.send(JSON.stringify({ do: "ask", line }));
        socket.onmessage = ({ data }) => {
            if (data.includes("refused.laptop_button")) document.body.dataset.refused = true;
        };
    }""")
    let_answer(shared)
    phone.page.wait_for_selector("body[data-refused=true]")


def test_the_leader_renames_and_removes_a_phone_and_its_page_only_looks_on(shared, window):
    leader = leader_of(shared, window)
    phone = paired(shared, window, leader, "p2")
    leader.page.wait_for_selector(".phones-list li[data-role=p2]")
    leader.page.fill(".phones-list input", "<b>Ben</b>")
    leader.page.keyboard.press("Enter")
    leader.page.wait_for_function("() => document.querySelector('.phones-list input').defaultValue === '<b>Ben</b>'")
    leader.page.click(".phones-list button")
    phone.page.wait_for_selector(".looking:text-is('You are watching')")
    assert text(phone, "#notice") == "This phone is no longer paired"
    assert entries(phone, "p2") == []
    leader.page.wait_for_selector(".phones-list li:text('No phone is paired')")


def test_after_player_1_the_dialog_offers_player_2_and_then_the_next_board(serving, window):
    hall, boards = Hall(), [WatchedBoard(), WatchedBoard()]
    for number, board in enumerate(boards, 1):
        hall.add(board, f"Table {number}")

    async def run(_):
        await boards[0].live()

    served = serving(hall, run=run, share=SHARED)
    leader = leader_of(served, window)
    for role, after in (("p1", ("p2", "Table-1")), ("p2", ("p1", "Table-2"))):
        paired(served, window, leader, role)
        leader.page.wait_for_function(
            "(role) => document.querySelector('#phones [name=role]').value === role", arg=after[0]
        )
        assert leader.page.input_value("#phones [name=board]") == after[1]


def test_the_dialog_is_the_leaders_and_only_if_the_page_is_shared(shared, serving, window):
    watcher = window(elsewhere(shared))
    watcher.page.wait_for_selector("[data-connection=open]")
    watcher.page.keyboard.press("h")
    assert not watcher.page.is_visible("#phones") and text(watcher, "#notice").startswith("You are watching")
    alone = window(serving(WatchedBoard()).url).page
    alone.wait_for_selector("[data-connection=open]")
    alone.keyboard.press("h")
    alone.wait_for_selector("#phones .phones-words:text('start it again with --share')")
    assert not alone.is_visible("#phones form")


# With a certificate


@pytest.fixture
def encrypted(serving, tmp_path):
    """A served board with an encrypted address, and its certificate."""
    certificate = OwnCertificate(tmp_path / "certificate.pem")
    served = serving(WatchedBoard(), share=SHARED, certificate=certificate)
    served.advance(100)
    return served, certificate


def scanned(leader):
    """Return the address in the QR code of the leader's page."""
    drawn = leader.page.evaluate("() => fetch('/pair.svg').then((answer) => answer.text())")
    return re.search(r"<title>(.*)</title>", drawn)[1]


def test_the_code_leads_to_the_encrypted_address_and_after_the_leaders_yes_to_the_plain_one(encrypted, window):
    served, certificate = encrypted
    leader = leader_of(served, window)
    typed = code(leader, "p1")
    assert not leader.page.is_checked(PLAIN)
    assert text(leader, "#phones .fingerprint") == certificate.fingerprint
    at = scanned(leader)
    assert at.startswith(f"https://{SHARED}:") and at.endswith(f"/pair#{typed}")
    its = window(at.partition("pair#")[0], viewport=PHONE, ignore_https_errors=True)
    its.page.goto(at)
    its.page.wait_for_selector(".looking:text('Paired: player 1')")
    assert its.page.url.startswith("https://")
    leader.page.wait_for_selector(".phones-list li[data-role=p1]")
    leader.page.check(PLAIN)
    leader.page.wait_for_selector("#phones .fingerprint", state="hidden")
    other = paired(served, window, leader, "p2")
    other.page.wait_for_selector(".looking:text('Paired: player 2')")
    assert other.page.url.startswith("http://")
    leader.page.wait_for_selector(".phones-list li[data-role=p2]")
    leader.page.uncheck(PLAIN)
    leader.page.wait_for_function("() => !document.querySelector('#phones form').hidden")
    code(leader, "helper")
    assert scanned(leader).startswith("https://")


# Safari opens no WebSocket with a certificate that somebody has accepted only in a warning
REFUSES = """window.WebSocket = class {
    constructor() { setTimeout(() => this.onerror()); }
    close() {}
};"""


def test_a_browser_that_refuses_the_connection_of_the_game_is_told_before_it_uses_the_code(encrypted, window):
    served, _ = encrypted
    leader = leader_of(served, window)
    code(leader, "p1")
    at = scanned(leader)
    phone = window(at.partition("pair#")[0], viewport=SMALL, ignore_https_errors=True)
    phone.page.add_init_script(REFUSES)
    phone.page.goto(at)
    phone.page.wait_for_selector("#pair-words:text('ask the leader to allow pairing without encryption')")
    assert leader.page.is_visible("#phones .phones-typed"), "the code is still open"


def test_a_code_that_was_sent_to_the_plain_address_has_ended_and_the_phone_gets_the_other_address(encrypted, window):
    served, _ = encrypted
    leader = leader_of(served, window)
    phone = phone_of(served, window, f"pair#{code(leader, 'p1')}")
    phone.page.wait_for_selector("#pair-words:text('open https://127.0.0.2:')")
    phone.complaints.clear()
    leader.page.wait_for_selector("#phones .phones-words:text('A phone sent the code without encryption')")


# The dialog


def offered(leader, name):
    return leader.page.locator(f"#phones [name={name}] option").evaluate_all("(all) => all.map((each) => each.value)")


def test_from_the_hall_an_arbiters_phone_gets_the_page_on_which_it_acts(serving, window):
    hall = Hall()
    for key in ("one", "two"):
        hall.add(WatchedBoard(), key, key)
    served = serving(hall, run=nothing, share=SHARED)
    phone = paired(served, window, leader_of(served, window), "arbiter")
    phone.page.click("[data-board=two] a")
    phone.page.wait_for_selector(".looking:text('Paired: arbiter')")
    assert phone.page.is_visible("#arbiter-title")


def test_a_role_is_for_one_board_or_several_and_ends_with_the_game_of_only_one(serving, window):
    hall, boards = Hall(), [WatchedBoard() for _ in range(3)]
    for number, board in enumerate(boards, 1):
        hall.add(board, f"Table {number}")

    async def run(_):
        await boards[0].live()

    leader = leader_of(serving(hall, run=run, share=SHARED), window)
    leader.page.check(PLAIN)
    leader.page.wait_for_selector("#phones form")
    leader.page.select_option("#phones [name=role]", "helper")
    assert offered(leader, "board") == ["", "Table-1", "Table-2", "Table-3", "+"]
    assert offered(leader, "ends") == ["evening", "hand"]
    leader.page.select_option("#phones [name=board]", "Table-2")
    assert offered(leader, "ends") == ["evening", "game", "hand"]
    leader.page.select_option("#phones [name=board]", "+")
    assert offered(leader, "ends") == ["evening", "hand"]
    assert leader.page.is_disabled("#phones [type=submit]"), "no board is chosen yet"
    for key in ("Table-1", "Table-3"):
        leader.page.check(f"#phones [value={key}][type=checkbox]")
    leader.page.click("#phones [type=submit]")
    leader.page.wait_for_selector(".phones-typed")
    phone = window(leader.page.url.replace("127.0.0.1", SHARED), viewport=SMALL)
    phone.page.goto(scanned(leader))
    leader.page.wait_for_selector(".phones-list li[data-role=helper]")
    assert "Table 1, Table 3" in text(leader, ".phones-list li span")
    phone.page.wait_for_selector("body:not(.pairing)[data-connection=open], #boards li")


STORED = {"id": "a", "hash": "b" * 64, "role": "arbiter", "boards": None, "ends": "hand", "name": "", "game": None}


def test_another_day_has_its_date(serving, window):
    long_ago = {"since": 10.5 * 86_400, "heard": 10.5 * 86_400, "address": "192.168.1.7"}
    devices = Devices({"devices": [{**STORED, **long_ago}]})
    leader = leader_of(serving(WatchedBoard(), share=SHARED, devices=devices), window)
    assert "Jan 11" in text(leader, ".phones-list li span")
