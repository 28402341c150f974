"""A club's evening: four boards, a commentator, a stream, a big screen and forty who look on, all at the same time."""

import contextlib
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import evening
import ledger
import pytest
from browser.test_browser_trust import SHARED, no_second_address
from commentary.test_commentary_keeping import ways
from serving import serving
from telling import text
from tengen.games import points
from tengen_host import samples
from tengen_host.records.library import Library
from tengen_host.solve import partner
from windows import WAIT_S, Window

pytestmark = pytest.mark.proof

BOARDS, GAMES = 4, 3
WATCHING, PAGES = 40, 4  # who look on, and how many of them have a real page
PATIENCE_MS = 900_000  # people play at their own pace, and a busy machine is slower
PACE = {"first_s": 4, "thinks_s": [1.0, 4.0], "shows_s": 8}
NAMES = ("Anna", "Bo", "Chiara", "Dmitri", "Eeva", "Farid", "Grete", "Hiroshi")
ENGINE = f'"{sys.executable}" -c "from tengen_host.cli import main; main()" engine'
FREE = ("a15", "o1", "a1")  # the commentator's own stones, far from all that is played
KNOWN = "a8"  # the tree's own move, which nobody plays
# keeps each stone that the elements of a selector begin to show, as [board, point, time after it is painted]
DRAWN = """(selector) => {
    let before = new Set();
    window.drawn = [];
    const look = () => {
        const name = (each) => `${each.closest("[data-board]")?.dataset.board ?? ""} ${each.dataset.stone}`;
        const now = new Set([...document.querySelectorAll(selector)].map(name));
        const come = [...now].filter((each) => !before.has(each)).map((each) => [...each.split(" "), 0]);
        before = now;
        window.drawn.push(...come);
        requestAnimationFrame(() => setTimeout(() => come.forEach((each) => { each[2] = Date.now() / 1000; })));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    look();
}"""
CORNER, LARGE, SMALL = ".comment-live [data-stone]", ".stones [data-stone]", "[data-board] .small [data-stone]"
# whether a selector finds a number of stones
STONES = """([selector, least, most]) => {
    const count = document.querySelectorAll(selector).length;
    return count >= least && count <= most;
}"""
PICTURES = os.environ.get("TENGEN_PICTURES")  # a folder for pictures of this evening; none by default


def games():
    """The shortest real games that end by a five, for each board."""
    all_ = sorted(([points.name(point, 15) for point in game[::2]] for game in samples.games()), key=len)
    return [all_[number : BOARDS * GAMES : BOARDS] for number in range(BOARDS)]


