"""The dialog for a new game, as tests use it."""


def open_dialog(page):
    """Open the dialog, if it is not open."""
    if not page.page.is_visible("#new-game"):
        page.page.click("#new-game-open")
        page.page.wait_for_selector("#new-game[open]")


def choose(page, **settings):
    """Choose settings in the dialog, by the names of its fields: a value, True or False for a box to tick.

    The value is as the field has it; `options` is a dict of a game's options.
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
    """Press Start, also where it is grey."""
    page.page.click(f"#{button}", force=True)


def obey(served, page):
    """Let the board receive and do the page's last command."""
    served.until(lambda: served.board.console.incoming)
    served.advance(100)
    page.shows(served)


def begin(served, page, **settings):
    """Begin a game by these settings on a clear board in which nothing was done, and wait until the dialog is closed.

    Some setting must differ from what is set.
    """
    choose(page, **settings)
    start(page)
    obey(served, page)
    page.page.wait_for_selector("#new-game", state="hidden")
    page.shows(served)
