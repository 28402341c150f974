"""Make and check the documents, count their words, and build their site: `python -m tengen_docs` lists the commands."""

from __future__ import annotations

import sys
from pathlib import Path

from tengen_host.file_errors import in_words
from tengen_host.image import ImageError, built_image

from . import commands, links, made, names, plain
from .pages import ROOT, files, pages, templates, written

USAGE = """\
python -m tengen_docs make                   make the made parts and pictures of the pages again
python -m tengen_docs check                  name dead links, broken tables, wrong commands, hard phrases, stale parts
python -m tengen_docs words                  how many words of each page are written by hand
python -m tengen_docs site FOLDER [ADDRESS]  build the site, with the image that `tengen image` made, for its page;
                                             links to code lead to ADDRESS"""


def check(root: Path = ROOT) -> list[str]:
    """Return the faults in a repository's documents, each as a sentence.

    For this repository the result also has the hard phrases in the code.
    """
    found = pages(root)
    here = root == ROOT
    old = made.faults(found, made.pictures() if here else {}, root)
    dead = links.dead_links(found, root) + links.dead_citations(links.sources(root), root)
    dead += links.dead_form_links(sorted((root / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), root)
    texts = [*found, *templates()] if here else found
    dead += links.rows_outside_tables(found, root)
    prose = [*written(), *(path for path in files() if path.suffix in plain.SUFFIXES)] if here else found
    return old + dead + commands.wrong_commands(texts) + names.wrong_names(texts) + plain.hard_phrases(prose)


def _run(arguments: list[str]) -> int:
    match arguments:
        case ["make"]:
            for path in made.write_pictures(made.pictures()) + made.write(pages()):
                print(path.relative_to(ROOT))
        case ["check"]:
            wrong = check()
            print("\n".join(wrong) or "The documents are in order.")
            return bool(wrong)
        case ["words"]:
            counts = {page: made.words(page.read_text(encoding="utf-8")) for page in written()}
            for page, count in counts.items():
                print(f"{count:6} {page.relative_to(ROOT)}")
            print(f"{sum(counts.values()):6} in all")
        case ["site", folder, *sources] if len(sources) < 2:
            from . import site

            site.build(Path(folder), "".join(sources), built_image().uf2)
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0


def main(arguments: list[str]) -> int:
    """Run the command in the arguments, and return the exit status."""
    try:
        return _run(arguments)
    except (ValueError, OSError, ImageError) as why:
        print(f"error: {in_words(why)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
