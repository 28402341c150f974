"""Referee mode reports each foul when it is played, with its reason and lights, and no other move as a foul."""

import json

from definition import verdict as defined
from portable import read_lines
from table import Table, board
from tengen.games.points import index, name
from tengen.lights import glyphs

FOULS = {"6": ("overline", "6"), "4": ("double-four", "44"), "3": ("double-three", "33")}
LINES = {"overline": ("overline",), "double-four": ("four", "straight four"), "double-three": ("three",)}

def positions():
    """Yield (board text, point, verdict) of the positions without a five, which a game with called fouls can reach."""
    for line in read_lines("tricky.jsonl") + read_lines("rules4.jsonl"):
        case = json.loads(line or "null")
        if case and "XXXXX" not in case["board"]:
            yield case["board"], case["point"].lower(), case["verdict"]


def laid(text, **settings):
    """Return a table with a position that is set up and placed on the board. Black is to move."""
    return Table(**settings).set_up(text, "black", confirmed=True).mend()


def stones(text):
    """Return the black, white and empty points of a board text, as sets of (column, row)."""
    found = {"X": set(), "O": set(), ".": set()}
    for at, mark in enumerate(text):
        found[mark].add((at % 15, 14 - at // 15))
    return found["X"], found["O"], found["."]


def verdicts(text):
    """Yield (point, verdict by definition) of each empty point near enough to a black stone to matter."""
    black, white, empty = stones(text)
    for column, row in sorted(empty):
        if any(abs(column - x) <= 2 and abs(row - y) <= 2 for x, y in black):
            yield name(15 * row + column, 15), defined(black, white, (column, row))


def sign_rows(text, cells):
    rows = [0] * 15
    glyphs.place(text, cells, rows)
    return rows


def test_every_foul_ends_the_game_and_its_reason_is_told_and_lit():
    called = 0
    for text, point, verdict in positions():
        if verdict not in FOULS:
            continue
        foul, written = FOULS[verdict]
        at = index(point, 15)
        table = laid(text, mode="referee").put(point)
        assert "foul" not in table.told[-1] and table.picture().foul < 0, "nobody is warned"
        told = len(table.told)
        table.press("p1").explain()
        assert table.kinds()[told:] == ["move", "result", "reason"], (text, point)
        result, reason = table.told[-2:]
        assert result == {"code": "result", "winner": "white", "reason": foul, "line": [point]}, (text, point)
        assert (reason["point"], reason["foul"]) == (point, foul)
        lines = reason["lines"]
        assert len(lines) >= (1 if foul == "overline" else 2), (text, point)
        for line in lines:
            assert line["shape"] in LINES[foul] and point in line["stones"], (text, point, line)
            assert all(table.session.match.cells[index(stone, 15)] == 1 for stone in line["stones"])
        picture = table.picture()
        assert (picture.foul, picture.foul_name) == (at, foul) and not picture.five and not picture.words
        assert [[name(each, 15) for each in line] for line in picture.foul_lines] == [line["stones"] for line in lines]
        assert list(picture.foul_rows) == sign_rows(written, table.session.match.cells), "6, 44 or 33"
        assert table.groups()["asks"]["do"] == "over"
        called += 1
    assert called == 14 + 10, "of both lists"


def test_no_legal_move_of_these_positions_is_called_a_foul():
    played = 0
    for text in sorted({position[0] for position in positions()}):
        table = laid(text, mode="referee")
        for point, verdict in verdicts(text):
            if verdict in FOULS:
                continue
            table.put(point).press("p1")
            assert table.moves() == [point], (text, point)
            result = table.session.match.result
            assert (result.reason if result else None) == ("five" if verdict == "5" else None), (text, point)
            table.back(1)
            assert not table.moves() and table.session.board_state.state == "calm"
            played += 1
    assert played > 1500, played


def test_why_a_stone_that_looks_like_a_foul_is_none_is_told_when_it_is_a_move():
    table = laid(board("k12 f11 g11 j11 h10 h8 i8 i7 j7 g6"), mode="referee").put("h9").explain()
    assert table.kinds()[-1] == "provisional"
    table.press("p1").explain()
    assert table.session.match.result is None
    reason = table.told[-1]
    assert (reason["code"], reason["point"], reason["foul"]) == ("reason", "h9", None)
    assert [line["shape"] for line in reason["lines"]] == ["three"] * 2 and table.picture().foul < 0
    assert not table.picture().foul_lines, "the lights show other things"


def test_white_has_no_fouls():
    for text, point, _ in positions():
        turned = text.replace("X", "x").replace("O", "X").replace("x", "O")
        try:
            table = Table(mode="referee").set_up(turned, "white", confirmed=True).mend()
        except ValueError:
            continue  # White already has a five there
        table.put(point).press("p2")
        result = table.session.match.result
        assert result is None or (result.winner, result.reason) == (2, "five"), (text, point)


def test_no_move_of_real_games_is_called_a_foul():
    moves = 0
    for line in read_lines("games.tsv")[::250]:
        if not line:
            continue
        table = Table(mode="referee")
        points = line.split("\t")[0].split()
        for number, point in enumerate(points):
            table.put(point).press("p2" if number % 2 else "p1")
            assert len(table.moves()) == number + 1, line
            result = table.session.match.result
            assert result is None or result.reason == "five", line
            assert table.picture().foul < 0
            moves += 1
    assert moves > 200


def test_the_referee_warns_where_the_dwell_would_make_a_foul_a_move():
    text = board("f8 g8 h9 h10")
    table = laid(text, mode="referee", move="dwell").put("h8")
    assert table.told[-1]["foul"] == "double-three"
    table.wait(5000)
    assert not table.moves() and table.session.match.result is None
    table.press("p1")
    assert table.told[-1]["reason"] == "double-three", "the player's own button plays it"


def test_teaching_shows_the_fouls_before_they_are_touched_and_no_others():
    for text, point, verdict in positions():
        table = laid(text, mode="teach")
        forbidden = [name(each, 15) for each in table.picture().forbidden]
        assert sorted(forbidden) == sorted(each for each, found in verdicts(text) if found in FOULS), text
        assert (point in forbidden) == (verdict in FOULS)
    table.put("a1").wait(800)
    assert not table.picture().forbidden, "White has none"


def test_fouls_that_take_long_are_sought_between_the_ticks_and_shown_together():
    for game, text, fouls in (
        ("anti-renju", "f8 a1 g8 a3 h8 a5", ["e8", "i8"]),
        ("anti-pente", "a1 f8 a3 g8 a5 h8 c1", ["e8", "i8"]),
    ):
        table = Table(game=game, opening="free", mode="teach")
        for point in text.split():
            table.play(point)
        seen = [[name(each, 15) for each in table.picture().forbidden]]
        for _ in range(120):
            table.wait(20)
            seen.append([name(each, 15) for each in table.picture().forbidden])
        assert seen[0] == [] and sorted(seen[-1]) == fouls, game
        assert [each for each in seen if each not in ([], seen[-1])] == [], "all at once"
        table.play("o15")
        assert table.picture().forbidden == (), "the lines of another position"
