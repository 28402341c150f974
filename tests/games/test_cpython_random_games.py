"""Random games of every variant, compared with the plain definitions (plain_family, plain_others, plain_renju)."""

import re
from random import Random

import ledger
import pytest
from plain_family import BLACK, Plain
from plain_others import Other
from plain_renju import FOULS, PlainRenju
from tengen.games.points import index
from tengen_host.bench import judging, random_games
from tengen_host.judge import playing
from test_family import compare
from test_others import ALL as OTHERS

PLAIN = ("gomoku", "connect6", "bomb-renju", "bomb-pente", "neutral-pente", "repensi")
DEFINED = ("renju", "sapronov", *PLAIN, *OTHERS)  # a new game may have no plain definition
ALL = [variant for variant in random_games.variants() if variant.game in DEFINED]
STONE = re.compile(r"(?:(bomb|neutral|keep):)?([a-s][0-9]+)")


def plain_of(variant):
    """Return the slow reference of a variant."""
    name = {"sapronov": "gomoku"}.get(variant.game, variant.game)
    if name == "renju":
        return PlainRenju()
    return Plain(name, variant.size, variant.options) if name in PLAIN else Other(name, variant.size, variant.options)


def compare_fouls(game, plain):
    """Compare the verdicts of all empty points on Black's turn in Renju with the definition. Return their number."""
    if game.result or plain.turn != BLACK:
        return 0
    fouls, empty = set(game.fouls()), plain.empty()
    for place in empty:
        point = place[1] * plain.size + place[0]
        expected = FOULS.get(plain.verdict(place))
        assert game.warning(point) == expected and (point in fouls) == bool(expected), (place, plain.board)
    return len(empty)


def compare_game(variant, words):
    """Play a game's moves in the game and in the reference. Return the number of compared moves and verdicts."""
    match, plain = playing.new_match(variant.game, variant.told()), plain_of(variant)
    moves = verdicts = 0
    for word in words:
        playing.play(match, word)
        stone = STONE.fullmatch(word)
        if word == "--":
            plain.pass_()
        elif stone:
            at = index(stone[2], variant.size)
            place = (at % variant.size, at // variant.size)
            if stone[1] in ("bomb", "neutral"):
                plain.play(place, True)
            else:
                assert plain.may(place), (variant, word)
                plain.play(place)
        else:
            continue  # this action was a decision of the opening, not a stone
        moves += 1
        compare(match.game, plain)
        verdicts += compare_fouls(match.game, plain) if variant.game == "renju" else 0
    return moves, verdicts


def compare_all(lines):
    """Compare games. Return the number of games, of games that continued after a pass, of moves and of verdicts."""
    games = went_on = moves = verdicts = 0
    for variant, words in lines:
        found = compare_game(variant, words)
        games, moves, verdicts = games + 1, moves + found[0], verdicts + found[1]
        went_on += "--" in words[:-1]
    return games, went_on, moves, verdicts


def random_lines(which, rounds, passes):
    """Yield `rounds` random games of each variant, with this share of `passes` (see judging.random_lines())."""
    for number in range(rounds):
        for variant in which:
            yield variant, random_games.random_words(variant, Random(f"{number} {variant}"), passes)


def test_some_variants_by_the_plain_definitions():
    assert compare_all(judging.random_lines(ALL[::40]))[2] > 200


def test_a_game_is_compared_after_its_first_pass():
    for variant, words in list(random_lines(ALL[:20], 1, 0.2)):
        moves = sum(word == "--" or STONE.fullmatch(word) is not None for word in words)
        assert "--" in words[:-1] and compare_game(variant, words)[0] == moves


def test_renju_is_compared_too():
    variant = next(its for its in ALL if its.game == "renju" and its.opening == "free centre")
    assert compare_game(variant, ["h8", "a1", "i9", "a2", "--", "--"]) == (6, 223 + 221)
    assert compare_game(variant, ["h8", "a1", "g8", "c1", "i9", "e1", "i10", "g1", "i8"])[0] == 9


@pytest.mark.proof
def test_all_variants_by_the_plain_definitions():
    """In one random game of each variant each move agrees with the slow definitions, and the judge is fast enough."""
    games, went_on, moves, verdicts = compare_all(judging.random_lines(ALL))
    figures = judging.judging_figures(print)
    speed = min(its["median"] for its in figures.values())
    assert games == len(ALL) <= sum(its["games"] for its in figures.values()) and speed >= 200
    ledger.note(
        f"{games} games of all variants to their end, {went_on} continued after a pass: {moves} moves compared, "
        f"and {verdicts} verdicts of Renju; {speed} moves/s or more (median of a game)"
    )


@pytest.mark.proof
def test_games_with_more_passes_by_the_plain_definitions():
    """In ten more games of each variant, with every tenth turn passed, each move agrees with the slow definitions."""
    games, went_on, moves, verdicts = compare_all(random_lines(ALL, 10, 0.1))
    assert games == 10 * len(ALL) and went_on > len(ALL)
    ledger.note(
        f"{games} games, {went_on} continued after a pass: {moves} moves compared, and {verdicts} verdicts of Renju"
    )
