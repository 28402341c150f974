"""An engine at a seat on the page: its name, and a person's choice when it fails."""

import asyncio

import pytest
from telling import Telling, card, shows, text
from tengen_host.engines.gomocup import EngineError
from tengen_host.engines.process import SILENT
from tengen_host.guests.engine import EngineGuest


@pytest.fixture
def telling(serving):
    return Telling(serving)


class Silent:
    """An engine that starts when it may, and is silent from `may_fail` on."""

    name, about = "Rapfi", {}

    def __init__(self):
        self.may_start, self.may_fail, self.asked = asyncio.Event(), asyncio.Event(), 0

    async def start(self):
        await self.may_start.wait()

    async def stop(self): ...

    async def new_game(self, size, rule, *, turn_ms): ...

    async def move(self, stones, turn):
        self.asked += 1
        await self.may_fail.wait()
        raise EngineError("it does not answer", SILENT)


class Own:
    """A player in place of the board's partner's."""

    offers_draw, answer = False, ("stone", 0)

    def begin(self, *asked, **more): ...

    def think(self, budget_us):
        return True


def test_the_engine_has_its_name_and_a_person_chooses_where_it_fails(telling, window):
    engine = Silent()
    guest = EngineGuest("", "p2", 1, print, make=lambda command: engine, player=Own)
    place = telling.served.hall.first()
    telling.served.start(place.host, guest)
    page = window(telling.url)
    telling.begin(partner="p2 laptop")
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    fields = {"who": "p2", "level": 0, "do": "stone", "points": [], "colour": None, "question": 1}
    telling.tell("partner", state="thinking", **fields)
    shows(page, telling)
    assert card(page, "p2", "name") == "Rapfi"
    assert page.page.is_hidden("#engine") and page.page.is_visible("#prompt")
    telling.served.call(engine.may_fail.set)
    page.page.wait_for_selector("#engine:not([hidden])")
    assert text(page, "#engine p") == "Rapfi does not answer. The game waits"
    assert page.page.is_hidden("#prompt"), "it does not think any more"
    page.page.click("#engine [data-choice=again]")
    starting = "Rapfi is starting: it has 60 s"
    page.page.wait_for_function("(words) => document.querySelector('#engine p').textContent === words", arg=starting)
    assert page.page.is_visible("#prompt") and page.page.is_hidden("#engine button")
    telling.served.call(engine.may_start.set)
    telling.served.until(lambda: engine.asked == 2 and guest.waits)
    page.page.click("#engine [data-choice=own]")
    page.page.wait_for_selector("#engine", state="hidden")
    telling.served.until(lambda: telling.board.done)
    ((_, answer),) = telling.board.done
    assert (answer["cmd"], answer["question"], answer["stone"]) == ("partner", 1, "a1")
