"""The pictures of the lights, the rules and the games, and the card: no picture is missing, and each is small."""

import json
import re
import xml.etree.ElementTree as ET

import pytest
from tengen.games import registry
from tengen.lights import bars, rhythm
from tengen.lights.picture import Picture
from tengen.session.arbiter import ArbiterMenu
from tengen_docs import leds, made
from tengen_docs.makers import card, games, lights, rules, settings
from tengen_docs.pages import ROOT

PAGE = ROOT / "host_tools" / "tengen_host" / "web" / "page"

# attributes of a Picture that are not lights
NO_LIGHT = {
    "since", "field", "_pixels", "_pixels_of", "cells", "spelt", "bars", "bars_show", "shown", "word_rows", "foul_rows",
}  # fmt: skip


def test_each_light_of_a_picture_is_shown():
    shown = {name for light in lights.LIGHTS.values() for name in light.shows}
    shown |= {"frame"} if any(light.picture().frame for light in lights.LIGHTS.values()) else set()
    assert set(vars(Picture(15, 15))) - NO_LIGHT == shown


# for each edge bar of the page of the lights: the line of the page's tab that has it
LINES_OF_TAB = {
    "bar-turn": "page.light_bar",
    "bar-waits": "page.light_bar_other",
    "bar-clock": "page.light_bar",
    "bar-clock-dim": "page.light_bar_last",
    "bar-minute": "page.light_bar_last",
    "bar-seconds": "page.light_bar_last",
    "bar-entry": "page.light_bar_menu",
    "bar-press": "page.light_bar_menu",
    "bar-refused": "page.light_bar_refused",
    "bar-fifths": "page.light_bar_count",
    "bar-captures": "page.light_bar_count",
    "bar-kind": "page.light_bar_kind",
    "bar-colour": "page.light_bar_other",
    "bar-thinks": "page.light_bar_thinks",
}


def test_the_tab_of_the_page_has_each_edge_bar():
    assert list(LINES_OF_TAB) == [light.name for light in lights.BARS]
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    tab = set(re.findall(r'<span data-say="(page\.light_bar\w*)">', text))
    assert tab == set(LINES_OF_TAB.values())


def test_each_use_of_an_edge_bar_is_shown():
    shown: set[str] = set()

    class Watched(bars.Bar):
        def __getattribute__(self, name):
            shown.add(name)
            return super().__getattribute__(name)

    for light in lights.BARS:
        light.bar(Watched(15))
    assert {name for name in vars(bars.Bar) if not name.startswith("_")} <= shown


def test_each_rhythm_is_shown():
    """Each rhythm of the firmware is in a picture: some animation has the same period."""
    drawn = "".join(lights.pictures().values())
    for name, steps in vars(rhythm).items():
        if name.isupper() and isinstance(steps, tuple):
            period = 40 * steps[0] if len(steps) == 1 else steps[-2]
            assert len(steps) == 2 or f" {period}ms " in drawn, name


@pytest.mark.parametrize("name", lights.LIGHTS)
def test_picture_of_a_light(name):
    drawn = lights.LIGHTS[name].svg()
    root = ET.fromstring(drawn)
    assert len(drawn) < 9_000
    assert root.find("{*}title").text
    assert "@@" not in drawn
    classes = {each for element in root.iter() for each in (element.get("class") or "").split()}
    assert classes <= set(re.findall(r"\.([\w-]+)\{", drawn)) | {"g", "b"}


def test_the_first_moment_is_lit():
    """A viewer without animation shows the light, too."""
    for light in lights.LIGHTS.values():
        _, found = leds.frames(light.picture(), light.lasts)
        assert any(found[0][1]), light.name


def test_animation_has_the_firmwares_times():
    drawn = lights.LIGHTS["extra"].svg()
    assert re.search(
        r"@keyframes k\d+\{0%\{opacity:0\.\d+[^}]*\}50%\{opacity:0", drawn.replace("opacity:.", "opacity:0.")
    )
    assert "250ms step-end infinite" in drawn
    assert "prefers-reduced-motion" in drawn


