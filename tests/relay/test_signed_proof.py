"""`tengen relay verify` and examples/verify_event.py report the same faults in a changed event."""

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest
from relay_world import typed
from tengen_relay import entries, keys, proof

SCRIPT = Path(__file__).parents[2] / "host_tools" / "examples" / "verify_event.py"
EVENT = "spring-open"
TARTU, PARNU = keys.new(EVENT, "tartu"), keys.new(EVENT, "parnu")


def chained(key, board, count, start=None):
    """Return a chain of entries of a board, as in an event's stream."""
    end = entries.Link(start) if start else entries.new_chain(EVENT, key.club, board)
    for number in range(count):
        what = {"t": number, "seq": number, "did": [{"code": "started"}]}
        body, end = entries.body(end, 1.5, "line", what)
        yield (key.club, board), body, key.sign(body)


ONE, TWO = list(chained(TARTU, "one", 5)), list(chained(PARNU, "two", 4))
WHOLE = [*ONE[:3], *TWO, *ONE[3:]]


def proved(stored):
    """Whether tengen_relay/proof.py finds no fault in these entries."""
    signers = [("tartu", TARTU.public), ("parnu", PARNU.public)]
    return not any(is_fault for _, is_fault in proof.check(EVENT, signers, stored))


@pytest.fixture(scope="module")
def script():
    """Return the module of the example."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("verify_event", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def both(script, tmp_path, capsys):
    """Return both(entries) -> (True without a fault, the script's output). Fails if the two programs disagree."""

    def told(stored):
        path = tmp_path / "event.jsonl"
        path.write_text("".join(map(proof.line_of, stored)))
        status = script.main(EVENT, str(path), f"tartu={TARTU.public}", f"parnu={PARNU.public}")
        assert (status == 0) == proved(proof.saved(path))
        return status == 0, capsys.readouterr().out

    return told


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.proof)])
def test_each_single_changed_byte_is_told_by_both(both, step):
    """If any single byte of any entry of an event is changed, `tengen relay verify` and the example report where."""
    for place in (0, 4) if step > 1 else range(len(ONE)):
        name, body, signature = ONE[place]
        sent = entries.sealed(body, signature)
        for at in range(0, len(sent), step):
            changed = sent[:at] + bytes([sent[at] ^ 1]) + sent[at + 1 :]
            is_whole, words = both([*ONE[:place], (name, *entries.opened(changed)), *ONE[place + 1 :]])
            assert not is_whole and f"tartu.one: broken at {place + 1}: " in words


STRAY = list(chained(TARTU, "one", 9, ONE[0][1].decode().split('"start":"')[1].split('"')[0]))[5]
FOREIGN = [(("tartu", "one"), body, signature) for _, body, signature in chained(PARNU, "one", 2)]
FORGED = [(("tartu", "one"), body, PARNU.sign(body)) for _, body, _ in chained(TARTU, "one", 2)]
BODY = ONE[1][1].replace(b'"started"', b'"stopped"')
CHANGED_BY_ITS_CLUB = (ONE[1][0], BODY, TARTU.sign(BODY))
MOVED = [(("tartu", "three"), body, signature) for _, body, signature in ONE]


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ([*ONE[:2], *ONE[3:]], "tartu.one: broken at 3: it does not follow"),
        (ONE[1:], "tartu.one: broken at 1: it does not follow"),
        ([*ONE[:2], ONE[1], *ONE[2:]], "tartu.one: broken at 3: it does not follow"),
        ([*ONE[:3], STRAY, *ONE[3:]], "tartu.one: broken at 4: it does not follow"),
        ([ONE[0], CHANGED_BY_ITS_CLUB, *ONE[2:]], "tartu.one: broken at 3: it does not follow"),
        ([ONE[0], ONE[2], ONE[1], *ONE[3:]], "tartu.one: broken at 2: it does not follow"),
        ([*ONE, *ONE], "tartu.one: broken at 6: it does not follow"),
        ([*ONE, *FOREIGN], "tartu.one: broken at 6: it is not signed by a key of its club"),
        ([*FORGED, *TWO], "tartu.one: broken at 1: it is not signed by a key of its club"),
        ([*ONE, *MOVED], "tartu.three: broken at 1: it belongs to another board"),
    ],
    ids=[
        "left out", "at the beginning", "twice", "added", "changed by its club", "swapped", "a chain twice", "foreign",
        "forged", "moved",
    ],  # fmt: skip
)
def test_what_was_done_to_an_event_is_told_by_both_and_of_the_other_board_nothing(both, stored, words):
    is_whole, told = both([*stored, *([] if TWO[0] in stored else TWO)])
    assert not is_whole and words in told and "parnu.two: whole, 4 entries" in told


@pytest.mark.parametrize(
    "stored",
    [WHOLE, WHOLE[:-1], ONE, [*ONE, *chained(TARTU, "one", 3)]],
    ids=["whole", "the last is missing", "a board is missing", "another laptop went on"],
)
def test_what_is_whole_and_what_can_not_be_told(both, stored):
    assert both(stored)[0]


def test_rubbish_in_a_file_is_told(both, tmp_path, script, capsys):
    path = tmp_path / "rubbish"
    signed = b"[1]"
    entry = base64.b64encode(TARTU.sign(signed) + signed).decode()
    signer = f"tartu={TARTU.public}"
    for line in (b"\xff{", b"[]", b'{"board":7}', json.dumps({"board": "tartu.one", "entry": entry}).encode()):
        path.write_bytes(line + b"\n")
        assert script.main(EVENT, str(path), signer) == 1 and "can't be read" in capsys.readouterr().out
    path.write_bytes(b"\xff{\n")
    here = ("relay", "verify", EVENT, "--data", tmp_path, "--saved", path, "--signed-by", signer)
    status, told = typed(*here)
    assert status == 1 and told.startswith(f"error: line 1 of {path} is not an entry of an event: `tengen relay verify")


def test_the_script_as_it_is_typed_and_tengen_on_the_same_file(tmp_path):
    path = tmp_path / "event.jsonl"
    path.write_text("".join(map(proof.line_of, WHOLE)))
    keys_ = [f"tartu={TARTU.public}", f"parnu={PARNU.public}"]
    done = subprocess.run([sys.executable, SCRIPT, EVENT, path, *keys_], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "parnu.two: whole, 4 entries\ntartu.one: whole, 5 entries\n")
    signed = [word for key in keys_ for word in ("--signed-by", key)]
    status, told = typed("relay", "verify", EVENT, "--data", tmp_path, "--saved", path, *signed)
    assert status == 0 and told.splitlines()[1] == f"tartu.one: 5 entries, whole, signed by {TARTU.public}"
    assert sum(bool(line.strip()) for line in SCRIPT.read_text().splitlines()) < 60
