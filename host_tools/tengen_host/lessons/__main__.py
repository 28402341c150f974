"""Make the firmware's lessons again from lessons.txt: `python -m tengen_host.lessons`."""

from __future__ import annotations

import sys

from .. import resources
from .checking import checked
from .packing import module_text
from .placing import placed
from .reading import SOURCE, LessonError, read

INTO = resources.firmware_package() / "partner" / "lesson_data.py"


def main() -> None:
    """Check each position of lessons.txt, choose its place, and write the firmware's module."""
    try:
        lessons = placed(checked(read(SOURCE.read_text(encoding="ascii"))))
    except LessonError as error:
        sys.exit(str(error))
    INTO.write_text(module_text(lessons), encoding="ascii")
    print(f"{len({each.lesson for each in lessons})} lessons, {len(lessons)} positions")


if __name__ == "__main__":
    main()
