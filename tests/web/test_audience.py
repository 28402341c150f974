"""The messages to the pages of a board or a hall: encoded once for all pages, sent to a relay's hall once a second."""

import asyncio
import json

import pytest
from fake_board import ToldBoard
from tengen_host.hall.hall import Hall
from tengen_host.web.audience import Audience
from tengen_host.web.outbox import Outbox


def seqs(tolds):
    """Return the numbers of all lines in some messages, also in digests and logs."""
    messages = [each for told in tolds for each in told.message.get("messages", [told.message])]
    lines = [message["line"] for message in messages if message["type"] == "line"]
    logs = [entry["seq"] for message in messages if message["type"] == "log" for entry in message["log"]]
    return sorted({*logs, *(line["seq"] for line in lines if "seq" in line)} - {0})


def test_all_pages_get_the_same_message_and_a_late_one_the_same_state():
    async def whole():
        board = ToldBoard()
        board.tell("started")
        audience = Audience(Hall.of(board).only())
        outboxes = [Outbox(), Outbox()]
        first, end_first = audience.enter(outboxes[0])
        second, end = audience.enter(outboxes[1])
        (one,), (other,) = ([told for told in state if told.message["type"] == "log"] for state in (first, second))
        assert one is other
        board.tell("button")
        (one,), (other,) = [await outbox.take() for outbox in outboxes]
        assert one is other and json.loads(one.text)["line"]["did"] == [{"code": "button"}]
        end()
        board.tell("button")
        late, end_late = audience.enter(Outbox())
        assert seqs(late) == [1, 2, 3] and seqs(await outboxes[0].take()) == [3]
        for ends in (end, end_first, end_late):
            assert len(board.listeners) == 1
            ends()
        end_late()
        assert board.listeners == []

    asyncio.run(whole())


def test_a_digest_has_all_events_since_the_state_of_each_page_and_the_newest_stones():
    async def whole():
        hall, board = Hall(), ToldBoard()
        hall.add(board, "one", "one")
        audience, early, late = Audience(hall, every_s=0.001), Outbox(), Outbox()
        audience.enter(early)
        board.tell("started")
        board.put("h8", "black")
        loop = asyncio.get_running_loop()
        now = loop.time()
        loop.time = lambda: now + 1  # the state of the early page is too old for the late one
        state, _ = audience.enter(late)
        del loop.time
        board.put("h9", "white")
        board.tell("button")
        assert {told.message["type"] for told in state} == {"digest"}
        for outbox, had in ((early, []), (late, seqs(state))):
            (digest,) = await outbox.take()
            assert had + seqs([digest]) == [1, 2]
            (stones,) = [each for each in digest.message["messages"] if each["type"] == "stones"]
            assert stones == {"board": "one", "type": "stones", "stones": {"h8": "black", "h9": "white"}}
        board.tell("button")
        (one,), (other,) = await early.take(), await late.take()
        assert one is other and seqs([one]) == [3]

    asyncio.run(whole())


def test_pages_that_come_to_the_hall_of_a_relay_together_get_the_same_state_and_miss_nothing():
    async def whole():
        hall, board = Hall(), ToldBoard()
        hall.add(board, "one", "one")
        audience, early, late = Audience(hall, every_s=0.3), Outbox(), Outbox()
        board.tell("started")
        first, _ = audience.enter(early)
        board.tell("button")
        # the late page gets the same as the early one; the digest brings the rest to both
        second, _ = audience.enter(late)
        assert seqs(first) == seqs(second) == [1] and first[1] is second[1]
        for outbox in (early, late):
            assert seqs(await outbox.take()) == [2]
        assert seqs(audience.enter(Outbox())[0]) == [2]

    asyncio.run(whole())


def test_the_game_of_a_board_on_which_nothing_has_happened_is_not_encoded_again():
    async def whole():
        hall, boards = Hall(), [ToldBoard(), ToldBoard()]
        for number, board in enumerate(boards):
            hall.add(board, f"board {number}")
            board.tell("started")
            board.tell("new_game", game={"size": 15})
        audience = Audience(hall, every_s=1e-9)

        def games():
            state, _ = audience.enter(Outbox())
            return [told for told in state if "seq" in told.message["messages"][0].get("line", ())]

        one, other = games()
        boards[1].tell("move", hand={"state": "calm"})
        again, changed = games()
        assert again is one and changed is not other and seqs([changed]) == [3]

    asyncio.run(whole())


def test_a_page_that_comes_back_gets_what_has_changed_since():
    async def whole():
        board = ToldBoard()
        audience = Audience(Hall.of(board).only())
        board.tell("started", game={"name": "renju"}, hand={"state": "calm"}, moves=[0, []])
        board.tell("button")
        since = f"{board.replica.run}.2"
        board.tell("button", hand={"state": "provisional"})
        board.tell("button")
        rest, _ = audience.enter(Outbox(), since)
        messages = [told.message for told in rest]
        kinds = [message["type"] for message in messages]
        assert kinds[kinds.index("since") :][:3] == ["since", "line", "log"]
        (line,) = [each["line"] for each in messages if "run" in each]
        assert line["is"] == {"hand": {"state": "provisional"}} and line["seq"] == 4
        assert seqs(rest) == [3, 4]
        again, _ = audience.enter(Outbox(), f"{board.replica.run}.4")
        assert [told.message["log"] for told in again if told.message["type"] == "log"] == [[]]

    asyncio.run(whole())


@pytest.mark.parametrize(
    "since", ["3.1", "{run}.4", "{run}.", "{run}.-1", "{run}", "rubbish", ".", "3.\x00", "x" * 10000]
)
def test_a_page_of_another_run_gets_the_whole_state(since):
    async def whole():
        board = ToldBoard()
        for code in ("started", "button", "button"):
            board.tell(code, hand={"state": "calm"})
        state, _ = Audience(Hall.of(board).only()).enter(Outbox(), since.replace("{run}", board.replica.run))
        assert seqs(state) == [1, 2, 3] and "since" not in [told.message["type"] for told in state]

    asyncio.run(whole())
