"""Paired devices: their tokens, their ends, and the file that outlives the laptop's program."""

import json
import stat
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tengen_host.pairing import store
from tengen_host.pairing.codes import Offer
from tengen_host.pairing.devices import ENDS, EVENING_S, MOST, Devices
from tengen_host.rights.table import Who

NEAR = "192.168.1.7"


def offer(role="arbiter", boards=None, ends="hand", name=""):
    return Offer(role, boards, ends, name)


def test_only_the_whole_token_is_the_device_and_it_has_128_random_bits():
    devices = Devices()
    device, token = devices.add(offer(), NEAR, 0.0)
    assert devices.find(token, NEAR, 1.0) is device and device.who == Who("arbiter", None, device.id)
    assert len(bytes.fromhex(token)) == 16
    for other in ("", token[:-1], token.upper() + "0", device.id, device.hash, "0" * 32, "é", "\udcff"):
        assert devices.find(other, NEAR, 1.0) is None


def test_the_token_is_nowhere_but_with_the_device():
    kept = []
    devices = Devices(save=kept.append)
    _, token = devices.add(offer(), NEAR, 0.0)
    assert token not in json.dumps(kept) + json.dumps(devices.listed(1.0))
    assert "hash" not in devices.listed(1.0)[0]


def test_after_a_restart_they_are_the_same_devices():
    kept = []
    devices = Devices(save=kept.append)
    device, token = devices.add(offer("p1", ("one",), "game", "Anna"), NEAR, 5.0)
    devices.hear_game("one", 3, False)
    again = Devices(json.loads(json.dumps(kept[-1])))
    assert again.id == devices.id
    found = again.find(token, "192.168.1.8", 50.0)
    assert (found.who, found.name, found.since, found.game) == (device.who, "Anna", 5.0, 3)
    assert (found.heard, found.address) == (50.0, "192.168.1.8")


def test_a_revoked_device_is_nobody_at_once_also_after_a_restart():
    kept, ended = [], []
    devices = Devices(save=kept.append)
    devices.on_end = ended.append
    device, token = devices.add(offer(), NEAR, 0.0)
    devices.revoke("other")
    assert devices.find(token, NEAR, 0.0) is device
    devices.revoke(device.id)
    assert ended == [device] and devices.find(token, NEAR, 0.0) is None
    assert Devices(kept[-1]).find(token, NEAR, 0.0) is None


@pytest.mark.parametrize("ends", ENDS)
def test_only_a_role_for_the_evening_ends_after_twelve_hours(ends):
    devices = Devices()
    _, token = devices.add(offer(ends=ends), NEAR, 0.0)
    assert devices.find(token, NEAR, EVENING_S - 1)
    assert bool(devices.find(token, NEAR, EVENING_S)) == (ends != "evening")
    assert len(devices.listed(EVENING_S)) == (ends != "evening")


ONE, TWO = ("one", 1), ("one", 2)


@pytest.mark.parametrize(
    ("heard", "lasts"),
    [
        ([(*ONE, False)], True),
        ([(*ONE, False), (*ONE, True)], False),
        ([(*ONE, True)], True),  # paired after the end of a game, for the next one
        ([(*ONE, True), (*TWO, False)], True),
        ([(*ONE, True), (*TWO, False), (*TWO, True)], False),
        ([(*ONE, False), (*TWO, False)], False),  # the game was given up without a result
        ([(*TWO, False), (*ONE, False)], True),  # the board has restarted, and the game goes on
        ([(*TWO, False), (*ONE, False), (*ONE, True)], False),
        ([("two", 1, False), ("two", 1, True)], True),  # another board
    ],
)
def test_a_role_for_a_game_ends_with_it(heard, lasts):
    devices = Devices()
    _, token = devices.add(offer("p1", ("one",), "game"), NEAR, 0.0)
    _, other = devices.add(offer("p2", ("one",), "hand"), NEAR, 0.0)
    for each in heard:
        devices.hear_game(*each)
    assert bool(devices.find(token, NEAR, 1.0)) == lasts
    assert devices.find(other, NEAR, 1.0)


