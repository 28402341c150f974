"""A whole game with keys only, and one with hands on the board. The player knows only the text of the live region."""

import contextlib
import re

import pytest
from playwright.sync_api import TimeoutError

PUSH = {"Player 1": "1", "Player 2": "2", "Arbiter": "0"}
BUTTONS = {"Player 1": "p1", "Player 2": "p2", "Arbiter": "arbiter"}
TAP_MS = 60
HOLD_MS = 1100
TOUCH_MS = 100

IS_SAID = """([from, pattern]) => [...document.querySelectorAll("#spoken p")].slice(from)
    .some((each) => new RegExp(pattern).test(each.textContent))"""


class Player:
    """A player who hears the log, sentence by sentence, and acts with keys.

    `b` first moves the cursor to the centre.
    """

    def __init__(self, page, served):
        self.keys = page.page.keyboard
        self.page, self.served = page.page, served
        self.cursor = "h8"
        self.heard = 0

    def hears(self, pattern):
        """Wait for a new sentence that fits; return the match."""
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_function(IS_SAID, arg=[self.heard, pattern])
        sentences = self.page.locator("#spoken p").all_text_contents()
        new = sentences[self.heard :]
        found = [at for at, said in enumerate(new) if re.search(pattern, said)]
        assert found, f"{pattern} was not said: {sentences[-8:]}, {len(new)} of them new"
        self.heard += found[0] + 1
        return re.search(pattern, new[found[0]])

    def touches(self, point):
        """Put or lift a stone."""
        columns = ord(point[0]) - ord(self.cursor[0])
        rows = int(point[1:]) - int(self.cursor[1:])
        for key, steps in (("ArrowRight", columns), ("ArrowLeft", -columns), ("ArrowUp", rows), ("ArrowDown", -rows)):
            for _ in range(steps):
                self.keys.press(key)
        self.cursor = point
        had = set(self.served.stones())
        self.keys.press("Enter")
        self.served.until(lambda: set(self.served.stones()) == had ^ {point})
        self.served.advance(TOUCH_MS)

    def pushes(self, who, ms=TAP_MS):
        self.keys.down(PUSH[who])
        self.served.until(lambda: self.served.board.hands[-1:] and self.served.board.hands[-1][0] == "press")
        self.served.advance(ms)
        self.keys.up(PUSH[who])
        self.served.until(lambda: self.served.board.hands[-1][0] == "release")
        self.served.advance(TAP_MS)

    def plays(self, point):
        """Put a stone, and press the button that the page asks for."""
        self.touches(point)
        said = self.hears(f"Stone at {spoken(point)}: press (Player [12]) to play it, or lift it")
        self.pushes(said[1])
        self.hears(f"^(Black|White) {spoken(point)}$")

    def takes(self, entry):
        """Go through the entries of the open menu, and choose the wanted entry."""
        while True:
            who, now = self.hears(r"^(Player [12]|Arbiter): (.+), \d+ of \d+$").groups()
            if now == entry:
                return self.pushes(who, HOLD_MS)
            self.pushes(who)


class AtTheBoard(Player):
    """A player who hears the page, but puts stones on the board and presses its buttons."""

    def touches(self, point):
        lies = point in self.served.stones()
        self.served.call(*((self.served.board.lift, point) if lies else (self.served.board.put, point, None)))
        self.served.advance(TOUCH_MS)

    def pushes(self, who, ms=TAP_MS):
        button = BUTTONS[who]
        self.served.call(self.served.board.press, button)
        self.served.advance(ms)
        self.served.call(self.served.board.release, button)
        self.served.advance(TAP_MS)


def spoken(point):
    return f"{point[0].upper()} {point[1:]}"


def begin(served):
    served.call(served.board.ask, {"cmd": "set", "opening": "rif", "move": "button", "mode": "casual"})


def test_a_whole_game_is_played_by_keys_and_by_what_is_announced_alone(served, window):
    begin(served)
    player = Player(window(served.url), served)
    player.keys.press("b")
    play_a_game(player)


@pytest.mark.proof
def test_a_whole_game_is_played_on_the_board_by_ear(served, window):
    """A whole game is played at the virtual board, guided only by the page's announcements."""
    begin(served)
    play_a_game(AtTheBoard(window(f"{served.url}?view=room"), served))


def play_a_game(player):
    player.hears(r"Player 1: put stone 1 \(Black\) on the centre")
    player.touches("h8")
    player.pushes(player.hears("Stone at H 8: press (Player [12])")[1])
    player.hears("^Black H 8$")
    player.hears(r"put stone 2 \(White\) within the 3x3 square")
    player.touches("a1")
    player.hears("Lift A 1: stone 2 goes within the 3x3 square in the middle")
    player.touches("a1")
    player.plays("h9")
    player.plays("i9")
    player.hears("The opening is D 4 Kagetsu$")
    player.hears("^Player 2 decides. Swap, or no swap")
    player.takes("No swap")
    player.hears("Player 2 chooses: No swap")

    player.plays("a1")
    player.hears(r"Black: put down 2 tentative fifths \(0 of 2 are on the board\)")
    player.touches("j7")
    player.hears("1 of 2 is on the board")
    player.touches("g10")
    player.pushes(player.hears("all 2 tentative .* Move them, or press (Player [12]) to offer them")[1])
    player.hears("Offered as fifth: J 7, G 10")
    player.hears("White: take away all but one and press Player 2")
    player.touches("g10")
    player.pushes(player.hears("press (Player [12]) to keep J 7")[1])
    player.hears("Black J 7")

    for point in ("c1", "i8", "e1", "j8"):
        player.plays(point)
    player.keys.press("x")
    assert player.hears("^Row 8: (.*)")[1] == "Black H 8, Black I 8, Black J 8"
    player.keys.press("w")
    player.hears("^White to move: Player 2$")
    # a draw is offered and declined
    player.pushes("Player 1", HOLD_MS)
    player.takes("Offer a draw")
    player.hears("Player 1 offers a draw")
    player.takes("Decline")
    player.hears("The draw is declined")
    for point in ("g1", "k8", "o1"):
        player.plays(point)
    player.touches("g8")
    player.pushes(player.hears("Stone at G 8: press (Player [12])")[1])
    player.hears(r"^Black wins: five \(G 8, H 8, I 8, J 8, K 8\)$")
    player.hears("^For a new game: (press New game; or )?clear the board, then press Arbiter$")
