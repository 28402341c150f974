"""The examples on the pages of the games, and random games of the whole family.

Source: firmware/docs/family.md and firmware/docs/games.
"""

import json

from examples import (
    EXAMPLES,
    answer,
    check,
    columns_of,
    each_page_line,
    examples,
    match_of,
    options_of,
    play,
    state,
)
from portable import raises, read_lines
from tengen.games import registry


def test_no_row_is_left_out():
    """In every table of a page, a row that begins with an id is an example."""
    told = []
    for line in each_page_line():
        columns = columns_of(line)
        if columns and columns[0][0].isupper() and columns[0][1:].isdigit():
            assert len(columns) == len(EXAMPLES), line
            told.append(columns[0])
    assert told == [row.id for row in examples()] and len(set(told)) == len(told) > 160
    games = [options_of(row.game)[0] for row in examples()]
    without = [name for name in registry.NAMES if name not in games]
    assert not without, "write examples of %s in firmware/docs/games" % ", ".join(without)


def test_every_example():
    failed, done = [], 0
    for row in examples():
        try:
            try_example(row)
            done += 1
        except Exception as error:  # report all failures, not only the first
            failed.append("%s: %s | %s | %s: %r" % (row.id, row.game, row.moves, row.outcome, error))
    assert not failed and done == len(examples()), "\n".join(failed)


def try_example(row):
    match = row.match()
    words = words_of(row)
    refused = row.outcome == "refused"
    for word in words[: len(words) - refused]:
        play(match, word)
    if not refused:
        check(match, row.outcome)
        return
    before = state(match)
    raises(ValueError, play, match, words[-1])
    assert state(match) == before


def words_of(row):
    """Return the words of a row's moves; `no swap` is one word."""
    return [word.replace("_", " ") for word in row.moves.replace("no swap", "no_swap").split()]


def family(*games):
    """Return the random games, of the named games or of all."""
    for line in read_lines("family.jsonl"):
        game = json.loads(line) if line else {"game": None}
        if game["game"] and (game["game"] in games or not games):
            yield game


def test_random_games_of_the_family():
    counts = {}
    for told in family():
        match = match_of(told["game"], told["options"])
        for word in told["moves"]:
            play(match, word)
        found = answer(match)
        for key in ("cells", "captures", "seats", "result"):
            wanted = told[key]
            if key == "result" and wanted:
                wanted = wanted[:2] + [sorted(wanted[2])]
            assert found[key] == wanted, (told["game"], told["options"], key, found[key], wanted)
        if not told["result"]:
            assert (found["turn"], found["left"]) == (told["turn"], told["left"])
        counts[told["game"]] = counts.get(told["game"], 0) + 1
    # a new game has none until tests/support/family_games.py has made them
    assert set(counts.values()) == {10} and len(counts) >= 22 and all(name in registry.NAMES for name in counts), counts


def test_a_take_back_restores_everything():
    """Taking back move by move to the beginning restores each state."""
    for number, told in enumerate(family()):
        match = match_of(told["game"], told["options"])
        states = []
        for word in told["moves"]:
            if match.expects.do in ("stone", "offer"):
                states.append(state(match))
            play(match, word)
        assert len(states) == match.moves(), told["options"]
        if number % 2:  # two at a time
            while len(states) > 1:
                match.take_back(2)
                states.pop()
                assert state(match) == states.pop()
        while states:
            match.take_back()
            assert state(match) == states.pop()
        assert not any(match.cells)


def test_the_facts_of_a_match_make_it_again():
    for told in family():
        match = match_of(told["game"], told["options"])
        for number, word in enumerate(told["moves"]):
            play(match, word)
            if number % 9 == 8 and match.expects.do in ("stone", "over"):
                match.take_back()
                # "keep" was taken back together with the offer before it, so the offer is played again first
                if word[:5] == "keep:":
                    play(match, told["moves"][number - 1])
                play(match, word)
        again = match_of(told["game"], told["options"])
        again.replay(match.facts)
        assert state(again) == state(match) and again.facts == match.facts
