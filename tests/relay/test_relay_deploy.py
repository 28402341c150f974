"""The examples for a relay in the world: nginx before it, and systemd, which begins it with the machine."""

import contextlib
import getpass
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import tiers
import typer.main
from relay.test_relay import free_port
from relay.test_relay_tls import certificate
from tengen_host.cli import app
from tengen_host.live import relay_command
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

EXAMPLES = Path(__file__).parents[2] / "host_tools" / "examples"
NGINX, SYSTEMD = EXAMPLES / "relay.nginx.conf", EXAMPLES / "tengen-relay.service"
HOST = "relay.example"


def commands(text):
    """The `tengen` commands that a file names, as words."""
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
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", text)) == {str(relay_command.PORT)}
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


def program(name):
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if not found:
        tiers.unavailable(f"there is no {name}")
    return found


@pytest.mark.proof
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path):
    """`systemd-analyze verify` takes the unit of the example as it is, with the program of this test's environment."""
    path = tmp_path / SYSTEMD.name
    path.write_text(SYSTEMD.read_text().replace("/opt/tengen/bin", str(Path(sys.executable).parent)))
    done = subprocess.run([program("systemd-analyze"), "verify", path], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@contextlib.contextmanager
def process(*words):
    running = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield running
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=30)


@contextlib.contextmanager
def proxied(folder):
    """nginx with the example before a real relay: its port, and what knows its certificate."""
    page, nats, port = free_port(), free_port(), free_port()
    cert, key = certificate(folder, HOST)
    its = NGINX.read_text().replace(str(relay_command.PORT), str(page)).replace("443", str(port))
    its = its.replace(f"/etc/letsencrypt/live/{HOST}/fullchain.pem", str(cert))
    its = its.replace(f"/etc/letsencrypt/live/{HOST}/privkey.pem", str(key)).replace("/var/cache/nginx", str(folder))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temps = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    conf = folder / "nginx.conf"
    head = f"user {getpass.getuser()}; daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}"
    conf.write_text(f"{head}\nhttp {{ access_log off; {temps}\n{its}\n}}\n")
    (words,) = commands(NGINX.read_text())
    here = ["--data", folder, "--listen", f"127.0.0.1:{nats}", "--port", page]
    tengen = Path(sys.executable).parent / "tengen"
    with process(tengen, *words, *here) as relay:
        for line in relay.stdout:
            if "The page is at" in line:
                break
        with process(program("nginx"), "-c", conf, "-p", folder):
            context = ssl.create_default_context(cafile=str(cert))
            context.check_hostname = False  # it is reached by its address
            until = time.monotonic() + 20
            while get(context, port, "/")[0] != 200:
                assert time.monotonic() < until, (folder / "errors").read_text()
            yield relay, context, port


def get(context, port, path, data=None):
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", data, {"Host": HOST})
    try:
        with urllib.request.urlopen(request, context=context, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, b""
    except OSError as error:
        return 0, {}, str(error).encode()


@pytest.mark.proof
def test_nginx_as_in_the_example_shows_a_relay_and_keeps_it_from_harm(tmp_path):
    """nginx by the example, before a real relay: pages, files from its cache, WebSockets of a page at its own name, the
    limits of one address, and the files of the page while the relay is away."""
    with proxied(tmp_path) as (relay, context, port):
        assert get(context, port, "/boards.json")[::2] == (200, b"[]")
        told = [get(context, port, "/main.js")[1]["X-Cache"] for _ in range(2)]
        assert told == ["MISS", "HIT"] and get(context, port, "/no-such-page")[0] == 404
        assert get(context, port, "/games/x/names", b"x" * 20_000)[0] == 413
        named = {"ssl": context, "origin": f"https://{HOST}:{port}", "server_hostname": HOST}
        with contextlib.ExitStack() as pages:
            for _ in range(60):
                page = pages.enter_context(connect(f"wss://127.0.0.1:{port}/hall/ws", **named))
                assert '"type": "boards"' in page.recv(timeout=20)
            with pytest.raises(InvalidStatus, match="429"):
                connect(f"wss://127.0.0.1:{port}/hall/ws", **named)
        relay.send_signal(signal.SIGTERM)
        assert relay.wait(30) == 0
        assert get(context, port, "/main.js")[0] == 200, "what is in the cache is shown"
        assert get(context, port, "/boards.json")[0] == 502
