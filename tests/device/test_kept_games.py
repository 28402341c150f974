"""Test the check of the journal on the board, which counts and replays games, and reports damage in them."""

import kept_games
import pytest
from kept_games import BEGIN
from onboard import told
from tengen.journal import partfile

MOVES = [("stone", 112), ("stone", 113)]


def file(*written, count=1):
    """Return a game's file as a bytearray, which the test can damage."""
    return bytearray(kept_games.file(*written, count=count))


@pytest.fixture
def checked(tmp_path):
    """Return a function that returns the result of the check for some files, by number."""

    def check(files):
        (tmp_path / "games").mkdir()
        for number, data in files.items():
            (tmp_path / "games" / f"{number:05d}").write_bytes(data)
        return told("journal", "tell(10)", tmp_path)

    return check


def test_no_games_at_all(tmp_path):
    assert told("journal", "tell(10)", tmp_path) == {
        "files": 0, "games": 0, "entries": 0, "replayed": 0, "torn": [], "findings": []
    }  # fmt: skip


def test_games_are_counted_and_replayed(checked):
    files = {
        3: file([BEGIN, MOVES[0]], [MOVES[1]]),
        4: file([("more", 3, 2)], [("resign", "p1"), ("end", 2, "resigned")], count=2),
        5: file([BEGIN]),
        6: file(count=9),  # a file that was created for a later game
        7: b"",  # ... and a file that was being created when the power failed
    }
    assert checked(files) == {"files": 5, "games": 2, "entries": 7, "replayed": 2, "torn": [], "findings": []}


def test_a_record_that_the_power_has_cut_is_no_fault(checked):
    whole = file([BEGIN, MOVES[0]])
    cut = bytearray(whole)
    at = partfile.size(bytes(whole))
    cut[at : at + 5] = partfile.encode(MOVES[1])[:5]
    result = checked({1: cut})
    assert result["torn"] == [1] and result["findings"] == [] and result["replayed"] == 1


def test_a_damaged_record_before_others_is_found(checked):
    data = file([BEGIN], [MOVES[0]], [MOVES[1]])
    at = partfile.HEAD_SIZE + len(partfile.encode(BEGIN))
    data[at + 3] ^= 1
    assert checked({8: data})["findings"] == [["game file 8", "a record is damaged"]]


def test_a_damaged_head(checked):
    data = file([BEGIN])
    data[9] ^= 4
    assert checked({8: data})["findings"] == [["game file 8", "its head is damaged"]]


def test_what_is_no_game_and_what_another_version_wrote(checked):
    newer = file([BEGIN])
    newer[7] += 1
    findings = checked({1: b"holiday pictures", 2: newer})["findings"]
    assert findings[0] == ["game file 1", {"code": "device.no_part"}]
    assert findings[1] == ["game file 2", {"code": "device.newer_version", "number": 2, "count": 1}]


def test_a_game_whose_records_are_whole_but_not_to_be_played(checked):
    findings = checked({1: file([BEGIN, MOVES[0], MOVES[0]])})["findings"]
    assert len(findings) == 1 and findings[0][0] == "game 1 can't be played again"


def test_a_game_whose_beginning_is_gone(checked):
    findings = checked({2: file([("more", 1, 2)], [MOVES[0]])})["findings"]
    assert findings == [["game 1 can't be played again", "its beginning is gone"]]
