"""Check the commands in the pages: the real command line parses them, but nothing is run.

A command is a line of a shell block, or inline code, that begins with `tengen`, `make`, `pip` or `python`. A folder,
`sudo` or NAME=value may be in front of this word. Pipes, `&&` and `;` separate commands; ` # ...` is a comment.

- FILE, N or GAMES.TSV (all capitals), {tiles} and words with `...` are placeholders. A placeholder is valid for every
  option, argument and target. If it replaces the verb, the words after it are not checked.
- In a command with [brackets] only the verb and the flags are checked. Pages avoid such commands, because they have
  tables of options.
- Inline code may name a command without its arguments, like `tengen study`; a line of a block must be whole.
- Inline code may begin with a flag, like `--share`. In verbs/NAME.md it must be a flag of that verb; elsewhere it must
  be a flag of any verb or of a module that `python -m` runs.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import typer
from tengen.games import registry
from tengen.session.settings import MODES
from tengen_host import cli
from tengen_host.commands.verbs import name_the_nearest

from .pages import ROOT, inline, shell, shown

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_VERBS = ROOT / "host_tools" / "docs" / "verbs"
_PROGRAM = re.compile(r"(?:.*[/\\])?(tengen|make|pip|python[\d.]*|pytest)(?:\.exe)?")
_PLACEHOLDER = re.compile(r"[A-Z][A-Z\d_.]*|.*\.\.\..*|.*\{.*\}.*")
_BEFORE = re.compile(r"sudo|time|do|then|[A-Z_]+=.*")  # a word that may be in front of the program
_USAGE_ERROR: Any = typer.BadParameter.__base__  # typer uses the classes of click, or its own copies of them


def wrong_commands(pages: list[Path]) -> list[str]:
    """Return a sentence for each command or flag in the pages that the command line would refuse."""
    found: dict[str, None] = {}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        lines = [(line, True) for line in shell(text)] + [(code, False) for code in inline(text)]
        for line, is_whole in lines:
            for why in mistakes(line, is_whole):
                found[f"{shown(page)}: {line.strip()}: {why}"] = None
        known = flags(page.stem) if page.parent == _VERBS and page.stem in _top().commands else _all_flags()
        for code in inline(text):
            for flag in re.findall(r"(?<!\S)--?[a-z][\w-]*", code if code.startswith("-") else ""):
                if flag not in known:
                    found[f"{shown(page)}: {code}: there is no option {flag}"] = None
    return list(found)


def mistakes(line: str, is_whole: bool = True) -> list[str]:
    """Return the mistakes in the commands of a line, each as a sentence. `is_whole`: no argument may be missing."""
    found = []
    try:
        for words in _split(re.sub(r"(^|\s)#(\s.*|$)", "", line)):
            program = _PROGRAM.fullmatch(words[0])
            if program:
                check = _CHECKS.get(program[1], _python)
                found += [why for why in check(words[1:], is_whole) if why]
    except ValueError as trouble:  # for example, a quotation mark is not closed
        if _PROGRAM.fullmatch(line.split()[0]):
            found.append(f"{trouble}")
    return found


def command(name: str) -> tuple[Any, str]:
    """Return a verb, or a verb of a group (`record.list`), and how it is typed: `tengen record list`."""
    found, context = _top(), None
    for word in name.split("."):
        context = found.context_class(found, parent=context)
        found = found.get_command(context, word)
    return found, "tengen " + name.replace(".", " ")


@cache
def flags(name: str) -> frozenset[str]:
    """Return all options of a verb, also those of its verbs if it is a group."""
    verb, _ = command(name)
    its = {opt for param in _params(verb) for opt in (*param.opts, *param.secondary_opts) if opt.startswith("-")}
    return frozenset({*its, "--help"}.union(*(flags(f"{name}.{inner}") for inner in getattr(verb, "commands", ()))))


@cache
def _top() -> Any:
    return typer.main.get_command(cli.app)


@cache
def _all_flags() -> frozenset[str]:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "host_tools").rglob("*.py")]
    of_modules = re.findall(r'add_argument\("(--[\w-]+)"', "\n".join(sources))
    return frozenset({"--version", *of_modules}.union(*map(flags, _top().commands)))


def _params(verb: Any) -> list[Any]:
    return verb.get_params(verb.context_class(verb))


def _split(line: str) -> Iterator[list[str]]:
    """Return the commands of a line as lists of words, without redirections and without `sudo` or NAME=value."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    redirected = False
    for token in [*lexer, ";"]:
        if token[0] in "<>" or token == "&>":
            redirected = True
        elif token[0] in "|&;":
            while words and _BEFORE.fullmatch(words[0]):
                words.pop(0)
            if words:
                yield words
            words = []
        elif redirected:
            redirected = False
        else:
            words.append(token)


