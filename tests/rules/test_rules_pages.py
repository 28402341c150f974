"""Test the pages of rules.

Each game has a page, its examples have the stated results, and every language has all texts.
"""

import json
import re

import examples as told
import pytest
from rich.cells import cell_len
from tengen.games import registry
from tengen_host.rules import drawing, examples, pages, texts, wrapping
from tengen_host.web.app import PAGE
from tengen_host.web.rules_pages import rules_page
from typer.testing import CliRunner

LANGUAGES = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))  # the languages of the live page
ALL = examples.all_examples()


def keys():
    """Return the keys of all texts that a page can have."""
    found = {"boards", "openings", "options"} | {f"picture.{example.caption}" for example in ALL}
    found |= {f"mark.{word}" for _, word, _ in drawing.LEGEND}
    for name in registry.NAMES:
        found |= {f"one.{name}", *pages.sentences(name)}
        found |= {f"opening.{opening}" for opening in registry.openings(name)}
        found |= {f"option.{option}" for option, _, _ in registry.options(name)}
    return found


@pytest.mark.parametrize("name", registry.NAMES)
def test_each_game_has_a_page_of_one_screen_with_pictures(name):
    assert 5 <= len(pages.sentences(name)) <= 16, "the row of _SENTENCES in rules/pages.py has 5 to 16 keys"
    assert 2 <= len(pages.pictures(name)) <= 4, "rules/examples.txt has two to four examples of each game"


@pytest.mark.parametrize("name", registry.NAMES)
def test_each_page_begins_with_the_goal(name):
    assert pages.sentences(name)[0].startswith("goal ")
    told = rules_page(name, "en")
    assert told["goal"].startswith(texts.texts("en")[pages.sentences(name)[0]])
    assert not any(sentence in told["goal"] for sentence in told["sentences"])


def test_no_page_is_of_a_game_that_is_not():
    assert {example.name for example in ALL} == set(registry.NAMES) == set(pages._SENTENCES)
    with pytest.raises(ValueError, match="no rules of 'chess': there are renju, five"):
        pages.sentences("chess")


@pytest.mark.parametrize("example", ALL, ids=[example.id for example in ALL])
def test_an_example_comes_out_as_it_is_told(example):
    match = examples.match_before(example)
    words = examples.words_of(example)
    refused = example.outcome == "refused"
    for word in words[: len(words) - refused]:
        told.play(match, word)
    if refused:
        with pytest.raises(ValueError):
            told.play(match, words[-1])
    else:
        told.check(match, example.outcome)
    assert bytes(match.cells) == examples.shown(example).cells


def test_an_example_that_is_in_the_tests_data_is_the_same_there():
    known = {row.id: row for row in told.examples()}
    same = 0
    for example in ALL:
        row = known.get(example.id)
        assert row or example.id[0].islower() or example.id[0].isdigit(), example.id
        if row:
            columns = ("game", "before", "moves", "outcome")
            assert [getattr(example, each) for each in columns] == [getattr(row, each) for each in columns]
            same += 1
    assert same > 30


def example_of(id_):
    return next(example for example in ALL if example.id == id_)


def row_of(id_, number):
    """Return a row of an example's picture in lines of text, without the row's number."""
    lines = drawing.text(examples.shown(example_of(id_)))
    return next(line[4:] for line in lines if line.startswith(f"{number:3} "))


@pytest.mark.parametrize(
    ("id_", "number", "row"),
    [
        ("P1", 8, " .  .  O  x  x (O) .  ."),  # stones gone
        ("M1", 8, " .  x (N) .  .  O  ."),  # a bomb
        ("E1", 8, " .  .  X *X *X (X) .  ."),  # stones turned
        ("H1", 8, " .  .  X  X  !  .  ."),  # a point refused
        ("A1", 8, " .  . [X][X][X][X] .  ."),  # an open four
        ("K6", 1, "[X][X][X] .  .  .  .  .  .  .  .  . [X][X][X]"),  # over the edge of a torus
        ("W3", 1, " X  +  +  +  +  +  +  +"),  # points of rest
        ("W11", 1, " O  X  .  .  .  .  .  ."),  # after a clear
        ("sapronov-offer", 5, " .  .  . ?X  .  .  .  .  .  .  .  ."),  # an offer
        ("C6", 8, " . [X][X][X][X][C] O  O  ."),  # the common centre
    ],
)
def test_a_picture_shows_the_true_outcome(id_, number, row):
    assert row_of(id_, number) == row


def test_a_line_that_stands_is_shown():
    example = examples.Example("b1", "pente boat", "W d8 e8 f8 g8 h9, B h7, turn W", "h8", "on, stands W", "")
    shown = examples.shown(example)
    assert len(shown.standing) == 5 and " . <O><O><O><O><O> ." in "\n".join(drawing.text(shown))
    assert drawing.picture(shown).count("stroke-dasharray") == 5


def test_an_example_that_is_told_wrong_is_not_drawn():
    wrong = examples.Example("x", "five", "-", "h8 h8 a1", "on", "")
    with pytest.raises(AssertionError):
        examples.shown(wrong)
    wrong = examples.Example("x", "five", "-", "h8 h9", "refused", "")
    with pytest.raises(AssertionError):
        examples.shown(wrong)


