"""The page without installation with an emulated Pico: a game over its own port, a pulled cable, a new image."""

import pytest
from serial_bridge import connect, page_at, site
from tengen_host.device import bootsel
from tengen_host.records import formats

# Black's last stone makes two threes: g8 h8 i8, and g8 g9 g10
MOVES, FOUL = ["h8", "c3", "i8", "c13", "g9", "m3", "g10", "m13"], "g8"
# ms of the board's time: a reed's bounce and a stone's debounce; a tap on a button; the longest wait for an event
SETTLE_MS, TAP_MS, TOLD_MS, START_MS = 25, 80, 3000, 20_000
SHOWN_MS = 100_000  # in real time, even while the emulator is busy


class Hands:
    """The people at the emulated board."""

    def __init__(self, device):
        self._board, self._do = device.board, device.do

    def move(self, point, who):
        async def hands():
            before = len(self._board.game.moves)
            self._board.put(point)
            await self._board.advance(SETTLE_MS)
            await self._tap(who)
            await self._board.until(lambda: len(self._board.game.moves) != before or self._board.game.result, TOLD_MS)

        self._do(hands())

    def press(self, who):
        self._do(self._tap(who))

    async def _tap(self, who):
        self._board.press(who)
        await self._board.advance(TAP_MS)
        self._board.release(who)
        await self._board.advance(TAP_MS)

    def restart(self):
        self._do(self._board.reboot())


@pytest.fixture
def opened(device, browser, pico_image, tmp_path):
    with site(tmp_path / "site", pico_image.uf2) as address, page_at(browser, address, device.path) as opened:
        opened[0].page.set_default_timeout(SHOWN_MS)
        device.do(device.board.until(lambda: device.board.lines, START_MS))
        connect(opened[0])
        yield opened


def test_a_game_over_the_cable_of_a_pico_and_then_a_new_image(device, opened, tmp_path):
    window, bridge = opened
    page, hands = window.page, Hands(device)
    page.click("#names-title")
    page.fill("#details [name=p1]", "Anna")
    page.press("#details [name=p1]", "Enter")
    page.click("#new-game-open")
    page.select_option("#settings [name=opening]", "free centre")
    page.click("#start")
    page.wait_for_selector("#new-game:not([open])", state="attached")
    for at, point in enumerate(MOVES[:4]):
        hands.move(point, ("p1", "p2")[at % 2])
    window.until_stones({"h8": "black", "c3": "white", "i8": "black", "c13": "white"})

    page.click(".player[data-seat=p2] .entries >> text=Offer a draw")
    page.locator("#events [data-code=draw_offered]").wait_for(state="attached")

    bridge.pull()
    page.locator("#link", has_text="its cable was pulled").wait_for()
    hands.restart()
    bridge.push()
    page.wait_for_selector("body[data-link=open]")
    hands.press("p1")  # the game goes on
    for at, point in enumerate(MOVES[4:]):
        hands.move(point, ("p1", "p2")[at % 2])
    page.keyboard.press("r")
    hands.move(FOUL, "p1")
    page.wait_for_selector(".now[data-over=true]")
    assert page.inner_text("#turn").strip() == "White wins: Black's double-three at G8"
    lines = page.locator(".foul-line").evaluate_all("(all) => all.map((line) => line.dataset.stones)")
    assert lines == ["g8 h8 i8", "g8 g9 g10"]

    page.keyboard.press("r")
    page.click("[data-view-tool=games]")
    with page.expect_download() as saved:
        page.click("#games .files button")
    [record] = formats.FORMATS["sgf"].read(saved.value.path().read_bytes(), "page")
    assert (list(record.moves), record.winner, record.reason) == ([*MOVES, FOUL], "white", "double-three")
    assert record.black == "Anna" and "draw_offered" in [note.kind for note in record.notes]
    page.keyboard.press("Escape")

    page.click("#care-title")
    page.click("#care [data-tool=firmware]")
    page.click("#firmware >> text=Restart as a drive")
    page.locator("#firmware [role=status]", has_text="a drive now").wait_for()
    with page.expect_download() as saved:
        page.click("#firmware .download")
    image = tmp_path / "tengen.uf2"
    saved.value.save_as(image)
    page.locator("#link", has_text="its cable was pulled").wait_for(state="attached")
    device.do(device.board.until(lambda: device.board.bootsel, START_MS))
    [drive] = [each for each in bootsel.drives() if each.path.startswith(device.path.rpartition("/")[0])]
    bootsel.copy(image, drive)
    page.wait_for_selector("body[data-link=open]")
