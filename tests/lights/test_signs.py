"""The signs of menus. Each possible menu entry has a sign that differs from the other signs in the same menu."""

from array import array

from table import Table
from tengen.games import BLACK, registry
from tengen.games.openings import MOST_FIFTHS, option_words, table
from tengen.games.points import index
from tengen.games.renju.opening_names import opening_name
from tengen.journal.archive import Kept
from tengen.lights import glyphs
from tengen.lights.signs import DAMAGED, NO_WIN, PRAISE, RESULTS, SIGNS, UNKNOWN, praise_sign, sign
from tengen.session.partner_rules import PARTNERS

# games with a board that fits on this board
GAMES = [name for name in registry.NAMES if min(registry.sizes(name)) <= 15]
TABLE = Table().session
ENTRIES = TABLE.people["arbiter"]._under(TABLE, "game")[0]
FAMILIES = [entry for entry in ENTRIES if registry.family(entry)]
BEFORE_A_FIVE = ("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1")


def menus_of_openings():
    for name in registry.openings("renju"):
        for fifths in (0, MOST_FIFTHS):
            for step in table(name, fifths):
                if step[0] == "choose":
                    yield list(option_words(step[3], BLACK))


def menus_of_the_arbiter():
    played = Table(clock="10").play_by_button(*BEFORE_A_FIVE)
    for session in [played.session] + [Table(game=game).session for game in GAMES]:
        menu = session.people["arbiter"]
        top = menu.entries(session)
        yield top
        for entry in top:
            if entry != "new game":
                yield menu._under(session, entry)[0]
    yield PARTNERS
    for entry in FAMILIES:
        yield [game for game in registry.family(entry) if game in GAMES]


def menus_of_the_players():
    for settings in ({}, {"mode": "referee"}, {"mode": "silent", "clock": "10"}, {"mode": "teach"}):
        settings["move"] = "dwell"
        found = Table(**settings)
        for _ in range(3):
            for seat in ("p1", "p2"):
                yield found.session.people[seat].entries(found.session)
            found.play("l8" if found.moves() else "h8", *(() if found.moves() else BEFORE_A_FIVE[1:]))
    for game in ("bomb-renju", "neutral-pente"):  # choose a stone of another kind, then the ordinary kind again
        found = Table(game=game, opening="free")
        yield found.session.people["p1"].entries(found.session)
        found.enter("p1", found.session.match.kinds()[1])
        yield found.session.people["p1"].entries(found.session)
    # the menu of a player who must answer a draw offer
    asked = Table().play("h8").enter("p1", "draw").session.menus["p2"]
    yield asked.entries
    for settings in ({"hints": True}, {"mode": "teach"}):
        session = Table(**settings).session
        yield session.people["p1"].entries(session)
    asking = Table().play("h8").enter("p1", "take back").session
    yield asking.menus["p2"].entries
    yield asking.people["p1"].entries(asking)
    asked = Table().play("h8").enter("p1", "resign").session.menus["p1"]
    yield asked.entries
    lesson = Table()
    lesson.director.obey(("lesson", 1, 1), lesson.now)
    yield lesson.wait(20).session.people["p1"].entries(lesson.session)
    lesson.session.task.ended = True
    yield lesson.session.people["p1"].entries(lesson.session)


def menus_of_a_damaged_game():
    for settings in ({}, None):
        table = Table()
        session = table.session
        kept = Kept(1, settings)
        kept.miss()
        table.director.restore(kept, None, 0)
        yield session.people["arbiter"].of_damage(session)[1]


def every_menu():
    found = [list(menu) for menu in menus_of_openings()]
    found += [list(menu) for menu in menus_of_the_arbiter()]
    found += [list(menu) for menu in menus_of_a_damaged_game()]
    return found + [list(menu) for menu in menus_of_the_players() if menu]


def drawn(text):
    rows = array("I", [0] * 15)
    glyphs.place(text, bytearray(225), rows)
    return tuple(rows)


