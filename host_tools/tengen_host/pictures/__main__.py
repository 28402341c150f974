"""Takes screenshots of the pages: `python -m tengen_host.pictures readme FOLDER`, or `screens FOLDER`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .. import extras
from . import readme, screens

JOBS = {"readme": readme.take_all, "screens": screens.take_all}


def main(arguments: list[str]) -> int:
    """Take all pictures of a job. Return the exit code: 0, or 1 after printing why no pictures can be taken."""
    parser = argparse.ArgumentParser(prog="python -m tengen_host.pictures", description=__doc__)
    parser.add_argument("job", choices=JOBS, help="readme: pictures of the documents; screens: all pages, for a review")
    parser.add_argument("folder", type=Path, help="the folder for the pictures, created if necessary")
    options = parser.parse_args(arguments)
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        JOBS[options.job](options.folder)
    except ImportError as error:
        print(f"error: {extras.missing(error, 'test')}", file=sys.stderr)
        return 1
    except (RuntimeError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
