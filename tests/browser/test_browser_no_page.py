"""A page at a wrong address says so in the reader's language, and links to the boards."""

import pytest


@pytest.mark.parametrize("path", ["nonsense", "some/where/else"])
def test_an_address_without_a_page_leads_back_to_the_boards(served, browser, path):
    # not window(), because it would regard the browser's message about the status 404 as an error
    context = browser.new_context()
    try:
        page = context.new_page()
        wrong = []
        page.on("pageerror", lambda error: wrong.append(error))
        assert page.goto(f"{served.url}{path}?lang=sv").status == 404
        page.wait_for_selector("text=Det finns ingen sida på den här adressen")
        page.click("text=Alla bräden")
        page.wait_for_selector("#board")
        assert wrong == []
    finally:
        context.close()