def test_looks_are_those_of_the_page():
    """The numbers in leds.py are the same as in the page's own files."""
    script = (PAGE / "board" / "board.js").read_text(encoding="utf-8")
    script += (PAGE / "board" / "marks.js").read_text(encoding="utf-8")
    style = (PAGE / "style.css").read_text(encoding="utf-8")
    for name, stops in leds.SHADES.items():
        assert f"{name}: {json.dumps(stops)}," in script
    assert f"of {json.dumps(leds.GLOW)})" in script
    for said in (f"CELL = {leds.CELL};", f"STONE = {leds.STONE};", f"GAMMA = {leds.GAMMA};",
                 f"PITCH = {leds.PITCH};", "0.25 + 0.45 * strength", "r: 12.5", "r: 32", "r: 18.4",
                 'class: "core", cx: x, cy: y, r: 7'):  # fmt: skip
        assert said in script, said
    for said in ("opacity: 0.62", "r: 20.8px", "calc(0.3 + 0.5 * var(--strength))", "calc(0.3 + 0.7 * var(--strength))",
                 "calc(0.6 + 0.4 * var(--strength))", "calc(0.4 + 0.6 * var(--strength))", "brightness(0.56)",
                 "calc(0.55 + 0.45 * var(--strength))", "calc(0.7 * var(--strength))"):  # fmt: skip
        assert said in style, said


@pytest.mark.parametrize("language", card.languages())
def test_card_has_every_sentence(language):
    root = ET.fromstring(card.card(language))
    drawn = "".join(element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")).replace(" ", "")
    said = card.sentences(language)
    del said["own.language"]
    for key, text in said.items():
        assert text.replace(" ", "") in drawn, key


def test_a_card_for_each_language_of_the_page():
    assert card.languages() == sorted(path.stem for path in (PAGE / "languages").glob("*.json"))
    keys = {tuple(json.loads((card._TEXTS / f"{code}.json").read_text(encoding="utf-8"))) for code in card.languages()}
    assert len(keys) == 1


def test_pictures_that_pages_show_are_made():
    made_here = made.pictures()
    for page in (ROOT / "firmware" / "docs").glob("*.md"):
        for name in re.findall(
            r"\]\((pictures/(?:lights|rules|games|openings)/[^)]+)\)", page.read_text(encoding="utf-8")
        ):
            assert page.parent / name in made_here, (page.name, name)


def test_stale_pictures_are_found(tmp_path):
    wanted = {tmp_path / "a" / "new.svg": "new", tmp_path / "a" / "same.svg": "same"}
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "same.svg").write_text("same")
    (tmp_path / "a" / "left.svg").write_text("left over")
    assert {path.name for path in made.stale_pictures(wanted)} == {"new.svg", "left.svg"}
    assert {path.name for path in made.write_pictures(wanted)} == {"new.svg", "left.svg"}
    assert made.stale_pictures(wanted) == []


def test_all_games_have_a_paragraph_and_a_page():
    text = games.games()
    for game in registry.NAMES:
        assert f"`{game}`" in text
        assert games.page(game)


def test_hard_positions_have_the_verdicts_of_their_table():
    """The judge's verdict on each hard position is the same as in the table of the tests."""
    names = {".": "legal", "5": "five", "6": "overline", "4": "double-four", "3": "double-three"}
    for line in rules._HARD.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert rules.verdict(row["black"], row["white"], row["point"]).startswith(f"**{names[row['verdict']]}**")


def test_menu_of_the_arbiter_is_complete(monkeypatch):
    class Coach:
        @staticmethod
        def arbiter_offers(_):
            return [("partner", None), ("hints", None), ("lessons", None)]

    monkeypatch.setattr("tengen.session.arbiter.new_game_refusal", lambda _: None)

    class Session:
        class match:
            moves = staticmethod(lambda: 1)

        class timing:
            clock = None

        class settings:
            choices = staticmethod(lambda _: ["keryo on"])

    offered = [entry for entry, _ in ArbiterMenu(Coach).offers(Session)]
    assert sorted(offered) == sorted(settings.MENUS["arbiter"])
