"""The pages of the verbs: each verb has a page with all of its options."""

import re

import pytest
from tengen_docs import commands, links, made, names, pages
from tengen_docs.makers import rooms, verbs

FOLDER = pages.ROOT / "host_tools" / "docs" / "verbs"
NAMES = [path.stem for path in sorted(FOLDER.glob("[a-z]*.md"))]


def test_each_verb_has_a_page():
    assert sorted(commands._top().commands) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_the_options_of_its_verb_and_of_the_verbs_inside(name):
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    verb, typed = commands.command(name)
    inner = list(getattr(verb, "commands", ()))
    assert text.startswith(f"# {typed}\n") and set(inner) <= pages.anchors(text)
    for each in [f"{name}.{one}" for one in inner] or [name]:
        assert f"<!-- made: verbs.options {each} -->" in text
        for flag in commands.flags(each) - {"--help"}:
            assert f"`{flag}" in verbs.options(each)
        its, _ = commands.command(each)
        usage = its.get_usage(its.context_class(its)).partition("[OPTIONS]")[2]
        shown = re.findall(r"^\| `(\[.+?)` \|", verbs.options(each), re.MULTILINE)
        assert re.findall(r"\[\S+", usage.upper()) == shown, "an argument that may be left out, as --help shows it"


def test_the_list_has_each_environment_variable_that_the_packages_read():
    listed = set(re.findall(r"^\| `(TENGEN_\w+)`", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == names.variables("host_tools/")


def test_the_list_of_verbs_links_to_pages_and_headings_that_exist():
    assert links.dead_links([FOLDER / "README.md"]) == []
    listed = verbs.panels()
    assert all(f"({name}.md)" in listed for name in NAMES) and "(record.md#convert)" in listed


def test_a_table_says_type_limits_and_default():
    rows = verbs.options("record.draw").splitlines()
    (turn,) = (row for row in rows if row.startswith("| `--turn N`"))
    assert turn.endswith("From 0 to 3. Default: `0`. |")
    (out,) = (row for row in rows if row.startswith("| `--out FILE`, `-o`"))
    assert out.endswith("Required. |")
    (numbers,) = (row for row in rows if row.startswith("| `--numbers`, `--no-numbers`"))
    assert numbers.endswith("Default: on. |")
    assert "| `--theme THEME` |" in verbs.options("record.draw") and "| `[PORTS]...` |" in verbs.options("live")


def test_the_rooms_of_a_package():
    listed = rooms.folders("tengen_host", "tengen_docs/")
    assert "| [`tengen_host/records/`](tengen_host/records) |" in listed and "(tengen_docs)" in listed
    assert "tengen_docs/makers" not in listed


def test_the_map_of_host_tools_is_short():
    text = (pages.ROOT / "host_tools" / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60 and "made: rooms.folders" in made._PART.search(text)[0]
