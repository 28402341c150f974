"""Random games of every variant, judged as by the plain definitions of plain_family.py and plain_others.py."""

import pytest
import tiers
from plain_family import Plain
from plain_others import Other
from tengen.games.points import index
from tengen_host.bench import judging, random_games
from tengen_host.judge import playing
from test_family import compare

ALL = list(random_games.variants())
PLAIN = ("gomoku", "connect6", "bomb-renju", "bomb-pente", "neutral-pente", "repensi")


def plain_of(variant):
    """The slow reference of a variant, or None for Renju, which has references of its own."""
    name = {"sapronov": "gomoku"}.get(variant.game, variant.game)
    if name == "renju":
        return None
    return Plain(name, variant.size, variant.options) if name in PLAIN else Other(name, variant.size, variant.options)


def compare_game(variant, words):
    """Play a game's stones and passes in both ways; return how many moves were compared."""
    match, plain = playing.new_match(variant.game, variant.told()), plain_of(variant)
    moves = 0
    for word in words:
        playing.play(match, word)
        if word == "--" and not hasattr(plain, "pass_"):
            return moves  # this reference knows no passes
        kind, _, point = word.rpartition(":")
        if word == "--":
            plain.pass_()
        elif kind != "offer" and point[1:].isdigit():
            at = index(point, variant.size)
            place = (at % variant.size, at // variant.size)
            if kind in ("bomb", "neutral"):
                plain.play(place, True)
            else:
                assert plain.may(place), (variant, word)
                plain.play(place)
        else:
            continue  # a decision of the opening
        moves += 1
        compare(match.game, plain)
    return moves


def compare_all(which):
    moves = 0
    for variant, words in judging.random_lines(which):
        if variant.game != "renju":
            moves += compare_game(variant, words)
    return moves


def test_some_variants_by_the_plain_definitions():
    assert compare_all(ALL[::40]) > 200


@pytest.mark.proof
def test_all_variants_by_the_plain_definitions():
    """A random game of each of all variants, move by move as by the slow definitions; judged at the speed promised."""
    moves = compare_all(ALL)
    figures = judging.judging_figures(print)
    speed = min(its["median"] for its in figures.values())
    assert sum(its["games"] for its in figures.values()) == len(ALL) and speed >= 200
    tiers.note(f"{len(ALL)} games of all variants, {moves} moves compared; {speed} moves/s or more (median of a game)")
