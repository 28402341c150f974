"""The group of commands that `tengen` and `tengen record` are: its help shows no type beside a flag."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class Verbs(TyperGroup):
    """A group whose help, and that of its commands, has no `<bool>` beside a flag: nothing is written after a flag."""

    def get_params(self, ctx: Any) -> Any:
        return _without_types(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _without_types(command.get_params(ctx))
        return command


def _without_types(options: Any) -> Any:
    for option in options:
        if getattr(option, "is_flag", False):
            option.metavar = ""
    return options
