"""Write the notes of a release from the changelog, and from the output of `make proof`."""

from __future__ import annotations

import re
from typing import NamedTuple

_PROOF = re.compile(r" *(\d+\.\d) min  (\S+(?: \S+)*): (holds|FAILED.*)")
_ENDED = re.compile(r"(?:part (\d+) of (\d+): )?(\d+) of (\d+) (chosen )?proofs hold, (\d+) minutes of one core in all")
_FIGURE = re.compile(r" {11}(\S.*)")

_FILES = """\
## Files

| file | what it is for |
|---|---|
| `tengen-{version}-py3-none-any.whl` | the laptop's program, with the Pico's image in it: `pip install` this file, then `tengen play` or `tengen flash` |
| `tengen-{version}.uf2` | the Pico's image: copy it to the drive of a Pico in BOOTSEL mode |
| `tengen-{version}-tile.zip`, `tengen-{version}-controller.zip` | what a maker of boards needs |
| `tengen-{version}-site.zip` | the site, to be served from any folder |
| `tengen-{version}.tar.gz` | the sources |
| `tengen-{version}.cdx.json` | the bill of materials (CycloneDX): all packages in the wheel's environment and in the image |
| `SHA256SUMS`, `SHA256SUMS.sigstore.json` | checksums of all files, and their signature by this repository's release workflow |

`sha256sum --check SHA256SUMS` checks the files. `gh attestation verify FILE --repo OWNER/NAME` shows the commit and the workflow that made a file. The same commit, built on the same release of Debian, gives the same wheel, sources and image.
"""  # noqa: E501


class Proof(NamedTuple):
    """A proof in the output of `make proof`."""

    name: str
    minutes: str
    result: str
    figures: list[str]


def section(changes: str, title: str) -> str | None:
    """Return the text below a title of the changelog, which may have a date after it; None if there is no such title.

    A wrapped line becomes a long one, because the page of a release would keep the breaks.
    """
    pattern = rf"^## \[?{re.escape(title)}\]?(?: - [^\n]+)?\n(.*?)(?=^## |\Z)"
    found = re.search(pattern, changes, re.MULTILINE | re.DOTALL)
    return re.sub(r"\n {2,}(?=[^\s*-])", " ", found[1].strip()) if found else None


def proofs(output: str) -> tuple[list[Proof], str]:
    """Return the proofs in the output of `make proof`, and a line about them all.

    `output` may be that of all parts, one after another in any order. Raises ValueError if a run did not end, if a part
    or a proof is missing or there twice, if only chosen proofs were run, or if a proof failed.
    """
    found: list[Proof] = []
    ended: list[tuple[int, int]] = []  # (part, number of parts) of each run
    count = minutes = 0
    for line in output.splitlines():
        if match := _PROOF.fullmatch(line):
            found.append(Proof(match[2].removeprefix("tests/"), match[1], match[3], []))
        elif found and (match := _FIGURE.fullmatch(line)):
            found[-1].figures.append(match[1])
        elif match := _ENDED.fullmatch(line):
            if match[3] != match[4] or match[3] == "0":
                failed = [proof.name for proof in found if proof.result != "holds"]
                raise ValueError(f"not all proofs hold: {', '.join(failed) or line}")
            if match[5]:
                raise ValueError("only chosen proofs were run: make proof without ONLY")
            ended.append((int(match[1] or 1), int(match[2] or 1)))
            count += int(match[3])
            minutes += int(match[6])
    parts, *others = sorted({parts for _, parts in ended}) or [1]
    if others:
        raise ValueError(f"the parts are of {', '.join(map(str, [parts, *others]))}: give all parts of one run")
    missing = [str(part) for part in range(1, parts + 1) if (part, parts) not in ended]
    if missing:
        of_parts = f" in part {', '.join(missing)} of {parts}" if parts > 1 else ""
        raise ValueError(f'the proofs did not run to their end{of_parts}: there is no line "... proofs hold"')
    _once([f"part {part}" for part, _ in ended])
    _once([proof.name for proof in found])
    if count != len(found):
        raise ValueError(f"{count} proofs were run, and the output names {len(found)}: give the whole output")
    found.sort()
    return found, f"{count} of {count} proofs hold, {minutes} minutes of one core in all"


def notes(version: str, changes: str, output: str | None) -> str:
    """Return the notes of a release. `output`: that of `make proof`, if the proofs were run.

    A version that the changelog does not know has the changes that are not released yet. Raises ValueError like
    proofs().
    """
    changed = section(changes, version) or section(changes, "Unreleased") or ""
    parts = [changed.replace("### ", "## "), _FILES.format(version=version)]
    if output is None:
        parts.append("## Proofs\n\nThe proofs were not run.\n")
    else:
        held, line = proofs(output)
        rows = [f"| `{its.name}` | {its.minutes} | {'<br>'.join(map(_cell, its.figures))} |" for its in held]
        table = "\n".join(["| proof | minutes | figures |", "|---|---|---|", *rows])
        parts.append(f"## Proofs\n\n{line}.\n\n{table}\n")
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _once(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name} is there twice: give the output of each run once")


def _cell(words: str) -> str:
    return words.replace("|", "\\|")