def test_every_entry_is_written_on_the_board_and_no_other_beside_it_looks_the_same():
    for menu in every_menu():
        seen = {}
        for entry in menu:
            looks = drawn(sign(entry))
            assert looks not in seen, (entry, seen[looks])
            seen[looks] = entry


def test_every_word_has_a_sign_of_its_own_and_every_sign_a_menu():
    found = {entry for menu in every_menu() for entry in menu}
    # numbers, clocks and the partner's seats and levels are written as they are
    words = {entry for entry in found if not entry[0].isdigit() and entry not in PARTNERS[1:]}
    assert {word for word in words if not registry.sign_of(word)} <= set(dict(SIGNS)) <= words
    assert set(GAMES) < words


def test_a_questions_answers_say_what_happens_without_the_question():
    asked = Table().play("h8").enter("p1", "take back")
    assert asked.picture().words == "PLAY ON", "a bare NO across the board is no answer that a guest understands"
    assert asked.press("p2").picture().words == "TAKE BACK"
    assert Table().play("h8").enter("p1", "resign").picture().words == "PLAY ON"
    assert Table().play("h8").enter("p1", "draw").picture().words == "PLAY ON"
    assert Table().enter("arbiter", "hints").picture().words == "NO"


def test_the_menus_are_all_there():
    # this makes sure that the tests above have menus to look at
    found = every_menu()
    of_games = [registry.entry_of(game) for game in GAMES]
    for menu in (
        ["no swap", "swap"],
        ["white", "black", "add"],
        ["white", "black"],
        ["1", "10"],
        [str(number) for number in range(1, 13)],
        ["five", "time", "draw", "resign"],
        ["foul", "time", "pass", "resign"],
        ["decline", "accept"],
        ["no", "yes"],
        ["no", "resign"],
        ["go on", "set aside"],
        ["set aside"],
        list(registry.openings("renju")),
        [entry for at, entry in enumerate(of_games) if entry not in of_games[:at]],
    ):
        assert menu in found, menu


def test_the_signs_of_all_games_and_families_can_be_told_apart_from_across_the_table():
    names = list(registry.NAMES) + FAMILIES
    looks = [drawn(sign(name)) for name in names]
    for at, rows in enumerate(looks):
        assert sum(bin(row).count("1") for row in rows) >= 20, names[at]
        high = [number for number, row in enumerate(rows) if row]
        assert high[-1] - high[0] >= 4, "letters of five points at least"
        for other in range(at):
            differ = sum(bin(row ^ its).count("1") for row, its in zip(rows, looks[other]))  # noqa: B905
            assert differ >= 6, (names[at], names[other])


def test_a_clock_is_written_in_two_lines():
    assert [sign(clock).split() for clock in ("10", "10+5", "135+30", "45/30x3")] == [
        ["10"],
        ["10", "+5"],
        ["135", "+30"],
        ["45", "30X3"],
    ]


def test_a_damaged_game_is_written_on_the_board():
    assert any(drawn(NO_WIN)) and any(drawn(UNKNOWN)) and drawn(NO_WIN) != drawn(UNKNOWN)
    assert all(any(drawn(praise_sign(word))) for word, _ in PRAISE)
    assert any(drawn(DAMAGED)) and drawn(DAMAGED) not in [drawn(sign(entry)) for entry, _ in SIGNS]


def test_the_code_of_every_opening_is_written_on_the_board():
    seen = {}
    for second in ("h9", "i9"):
        for third in range(225):
            moves = [index("h8", 15), index(second, 15), third]
            found = opening_name(moves, 15) if third not in moves[:2] else None
            if found:
                seen[found[0]] = drawn(found[0])
    assert len(set(seen.values())) == 26


def test_every_end_that_no_stones_show_is_written_on_the_board():
    for reason in ("resignation", "time", "agreement", "two passes", "full board", "first pass"):
        assert any(drawn(dict(RESULTS)[reason])), reason
