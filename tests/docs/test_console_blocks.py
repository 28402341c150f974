"""Each `console` block of the pages shows what its commands really print."""

import console_blocks
import pytest
from tengen_docs import pages

SHOWN = [page for page in pages.pages() if console_blocks.blocks(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.relative_to(pages.ROOT).as_posix())
def test_what_a_page_shows(page, tmp_path):
    assert "\n".join(console_blocks.mistakes(page.read_text(encoding="utf-8"), tmp_path)) == ""


def test_a_block_may_leave_lines_out_and_be_left_out(tmp_path):
    block = "```console\n{}$ printf 'one\\ntwo\\nthree\\n'; echo four >&2\n{}\n```\n"
    for number, shown in enumerate(["one\ntwo\nthree", "one\n...\nthree", "one\ntwo\nthree\nfour", "..."]):
        assert console_blocks.mistakes(block.format("", shown), tmp_path / str(number)) == []
    (wrong,) = console_blocks.mistakes(block.format("", "one\n...\nfive"), tmp_path / "wrong")
    assert wrong.splitlines()[1:] == ["one", "two", "three", "four"]
    assert console_blocks.mistakes(block.format("# with a board\n", "five"), tmp_path / "board") == []
