"""`python -m tengen_release`: the checks before a release, checksums, and the cheap steps of the workflow."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tengen_release import checks, files
from waiting import LIMIT_S

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (checks.VERSION_FILE, checks.CHANGES, "host_tools/tengen_release", ".gitignore")


def git(folder, *arguments):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=b", *arguments], cwd=folder, check=True)


@pytest.fixture
def checkout(tmp_path):
    """A committed checkout of version 9.8.7, with only what the commands need."""
    folder = tmp_path / "checkout"
    for name in NEEDED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, folder / name)
    (folder / checks.VERSION_FILE).write_text('__version__ = "9.8.7"\n', encoding="utf-8")
    (folder / checks.CHANGES).write_text("# Changes\n\n## 9.8.7\n\n- All.\n", encoding="utf-8")
    (folder / checks.FIGURES).parent.mkdir(parents=True, exist_ok=True)
    (folder / checks.FIGURES).write_text('{"version": "9.8.7"}', encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    return folder


def step(job, name):
    """Return the command of a step of the release's workflow."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    (found,) = [each for each in yaml.safe_load(text)["jobs"][job]["steps"] if each.get("name") == name]
    return found


def run(found, folder, **more):
    """Run a step as the workflow does, with a Python that has none of this project's packages."""
    env = {"PATH": os.environ["PATH"], **found.get("env", {}), **more}
    command = found["run"].replace("python3", f"{sys._base_executable} -S")
    ended = subprocess.run(
        ["sh", "-e", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=LIMIT_S
    )
    return ended.returncode, ended.stdout + ended.stderr


def test_the_tag_is_checked_before_anything_is_built(checkout):
    check = step("check", "Check tag, version and changelog")
    assert run(check, checkout, GITHUB_REF_NAME="v9.8.7") == (0, "Version 9.8.7 can be released.\n")
    status, told = run(check, checkout, GITHUB_REF_NAME="v9.8.6")
    assert status == 1 and "the tag is v9.8.6" in told and "tag v9.8.7, or change the file" in told
    (checkout / checks.CHANGES).write_text("# Changes\n\n## Unreleased\n", encoding="utf-8")
    status, told = run(check, checkout, GITHUB_REF_NAME="v9.8.7")
    assert status == 1 and 'has no section "## 9.8.7"' in told
    assert f"{checks.CHANGES} is not as in the commit" in told


def test_a_file_beside_the_commit_is_named(checkout):
    (checkout / "left.txt").touch()
    assert [line.split(" ")[0] for line in checks.changed_files(checkout)] == ["left.txt"]


def test_sources_without_git_are_a_sentence(checkout):
    shutil.rmtree(checkout / ".git")
    status, told = run(step("check", "Check tag, version and changelog"), checkout, GITHUB_REF_NAME="v9.8.7")
    assert status == 1 and told.startswith("error: git names no changed files: fatal: not a git repository"), told


def test_a_renamed_file_has_both_its_names_as_they_are(checkout):
    git(checkout, "mv", checks.CHANGES, "RE ADMÉ")
    told = checks.changed_files(checkout)
    assert sorted(line.partition(" is not as in the commit")[0] for line in told) == [checks.CHANGES, "RE ADMÉ"]


def test_figures_of_another_version_or_to_be_measured_again_are_named(checkout):
    run_it = "run tengen bench --emulated --json\n"
    for its, told in (
        ({"version": "9.8.6"}, f"{checks.FIGURES} has the figures of 9.8.6, not of 9.8.7: {run_it}"),
        ({"version": "9.8.7", "note": "To be measured again."}, f"{checks.FIGURES} is to be measured again: {run_it}"),
        ({"version": "9.8.7", "note": "A quiet machine."}, "Version 9.8.7 can be released.\n"),
    ):
        (checkout / checks.FIGURES).write_text(json.dumps(its), encoding="utf-8")
        git(checkout, "commit", "-qam", "figures")
        ended = run(step("check", "Check tag, version and changelog"), checkout, GITHUB_REF_NAME="v9.8.7")
        assert ended == (int(told.endswith(run_it)), told)


def test_the_notes_and_the_checksums(checkout):
    release = checkout / "dist" / "release"
    release.mkdir(parents=True)
    for name in ("b.whl", "a.uf2"):
        (release / name).write_text(name, encoding="utf-8")
    (release / "folder").mkdir()
    files.sums(release)
    files.sums(release)  # not of itself
    for number, name in enumerate("ab", 1):
        held = f"  1.0 min  tests/{name}.py::test: holds\n"
        proofs = f"{held}part {number} of 2: 1 of 1 proofs hold, 1 minutes of one core in all\n"
        (checkout / "dist" / f"proofs-{number}.txt").write_text(proofs, encoding="utf-8")
    assert run(step("publish", "Write the notes"), checkout) == (0, "")
    notes = (checkout / "dist" / "NOTES.md").read_text(encoding="utf-8")
    assert notes.startswith("- All.\n") and "| `a.py::test` | 1.0 |  |\n| `b.py::test` |" in notes
    first = step("sign", "Sign the checksums")["run"].splitlines()[0]
    assert run({"run": first}, checkout) == (0, "a.uf2: OK\nb.whl: OK\n")
    (release / "a.uf2").write_text("another", encoding="utf-8")
    assert run({"run": first}, checkout)[0] == 1


def test_wrong_words_name_the_commands(checkout):
    command = [sys.executable, "-m", "tengen_release", "nothing"]
    env = {**os.environ, "PYTHONPATH": "host_tools"}
    ended = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True)
    assert ended.returncode == 2 and "sums FOLDER" in ended.stderr


def test_a_folder_with_files_and_a_site_that_is_not_there(tmp_path):
    with pytest.raises(ValueError, match=r"none has no index.html: .* make site"):
        list(files.make(ROOT, tmp_path / "none", tmp_path / "release", "1.0"))
    (tmp_path / "old.whl").touch()
    with pytest.raises(ValueError, match="has files: remove them"):
        list(files.make(ROOT, tmp_path / "none", tmp_path, "1.0"))


def test_the_same_site_gives_the_same_bytes(tmp_path):
    made = []
    for number, names in enumerate((("index.html", "b/c.png"), ("b/c.png", "index.html"))):
        built, folder = tmp_path / f"site{number}", tmp_path / f"release{number}"
        for name in names:
            (built / name).parent.mkdir(parents=True, exist_ok=True)
            (built / name).write_bytes(name.encode())
            os.utime(built / name, (number * 10**9, number * 10**9))
        folder.mkdir()
        made.append(files.site(built, folder, "1.0").read_bytes())
    assert made[0] == made[1]


def test_one_version_of_hatchling_makes_wheel_and_sources():
    asked = re.findall(r'"(hatchling[^.\w].*?)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert len(asked) == 3 and len(set(asked)) == 1 and re.fullmatch(r"hatchling==[\d.]+", asked[0])
