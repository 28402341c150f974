"""The language files of the page: each has every text, and no unused one."""

import json
import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

import pytest
import tengen_host
from tengen.games import OWN, registry
from tengen.partner import lessons
from tengen.vocabulary import CODES
from tengen_host.web.app import PAGE

FOLDER = PAGE / "languages"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))
PLACE = re.compile(r"\{(\w+)\}")
VOID = {"meta", "link", "input"}


def read(language):
    def only_once(pairs):
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), f"{language}: said twice: {sorted({k for k in keys if keys.count(k) > 1})}"
        return dict(pairs)

    return json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=only_once)


def forms(text):
    return list(text.values()) if isinstance(text, dict) else [text]


def places(text):
    """Return the set of places in each form of a text, without the number on which the form depends."""
    counted = {"n"} if isinstance(text, dict) else set()
    return [set(PLACE.findall(form)) - counted for form in forms(text)]


def test_every_language_has_its_file_and_its_name():
    offered = re.search(r"LANGUAGES = \{([^}]*)\}", (PAGE / "words/i18n.js").read_text(encoding="utf-8")).group(1)
    assert sorted(re.findall(r'([\w-]+)"?: "', offered)) == LANGUAGES
    assert "en" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_things_in_the_same_order(language):
    here, english = list(read(language)), list(read("en"))
    assert [key for key in english if key not in here] == [], f"write these keys in {language}.json"
    assert here == english, "the keys have the same order in all languages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_places_of_the_english_one(language):
    english = read("en")
    for key, text in read(language).items():
        assert all(its == places(english[key])[0] for its in places(text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_plural_forms_where_the_english_one_has_and_all_of_its_language(language):
    words, english = read(language), read("en")
    assert {key for key, text in words.items() if isinstance(text, dict)} == {
        key for key, text in english.items() if isinstance(text, dict)
    }
    kinds = {tuple(text) for text in words.values() if isinstance(text, dict)}
    assert len(kinds) == 1 and kinds.pop()[-1] == "other"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_carries_markup(language):
    for key, text in read(language).items():
        for form in forms(text):
            assert form.strip() and not re.search(r"[<>]|&\w+;", form), key
            assert form == form.strip() or key.startswith("join."), key


LETTERS = {"LATIN": "en et sv vi", "CYRILLIC": "ru", "HANGUL": "ko", "CJK": "ja zh zh-Hant", "KANA": "ja"}
OF_ONE = {
    # characters that exist only in one of the two Chinese scripts
    "zh": set("红应长双对时点这个开当马东车门问间记设话语请谁过还进远连达选单启关坏状态银级终给继续线组经"),
    "zh-Hant": set("紅應長雙對時點這個開當馬東車門問間記設話語請誰過還進遠連達選單啟關壞狀態銀級終給繼續線組經"),
}


def script(letter):
    name = unicodedata.name(letter).split()[0]
    return "KANA" if name in ("KATAKANA", "HIRAGANA") else name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_written_in_its_own_letters(language):
    others = [each for each, its in LETTERS.items() if language not in its.split() and each != "LATIN"]
    foreign = OF_ONE["zh-Hant"] if language == "zh" else OF_ONE["zh"] if language == "zh-Hant" else set()
    for key, text in read(language).items():
        if key.startswith("opening."):  # all languages show the Japanese name beside their own
            continue
        letters = {each for form in forms(text) for each in form}
        assert not letters & foreign, key
        scripts = {script(each) for each in letters}
        assert not scripts & set(others), key


def test_korean_particles_fit_whatever_is_before_them():
    # particles that depend on the last sound of the word before them, which is unknown if a value fills the place
    depends = re.compile(r"\}(?:은|는|이|가|을|를|과|와|으로|로|이나|나|이라|라|아|야)(?![가-힣])")
    assert [key for key, text in read("ko").items() for form in forms(text) if depends.search(form)] == []


def kinds(game, size, options):
    """Return the kinds of stones that a game offers in its first moves; no kinds if there is only one."""
    played = registry.new(game, size, options, passes_after=1)
    found = set()
    for _ in range(6):
        found |= set(played.kinds())
        free = [point for point in range(size * size) if played.refusal(point) is None]
        if free:
            played.play(free[len(free) // 2])
    return found if found != {OWN} else set()


def spoken_of_games():
    """Return the keys of everything in the registry's games: [(key, or several keys if one is enough), ...]."""
    for game in registry.NAMES:
        yield (f"game.{game}",)
        yield (f"choice.{game}",)
        yield from ((f"rule.{opening}",) for opening in registry.openings(game))
        for option, values, _ in registry.options(game):
            yield (f"variant.{option}",)
            yield from ((f"variant.{option}.{value}",) for value in values if value and value is not True)
            for value in values:
                size, options = registry.checked(game, 0, {option: value})
                yield from ((f"entry.menu.{kind}",) for kind in kinds(game, size, options))
                for kind in kinds(game, size, options) - {OWN}:
                    yield from ((f"hint.kind.{kind}",), (f"state.left.{kind}",), (f"state.move.{kind}",))
        for reason, _ in registry.results(game):
            yield f"reason.{reason}", f"why.{reason}", f"why.{reason}.black"
        if registry.silent(game):
            yield (f"reason.{registry.line_word(game)}",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_names_of_all_games_openings_options_results_and_kinds(language):
    words = read(language)
    without = [keys for keys in spoken_of_games() if not set(keys) & set(words)]
    assert without == [], f"write one key of each in languages/{language}.json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_exactly_the_words_of_all_lessons_and_tasks(language):
    tasks = {lessons.position(number).task for number in range(1, lessons.COUNT + 1)}
    wanted = {f"lesson.{name}.{part}" for name, _ in lessons.LESSONS for part in ("title", "idea")}
    wanted |= {f"lesson.{part}.{task}" for task in tasks for part in ("task", "hint", "right", "not")}
    lacks = ("four", "three", "second four", "second three", "straight", "live three")  # coach/lesson.py
    wanted |= {f"lesson.lacks.{word}" for word in lacks}
    assert {key for key in read(language) if key.count(".") == 2 and key.startswith("lesson.")} == wanted


def test_a_picture_for_the_choice_of_a_game_is_drawn_as_the_page_expects():
    drawn = (PAGE / "dialogs/new_game.js").read_text(encoding="utf-8")
    found = re.findall(r'^  "?([\w-]+)"?: \{ rows: "([^"]*)"', drawn, flags=re.MULTILINE)
    drawn = [game for game, _ in found]
    assert len(drawn) > 20 and drawn == [game for game in registry.NAMES if game in drawn]
    assert [game for game, rows in found if [len(row) for row in rows.split("|")] != [7] * 7] == []


def test_english_calls_a_game_as_the_registry_does():
    words = read("en")
    assert {game: words[f"game.{game}"] for game in registry.NAMES} == {
        game: registry.title(game) for game in registry.NAMES
    }


def used():
    """Return the used keys of page and laptop: (full keys, beginnings of composed keys)."""
    whole, beginnings = set(CODES), {"device.", "cause."}
    for path in PAGE.rglob("*.js"):
        code = re.sub(r"^\s*(//|/?\*).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        # the argument may be a choice between two keys: say(main ? "a.b" : "a.c")
        for call in re.findall(r"\b(?:say|named)\((?=([^)]*))", code):
            whole.update(re.findall(r'"(\w+(?:\.[\w. -]+)?)"(?=\s*(?:[:,)]|$))', call.split("{")[0]))
            beginnings.update(re.findall(r"`([^`$]+)\$\{", call))
    for path in Path(tengen_host.__file__).parents[1].glob("tengen_*/**/*.py"):
        code = path.read_text(encoding="utf-8")
        for call in re.findall(r"\bSentence\(([^,)]*)", code):
            whole.update(re.findall(r'"(\w+\.\w+)"', call))
    for path in PAGE.glob("*.html"):
        whole.update(re.findall(r'data-say(?:-\w+)?="([^"]+)"', path.read_text(encoding="utf-8")))
    return whole, beginnings


def test_what_the_page_says_is_in_the_english_file():
    english = read("en")
    whole, beginnings = used()
    assert len(whole) > 200 and len(beginnings) > 10
    assert whole - set(english) == set()
    assert {each for each in beginnings if not any(key.startswith(each) for key in english)} == set()


def test_the_page_uses_each_text_of_the_english_file():
    whole, beginnings = used()
    assert [key for key in read("en") if key not in whole and not key.startswith(tuple(beginnings))] == []


class Sentence(HTMLParser):
    """The English texts of the HTML with their keys: [(key, text), ...]."""

    def __init__(self):
        super().__init__()
        self.said = []
        self._open = []

    def handle_starttag(self, tag, attributes):
        its = dict(attributes)
        for name, attribute in {"label": "aria-label", "placeholder": "placeholder", "before": "data-before"}.items():
            if f"data-say-{name}" in its:
                self.said.append((its[f"data-say-{name}"], its[attribute]))
        if self._open and tag in VOID:
            self._open[-1][1].append(None)
        if tag not in VOID:
            if self._open:
                self._open[-1][1].append(None)
            self._open.append((its.get("data-say"), []))

    def handle_data(self, data):
        if self._open and data.strip():
            self._open[-1][1].append(" ".join(data.split()))

    def handle_endtag(self, tag):
        key, parts = self._open.pop()
        texts = [part for part in parts if part is not None]
        if key and len(texts) == 2:
            self.said.append((key, " {field} ".join(texts)))
        elif key:
            self.said.append((key, "".join(texts)))


@pytest.mark.parametrize("page", sorted(PAGE.glob("*.html")), ids=lambda path: path.name)
def test_the_html_can_be_read_in_english_without_a_script(page):
    english = read("en")
    parser = Sentence()
    parser.feed(page.read_text(encoding="utf-8"))
    assert parser.said or page.name != "index.html"
    assert {key: text for key, text in parser.said if english[key] != text} == {}
