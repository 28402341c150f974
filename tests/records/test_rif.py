"""Test RenjuNet's XML: fields that it has, fields that are written in words, and the errors for malicious XML."""

import itertools

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from portable import some
from recording import real_games
from tengen_host.records import rif
from tengen_host.records.record import Note, Record, RecordError


def one(written, encoding="utf-8"):
    (record,) = rif.read(written.encode(encoding), "a.rif")
    return record


def database(game, before=""):
    return f"<database>{before}<games>{game}</games></database>"


FILE = """<?xml version="1.0" encoding="UTF-8"?>
<database version="3">
<countries><country id="1" name="Estonia" abbr="EST"/></countries>
<cities><city id="4" name="Tallinn" country="1"/></cities>
<rules><rule id="7" name="Taraguchi-10"><info>not a game's</info></rule></rules>
<openings><opening id="1" name="x" abbr="y"/></openings>
<players>
<player id="1" name="Ants" surname="Soosõrv" country="1" city="4"/>
<player id="2" name="" surname="Nakamura"/>
</players>
<tournaments><tournament id="5" name="Open &amp; Cup" country="1" city="4" year="1995" month="8" start="12" end="13"/>
</tournaments>
<games>
<game id="77" publisher="1" tournament="5" round="3" rule="7" black="1" white="2" bresult="0.5" btime="" alt="a1 b2">
<move>h8 i9
g7 j10 f6 -- k7</move><info>A fine
game.</info></game>
<game id="78" black="9" bresult="1" swap="0"><move>H8I9G7</move></game>
<game/>
</games></database>
"""


def test_a_file_with_all_there_is():
    game, plain, empty = rif.read(FILE.encode())
    assert game == Record(
        ("h8", "i9", "g7", "j10", "f6", "--", "k7"),
        black="Ants Soosõrv",
        white="Nakamura",
        rule="taraguchi-10",
        over=True,
        event="Open & Cup",
        round="3",
        place="Tallinn, Estonia",
        date="1995-08-12",
        comment="A fine\ngame.",
        notes=(Note(4, "offered", {"points": ["f6", "a1", "b2"]}), Note(5, "kept", {"point": "f6"})),
    )
    assert plain == Record(("h8", "i9", "g7"), over=True, winner="black")
    assert empty == Record(())


def test_a_game_comes_back_with_what_rif_has_a_place_for():
    notes = (
        Note(3, "chosen", {"who": "p2", "ask": "swap", "option": "swap"}),
        Note(4, "offered", {"points": ["f6", "a1"]}),
        Note(5, "kept", {"point": "f6"}),
    )
    game = Record(
        ("h8", "h9", "i9", "j10", "f6"),
        black="Ants van Soosõrv",
        white="Bo  Yu",
        players={"black": "p2", "white": "p1"},
        rule="soosyrv-8",
        event="Open",
        round="2",
        place="Tallinn",
        date="2026-11-22T10:00",
        id="c0ffee",
        table="4",
        over=True,
        winner="white",
        reason="time",
        notes=notes,
    )
    written = rif.write([game, game]).decode()
    for part in (
        '<player id="1" name="Ants van" surname="Soosõrv" />',
        '<tournament id="1" name="Open" city="1" year="2026" month="11" start="2026-11-22T10:00" />',
        '<opening id="1" name="Kagetsu" abbr="d4" />',
        'bresult="0" opening="1" alt="a1" swap="1"',
    ):
        assert part in written, part
    assert written.count("<player ") == 2
    again = rif.read(written.encode())[1]
    for name in ("moves", "black", "white", "rule", "event", "round", "place", "date", "id", "over", "winner"):
        assert getattr(again, name) == getattr(game, name), name
    assert again.notes == notes[1:]
    assert again.comment.startswith("After move 3: Player 2 (Ants van Soosõrv) swaps.\n")
    assert (again.table, again.reason) == ("4", "time") and "White wins" not in again.comment


def test_dates_of_any_length():
    for date in ("", "1999", "1999-05", "1999-05-31", "1999-05-31 12:00"):
        assert one(rif.write([Record(("h8",), event="Open", date=date)]).decode()).date == date
    assert "Date: in May" in one(rif.write([Record(("h8",), date="in May")]).decode()).comment
    for told, date in (('year="1999"', "1999"), ('year="99" month="x"', "0099"), ('year="1999" month="13"', "1999")):
        assert one(database('<game tournament="1"/>', f'<tournament id="1" {told}/>')).date == date


