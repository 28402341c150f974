"""A board that sends lines from a test, and a page that shows the board."""

import string

from fake_board import ToldBoard
from told_game import ToldGame

# Used before a test calls a function of a module
WITH_WORDS = "const { load, list, say } = await import('/page/words/i18n.js'); await load();"

PLAYERS = {"black": "p1", "white": "p2"}
SWAPPED = {"black": "p2", "white": "p1"}
SETTINGS = {
    "game": "renju",
    "opening": "rif",
    "fifths": 0,
    "fixed": False,
    "small": False,
    "mode": "casual",
    "clock": "none",
    "move": "auto",
    "tiebreak": False,
}


def colour_of(number):
    return "black" if number % 2 else "white"


def stone_changes(point, colour, takes=""):
    """Return the changes of a stone that captures others."""
    other = "white" if colour == "black" else "black"
    return [[point, "empty", colour], *([each, other, "empty"] for each in takes.split())]


def board_text(stones, size=15):
    """Return the text of a board with these stones: {"h8": "X", ...}."""
    rows = [["."] * size for _ in range(size)]
    for point, mark in stones.items():
        rows[size - int(point[1:])][string.ascii_lowercase.index(point[0])] = mark
    return "".join("".join(row) for row in rows)


async def nothing(board):
    """Do nothing, because a board without firmware needs only its server."""


class Telling:
    """A ToldBoard, `board`, and its server, `served`. Each method sends a line of the board."""

    def __init__(self, serving, speed=None, size=15):
        self.board = ToldBoard(speed=speed, size=size)
        self.game = ToldGame(size)
        self.served = serving(self.board, run=nothing)
        self.url = self.served.url

    def tell(self, code, **fields):
        """Send an action, with the resulting state (told_game.py)."""
        self.send(self.game.line(code, **fields))

    def send(self, line):
        """Add number and time to a line, and send it."""
        self.served.call(lambda: self.board.send(line))

    def says(self, **groups):
        """Send groups of the state, from the board or from the laptop."""
        self.send({"is": groups})

    def laptop(self, **groups):
        """Send groups of the laptop's own state."""
        self.served.call(self.board.say, {"type": "line", "line": {"is": groups}})

    def at(self, ms):
        """Set the board's own time to `ms`."""
        self.board.now = ms

    def time(self, ms):
        """Set the board's own time, and send the time."""
        self.at(ms)
        self.served.call(self.board.say, self.board.time())

    def begin(self, code="new_game", players=PLAYERS, **settings):
        self.tell(code, size=15, turn="black", players=players, settings=SETTINGS | settings)

    def begin_game(self, game, first="black", size=15, torus=False, goal=0, counts=False, **settings):
        """Begin a game of another kind; p1 has the colour `first`."""
        other = "white" if first == "black" else "black"
        settings = SETTINGS | {"game": game, "size": 0, "options": {}, "opening": "free"} | settings
        fields = {"first": first, "torus": torus, "goal": goal, "counts": counts, "size": size, "turn": first}
        self.tell("new_game", players={first: "p1", other: "p2"}, settings=settings, **fields)

    def stone(self, number, point, colour, turn, wanted=1, takes="", **fields):
        """Send a move with its changes. `takes`: the points of captured stones of the other colour."""
        changes = stone_changes(point, colour, takes)
        self.tell("move", n=number, point=point, colour=colour, turn=turn, wanted=wanted, changes=changes, **fields)

    def moves(self, text, first=1):
        """Send these moves; the first has the number `first`."""
        for number, point in enumerate(text.split(), first):
            colour, turn = colour_of(number), colour_of(number + 1)
            if point == "--":
                self.tell("passed", n=number, colour=colour, turn=turn)
            else:
                self.tell("move", n=number, point=point, colour=colour, turn=turn)

    def asks(self, do, who, number, players=PLAYERS, **fields):
        usual = {"turn": None if do == "over" else colour_of(number)}
        if do in ("stone", "offer"):
            usual["colour"] = colour_of(number)
        self.tell("asks", do=do, who=who, players=players, number=number, **(usual | fields))

    def menu(self, who, about=None, entries=(), at=0):
        self.tell("menu", who=who, about=about, entries=list(entries), at=at)

    def clock(self, running, p1, p2, periods=None, stopped=None, cause=None):
        self.tell("clock", running=running, p1=p1, p2=p2, periods=periods, stopped=stopped, cause=cause)

    def result(self, winner, reason, line=()):
        self.tell("result", winner=winner, reason=reason, line=list(line))

    def opening(self, code, name, kanji):
        self.tell("opening", opening={"code": code, "name": name, "kanji": kanji})

    def asked(self):
        """Return the commands from the page to the board."""
        return [line for verb, *line in self.board.done if verb == "ask"]


def shows(page, telling):
    """Wait until the page has received the board's last line."""
    page.page.wait_for_selector(f"body[data-seq='{telling.board.replica.state.seq}']")


def text(page, selector):
    return page.page.text_content(selector).strip()


def texts(page, selector):
    return page.page.locator(selector).all_text_contents()


def card(page, seat, part):
    return text(page, f".player[data-seat={seat}] .{part}")


def entries(page, seat):
    """Return the entries for a player's buttons, and the current entry of the player's menu or None."""
    buttons = page.page.locator(f".player[data-seat={seat}] [data-entry]")
    names = buttons.evaluate_all("(all) => all.map((each) => each.dataset.entry)")
    current = buttons.evaluate_all("(all) => all.findIndex((each) => each.getAttribute('aria-current'))")
    return names, names[current] if current >= 0 else None
