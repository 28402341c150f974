"""The text of the examples for a public relay: nginx in front of the relay, and systemd, which starts it at boot."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main
from tengen_host.cli import app
from tengen_host.commands import relay

EXAMPLES = Path(__file__).parents[2] / "host_tools" / "examples"
NGINX, SYSTEMD = EXAMPLES / "relay.nginx.conf", EXAMPLES / "tengen-relay.service"


def commands(text):
    """Return the `tengen` commands in a file, as words."""
    text = text.replace("\\\n", " ")
    for line in re.findall(r"(?:^ExecStart=\S*/|^#   )tengen (.*)", text, re.MULTILINE):
        yield shlex.split(line)


@pytest.mark.parametrize("path", [NGINX, SYSTEMD], ids=lambda path: path.name)
def test_the_commands_in_the_examples_are_as_this_version_takes_them(path):
    found = list(commands(path.read_text()))
    assert found
    for words in found:
        command = typer.main.get_command(app)
        context = command.make_context("tengen", list(words), resilient_parsing=False)
        verb = command.commands["relay"]
        its = verb.make_context("relay", words[1:], parent=context)
        assert its.params["event"] == "spring-open" and its.params["seats"] == its.params["viewers"] == 500


def test_nginx_reaches_the_port_of_a_relay_and_each_block_is_closed():
    text = re.sub(r"#.*", "", NGINX.read_text())
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", text)) == {str(relay.PORT)}
    depth = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        assert line[-1] in ";{}", line
        depth += line.endswith("{") - line.startswith("}")
        assert depth >= 0
    assert depth == 0


def test_each_line_of_the_unit_is_a_setting():
    text = re.sub(r"\\\n", "", SYSTEMD.read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert [line for line in lines if line.startswith("[")] == ["[Unit]", "[Service]", "[Install]"]
    assert all(re.fullmatch(r"\[\w+\]|[A-Z]\w+=\S.*", line) for line in lines)
