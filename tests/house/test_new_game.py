"""`tengen new-game` in a copy of the tree: the new game can be played, and its removal restores each file."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tengen_host.new_game import places

ROOT = Path(__file__).resolve().parents[2]
NAME = "game-of-a-test"  # the name of no game, also not in the tree of somebody who adds one
MODULE = "firmware/tengen/games/game_of_a_test.py"
IGNORED = shutil.ignore_patterns("__pycache__", "*.jpg", "*.tsv", "hardware", "kept")


def test_no_text_is_left_to_write():
    assert places.unfinished(ROOT) == [], "write what the mark TODO asks for: .github/CONTRIBUTING.md has the steps"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Yield a copy of the tree, and a function that runs a Python program in it and returns the output."""
    root = tmp_path_factory.mktemp("clone")
    for name in ("firmware", "host_tools", "tests", ".github"):
        shutil.copytree(ROOT / name, root / name, ignore=IGNORED)
    for name in ("pyproject.toml", "README.md", "hardware/board.toml"):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    paths = ("firmware", "host_tools", "tests/support", "tests")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(root / path) for path in paths), "LC_ALL": "en"}
    env["PYTHONDONTWRITEBYTECODE"] = "1"

    def run(*words, status=0):
        ended = subprocess.run([sys.executable, *words], cwd=root, env=env, capture_output=True, text=True, check=False)
        assert ended.returncode == status, ended.stdout + ended.stderr
        return ended.stdout

    return root, run


def contents(root):
    return {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def tengen(*words):
    return ("-c", "from tengen_host.cli import main; main()", *words)


def test_a_new_game_is_added_played_and_taken_out_again(tree):
    root, run = tree
    before = contents(root)
    told = run(*tengen("new-game", NAME, "--line", "3", "--size", "3")).splitlines()
    after = contents(root)
    changed = {path.as_posix() for path in after if after[path] != before.get(path)}
    assert changed == set(told[:-2])
    for path in before:
        lines = iter(after[path].splitlines())
        assert all(line in lines for line in before[path].splitlines()), f"{path}: a line was changed or moved"
    for path in changed:
        if path.endswith(".json"):
            assert NAME not in after[Path(path)].decode().splitlines()[-2], "not at the end of the file"

    # each part fits to the others
    said = run(*tengen("rules", NAME))
    assert "[X][X][X]" in said and "missing" not in said
    assert "Black wins, three A1 B1 C1" in run(*tengen("judge", "--game", NAME, "a1", "a2", "b1", "b2", "c1"))
    found = run("-c", "from tengen_host.new_game import places; import pathlib; "
                "print(*places.unfinished(pathlib.Path('.').resolve()), sep='\\n')").splitlines()  # fmt: skip
    assert told[-1].startswith(f"{len(found)} places have a TODO") and len(found) > 30
    assert found[0] == f'{MODULE}:7: """TODO: the rules in one sentence."""'
    run("tests/support/family_games.py", NAME)
    run("-c", "from games.test_examples import *; test_no_row_is_left_out(); test_every_example(); "
              "test_random_games_of_the_family()")  # fmt: skip
    run("-c", "from games.test_registry import *; test_a_game_is_what_its_row_says(); test_signs_fit_the_lights()")

    # somebody has put it into a family, and drawn a picture
    family = root / "firmware/tengen/games/family.py"
    page = root / "host_tools/tengen_host/web/page/dialogs/new_game.js"
    text = family.read_text(encoding="utf-8")
    family.write_text(text.replace('"bomb-renju", "repensi")', f'"bomb-renju", "repensi", "{NAME}")'), encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    drawn = f'  "{NAME}": {{ rows: "XXX....|.......|.......|.......|.......|.......|......." }},\n'
    page.write_text(text.replace("  irensei: {", f"{drawn}  irensei: {{"), encoding="utf-8")
    assert contents(root) != after
    assert NAME in run(*tengen("rules"))

    run(*tengen("new-game", NAME, "--remove", "--yes"))
    left = contents(root)
    assert {path.as_posix() for path in left.keys() | before.keys() if left.get(path) != before.get(path)} == set()
