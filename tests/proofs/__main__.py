"""`python -m proofs`: run the proofs that have no valid result; show all, and write tests/PROOFS.md."""

import argparse
import fcntl
import os
import signal
import sys
from pathlib import Path

from tengen_host.image.builder import cache_root

from . import runner, table
from .collect import collect
from .kept import Kept


def main(arguments=None):
    """Run `make proof`; return 0 if all proofs that were asked for hold."""
    root, given = Path.cwd(), _given(arguments)
    folder = root / ".proofs"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("error: another `make proof` is at work in this folder: wait for it, or end it", file=sys.stderr)
            return 2
        return _run(root, Kept(results_file()), given)


def results_file():
    """The file of the results, in Tengen's cache: a result holds in every checkout with the same files."""
    return cache_root() / "proofs" / "results.json"


def _given(arguments):
    parser = argparse.ArgumentParser(prog="python -m proofs", description="Run the long proofs.")
    parser.add_argument("--only", default="", help="those with one of these words in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="so many at once (%(default)s)")
    parser.add_argument("--limit", type=float, default=runner.LIMIT_S / 60, help="minutes for each (%(default)s)")
    parser.add_argument("--again", action="store_true", help="run those too whose result holds")
    parser.add_argument("--table", action="store_true", help="run nothing: write the table of what there is")
    return parser.parse_args(arguments)


def _run(root, results, given):
    proofs = collect(root)
    words = given.only.lower().split()
    asked = [proof for proof in proofs if not words or any(word in proof.name.lower() for word in words)]
    if not asked:
        print(f"error: no proof has {given.only!r} in its name; all of them: tests/PROOFS.md", file=sys.stderr)
        return 2

    def holds(proof):
        result = results.results.get(proof.name)
        return result is not None and result.holds(root)

    to_run = [] if given.table else [proof for proof in asked if given.again or not holds(proof)]
    print(f"{len(to_run)} of {len(asked)} proofs are to be run, {given.jobs} at once; Ctrl-C keeps what has ended")
    stopped = False
    try:
        runner.run(root, to_run, results, given.jobs, 60 * given.limit, lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        stopped = True
        print("stopped: what has ended is kept, `make proof` goes on from here")
    print("\n" + table.plain(root, asked, results.results))
    _write(root, proofs, results.results, given)
    good = sum(holds(proof) for proof in asked)
    print(f"{good} of {len(asked)} proofs hold")
    return 130 if stopped else int(good < len(asked))


def _write(root, proofs, results, given):
    """Write tests/PROOFS.md if each proof has a result; with --table in any case."""
    target = root / "tests" / "PROOFS.md"
    without = sum(table.state(root, results.get(proof.name)).startswith("not run") for proof in proofs)
    if without and not given.table:
        print(f"\n{target.relative_to(root)} is left as it was: {without} of {len(proofs)} proofs have no result yet")
        return
    target.write_text(table.markdown(root, proofs, results, given.jobs), encoding="utf-8")
    print(f"\nwritten: {target.relative_to(root)}")


def _terminated(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _terminated)
    try:
        status = main()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
