"""The check of the documents finds each kind of fault in links, pictures, citations and generated parts."""

from types import SimpleNamespace

import pytest
from tengen_docs import __main__ as tool
from tengen_docs import made
from tengen_docs.__main__ import check


@pytest.fixture
def written(tmp_path):
    """Write a repository with a page README.md and other files. Return the faults in its documents."""
    def write(text, **others):
        for name, its in {"README.md": text, **others}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(its, encoding="utf-8")
        return check(tmp_path)

    return write


def test_a_page_in_order(written):
    page = "# How to win\n\n[Here](#how-to-win), [there](other.md#at-the-board-1), ![seen](a.svg), [out](https://x.y/z)\n"
    others = {"other.md": "# At the board\n\n## At the board\n", "a.svg": "<svg/>"}
    assert written(page, **others) == []


def test_a_dead_link(written):
    assert written("[there](docs/gone.md)\n") == ["README.md: the link docs/gone.md is dead: no such file"]


def test_a_dead_link_of_an_issue_form(written):
    form = ".github/ISSUE_TEMPLATE/fault.yml"
    here = "value: see [this](../blob/HEAD/README.md#how-to-win), [that](https://x.y/z)\n"
    assert written("# How to win\n", **{form: here}) == []
    wrong = "value: see [a](../blob/HEAD/docs/gone.md), [b](README.md), [c](../blob/HEAD/README.md#how-to-lose)\n"
    assert written("# How to win\n", **{form: wrong}) == [
        f"{form}: the link ../blob/HEAD/docs/gone.md is dead: no such file",
        f"{form}: the link README.md is dead: it does not begin with ../blob/HEAD/",
        f"{form}: the link ../blob/HEAD/README.md#how-to-lose is dead: the page has no heading for #how-to-lose",
    ]


def test_a_missing_picture(written):
    assert written("![a board](gone.svg)\n") == ["README.md: the picture gone.svg is dead: no such file"]
    assert written('<img width="9" src="gone.png">\n') == ["README.md: the picture gone.png is dead: no such file"]


def test_a_dead_anchor(written):
    (wrong,) = written("# How to win\n\n[there](#how-to-lose)\n")
    assert wrong == "README.md: the link #how-to-lose is dead: the page has no heading for #how-to-lose"
    (wrong,) = written("[there](other.md#lost)\n", **{"other.md": "# Found\n\n```\n# lost\n```\n"})
    assert wrong == "README.md: the link other.md#lost is dead: the page has no heading for #lost"


def test_a_row_outside_a_table(written):
    table = "| what | how |\n|---|---|\n| a | b |\n"
    assert written(table + "\n    | code |\n\n```\n| code |\n```\n") == []
    assert written(table + "\n| c | d |\n") == ["README.md: a row outside a table: | c | d |"]


CODE = "import time\n\n\ndef tick():\n    return time.time()\n\n\ndef frame():\n    return tick()\n"


@pytest.mark.parametrize(
    ("text", "lines", "why"),
    [
        ("`watch.frame`", "L8", None),
        ("`frame()`", "L7-L9", None),
        ("the watch", "L40", "the file has no line 40"),
        ("`watch.frame`", "L4", "line 4 has no `frame`, line 8 has it now"),
        ("`watch.tick`", "L8", "line 8 has no `tick`, line 4 has it now"),
        ("`time.time`", "L8", "line 8 has no `time`, line 5 has it now"),
        ("`watch.gone`", "L8", "no line has `gone`"),
    ],
)
def test_a_dead_line(written, text, lines, why):
    wrong = written(f"[{text}](watch.py#{lines})\n", **{"watch.py": CODE})
    assert wrong == ([f"README.md: the link watch.py#{lines} is dead: {why}"] if why else [])


def test_a_dead_citation(written):
    rules = "firmware" + "/rules.md"  # in two pieces, so that this file itself has no dead citation
    code = f'"""Source: {rules}#shapes, {rules}#order, {rules}, {rules[:-3]}/gone.md"""\n'
    assert written("# A\n", **{"firmware/a.py": code, rules: "# Order\n"}) == [
        f"firmware/a.py:1: the citation {rules}#shapes is dead: the page has no heading for #shapes",
        f"firmware/a.py:1: the citation {rules[:-3]}/gone.md is dead: no such file",
    ]


PART = "<!-- made: maker.words a b -->\n{}\n<!-- /made -->\n"


def test_make_corrects_the_line_of_a_link(written, tmp_path):
    method = "    def {}():\n        pass\n"
    (wrong,) = written("[`App.sense`](app.py#L1)\n", **{"app.py": "class App:\n" + method.format("sense")})
    assert "line 2 has it now" in wrong
    (tmp_path / "app.py").write_text("class App:\n" + method.format("other") + method.format("sense"))
    assert made.write([tmp_path / "README.md"]) == [tmp_path / "README.md"]
    assert (tmp_path / "README.md").read_text() == "[`App.sense`](app.py#L4)\n"


def test_a_stale_made_part(written, tmp_path, monkeypatch):
    monkeypatch.setattr(made, "maker", lambda module, function: lambda *words: f"{module} {function}: {words}")
    page = f"One.\n\n{PART}\nTwo.\n\n{PART}"
    assert written(page.format("old", "old")) == ["README.md is not as made: run python -m tengen_docs make"]
    assert made.write([tmp_path / "README.md"]) == [tmp_path / "README.md"]
    now = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert now == page.format(*2 * ["maker words: ('a', 'b')"])
    assert written(now) == [] and made.write([tmp_path / "README.md"]) == []
    assert made.words(now) == 2


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("verbs.choices play", "module 'tengen_docs.makers.verbs' has no attribute 'choices'"),
        ("vrbs.options play", "No module named 'tengen_docs.makers.vrbs'"),
        ("verbs.options nosuch", "no attribute 'get_params'"),
        ("verbs.options play live", "options() takes 1 positional argument but 2 were given"),
    ],
)
def test_a_made_part_that_nothing_can_make_is_a_fault_of_its_page(written, tmp_path, monkeypatch, capsys, part, why):
    (wrong,) = written(f"<!-- made: {part} -->\n<!-- /made -->\n")
    assert wrong.startswith(f"README.md: the part {part} can not be made: ") and wrong.endswith(why)
    monkeypatch.setattr(made, "pictures", dict)
    monkeypatch.setattr(tool, "pages", lambda: [tmp_path / "README.md"])
    assert tool.main(["make"]) == 1 and capsys.readouterr().err == f"error: {wrong}\n"


@pytest.mark.parametrize("text", ["<!-- made: options -->\n<!-- /made -->\n", "<!-- made: verbs.options play -->\n"])
def test_a_made_part_without_maker_or_end(written, text):
    assert written(text) == ["README.md: a made part has no end, or no maker like verbs.options"]


def test_a_page_with_another_alphabet_in_its_name_is_checked_too(written):
    name = "Ü ber.md"
    assert written("# A\n", **{name: "[there](gone.md)\n"}) == [f"{name}: the link gone.md is dead: no such file"]


@pytest.mark.parametrize("folder", [".venv", "dist/site", "hardware/order", "tests/__pycache__"])
def test_files_that_gitignore_names_are_no_pages(written, folder):
    assert written("# A\n", **{f"{folder}/a.md": "[there](gone.md)\n"}) == []


def test_a_file_in_the_way_of_the_site_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "built_image", lambda: SimpleNamespace(uf2=None))
    site = tmp_path / "site"
    site.touch()
    assert tool.main(["site", str(site)]) == 1
    assert capsys.readouterr().err == f"error: {site} can't exist: a part of its path is a file, not a folder\n"
