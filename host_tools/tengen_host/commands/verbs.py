"""What `tengen` and its groups of commands have in common: plain help, and a quiet end if nobody reads on."""

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

# typer keeps the line ends of the second paragraph and those after it
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")


class Verbs(TyperGroup):
    """A group of commands, with four rules for all of them.

    - An option that does not exist is answered by the nearest that does, as typer does it for a command.
    - Help has no `<bool>` beside a flag: nothing is written after a flag.
    - A paragraph of a docstring is one in the help: it is wrapped for the terminal, and not where the source is.
    - A command whose reader has closed the pipe, like `| head`, ends without a word, and with status 0.
    """

    def make_context(self, *args: Any, **more: Any) -> Any:
        with _plain_end():  # --help prints here
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        with _plain_end():
            return super().invoke(ctx)

    def get_params(self, ctx: Any) -> Any:
        return _without_types(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _without_types(command.get_params(ctx))
            command.help = _LINE_END.sub(" ", command.help or "")
        return command


def open_streams() -> None:
    """Make standard streams that can be used: one that whoever starts this has closed becomes empty, and a letter that
    the terminal does not know becomes one question mark, so that each line keeps its width.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif codecs.lookup(stream.encoding).name == "ascii":
            # a locale that nobody has set; typer.echo() writes UTF-8 there by itself, and print() must do the same
            stream.reconfigure(encoding="utf-8", errors="replace")
        else:
            stream.reconfigure(errors="replace")


def _name_the_nearest(error: Any) -> None:
    """Let the error of an option that does not exist name the nearest, and not all that are near."""
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
    """Name the nearest option where there is no such one; end the command if the reader of its output has closed it."""
    try:
        yield
    except BrokenPipeError:
        raise typer.Exit(0) from None
    except Exception as error:
        _name_the_nearest(error)
        raise
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # rich, which prints the help, makes this of it
            raise typer.Exit(0) from None
        raise
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            # Python's flush at exit must not fail, too
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