class People:
    """The process of evening.py."""

    def __init__(self, address, watched, plan):
        script = [sys.executable, evening.__file__, address, watched, json.dumps(plan)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
        self.process = subprocess.Popen(script, **pipes)

    def said(self):
        line = self.process.stdout.readline()
        assert line, "the people have gone: their error is above"
        return line

    def go_on(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def served(tmp_path):
    """A program with four boards for people, an engine and a tree: its address for players, that for others."""
    tree = tmp_path / "tree.sgf"
    moves = zip("BW", games()[0][1], strict=False)
    tree.write_text(
        f"(;FF[4]GM[4]SZ[15];{';'.join(f'{who}[{sgf(point)}]' for who, point in moves)}"
        f"C[Known for long];B[{sgf(KNOWN)}])"
    )
    options = ("--share", "--seats", "60", "--games", str(tmp_path / "games"), "--engine", ENGINE, "--tree", str(tree))
    partner.player()  # compiles at its first start; on a busy machine that takes longer than an engine may take
    with serving("live", "--virtual", str(BOARDS), "--still", *options) as (address, _):
        yield address, address.replace("127.0.0.1", SHARED)


def sgf(point):
    return point[0] + chr(ord("a") + 15 - int(point[1:]))


@pytest.fixture
def people(served):
    """Return people(plan) -> People; their process ends after the test."""
    with contextlib.ExitStack() as stack:

        def come(plan):
            its = People(*served, plan)
            stack.callback(its.end)
            return its

        yield come


@pytest.fixture
def opened(browser, served):
    """Return opened(role, url, width, height, **options) -> Window. Errors of a page fail the test."""
    windows = []

    def opened(role, url, width, height, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        windows.append(Window(context))
        windows[-1].role = role
        windows[-1].page.set_default_timeout(PATIENCE_MS)
        return windows[-1].goto(url)

    yield opened
    for each in windows:
        each.page.context.close()
    assert [each.complaints for each in windows] == [[]] * len(windows)


def shows(page, selector, least, most=225):
    """Wait until a page has this number of stones there."""
    page.page.wait_for_function(STONES, arg=[selector, least, most])


def picture(name, *pages):
    """Take pictures of pages, if somebody wants to look at them."""
    if PICTURES:
        for page in pages:
            size = page.page.viewport_size
            page.page.screenshot(path=Path(PICTURES) / f"{name}-{size['width']}x{size['height']}-{page.role}.png")


class Commentator:
    """The commentator's page, and the pages that follow it. Each step waits until all of them show it."""

    def __init__(self, page, followers):
        self.page, self.followers = page, followers
        self.all = [page, *followers]

    def until_played(self, number, least):
        """Wait until the game of this number, from 0, has this number of stones on the board."""
        before = sum(map(len, games()[0][:number]))
        self.page.page.wait_for_function("(all) => window.drawn.length >= all", arg=before + least)

    def key(self, *keys):
        for each in keys:
            self.page.page.keyboard.press(each)

    def until(self, selector, words=""):
        """Wait until every page shows this."""
        for each in self.all:
            each.page.wait_for_selector(f"{selector}:has-text({words!r})" if words else selector)

    def back(self, count):
        """Go back by moves, one by one."""
        for _ in range(count):
            before = text(self.page, "#commentary .turn")
            self.key("ArrowLeft")
            self.page.page.wait_for_function(
                "(before) => document.querySelector('#commentary .turn').textContent.trim() !== before", arg=before
            )

    def put(self, point):
        self.page.click(point)
        self.until(f".stones [data-stone={point}]")

    def keep(self, words):
        self.page.page.click("[data-comment=keep]")
        self.page.page.wait_for_selector(f".comment-hands :text({words!r})")

    def name(self):
        """The name of the line, which all pages show."""
        self.until("#commentary h2", "from move")
        names = {text(each, "#commentary h2") for each in self.all}
        assert len(names) == 1
        return names.pop()

    def line(self):
        """The stones of the line, which all pages draw."""
        stones = self.page.stones()
        for each in self.followers:
            each.until_stones(stones)
        return stones

    def live(self):
        """Return to the game on the board, which all pages then follow."""
        self.key("Escape")
        for each in self.all:
            each.page.wait_for_function("() => !/from move/.test(document.querySelector('#commentary h2').textContent)")


def branch_by_hand(commentator):
    """Branch off with two stones, a sign and an arrow; keep the line."""
    commentator.until_played(0, 8)
    commentator.back(3)
    branch = FREE[:2]
    for point in branch:
        commentator.put(point)
    page = commentator.page
    page.page.mouse.click(*page.place("h8"), button="right")
    commentator.until("[data-tree-mark=circle][data-at=h8]")
    page.page.click("[data-comment=arrow]")
    page.click("a15")
    page.click("h8")
    commentator.until("[data-pair='a15 h8']")
    page.page.click("[data-comment=put]")
    name = commentator.name()
    commentator.line()
    commentator.keep("1 line is kept")
    picture("branch", *commentator.all)
    commentator.live()
    return name, branch


def branch_of_engine(commentator):
    """Put a stone at an earlier move, and the engine's answer to it; keep the line."""
    commentator.until_played(0, 12)
    commentator.back(4)
    commentator.put(FREE[2])
    page = commentator.page
    page.page.click("[data-tree=ask]")
    page.page.wait_for_selector("[data-tree=ask]:not([aria-disabled])")
    assert page.page.locator("[data-engine-step='1']").count(), text(page, ".tree-opinion")
    answer = text(page, "[data-engine-step='1']").lower()
    picture("engine", *commentator.all)
    page.page.click("[data-engine-step='1']")
    commentator.until(f".stones [data-stone={answer}]")
    name = commentator.name()
    commentator.line()
    commentator.keep("2 lines are kept")
    commentator.live()
    return name, (FREE[2], answer)


def look_into_the_tree(commentator, game):
    """Follow the tree beside the live game, to a move that was not played."""
    commentator.until_played(1, 6)
    page = commentator.page
    commentator.key("Home")
    for each in commentator.all:
        shows(each, LARGE, 0, 0)
    for point in game[:2]:
        page.page.click(f"[data-continuation={point}]")
        commentator.until(f".stones [data-stone={point}]")
    page.page.wait_for_selector(".study-words:has-text('Known for long')")
    page.page.click(f"[data-continuation={KNOWN}]")
    commentator.until(f".stones [data-stone={KNOWN}]")
    commentator.name()
    picture("tree", *commentator.all)
    commentator.live()


def show_a_double_three(commentator):
    """Show a demonstration, with the lines of its foul."""
    commentator.until_played(2, 10)
    commentator.key("d")
    commentator.page.page.wait_for_selector("#demos[open] [data-key='1']")
    commentator.key("1")
    commentator.until("#commentary h2", "double-three")
    for step in range(1, 4):
        commentator.key("ArrowRight")
        commentator.page.page.wait_for_selector(f".comment-hands .count:has-text('{step} /')")
    commentator.until(".foul-line")
    assert [each.page.locator(".foul-line").count() for each in commentator.all] == [2] * len(commentator.all)
    picture("demonstration", *commentator.all)
    commentator.live()


def spread(took):
    took = sorted(took)
    p99 = took[len(took) * 99 // 100]
    return f"{statistics.median(took):.0f} ms, 99 of 100 within {p99:.0f} ms, worst {took[-1]:.0f} ms"


def stored_games(folder):
    """The stored games with their files: {(Black's name, moves): path}."""
    library = Library(folder)
    return {(entry.black, library.load(entry.id).moves): entry.path for entry in library.find()}


def drawn_ms(page, boards, put):
    """Return the ms from each stone on these boards to its drawing on a page, which must have drawn all in order."""
    came, took = page.page.evaluate("window.drawn"), []
    for key in boards:
        its = [(point, at) for board, point, at in came if board in ("", key)]
        assert [point for point, _ in its] == [point for _, point, _ in put[key]], (page.role, key)
        took += [1000 * (at - since) for (_, at), (_, _, since) in zip(its, put[key], strict=True)]
    return took


@no_second_address
def test_an_evening_with_all_who_play_comment_and_look_on(tmp_path, served, people, opened):
    """In an evening of four boards with a commentator, a stream and 40 viewers, each page shows everything in order."""
    address, watched = served
    played = games()
    with urlopen(f"{address}boards.json", timeout=WAIT_S) as listed:
        boards = [its["key"] for its in json.load(listed)]
    here, next_to_it = f"board/{boards[0]}/", f"board/{boards[1]}/"
    occasion = {"event": "Club evening", "round": "1"}
    seats = zip(boards, NAMES[::2], NAMES[1::2], strict=True)
    details = {
        key: {**occasion, "p1": one, "p2": other, "table": str(at)} for at, (key, one, other) in enumerate(seats, 1)
    }
    plan = {"games": dict(zip(boards, played, strict=True)), "details": details, "commented": boards[0]}
    club = people({**PACE, **plan, "sockets": WATCHING - PAGES})
    assert club.said() == "ready\n"

    lead = opened("commentator", f"{address}{here}?view=comment", 1920, 1080)
    lead.page.wait_for_selector("body[data-commenting=leads]")
    overlay = opened("overlay", f"{address}{here}?view=overlay&ground=00b140", 1920, 1080)
    projector = opened("projector", f"{watched}{here}?view=room", 3840, 2160)
    phone = opened("phone", watched + here, 390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    show = opened("show", f"{watched}?view=show&every=10", 1920, 1080)
    tablet = opened("room", f"{watched}{next_to_it}?view=room", 820, 1180)
    others = [overlay, show, tablet]
    for page in (projector, phone):
        page.page.keyboard.press("e")
        page.page.wait_for_selector("body[data-commenting=watches]")
    commentator = Commentator(lead, [projector, phone])
    for pages, stones in ((commentator.all, CORNER), (others, LARGE)):
        for page in pages:
            page.page.evaluate(DRAWN, SMALL if page is show else stones)
    club.go_on()

    one = branch_by_hand(commentator)
    picture("first", *others)
    other = branch_of_engine(commentator)
    club.go_on()
    look_into_the_tree(commentator, played[0][1])
    picture("second", *others)
    club.go_on()
    show_a_double_three(commentator)
    picture("third", *others, *commentator.all)
    assert club.said() == "played\n"

    assert all(name.startswith(f"{NAMES[0]} – {NAMES[1]}, from move") for name, _ in (one, other))
    final = played[0][-1]
    for page in (overlay, *commentator.all):
        shows(page, LARGE, len(final), len(final))
        assert set(page.stones()) == set(final)
    assert "wins" in text(overlay, "#turn")
    show.page.wait_for_function("(all) => document.querySelectorAll('#scores li').length === all", arg=BOARDS * GAMES)
    picture("end", *others, *commentator.all)
    with urlopen(f"{watched}{here}sgf", timeout=WAIT_S) as answer:
        (tmp_path / "so_far.sgf").write_bytes(answer.read())
    assert ways(tmp_path / "so_far.sgf") == [" ".join(final)]
    club.go_on()
    told = json.loads(club.said())
    assert told["faults"] == []
    (last,) = told["commentary"]  # all pages of the board have received the same
    assert len(last) > len(final) and last[-1]["record"]["moves"] == final
    seen = [ms for page in (*commentator.all, overlay) for ms in drawn_ms(page, boards[:1], told["put"])]
    seen += drawn_ms(tablet, boards[1:2], told["put"]) + drawn_ms(show, boards, told["put"])

    stored = stored_games(tmp_path / "games")
    assert set(stored) == {(black, tuple(game)) for black, its in zip(NAMES[::2], played, strict=True) for game in its}
    first = played[0][0]
    kept = ways(stored[NAMES[0], tuple(first)])
    assert len(kept) == 3 and " ".join(first) in kept
    assert all(any(way.endswith(" ".join(branch)) for way in kept) for _, branch in (one, other))

    received = f"{told['received']} messages to {WATCHING - PAGES} sockets"
    ledger.note(f"an evening: {told['lines']} lines of {BOARDS} boards, {received}")
    ledger.note(f"an evening: a stone reaches a socket in {spread(told['stone_ms'])}")
    ledger.note(f"an evening: a press reaches a socket as a move in {spread(told['move_ms'])}")
    ledger.note(f"an evening: a stone is drawn on a page in {spread(seen)}")