def test_a_game_ends_only_the_roles_that_see_it():
    devices = Devices()
    _, comments = devices.add(offer("commentator", ("one",), "game"), NEAR, 0.0)
    _, plays = devices.add(offer("p1", ("one",), "game"), NEAR, 0.0)
    for is_over in (False, True):
        devices.hear_game("one", 1, is_over, {"p1"})
    assert devices.find(comments, NEAR, 1.0) and not devices.find(plays, NEAR, 1.0)


def test_there_are_so_many_devices_and_no_more():
    devices = Devices()
    for _ in range(MOST):
        devices.add(offer(), NEAR, 0.0)
    with pytest.raises(ValueError, match="phones are paired already"):
        devices.add(offer(), NEAR, 0.0)


def test_the_time_of_the_last_word_is_stored_now_and_then_and_not_each_time():
    kept = []
    devices = Devices(save=kept.append)
    _, token = devices.add(offer(), NEAR, 1000.0)
    before = len(kept)
    for second in range(600):
        devices.find(token, NEAR, 1000.0 + second)
    assert 9 <= len(kept) - before <= 11


PLAIN = st.none() | st.booleans() | st.integers() | st.sampled_from(["", "p1", "hand", "game", "a" * 64])
JSON = PLAIN | st.lists(PLAIN, max_size=2) | st.dictionaries(st.sampled_from(["", "a"]), PLAIN, max_size=1)
FIELDS = ("id", "hash", "role", "boards", "ends", "name", "since", "heard", "address", "game")


ENTRY = st.fixed_dictionaries(dict.fromkeys(FIELDS, JSON))


@given(st.fixed_dictionaries({"id": JSON, "devices": st.lists(ENTRY, max_size=1)}))
def test_whatever_is_in_the_file_makes_nobody_a_device(kept):
    devices = Devices(kept)
    assert devices.find("0" * 32, NEAR, 0.0) is None
    devices.add(offer(), NEAR, 0.0)
    assert all(each["role"] in ("arbiter", "p1", "p2", "helper", "commentator") for each in devices.listed(0.0))


# The file


def test_only_its_owner_can_read_the_file_and_it_is_read_again(tmp_path):
    path = tmp_path / "new" / "phones.json"
    with store.opened(path, pytest.fail) as devices:
        _, token = devices.add(offer(), NEAR, 0.0)
    with store.opened(path, pytest.fail) as devices:
        assert devices.find(token, NEAR, 0.0) and devices.trouble is None
    assert token not in path.read_text(encoding="utf-8")
    assert sorted(each.name for each in path.parent.iterdir()) == ["phones.json", "phones.lock"]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe", b"7", b"[" * 100_000])
def test_a_damaged_file_is_told_and_the_leader_pairs_again(tmp_path, data):
    path, told = tmp_path / "phones.json", []
    path.write_bytes(data)
    with store.opened(path, told.append) as devices:
        assert len(told) == 1 and "pair the phones again" in told[0]
        _, token = devices.add(offer(), NEAR, 0.0)
    with store.opened(path, pytest.fail) as devices:
        assert devices.find(token, NEAR, 0.0)


def test_a_file_that_cannot_be_written_is_told_and_the_phones_are_paired_all_the_same(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with store.opened(tmp_path / "file" / "phones.json", lambda line: None) as devices:
        _, token = devices.add(offer(), NEAR, 0.0)
        assert devices.find(token, NEAR, 0.0) and devices.trouble.key == "pair.unsaved"


def test_a_second_server_has_its_own_phones_and_leaves_those_of_the_first_alone(tmp_path):
    path, told = tmp_path / "phones.json", []
    with store.opened(path, pytest.fail) as first:
        _, token = first.add(offer(), NEAR, 0.0)
        with store.opened(path, told.append) as second:
            assert len(told) == 1 and "forgets its paired phones" in told[0]
            _, other = second.add(offer(), NEAR, 0.0)
            assert second.id != first.id and second.find(other, NEAR, 0.0) and not second.find(token, NEAR, 0.0)
            assert second.trouble.key == "pair.unsaved_second"
        first.rename("", "")
    with store.opened(path, pytest.fail) as again:
        assert again.find(token, NEAR, 0.0) and not again.find(other, NEAR, 0.0)
