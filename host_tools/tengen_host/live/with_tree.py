"""`--tree`: a file of variations, or a folder of games, under the stones of a board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..records import files
from ..records.record import RecordError
from ..trees import formats
from ..trees.explorer import Explorer
from ..trees.store import Opened
from ..trees.tree import Tree as Variations
from .asked_tree import AskedTree, why_not_written
from .hall import Hall, Place
from .under_stones import UnderStones

Say = Callable[[str], None]


@dataclass(frozen=True)
class TreeFile:
    """A tree or a folder of games that can be opened, and the encoding of its texts if the user gives one."""

    path: Path
    encoding: str = ""


def checked(path: Path, tell: Say, encoding: str = "") -> TreeFile:
    """Return a tree that can be opened; a file that is not there yet is begun.

    Raises RecordError or OSError. A large tree takes its time here, before anything is served.
    """
    if not path.exists():
        files.check_place(path, force=False)
        formats.write(path, [Variations()])
        tell(f"{path} is a new tree: it keeps each line that is played")
    file = TreeFile(path, encoding)
    opened(file, tell).close()
    return file


def opened(file: TreeFile, tell: Say) -> Explorer | Opened:
    """Open a file as a tree, or a folder as the games that are in it. Raises RecordError or OSError."""
    path = file.path
    return Explorer(path) if path.is_dir() else Opened(path, encoding=file.encoding, tell=tell)


async def follow(place: Place, file: TreeFile, tell: Say) -> None:
    """Have a tree under the stones of a board until cancelled, or until it can't be read any more, which is told."""

    def open_() -> Explorer | Opened:
        tree = opened(file, tell)
        keeps = why_not_written(path, tree)
        loop.call_soon_threadsafe(place.study.begin, path.name, keeps)
        return tree

    path = file.path
    loop = asyncio.get_running_loop()
    place.study.begin(path.name)
    thread = ThreadPoolExecutor(1, "tree")
    follower = UnderStones(place.board, open_, tell, place.study.show, thread)
    place.tree = AskedTree(follower, thread)
    try:
        await follower.run()
    except (OSError, RecordError) as error:
        tell(f"{path.name} is not followed any more: {error}")
    finally:
        place.tree = None
    await asyncio.Event().wait()


async def follow_first(hall: Hall, file: TreeFile, tell: Say) -> None:
    """Have a tree under the stones of the first board that comes into the hall, until cancelled."""
    await follow(await hall.come(), file, tell)