def _tengen(words: list[str], is_whole: bool) -> list[str | None]:
    if any(word.startswith("[") for word in words):
        return [_wrong_synopsis(words)]
    tests = _wrong_paths(words) if words[:1] == ["test-device"] else []
    return [_wrong_words(_top(), "tengen", [word for word in words if word != "..."], is_whole), *tests]


def _wrong_synopsis(words: list[str]) -> str | None:
    verb = words[0].strip("[]")
    if verb not in _top().commands:
        return f"there is no verb {verb}"
    used = re.findall(r"(?<![\w-])--[a-z][\w-]*", " ".join(words))
    wrong = [flag for flag in used if flag not in flags(verb)]
    return f"there is no option {wrong[0]}" if wrong else None


def _wrong_words(verb: Any, typed: str, words: list[str], is_whole: bool) -> str | None:
    """Return why the command line refuses these words after a verb, or None."""
    context = verb.context_class(verb, info_name=typed)
    takes = {opt for param in _params(verb) if not getattr(param, "is_flag", False) for opt in param.opts}
    try:
        open_end = ["VALUE"] if not is_whole and words and words[-1].startswith("-") and words[-1] in takes else []
        given, rest, _ = verb.make_parser(context).parse_args([*words, *open_end])
        # these options end the command, and --install-completion would even do its work here
        ends = [param.opts for param in _params(verb) if param.is_eager or not param.expose_value]
        if {"--help", *chain(*ends)} & set(words):
            return None
        for param in _params(verb):
            its = given.get(param.name)
            values = its if isinstance(its, (list, tuple)) else [its] if isinstance(its, (str, bool)) else []
            if param.required and not values and is_whole:
                name = param.opts[0]
                if name.startswith("-"):
                    return f"Missing option '{name}'."
                return f"Missing argument '{param.metavar or name.upper()}'."
            if values and not any(isinstance(value, str) and _PLACEHOLDER.fullmatch(value) for value in values):
                param.handle_parse_result(context, given, rest)
                if why := _wrong_value(typed, str(param.name), values):
                    return why
        if hasattr(verb, "commands"):
            if not rest or _PLACEHOLDER.fullmatch(rest[0]):
                return None
            name, inner, after = verb.resolve_command(context, list(rest))
            return _wrong_words(inner, f"{typed} {name}", after, is_whole)
        if rest:
            return f"Got unexpected extra argument ({' '.join(rest)})"
    except _USAGE_ERROR as error:
        name_the_nearest(error)
        return error.format_message()
    return None


def _wrong_value(typed: str, name: str, values: Sequence[Any]) -> str | None:
    """Why a verb itself refuses the values of an option or argument that has known values, or None."""
    known = {
        "tengen play game": registry.NAMES,
        "tengen judge game": registry.NAMES,
        "tengen rules name": registry.NAMES,
        "opening": {opening for game in registry.NAMES for opening in registry.openings(game)},
        "mode": MODES,
    }
    names = known.get(f"{typed} {name}", known.get(name, ()))
    wrong = [value for value in values if names and isinstance(value, str) and value not in names]
    return f"there is no {'game' if name == 'name' else name} {wrong[0]}" if wrong else None


def _make(words: list[str], is_whole: bool) -> Iterator[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for word in words:
        name, equals, value = word.partition("=")
        if _PLACEHOLDER.fullmatch(word) or name.startswith("-"):
            continue
        if equals and not re.search(rf"^{name}\b|\$\((?:if )?\$?\(?{name}\b", makefile, re.MULTILINE):
            yield f"the Makefile has no variable {name}"
        elif not equals and not re.search(rf"^{re.escape(name)}:", makefile, re.MULTILINE):
            yield f"the Makefile has no target {name}"
        elif name == "FILES":
            yield from _wrong_paths(value.split())


def _pip(words: list[str], is_whole: bool) -> Iterator[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for word in words:
        if named := re.fullmatch(r"(?:\.|(?:.*/)?tengen[^\[]*)\[([\w, -]+)\]", word):
            yield from (f"pyproject.toml has no extra {extra}" for extra in named[1].split(",") if extra not in extras)


def _python(words: list[str], is_whole: bool) -> Iterator[str]:
    module = words[words.index("-m") + 1] if "-m" in words[:-1] else ""
    if module == "pip":
        yield from _pip(words, is_whole)
    elif module.startswith("tengen"):
        path = ROOT / "host_tools" / module.replace(".", "/")
        file = path.with_suffix(".py")
        can_run = file.exists() and '__name__ == "__main__"' in file.read_text(encoding="utf-8")
        if not can_run and not (path / "__main__.py").exists():
            yield f"there is no module {module} that can be run"
    yield from _wrong_paths(words)


def _wrong_paths(words: list[str]) -> Iterator[str]:
    for word in words:
        path = word.split("::")[0]
        if re.fullmatch(r"(?:tests|firmware|host_tools|hardware)/[\w./-]*", path) and not (ROOT / path).exists():
            yield f"there is no {path}"


_CHECKS: dict[str, Any] = {"tengen": _tengen, "make": _make, "pip": _pip}
