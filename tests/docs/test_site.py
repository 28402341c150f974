"""The site of the documents has each page once, and has pages and pictures at the same paths as the repository."""

import re

from tengen_docs import site
from tengen_docs.pages import ROOT, links, pages


def test_each_page_is_in_the_navigation_once():
    named = re.findall(r'"([\w./-]+\.md)"', site.CONFIGURATION.read_text(encoding="utf-8"))
    assert sorted(named) == sorted(page.relative_to(ROOT).as_posix().replace(".github/", "github/") for page in pages())


def test_gathered_pages_lead_to_pages_files_and_sources_only(tmp_path):
    site.gather(tmp_path, "https://example.org/files/")
    gathered = sorted(tmp_path.rglob("*.md"))
    assert len(gathered) == len(pages())
    text = (tmp_path / "github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.search(r"\]\(https://example\.org/files/firmware/tengen/app\.py#L\d+\)", text)
    for page in gathered:
        for _, href, _ in links(page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:|#", href):
                target = (page.parent / href.partition("#")[0]).resolve()
                assert target.exists(), (page, href)


def test_the_page_without_installation_leads_to_its_document():
    assert site.MANUAL in [page.relative_to(ROOT).as_posix() for page in pages()]


def test_without_an_address_links_to_code_are_plain_words(tmp_path):
    site.gather(tmp_path)
    text = (tmp_path / "github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "app.py#L" not in text and "`App.sense` does the rest" in text
