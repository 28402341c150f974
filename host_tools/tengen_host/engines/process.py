"""Run an engine's process: send lines, receive lines within limits, and end it with all its child processes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ..i18n import Sentence
from .protocol import printable

LONGEST = 8 * 1024  # most bytes of a line
MOST = 1024 * 1024  # the most bytes of output without an answer
_ERRORS = 4 * 1024  # bytes of standard error that are stored
END_S = 1.0  # an engine has this many seconds to end by itself, and as many again after the system's request
_FORCE_S = 30.0  # seconds for the system to end the engine by force, because the computer may be busy

NO_PROGRAM, ENDED, SILENT, RUBBISH, TOO_MUCH, ILLEGAL, REFUSED, NO_MOVE = (
    "no program",
    "ended",
    "silent",
    "rubbish",
    "too much",
    "illegal",
    "refused",
    "no move",
)

WATCHER = Path(__file__).with_name("watcher.py")

_Answer = TypeVar("_Answer")


class EngineError(Exception):
    """An error of an engine, in one sentence.

    `fault`: one of the faults above, for programs. `words`: the pages' sentence, if it says more than the fault.
    """

    def __init__(self, sentence: str, fault: str, words: Sentence | None = None) -> None:
        super().__init__(sentence)
        self.fault, self.words = fault, words


def split(command: str, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """Return the program and its arguments. If the command is the path of a file, it is one program, even with blanks.

    Raises EngineError for an open quotation mark.
    """
    if Path(command).is_file():
        return (command,)
    try:
        # on Windows a backslash separates folders, and is not a quotation mark
        return tuple(shlex.split(command.replace("\\", "\\\\") if windows else command))
    except ValueError:
        raise EngineError(
            f"the engine's command {printable(command)} has a quotation mark that is not closed: close it", NO_PROGRAM
        ) from None


class Program:
    """A running engine. `name`: its name in messages. Every method except stop() raises EngineError."""

    def __init__(self, process: asyncio.subprocess.Process, lifeline: Lifeline, name: str, end_s: float) -> None:
        self.name = name
        self._end_s = end_s
        self._process = process
        self._lifeline = lifeline
        self._lines: deque[str] = deque()
        self._rest = b""
        self._unanswered = 0  # bytes
        self._errors = b""
        self._reading = asyncio.ensure_future(self._read_errors())

    @classmethod
    async def run(cls, command: Sequence[str], name: str, end_s: float = END_S) -> Program:
        """Start a program in its own folder. Raises EngineError if it can't be run."""
        if not command:
            raise EngineError("there is no command for the engine: give the program's path", NO_PROGRAM)
        program = command[0]
        if shutil.which(program) is None and not Path(program).exists():
            raise EngineError(f"there is no program {printable(program)}: look at the engine's command", NO_PROGRAM)
        try:
            return cls(*await _run(*placed(command)), name, end_s)
        except (OSError, ValueError) as error:
            raise EngineError(_not_run(program, error), NO_PROGRAM) from error

    async def send(self, lines: Sequence[str], deadline: float) -> None:
        """Send lines. `deadline`: by the loop's clock, in seconds."""
        pipe = self._process.stdin
        assert pipe is not None
        try:
            pipe.write("".join(f"{line}\r\n" for line in lines).encode())
            await within(pipe.drain(), self._left(deadline))
        except TimeoutError:
            raise self._wrong("does not read what is sent to it", SILENT) from None
        except (ConnectionError, RuntimeError):
            raise await self._ended() from None

    def count_anew(self) -> None:
        """Begin to count the bytes of output without an answer again from 0."""
        self._unanswered = len(self._rest) + sum(len(line) for line in self._lines)

    async def line(self, deadline: float, asked: str) -> str:
        """Return the engine's next line that is not empty.

        `asked`: the question without an answer, for error messages.
        """
        pipe = self._process.stdout
        assert pipe is not None
        while not self._lines:
            if self._unanswered > MOST:
                raise self._wrong(f"has written more than a megabyte and not answered {asked}", TOO_MUCH)
            try:
                data = await within(pipe.read(4096), self._left(deadline))
            except TimeoutError:
                raise self._wrong(f"has not answered {asked} in time", SILENT) from None
            if not data:
                raise await self._ended()
            self._unanswered += len(data)
            *whole, self._rest = lines = re.split(rb"\r\n|\r|\n", self._rest + data)
            if max(map(len, lines)) > LONGEST:
                raise self._wrong(f"has written a line of more than {LONGEST // 1024} kB", TOO_MUCH)
            self._lines.extend(line.decode("utf-8", "replace") for line in whole if line.strip())
        return self._lines.popleft()

    async def stop(self) -> None:
        """End the engine and all its child processes. Never raises.

        First END is sent, then the system's request, then the engine is ended by force.
        """
        process = self._process
        reading = [self._reading, asyncio.ensure_future(self._read_away())]
        try:
            with contextlib.suppress(Exception):
                await self.send(["END"], asyncio.get_running_loop().time() + self._end_s)
            with contextlib.suppress(Exception):
                assert process.stdin is not None
                process.stdin.close()
            if not await self._has_ended():
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
                await self._has_ended()
        finally:
            # this is needed even after the engine has ended, because child processes may still run
            self._lifeline.close()
        with contextlib.suppress(TimeoutError):
            await within(process.wait(), _FORCE_S)
        await asyncio.wait(reading, timeout=self._end_s)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    async def _has_ended(self) -> bool:
        """Return whether the engine ends within a short time."""
        try:
            await within(self._process.wait(), self._end_s)
        except TimeoutError:
            return False
        return True

    def _left(self, deadline: float) -> float:
        return max(0.0, deadline - asyncio.get_running_loop().time())

    def _wrong(self, did: str, fault: str) -> EngineError:
        return self._error(f"{self.name} {did}", fault)

    @staticmethod
    def _error(sentence: str, fault: str, words: Sentence | None = None) -> EngineError:
        return EngineError(f"the engine {sentence}: start it again, or choose another", fault, words)

    async def _ended(self) -> EngineError:
        """Return the error after the engine has closed a pipe: the program's end with its cause, if it is known."""
        words = Sentence("engine.ended", name=self.name)
        if await self._has_ended():
            await asyncio.wait([self._reading], timeout=self._end_s)  # read its last output
            code = self._process.returncode or 0
            if code < 0:
                words = Sentence("engine.ended_signal", name=self.name, signal=_signal_name(-code))
            else:
                words = Sentence("engine.ended_code", name=self.name, code=code)
        lines = [line for line in self._errors.decode("utf-8", "replace").splitlines() if line.strip()]
        if lines:
            words = Sentence("engine.ended_line", why=words, line=printable(lines[-1]))
        return self._error(words, ENDED, words)

    async def _read_errors(self) -> None:
        """Read standard error to the end, because a full pipe would block the engine; store the last part."""
        pipe = self._process.stderr
        assert pipe is not None
        while data := await pipe.read(4096):
            self._errors = (self._errors + data)[-_ERRORS:]

    async def _read_away(self) -> None:
        """Read the engine's output to the end, because the pipe is closed only then."""
        pipe = self._process.stdout
        assert pipe is not None
        while await pipe.read(4096):
            pass


