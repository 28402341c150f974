"""The verbs of `tengen`, from the definition of the command line."""

from __future__ import annotations

import re
from typing import Any, get_args

import typer
from tengen_host import cli

from ..commands import command

# what a table shows for a value, by its type, if the option does not define a name for its value
_NUMBERS = ("int", "integer", "integer range", "float", "float range")
_VALUES = {"Path": "FILE", "path": "FILE", **dict.fromkeys(_NUMBERS, "N")}
_FOLDERS = ("data",)  # options that take a folder, and not a file


def options(name: str) -> str:
    """Return a verb's arguments and options as tables: one for the arguments, one for each panel of options."""
    verb, _ = command(name)
    tables: dict[str, list[str]] = {}
    for param in verb.get_params(verb.context_class(verb)):
        if not getattr(param, "hidden", False) and param.name != "help":
            is_option = param.opts[0].startswith("-")
            head = getattr(param, "rich_help_panel", None) or ("option" if is_option else "argument")
            tables.setdefault(head, []).append(f"| {_names(param)} | {_said(param)} |")
    return "\n\n".join("\n".join([f"| {head} | what it does |", "|---|---|", *rows]) for head, rows in tables.items())


def panels() -> str:
    """Return all verbs, grouped by their users, each with its first sentence and a link to its page."""
    lines = []
    for panel, verbs in cli.VERBS.items():
        lines += [f"## {panel}", "", "| command | what it does |", "|---|---|"]
        for verb in verbs:
            name = verb.info.name if isinstance(verb, typer.Typer) else verb.__name__.replace("_", "-")
            found, typed = command(str(name))
            lines.append(f"| [`{typed}`]({name}.md) | {_cell(found.get_short_help_str(200))} |")
            for inner, its in getattr(found, "commands", {}).items():
                lines.append(f"| [`{typed} {inner}`]({name}.md#{inner}) | {_cell(its.get_short_help_str(200))} |")
        lines.append("")
    return "\n".join(lines)


def _names(param: Any) -> str:
    """Return an option or argument as it is typed: `--out FILE`, `-o`."""
    value = "" if getattr(param, "is_flag", False) else param.metavar or _value(param)
    if not param.opts[0].startswith("-"):
        several = "..." if param.nargs == -1 and not value.endswith("...") else ""
        its = _cell(value) if param.required else f"[{_cell(value)}]"
        return f"`{its}{several}`"
    names = sorted([*param.opts, *param.secondary_opts], key=lambda name: not name.startswith("--"))
    names[0] = f"{names[0]} {value}".strip()
    return ", ".join(f"`{_cell(name)}`" for name in names)


def _said(param: Any) -> str:
    """Return the help of an option, the range of its value, and its default."""
    limits = param if hasattr(param, "min") else getattr(param, "type", None)
    least, most = getattr(limits, "min", None), getattr(limits, "max", None)
    parts = [re.sub(r"(?<!\w)--[a-z][a-z-]*", lambda flag: f"`{flag[0]}`", _cell(param.help or ""))]
    if most is not None:
        parts.append(f"From {least} to {most}.")
    elif least:
        parts.append(f"At least {least}.")
    if getattr(param, "multiple", False):
        parts += ["May be given again."] * ("again" not in parts[0])
    if param.required:
        parts.append("Required.")
    elif isinstance(param.default, bool):
        parts += ["Default: on."] * param.default
    elif isinstance(param.default, (str, int, float)) and param.default != "":
        default = f"{param.default:g}" if isinstance(param.default, float) else param.default
        parts.append(f"Default: `{default}`.")
    return " ".join(parts)


def _type(param: Any) -> str:
    descriptor: Any = getattr(param, "type_descriptor", None)  # only newer versions of typer have this attribute
    if descriptor is None:
        return param.type.name
    return next(iter(get_args(descriptor.annotation)), descriptor.annotation).__name__


def _value(param: Any) -> str:
    """Return the word that stands for a value: by its type, or for a text the option's name, as in `--mode MODE`."""
    if param.name in _FOLDERS:
        return "FOLDER"
    if _type(param) in _VALUES:
        return _VALUES[_type(param)]
    name = str(param.opts[0]).lstrip("-").rpartition("-")[2].upper()
    return name if len(name) > 1 else "TEXT"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