def test_the_languages_are_those_of_the_page():
    assert list(texts.LANGUAGES) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_of_the_page_has_all_texts_and_no_others(language):
    words = json.loads((texts.FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    assert sorted(keys() - set(words)) == [], f"write these keys in rules/texts/{language}.json"
    assert sorted(set(words) - keys()) == [], f"no game uses these keys: take them out of rules/texts/{language}.json"
    assert list(words) == list(texts.texts("en")), "the keys have the same order in all languages"
    for key, text in words.items():
        assert text.strip() == text and text and not re.search(r"[<>]|&\w+;", text), key
        assert set(re.findall(r"\{\w+\}", text)) == ({"{sizes}"} if key == "boards" else set()), key


def test_english_sentences_are_short():
    assert all(len(text) <= 220 for text in texts.texts("en").values())


def run(*arguments, **environment):
    from tengen_host.cli import app

    variables = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "LANG")) | environment
    return CliRunner().invoke(app, ["rules", *arguments], env=variables)


def test_the_command_lists_all_games_with_a_sentence():
    lines = run().stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(registry.NAMES)
    assert "Pente" in lines[registry.NAMES.index("pente")] and lines[1].endswith("nothing is forbidden.")


@pytest.mark.parametrize("name", registry.NAMES)
def test_the_command_prints_a_page(name):
    said = run(name)
    assert said.exit_code == 0 and said.stdout.startswith(registry.title(name))
    for opening in registry.openings(name):
        assert f"  {opening}: " in said.stdout
    assert said.stdout.count("\n     ") >= 2  # pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_speaks_each_language_of_the_page(language):
    titles = json.loads((PAGE / "languages" / f"{language}.json").read_text(encoding="utf-8"))
    words = texts.texts(language)
    said = run("pente", "--language", language, COLUMNS="90").stdout.splitlines()
    assert said[:2] == [titles["game.pente"], words["one.pente"]]
    assert words["openings"] + ":" in said and words["options"] + ":" in said
    assert max(map(cell_len, said)) <= 90
    assert any(words["mark.gone"] in line for line in said)
    for line, name in zip(run("--language", language).stdout.splitlines(), registry.NAMES, strict=True):
        assert line.startswith(f"{name} ") and f"  {titles[f'game.{name}']}  " in line
        assert line.endswith(words[f"one.{name}"])


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "sv_SE.UTF-8"}, "sv"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, "ja"),
        ({"LANG": "sv_SE.UTF-8", "LC_ALL": "et_EE.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "et"),
        ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "zh"}, "zh"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "sv_SE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_Hant_HK"}, "zh-Hant"),
        ({"LANG": "sv_FI.UTF-8@euro"}, "sv"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
    ],
)
def test_without_a_language_it_is_that_of_the_environment(environment, language):
    assert run("pente", **environment).stdout == run("pente", "--language", language).stdout
    assert run("pente", "--language", "en", **environment).stdout == run("pente").stdout


def test_a_language_that_is_not_is_an_error_that_says_which_there_are():
    for arguments in (["pente"], [], ["pente", "--svg", "-"]):
        said = run(*arguments, "--language", "fi")
        assert said.exit_code == 1 and not said.stdout
        there_are = ", ".join(LANGUAGES)
        assert said.stderr == f"error: there are no rules in the language 'fi': there are {there_are}\n"


def test_a_sheet_has_fonts_for_its_language():
    japanese, chinese = (run("renju", "--svg", "-", "--language", each).stdout for each in ("ja", "zh"))
    assert ' xml:lang="ja" ' in japanese and "Noto Sans CJK JP" in japanese and "Noto Sans CJK SC" not in japanese
    assert ' xml:lang="zh" ' in chinese and "Noto Sans CJK SC" in chinese
    assert "Noto Sans CJK TC" in run("renju", "--svg", "-", "--language", "zh-Hant").stdout
    assert "Noto Sans CJK KR" in run("renju", "--svg", "-", "--language", "ko").stdout
    assert "<title>連珠</title>" in japanese and "三々" in japanese


@pytest.mark.parametrize("language", ["ja", "ko", "vi", "zh", "zh-Hant"])
def test_no_row_of_a_sheet_is_wider_than_it(language):
    sheet = run("renju", "--svg", "-", "--language", language).stdout
    rows = [row.partition(">")[2].partition("<")[0] for row in sheet.splitlines() if row.startswith("<text")]
    assert max(map(cell_len, rows)) * drawing._CHARACTER < 4 * 400


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("one two three", 9, ["- one two", "  three"]),
        ("one two three", 7, ["- one", "  two", "  three"]),
        ("a-word-that-is-longer", 7, ["- a-word-that-is-longer"]),
        ("三々は禁手。", 8, ["- 三々は", "  禁手。"]),
        ("三々は禁手。", 12, ["- 三々は禁", "  手。"]),  # the full stop stays with the text before it
        ("「四」と「三」", 9, ["- 「四」", "  と", "  「三」"]),
        ("八个15x15点", 9, ["- 八个", "  15x15点"]),
        ("쌍삼은 금수다", 9, ["- 쌍삼은", "  금수다"]),  # Korean words stay whole
    ],
)
def test_lines_are_broken_where_the_language_allows_it(text, columns, lines):
    assert wrapping.wrap(text, columns, "- ", "  ") == lines


def test_the_command_writes_a_sheet(tmp_path):
    assert run("pente", "--svg", str(tmp_path / "pente.svg")).exit_code == 0
    written = (tmp_path / "pente.svg").read_text(encoding="utf-8")
    assert written == run("pente", "--svg", "-").stdout
    assert written.startswith("<svg") and "You may move in between two enemy" in written


def test_a_name_that_is_not_is_an_error_that_says_what_there_is():
    said = run("chess")
    assert said.exit_code == 1 and not said.stdout
    assert said.stderr.startswith("error: there are no rules of 'chess': there are renju, five, gomoku")
    assert run("Pent").stderr.endswith(f", {registry.NAMES[-1]}. Did you mean pente?\n") and "mean" not in said.stderr
    assert run("--svg", "x.svg").exit_code == 2
