"""The notes of a release, from the changelog and from the output of `make proof`."""

import pytest
from plugin import Run
from tengen_release import notes

CHANGES = """\
# Changes

## Unreleased

## [1.1.0] - 2027-02-03

### Added

- A | B
  and C.

## 1.0.0

- The first.
"""


def printed(outcomes, part="1/1", chosen=False):
    """Return what a run of proofs prints: its last lines are written by the tests' own plugin."""
    run = object.__new__(Run)
    run._chosen = chosen
    run._tests = {test: outcome for test, (outcome, _) in outcomes.items()}
    run._seconds = dict.fromkeys(outcomes, 90.0)
    run._notes = {test: figures for test, (_, figures) in outcomes.items()}
    lines = ["gw0 [ 50%] PASSED tests/a.py::test_a ", "==== tiers ===="]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENGEN_PART", part)
        run._write_proofs(lines.append)
    return "\n".join([*lines, "==== 2 passed in 90.0s ===="])


def test_a_section_with_and_without_a_date():
    assert notes.section(CHANGES, "1.1.0") == "### Added\n\n- A | B and C."
    assert notes.section(CHANGES, "1.0.0") == "- The first."
    assert notes.section(CHANGES, "Unreleased") == ""
    assert notes.section(CHANGES, "1.0") is None and notes.section(CHANGES, "1x0.0") is None


def test_the_proofs_with_their_minutes_and_figures():
    output = printed(
        {"tests/a/test_a.py::test_a": ("passed", ["3 cuts, 0 lost", "a | b"]), "tests/b.py::test_b": ("passed", [])},
    )
    found, line = notes.proofs(output)
    assert [its.name for its in found] == ["a/test_a.py::test_a", "b.py::test_b"]
    assert [its.minutes for its in found] == ["1.5", "1.5"] and found[0].figures == ["3 cuts, 0 lost", "a | b"]
    text = notes.notes("1.1.0", CHANGES, output)
    assert text.startswith("## Added\n\n- A | B and C.\n\n## Files\n")
    assert f"## Proofs\n\n{line}.\n\n| proof |" in text and line.startswith("2 of 2 proofs hold, 3 minutes")
    assert "| `a/test_a.py::test_a` | 1.5 | 3 cuts, 0 lost<br>a \\| b |\n| `b.py::test_b` | 1.5 |  |\n" in text


def test_a_release_needs_every_proof():
    output = printed({"tests/a.py::test_a": ("passed", []), "tests/b.py::test_b": ("failed", [])})
    with pytest.raises(ValueError, match="not all proofs hold: b.py::test_b"):
        notes.proofs(output)
    with pytest.raises(ValueError, match="did not run to their end"):
        notes.proofs(output.partition("1 of 2")[0])
    with pytest.raises(ValueError, match="not all proofs hold: 0 of 0"):
        notes.proofs(printed({}))


def test_a_trial_has_the_unreleased_changes_and_says_that_no_proof_was_run():
    text = notes.notes("2.0", CHANGES.replace("Unreleased\n", "Unreleased\n\n- New.\n"), None)
    assert text.startswith("- New.\n") and text.endswith("The proofs were not run.\n") and "tengen-2.0.uf2" in text


def test_the_parts_of_the_proofs_are_one_table_and_none_may_be_missing():
    parts = [printed({f"tests/{name}.py::test": ("passed", [])}, f"{number}/3") for number, name in enumerate("cab", 1)]
    found, line = notes.proofs("\n".join(reversed(parts)))
    assert [its.name for its in found] == ["a.py::test", "b.py::test", "c.py::test"]
    assert line == "3 of 3 proofs hold, 6 minutes of one core in all"
    with pytest.raises(ValueError, match="did not run to their end in part 1, 3 of 3"):
        notes.proofs(parts[1])
    with pytest.raises(ValueError, match="not all proofs hold: d.py::test"):
        notes.proofs("\n".join([*parts[:2], printed({"tests/d.py::test": ("failed", [])}, "3/3")]))


def test_no_proof_is_counted_twice_and_none_is_left_out_by_parts_of_other_runs():
    def part(name, which):
        return printed({f"tests/{name}.py::test": ("passed", [])}, which)

    for outputs, why in (
        ([part("a", "1/1"), part("b", "1/1")], "part 1 is there twice"),
        ([part("a", "1/2"), part("b", "2/2"), part("c", "2/2")], "part 2 is there twice"),
        ([part("a", "1/2"), part("a", "2/2")], "a.py::test is there twice"),
        ([part("a", "1/4"), part("b", "2/2")], "the parts are of 2, 4: "),
    ):
        with pytest.raises(ValueError, match=why):
            notes.proofs("\n".join(outputs))


def test_a_proof_that_ran_may_not_be_missing_in_the_output():
    output = printed({f"tests/{name}.py::test": ("passed", []) for name in "ab"})
    shorter = output.replace("  1.5 min  tests/a.py::test: holds\n", "")
    assert shorter != output
    with pytest.raises(ValueError, match=r"2 proofs were run, and the output names 1: give the whole output"):
        notes.proofs(shorter)


def test_a_run_of_chosen_proofs_is_not_all_proofs():
    output = printed({"tests/a.py::test_a": ("passed", [])}, chosen=True)
    assert "1 of 1 chosen proofs hold" in output
    with pytest.raises(ValueError, match="only chosen proofs were run: make proof without ONLY"):
        notes.proofs(output)
