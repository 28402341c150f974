"""Actions of tests in the dialog "New game"."""


def open_dialog(page):
    """Open the dialog, if it is not open."""
    if not page.page.is_visible("#new-game"):
        page.page.click("#new-game-open")
        page.page.wait_for_selector("#new-game[open]")


def choose(page, **settings):
    """Choose settings in the dialog by the names of fields. A checkbox gets True or False.

    Other fields get one of their values. `options`: a dict of a game's options.
    """
    open_dialog(page)
    options = settings.pop("options", {})
    fields = [(f"#settings [name={name}]", value) for name, value in settings.items()]
    fields += [(f"#settings [data-option={name}]", value) for name, value in options.items()]
    for selector, value in fields:
        if isinstance(value, bool):
            page.page.set_checked(selector, value)
        elif page.page.locator(selector).evaluate("(field) => field.tagName") == "SELECT":
            page.page.select_option(selector, value)
        else:
            page.page.fill(selector, value)


def start(page, button="start"):
    """Press Start, even if it is disabled."""
    page.page.click(f"#{button}", force=True)


def obey(served, page):
    """Let the board receive and execute the page's last command."""
    served.until(lambda: served.board.console.incoming)
    served.advance(100)
    page.shows(served)


def begin(served, page, **settings):
    """Begin a game with these settings on an empty board without a running game. Wait until the dialog is closed.

    At least one setting must differ from the current settings.
    """
    choose(page, **settings)
    start(page)
    obey(served, page)
    page.page.wait_for_selector("#new-game", state="hidden")
    page.shows(served)
