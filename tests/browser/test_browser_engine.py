"""An engine at a seat on the page: its name, and what a person chooses where it fails."""

import pytest
from browser.telling import Telling, card, shows, text
from tengen_host.said import Said


@pytest.fixture
def telling(serving):
    return Telling(serving)


def test_the_engine_has_its_name_and_a_person_chooses_where_it_fails(telling, window):
    chosen = []
    engine = telling.served.hall.first().engine
    telling.served.call(engine.sit, "Rapfi", chosen.append)
    page = window(telling.url)
    telling.begin(partner="p2 laptop")
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    fields = {"who": "p2", "level": 0, "do": "stone", "points": [], "colour": None, "question": 1}
    telling.tell("partner", state="thinking", **fields)
    shows(page, telling)
    assert card(page, "p2", "name") == "Rapfi"
    assert page.page.is_hidden("#engine") and page.page.is_visible("#prompt")
    telling.served.call(engine.fail, Said("engine.silent", name="Rapfi"))
    page.page.wait_for_selector("#engine:not([hidden])")
    assert text(page, "#engine p") == "Rapfi does not answer. The game waits"
    assert page.page.is_hidden("#prompt"), "it does not think any more"
    page.page.click("#engine [data-choice=again]")
    page.page.click("#engine [data-choice=own]")
    telling.served.until(lambda: len(chosen) == 2)
    assert chosen == ["again", "own"]
    telling.served.call(engine.fail, None)
    page.page.wait_for_selector("#engine", state="hidden")