async def within(question: Coroutine[Any, Any, _Answer], limit_s: float) -> _Answer:
    """Return a coroutine's result, or raise TimeoutError after `limit_s` seconds.

    Unlike asyncio.wait_for() before Python 3.12, this function never ignores that the caller is cancelled.
    """
    task = asyncio.ensure_future(question)
    try:
        await asyncio.wait([task], timeout=limit_s)
    finally:
        if not task.done():
            task.cancel()
    if not task.done():
        raise TimeoutError
    return task.result()


class Lifeline(Protocol):
    """An object that ends an engine with all its child processes when it is closed, or when this process ends."""

    def close(self) -> None:
        """End the engine."""


def placed(command: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the folder in which to run a command, and the command with the paths of its files changed for this folder.

    The folder is the program's folder, because engines search for their data there. For a program without a path, such
    as an interpreter, it is the folder of this process. A word counts as a file's path if the file exists and the word
    has a dot or a separator.
    """
    parts = tuple(filter(None, (os.sep, os.altsep)))
    program, *words = command
    known = os.path.abspath(shutil.which(program) or program)
    folder = os.path.dirname(known) if any(part in program for part in parts) else os.getcwd()
    whole = [
        os.path.abspath(word) if any(sign in word for sign in (".", *parts)) and os.path.isfile(word) else word
        for word in words
    ]
    return folder, (known, *whole)


_PIPES: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)


async def _run(folder: str, command: Sequence[str]) -> tuple[asyncio.subprocess.Process, Lifeline]:
    """Run a command apart from this process, so that Ctrl-C here does not reach it. Raises OSError."""
    if sys.platform == "win32":
        from .windows_job import Job

        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, creationflags=flags, **_PIPES)
        return process, Job(process.pid)
    ours, its = socket.socketpair()
    try:
        with its:
            watched = (sys.executable, "-I", "-S", str(WATCHER), str(its.fileno()), folder, *command)
            process = await asyncio.create_subprocess_exec(
                *watched, pass_fds=(its.fileno(),), start_new_session=True, **_PIPES
            )
        ours.setblocking(False)
        told = await asyncio.get_running_loop().sock_recv(ours, 16)
        if told != b"0":
            await process.communicate()  # this closes the pipes of the process
            number = int(told or errno.ECHILD)
            raise OSError(number, os.strerror(number))
    except BaseException:
        ours.close()
        raise
    return process, ours


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a signal without a name
        return str(number)


def _not_run(program: str, error: OSError | ValueError) -> str:
    name = printable(program)
    if isinstance(error, PermissionError):
        return f"{name} may not be run as a program: choose the engine's program, or allow it to be run (chmod +x)"
    if isinstance(error, OSError) and error.errno == errno.ENOEXEC:
        return f"{name} is not a program for this computer: choose the engine's program"
    return f"{name} can't be run ({printable(str(error))}): look at the engine's command"
