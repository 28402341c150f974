"""A separate process, so that the measured code does not wait for the measuring code."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

START_S = 240.0


class Part:
    """A process that reads lines and answers with lines."""

    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        self._process, self._name = process, name

    @classmethod
    @contextlib.asynccontextmanager
    async def started(cls, module: str, *arguments: str) -> AsyncIterator[Part]:
        """Run a module as a process until the context ends."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24,
        )  # fmt: skip
        try:
            yield cls(process, module)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    async def say(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")
        await self._process.stdin.drain()

    async def said(self) -> str:
        """Return the process's next line. Raises RuntimeError if no line comes."""
        assert self._process.stdout
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), START_S)
        except asyncio.TimeoutError:
            raise RuntimeError(f"{self._name} printed nothing for {START_S:g} s: is this machine too busy?") from None
        if not line:
            raise RuntimeError(f"{self._name} has ended: its output is above")
        return line.decode()
