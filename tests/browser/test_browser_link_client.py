"""The client in JavaScript of host_tools/examples follows a board by the protocol alone."""

from clients import drawn, in_browser, lost
from ptyboard import PtyBoard


def test_it_shows_the_board_and_its_moves(browser, tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        board.move("h8", "p1")
        with in_browser(browser, board.path) as shows:
            shows(*drawn(h8="X"), "1 black h8")
            board.move("i9", "p2")
            shows(*drawn(h8="X", i9="O"), "1 black h8", "2 white i9")
            with lost(board):
                board.move("g7", "p1")
            board.move("h9", "p2")
            shows(*drawn(h8="X", i9="O", g7="X", h9="O"), "1 black h8", "2 white i9", "3 black g7", "4 white h9")
