"""For tests of commands that serve a page: run a command in its own process, and read its output."""

import contextlib
import os
import signal
import subprocess
import sys

import waiting


@contextlib.contextmanager
def serving(*arguments, **environment):
    """Start a command that serves a page, with these environment variables. Yield its address and the Running."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", "from tengen_host.cli import main; main()", *arguments]
        + ["--no-browser", "--port", "0"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    running = Running(process)
    try:
        yield running.until("The ").split()[4], running
    finally:
        process.kill()
        process.communicate()


class Running:
    """A process and its printed lines. The order of lines may vary, because several threads print."""

    def __init__(self, process):
        self.process = process
        self.printed = []

    def until(self, start):
        """Wait for a line with this beginning. Return the line."""
        while not (found := [line for line in self.printed if line.startswith(start)]):
            self.printed.append(self.process.stdout.readline().strip())
            assert self.process.poll() is None, (self.printed, self.process.stderr.read())
        return found[0]

    def ended(self, by=signal.SIGINT):
        """Send Ctrl-C or another signal. Return the exit status and the text on stderr."""
        self.process.send_signal(by)
        _, complaints = self.process.communicate(timeout=waiting.LIMIT_S)
        return self.process.returncode, complaints
