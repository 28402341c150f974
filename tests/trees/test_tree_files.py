"""Test trees as SGF and as text.

Random trees are written and read again. Damaged files must give trees or one clear sentence.
"""

import random

import growing
import pytest
from portable import some
from same_trees import stays
from tengen_host.records.record import RecordError
from tengen_host.records.sgf import trees as sgf
from tengen_host.trees import text

FORMS = {"a.sgf": sgf, "a.txt": text}
# pieces to insert into a damaged file
PIECES = {
    "a.sgf": (b"(", b")", b";", b"[", b"]", b"\\", b"\xff\xfe", b"(;", b"B[j9l11]", b"SZ[5]"),
    "a.txt": (b" ", b"\n", b'"', b"h8", b"{", b"\xff", b":", b"  "),
}


@pytest.mark.parametrize("seed", range(some(40)))
@pytest.mark.parametrize("name", FORMS)
def test_random_trees_there_and_back(name, seed):
    stays(FORMS[name], growing.tree(seed))


@pytest.mark.proof
@pytest.mark.parametrize("name", FORMS)
def test_five_hundred_random_trees_there_and_back(name):
    """500 random trees with every feature are equal after being written as SGF or text and read again."""
    for seed in range(1000, 1500):
        stays(FORMS[name], growing.tree(seed, 400))


def mutated(name, seed):
    """Return a file of a random tree with a few bytes changed, cut out, doubled or moved."""
    luck = random.Random(f"mutated {seed}")
    data = bytearray(FORMS[name].write([growing.tree(seed % 97, 30)]))
    for _ in range(luck.choice((1, 1, 2, 4))):
        at = luck.randrange(len(data) + 1)
        kind = luck.choice((0, 0, 0, 1, 1, 2, 3))
        if kind == 0:
            data[at : at + luck.randrange(1, 9)] = luck.randbytes(luck.randrange(3))
        elif kind == 1:
            data[at : at + luck.randrange(4)] = luck.choice(PIECES[name])
        elif kind == 2:
            data[at:at] = data[: luck.randrange(len(data) + 1)]
        else:
            del data[at:]
    return bytes(data)


def must_stand(name, seeds):
    """Check that each of the mutated files is a readable tree, or a sentence; return how many were trees."""
    good = 0
    for seed in seeds:
        try:
            trees = growing.read_in_bounds(FORMS[name].read, mutated(name, seed), name)
        except RecordError as error:
            assert str(error).startswith(name) and "\n" not in str(error) and len(str(error)) < 250, seed
            continue
        good += 1
        for tree in trees:
            stays(FORMS[name], tree)
    return good


@pytest.mark.parametrize("name", FORMS)
def test_mutated_files(name):
    assert some(500) // 20 < must_stand(name, range(some(500))) < some(500)


@pytest.mark.proof
@pytest.mark.parametrize("name", FORMS)
def test_a_hundred_thousand_mutated_files(name):
    """100,000 damaged files of trees are read and stay equal when rewritten, or are refused in a sentence.

    This needs little memory.
    """
    assert must_stand(name, range(1000, 101_000)) > 5000
