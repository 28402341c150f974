"""A code works once, for a minute, and nobody finds it by trying."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tengen_host.pairing.codes import CHARACTERS, LENGTH, MOST_WRONG, MOST_WRONG_IN_ALL, VALID_S, Codes, Offer

OFFER = Offer("arbiter", None, "hand", "Anna")
NEAR = "192.168.1.7"


def key(codes, text, address, now):
    """The key of the sentence that refuses a code; "" if it is accepted."""
    try:
        assert codes.find(text, address, now).offer == OFFER
    except ValueError as error:
        return error.args[0].key
    return ""


def test_a_code_has_six_characters_that_nobody_confuses():
    codes = Codes()
    shown = {codes.show(OFFER, 0.0).text for _ in range(50)}
    assert len(shown) == 50 and all(len(text) == LENGTH and set(text) <= set(CHARACTERS) for text in shown)
    assert not set(CHARACTERS) & set("0O1ILU")


def test_it_may_be_typed_in_any_way():
    codes = Codes(random.Random(1).choice)
    text = codes.show(OFFER, 0.0).text
    for typed in (text, text.lower(), f" {text[:3]} {text[3:]}\n", f"{text[:3]}-{text[3:]}"):
        assert key(codes, typed, NEAR, 1.0) == ""


@pytest.mark.parametrize(("now", "why"), [(VALID_S - 0.01, ""), (VALID_S, "pair.wrong")])
def test_it_is_valid_for_a_minute(now, why):
    codes = Codes()
    text = codes.show(OFFER, 0.0).text
    assert key(codes, text, NEAR, now) == why


def test_a_used_or_replaced_or_hidden_code_does_not_work():
    codes = Codes()
    first = codes.show(OFFER, 0.0)
    second = codes.show(OFFER, 0.0)
    assert first.text == second.text or key(codes, first.text, NEAR, 0.0) == "pair.wrong"
    second.state = "used"
    assert key(codes, second.text, NEAR, 0.0) == "pair.wrong"
    third = codes.show(OFFER, 0.0)
    codes.hide()
    assert key(codes, third.text, NEAR, 0.0) == "pair.wrong"


def test_ten_thousand_tries_of_one_address_find_nothing_and_disturb_no_other():
    codes = Codes()
    text = codes.show(OFFER, 0.0).text
    wrong = (each for each in map("".join, itertools.product(CHARACTERS, repeat=LENGTH)) if each != text)
    found = [key(codes, tried, "192.168.1.66", 1.0) for tried in itertools.islice(wrong, 10_000)]
    assert found == ["pair.wrong"] * MOST_WRONG + ["pair.too_many"] * (10_000 - MOST_WRONG)
    assert key(codes, text, "192.168.1.66", 2.0) == "pair.too_many", "not even the right one"
    assert key(codes, text, NEAR, 2.0) == ""
    text = codes.show(OFFER, 1.0 + VALID_S).text
    assert key(codes, text, "192.168.1.66", 1.0 + VALID_S) == "", "after a minute"


def test_ten_thousand_tries_of_many_addresses_end_the_code():
    codes = Codes()
    code = codes.show(OFFER, 0.0)
    for number in range(10_000):
        key(codes, "222222" if code.text != "222222" else "333333", f"10.0.{number // 250}.{number % 250}", 1.0)
    assert code.state == "guessed" and code.wrong == MOST_WRONG_IN_ALL
    assert key(codes, code.text, NEAR, 1.0) == "pair.wrong"
    assert key(codes, codes.show(OFFER, 2.0).text, NEAR, 2.0) == "", "the next code works"


@given(st.text(max_size=60))
def test_no_other_text_is_the_code(text):
    codes = Codes(lambda characters: "7")
    codes.show(OFFER, 0.0)
    plain = "".join(text.split()).replace("-", "").upper()
    assert (key(codes, text, NEAR, 0.0) == "") == (plain == "777777")