def test_what_is_not_understood_is_kept_in_words():
    game = one(database('<game rule="1" swap="yes" alt="?"><move>h8</move></game>', '<rule id="1" name="Gomoku"/>'))
    assert game.comment == "Rules: Gomoku\nSwap: yes\nAlternative fifths: ?" and game.rule == ""
    assert not one(database('<game bresult="x"><move>h8</move></game>')).over
    assert one(database('<game bresult="0,5"><move>h8</move></game>')).over


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", "UTF-8"), ("shift_jis", "Shift_JIS"), ("gb18030", "GB2312"), ("utf-16", "UTF-16")],
)
def test_encodings_that_are_declared(encoding, declared):
    head = f'<?xml version="1.0" encoding="{declared}"?>'
    written = head + database('<game black="1"/>', '<player id="1" name="中村"/>')
    assert one(written, encoding).black == "中村"


def test_an_encoding_that_is_none():
    for declared in ("punycode", "no such thing", "UTF-16"):
        written = f'<?xml version="1.0" encoding="{declared}"?>' + database(
            '<game black="1"/>', '<player id="1" name="Soosõrv"/>'
        )
        assert one(written, "latin-1").black == "Soosõrv", declared


BOMB = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
GAME = database("<game><info>&l11;</info></game>")
BILLION = f'<?xml version="1.0"?><!DOCTYPE database [<!ENTITY l0 "lol">{BOMB}]>{GAME}'
OUTSIDE = f'<!DOCTYPE database [<!ENTITY l11 SYSTEM "file:///etc/passwd">]>{GAME}'
FETCHING = f'<!DOCTYPE d [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]>{GAME}'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (BILLION, "a.rif declares entities, which games do not need: remove them"),
        (OUTSIDE, "a.rif declares entities"),
        (FETCHING, "a.rif declares entities"),
        ("<a>" * 100_000, "more than 50 nested elements: it is not a RIF file"),
        (FILE[:700], "a.rif, line "),
        (FILE.replace("</games>", ""), "a.rif, line 20, column 3: mismatched tag: get the file once more"),
        ("<database><games/></database>", "a.rif has no game in it"),
        ("", "no element found"),
        ("hello", "a.rif, line 1, column 1: syntax error"),
        (database("<game><move>h8 h8</move></game>"), "a.rif: move 2 is h8, where move 1 lies already"),
        (database("<game><move>h8</move></game><game><move>p1</move></game>"), "a.rif, game 2: move 1 is 'p1'"),
        (database("<game><move>h8 ?</move></game>"), "a.rif, column 4: '?' is not a move"),
        (database("<game><move>h8 1-0 h8</move></game>"), "there are two games where one should be"),
        (database(f"<game><move>{'h8' * 9000}</move></game>"), "a.rif: there are more than 1000 moves"),
        (database("<game/>" * 20_001), "a.rif has more than 20000 games: split it into smaller files"),
        (database('<game id="1" id="2"/>'), "duplicate attribute"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(written, said):
    with pytest.raises(RecordError) as error:
        one(written)
    assert said in str(error.value) and len(str(error.value)) < 200


def test_names_that_xml_can_not_have_are_mended():
    game = one(rif.write([Record(("h8",), black="A\0\ud800<b>&\n]]>", comment="\x1b[0m\uffff")]).decode())
    assert game.black == "A\ufffd\ufffd<b>&\n]]>" and game.comment == "\ufffd[0m\ufffd"


def test_what_rif_can_not_say_is_not_written():
    for record, said in (
        (Record(("h8",), size=19), "the file: rif can't say that the board is 19x19: write it as sgf"),
        (Record((), setup=(("h8",), ())), "rif can't say that stones lay there"),
        (Record(("x1",)), "move 1 is 'x1'"),
    ):
        with pytest.raises(RecordError, match=said):
            rif.write([record])


# features of real files


def test_a_database_of_12000_games_is_read():
    moves = [game.moves[:9] for game in itertools.islice(real_games(), 40)] * 300
    told = ' publisher="1" tournament="1" rule="1" black="1" white="2" bresult="1" btime="" wtime="" alt="" swap=""'
    games = "\n".join(f'<game{told}><move>{" ".join(its)}</move><info></info></game>' for its in moves)
    assert [game.moves for game in rif.read(database(games).encode())] == moves


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("&eacute;", "é"), ("&Eacute;&nbsp;&#233;&#xE9;", "É\xa0éé"), ("Tom & Jerry", "Tom & Jerry"), ("A&B;", "A&B;"),
        ("&eacute", "&eacute"), ("&&amp;&lt;b&gt;", "&&<b>"), ("&#0;&#xD800;&#x110000;", "\ufffd" * 3), ("&#;", "&#;"),
        ("&LT;b&QUOT;", '<b"'), ("\x0b\x01", "\ufffd\ufffd"),
    ],
)  # fmt: skip
def test_entities_of_html_and_an_ampersand_are_read(written, read_as):
    names = f'<player id="1" name="{written}" surname="x"/>'
    game = one(database(f'<game black="1"><move>h8</move><info>{written}!</info></game>', names))
    assert game.black == f"{read_as} x" and game.comment == f"{read_as}!"


