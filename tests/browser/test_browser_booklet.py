"""The guide as one PDF, printed by Chromium."""

import re

from tengen_hardware import booklet
from tengen_host import resources


def test_the_guide_is_printed_with_all_its_pages(tmp_path):
    file = tmp_path / "guide.pdf"
    booklet.printed(booklet.html(resources.path("hardware")), file)
    data = file.read_bytes()
    assert data.startswith(b"%PDF") and 10 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 60
