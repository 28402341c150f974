"""The workflows in .github: pinned actions, few permissions, and commands that exist."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from tengen_release.__main__ import USAGE

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAY_WRITE = {("release.yml", "sign"): {"id-token", "attestations"}, ("release.yml", "publish"): {"contents"}}
# What a machine of the workflow has by itself
THERE = {"apt-get", "git", "mkdir", "tee", "cd", "sha256sum", "python", "python3", "gh", "pipx"}


def jobs():
    for file in FILES:
        for name, job in yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"].items():
            yield file.name, name, job


def commands():
    """Yield the words of each command in the steps."""
    for file, name, job in jobs():
        for step in job.get("steps", []):
            text = step.get("run", "").replace("\\\n", " ").replace("(", "").replace(")", "")
            for part in filter(None, map(str.strip, re.split(r"\n|&&|\|", text))):
                yield f"{file} {name}", shlex.split(part)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_action_is_pinned_to_a_commit_with_its_version_beside_it(file):
    used = re.findall(r"uses: *(.+)", file.read_text(encoding="utf-8"))
    wrong = [each for each in used if not re.fullmatch(r"\./\S+\.yml|[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*", each)]
    assert used and wrong == []
    for local in (each for each in used if each.startswith("./")):
        assert (ROOT / local).is_file()


def test_one_version_of_an_action_is_used():
    used = {use for file in FILES for use in re.findall(r"uses: *([^.\s]\S+ # .+)", file.read_text(encoding="utf-8"))}
    assert len(used) == len({use.partition("@")[0] for use in used}), used


def test_a_job_may_do_only_what_it_needs():
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert yaml.safe_load(text)["permissions"] == {} and "secrets." not in text
    for file, name, job in jobs():
        writes = {what for what, how in job["permissions"].items() if how != "read"}
        assert writes == MAY_WRITE.get((file, name), set()), name
        # a text from outside in a command would be run
        assert not [step for step in job.get("steps", []) if "${{" in step.get("run", "")], name
        kept = [step for step in job.get("steps", []) if "checkout" in step.get("uses", "")]
        assert all(step["with"]["persist-credentials"] is False for step in kept), name
        assert "uses" in job or job["timeout-minutes"] <= 360, name


def test_each_command_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    seen = set()
    for where, (program, *arguments) in commands():
        seen.add(program)
        if program == "make":
            assert re.search(rf"^{arguments[0]}\b.*:", makefile, re.MULTILINE), where
        elif "/" in program and not program.startswith("sigstore/"):
            assert (ROOT / program).is_file(), where
        elif "/" not in program:
            assert program in THERE, where
        if "tengen_release" in arguments:
            verb = arguments[arguments.index("tengen_release") + 1]
            assert f"tengen_release {verb} " in USAGE, where
        for file in (word for word in arguments if word.startswith("host_tools/")):
            assert (ROOT / file).is_file(), where
    assert {"make", ".ci/run", ".ci/install"} <= seen