def test_sections_and_comments_are_those_of_xml():
    game = one(database("<!-- <game> & --><game><move>h8</move><info><![CDATA[a & <b> &amp;]]></info></game>"))
    assert game.comment == "a & <b> &amp;"


GAMES = [
    f'<game id="g{number}" round="{number}" black="{number % 3}"><move>h8 i9 {move}</move><info>{text}</info></game>'
    for number, (move, text) in enumerate((("g7", "One"), ("j10", "Two &amp; x"), ("f6", ""), ("a1", "Four")), 1)
]


def tolerant(games, name="a.rif"):
    told = []
    players = '<players><player id="1" name="A"/><player id="2" name="B"/></players>'
    written = f"<database>\n{players}\n<games>\n" + "\n".join(games) + "\n</games>\n</database>\n"
    return rif.read(written.encode(), name, told.append), told


@settings(max_examples=some(400), deadline=None)
@given(st.integers(0, 3), st.data())
@example(0, None)
def test_damage_anywhere_in_a_game_costs_that_game_only_and_is_told_by_its_place(number, data):
    games = list(GAMES)
    text = games[number]
    if data is None:
        games[number] = text[1:]
    else:
        at = data.draw(st.integers(0, len(text) - 1))
        junk = data.draw(st.text("<>/&\"'= ;gamexy1\n", max_size=3))
        games[number] = text[:at] + junk + text[at + data.draw(st.integers(0, 4)) :]
        assume("<!" not in games[number])
    whole, _ = tolerant(GAMES)
    found, told = tolerant(games)
    others = [game for at, game in enumerate(whole) if at != number]
    assert [game for game in found if game in others] == others
    assert len(found) in (3, 4) or (len(found) == 5 and told)
    assert told or len(found) == 4
    begin = 4 + number
    for words in told:
        assert any(place in words for place in (f"game {number + 1}", f"line {begin}", f"line {begin + 1}")), words
        assert "left out" in words and len(words) < 250 and "\n" not in words


def test_damaged_games_are_told_and_the_first_twenty_one_by_one():
    found, told = tolerant([GAMES[0].replace("h8", "x9"), GAMES[1], "<game><move>h8</game>", GAMES[3]])
    assert [game.moves[2] for game in found] == ["j10", "a1"]
    assert told == [
        "a.rif, game 3, line 6, column 17: mismatched tag: get the file once more; this game is left out",
        "a.rif, game 1, column 1: 'x9' is not a move: write points like h8, -- for a pass; this game is left out",
    ]
    found, told = tolerant([GAMES[0], *(["<game><move>h8</game>"] * 100)])
    assert len(found) == 1 and len(told) == 21 and told[-1] == "a.rif: 80 more games are damaged and left out"
    for broken in ("<game><move>h8</game>", "<game><move>x9</move></game>"):
        with pytest.raises(RecordError, match=r"mismatched tag|not a move"):
            tolerant([broken, broken])


def test_damage_outside_of_the_games_is_refused_with_its_place():
    for written in ("<database><players><player id=1/></players><games><game/></games></database>", FILE[:700]):
        with pytest.raises(RecordError, match=r"a.rif, line \d+, column \d+"):
            rif.read(written.encode(), "a.rif", print)
