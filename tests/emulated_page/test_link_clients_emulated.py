"""The clients of host_tools/examples at an emulated Pico's serial port."""

from clients import drawn, in_browser, in_python

BOOT_MS = 5000
MOVE_MS = 1500  # by the dwell


async def move(board, point):
    # wait, because a stone that is on the board at the start does not become a move
    await board.until(lambda: board.lines, BOOT_MS)
    board.put(point)
    await board.until(lambda: point in [its["point"] for its in board.done if its["code"] == "move"], MOVE_MS)


def test_both_clients_follow_a_game(device, browser):
    device.do(move(device.board, "h8"))
    with in_python(device.path) as printed:
        assert printed() == drawn(h8="X")
        device.do(move(device.board, "i9"))
        assert printed(1) == ["2 white i9"] and printed() == drawn(h8="X", i9="O")
    with in_browser(browser, device.path) as shows:
        shows(*drawn(h8="X", i9="O"), "1 black h8", "2 white i9")
