"""Check and make a release, one part after another: `python -m tengen_release` lists the commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from . import checks, files, notes

ROOT = Path(__file__).resolve().parents[2]

USAGE = """\
python -m tengen_release check [TAG]         name what keeps this checkout from being released, by this tag
python -m tengen_release packages FOLDER     make wheel, sources and image
python -m tengen_release make SITE FOLDER    make all files of a release; SITE: the folder of make site
python -m tengen_release notes [PROOFS ...]  print the release's notes; PROOFS: the output of make proof or of each part
python -m tengen_release sums FOLDER         write the checksums of the files in a folder"""


def check(tag: str | None) -> list[str]:
    """Return the reasons why this checkout can't be released, as sentences."""
    changes = (ROOT / checks.CHANGES).read_text(encoding="utf-8")
    wrong = [] if tag is None else checks.tag_faults(tag, checks.version(ROOT), changes)
    return wrong + checks.old_figures(ROOT) + checks.changed_files(ROOT)


def _tell(made: Iterator[Path]) -> None:
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.3f} MB  {path}", flush=True)


def _run(arguments: list[str]) -> int:
    match arguments:
        case ["check", *tags] if len(tags) < 2:
            wrong = check(tags[0] if tags else None)
            print("\n".join(wrong) or f"Version {checks.version(ROOT)} can be released.")
            return bool(wrong)
        case ["packages", folder]:
            _tell(files.packages(ROOT, Path(folder), checks.version(ROOT)))
        case ["make", site, folder]:
            _tell(files.make(ROOT, Path(site), Path(folder), checks.version(ROOT)))
        case ["notes", *proofs]:
            output = "\n".join(Path(name).read_text(encoding="utf-8") for name in proofs) if proofs else None
            changes = (ROOT / checks.CHANGES).read_text(encoding="utf-8")
            print(notes.notes(checks.version(ROOT), changes, output), end="")
        case ["sums", folder]:
            print(files.sums(Path(folder)).read_text(encoding="utf-8"), end="")
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0


def main(arguments: list[str]) -> int:
    """Run the command in the arguments, and return the exit status."""
    try:
        return _run(arguments)
    except (ValueError, OSError) as why:
        print(f"error: {why}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
