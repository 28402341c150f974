"""Encode pictures as an MP4 or a WebM with the program ffmpeg, which gets raw pictures through a pipe."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import IO

from .. import installing
from .record import RecordError

# the encoder of each kind of file, for pictures that stand still
_ENCODERS = {
    ".mp4": "libx264 -preset veryfast -tune stillimage -crf 20 -movflags +faststart",
    ".webm": "libvpx-vp9 -deadline realtime -cpu-used 5 -row-mt 1 -crf 30 -b:v 0",
}
ENDINGS = tuple(_ENCODERS)
_PART = re.compile(r"^\[[^]]*\]")  # the part of ffmpeg that has an error, such as [vost#0:0 @ 0x55bb]
_KEY = 50  # a player can jump to each picture of this number
# pictures a second in the file, because some players refuse a file with less than one; and the usual colours of films
_FILTER = "fps=10,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"


def install(system: str = sys.platform) -> str:
    """Return how to get ffmpeg on a system."""
    return f"{installing.command('ffmpeg', system)}, or set TENGEN_FFMPEG to its path"


def find() -> str | None:
    """Return the path of ffmpeg: TENGEN_FFMPEG, or the one on the PATH; None without one. Raises RecordError."""
    named = os.environ.get("TENGEN_FFMPEG")
    if not named:
        return shutil.which("ffmpeg")
    found = shutil.which(named)
    if found is None:
        raise RecordError(f"TENGEN_FFMPEG={named} is no program: correct it, or remove this variable")
    return found


def encode(
    program: str, pictures: Iterable[tuple[int, bytes]], size: tuple[int, int], seconds: Fraction, ending: str
) -> bytes:
    """Return the film of some pictures of this size: (how often it is shown, its pixels as RGB), ...

    `seconds`: the time of a picture that is shown once. `ending`: one of ENDINGS. Raises RecordError.
    """
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as told:
        out = Path(folder, f"film{ending}")
        options = "-hide_banner -nostats -loglevel error"
        options += f" -f rawvideo -pix_fmt rgb24 -video_size {size[0]}x{size[1]} -framerate {1 / seconds} -i pipe:0"
        options += f" -an -vf {_FILTER} -colorspace bt709 -g {_KEY} -c:v {_ENCODERS[ending]}"
        status = _run([program, *options.split(), str(out)], pictures, told)
        told.seek(0)
        if status or not out.exists():
            # the first line has the cause; in version 7 others follow, and say only that there was an error
            lines = (_PART.sub("", line).strip() for line in told.read().decode(errors="replace").split("\n"))
            cause = next(filter(None, lines), f"its exit status is {status}")
            others = " or ".join(other for other in (*ENDINGS, ".gif") if other != ending)
            raise RecordError(f"{program} made no film ({cause}): try --out with {others}, or another ffmpeg")
        return out.read_bytes()


def _run(command: list[str], pictures: Iterable[tuple[int, bytes]], told: IO[bytes]) -> int:
    """Run ffmpeg, give it the pictures, and return its exit status. `told`: the file for its errors."""
    try:
        running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=told)
    except OSError as error:
        raise RecordError(f"{command[0]} does not start ({error.strerror or error}): set TENGEN_FFMPEG") from None
    assert running.stdin is not None
    try:
        for often, picture in pictures:
            for _ in range(often):
                if not _gave(running.stdin, picture):
                    return running.wait()
        with contextlib.suppress(OSError):
            running.stdin.close()
        return running.wait()
    except BaseException:
        running.kill()
        running.wait()
        raise
    finally:
        with contextlib.suppress(OSError):
            running.stdin.close()


def _gave(pipe: IO[bytes], picture: bytes) -> bool:
    """Return whether ffmpeg took a picture; if not, it has ended."""
    try:
        pipe.write(picture)
    except OSError:
        return False
    return True
