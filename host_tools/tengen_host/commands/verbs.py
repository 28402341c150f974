"""Shared behaviour of `tengen` and its command groups: plain help, and a quiet end when a pipe is closed."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperGroup

# typer keeps the line ends of all paragraphs except the first
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")


class Verbs(TyperGroup):
    """A group of commands with four common rules.

    - A wrong option gets a suggestion, the nearest valid one, as typer does it for commands.
    - The help shows no `<bool>` beside a flag, because a flag has no value.
    - The help wraps the paragraphs of a docstring for the terminal, not where the source wraps them.
    - If the reader of the output closes the pipe, like `| head`, a command ends silently, with status 0.
    """

    def make_context(self, *args: Any, **more: Any) -> Any:
        """Parse the arguments; --help prints here."""
        with _plain_end():  # --help prints here
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _plain_end():
            return super().invoke(ctx)

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, without types for flags."""
        return _without_types(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command with plain help; None if there is none of this name."""
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _without_types(command.get_params(ctx))
            command.help = _LINE_END.sub(" ", command.help or "")
        return command


def open_streams() -> None:
    """Make the standard streams usable.

    A closed stream becomes an empty one. A letter that the terminal can't show becomes one question mark, so that each
    line keeps its width.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif codecs.lookup(stream.encoding).name == "ascii":
            # no locale is set; typer.echo() writes UTF-8 even then, and print() must do the same
            stream.reconfigure(encoding="utf-8", errors="replace")
        else:
            stream.reconfigure(errors="replace")


def name_the_nearest(error: Any) -> None:
    """Make the error about a wrong option suggest only the nearest option, not all similar ones."""
    near = getattr(error, "possibilities", None)
    if near:
        error.message, error.possibilities = f"{error.message}. Did you mean {near[0]!r}?", None


def _without_types(options: Any) -> Any:
    for option in options:
        if getattr(option, "is_flag", False):
            option.metavar = ""
    return options


@contextlib.contextmanager
def _plain_end() -> Iterator[None]:
    """Suggest the nearest option for a wrong one; end the command when the reader closes the pipe."""
    try:
        yield
    except BrokenPipeError:
        raise typer.Exit(0) from None
    except Exception as error:
        name_the_nearest(error)
        raise
    except SystemExit as ended:
        # rich prints the help, and turns BrokenPipeError into this exception
        if isinstance(ended.__context__, BrokenPipeError):
            raise typer.Exit(0) from None
        raise
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            # Python's own flush at exit must not fail again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
