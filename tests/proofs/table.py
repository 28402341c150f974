"""The results of all proofs as a table, which is committed as tests/PROOFS.md."""

HEAD = """# The proofs

Written by `make proof` from the results that it keeps: do not edit it. A proof's result holds until a file that the
proof uses changes; the commit is the one at which it was run (with a "+": files of it were not committed yet). The
minutes are of a process of its own, {jobs} at once.

| proof | what it shows | numbers | minutes | commit |
|---|---|---|---|---|
"""


def state(root, result):
    """Why the proof's result does not hold; "" if it holds."""
    if result is None:
        return "not run"
    if not result.passed:
        return f"failed: {result.failure}"
    changed = result.changed(root)
    return f"not run since {changed} changed" if changed else ""


def markdown(root, proofs, results, jobs):
    """The table as Markdown; a result that does not hold gives the reason instead of its numbers."""
    lines, minutes = [], 0.0
    for proof in proofs:
        result = results.get(proof.name)
        bad = state(root, result)
        numbers = f"**{bad}**" if bad else "; ".join(result.notes)
        took, commit = (f"{result.seconds / 60:.1f}", result.commit) if result and not bad else ("", "")
        minutes += result.seconds / 60 if result and not bad else 0
        cells = (f"`{proof.name.removeprefix('tests/')}`", proof.shows, numbers, took, commit)
        lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    holding = sum(not state(root, results.get(proof.name)) for proof in proofs)
    lines.append(f"\n{holding} of {len(proofs)} proofs hold, {minutes:.0f} minutes of one core in all.")
    return HEAD.format(jobs=jobs) + "\n".join(lines) + "\n"


def plain(root, proofs, results):
    """The table for a terminal: a line for each proof, and below it its measurements."""
    lines = []
    for proof in proofs:
        result = results.get(proof.name)
        bad = state(root, result)
        took = f"{result.seconds / 60:5.1f} min" if result and not bad else " " * 9
        lines.append(f"{took}  {proof.name}{': ' + bad if bad else ''}")
        lines += [] if bad else [" " * 13 + note for note in result.notes]
    return "\n".join(lines)
