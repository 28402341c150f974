"""A public relay as in the examples: behind the real nginx, and as a unit for the real systemd."""

import contextlib
import getpass
import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import tiers
import waiting
from relay.test_relay_deploy import NGINX, SYSTEMD, commands
from relay.test_relay_tls import certificate
from tengen_host.commands import relay as relay_command
from tengen_relay.bench.figures import free_port
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

HOST = "relay.example"


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path):
    """`systemd-analyze verify` accepts the example's unit unchanged, with the program of this environment."""
    path, programs = tmp_path / SYSTEMD.name, tmp_path / "bin"
    programs.symlink_to(Path(sys.executable).parent)  # a link, because the real folder's name may have blanks
    path.write_text(SYSTEMD.read_text().replace("/opt/tengen/bin", str(programs)))
    done = subprocess.run([tiers.program("systemd-analyze"), "verify", path], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@contextlib.contextmanager
def process(*words):
    running = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield running
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=waiting.LIMIT_S)


@contextlib.contextmanager
def proxied(folder):
    """The real nginx with the example, in front of a real relay. Yield the relay, a TLS context, and nginx's port."""
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
        with process(tiers.program("nginx"), "-c", conf, "-p", folder) as proxy:
            context = ssl.create_default_context(cafile=str(cert))
            context.check_hostname = False  # the test connects by address, not by name
            while get(context, port, "/")[0] != 200:
                assert proxy.poll() is None, (folder / "errors").read_text()
            yield relay, context, port


def get(context, port, path, data=None):
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", data, {"Host": HOST})
    try:
        with urllib.request.urlopen(request, context=context, timeout=waiting.LIMIT_S) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, b""
    except OSError as error:
        return 0, {}, str(error).encode()


def test_nginx_as_in_the_example_shows_a_relay_and_keeps_it_from_harm(tmp_path):
    """A real relay works behind nginx with the example: pages, cached files, WebSockets, limits for one address.

    WebSockets work for a page with the server's own host name. The page's files are also served while the relay is
    away.
    """
    with proxied(tmp_path) as (relay, context, port):
        assert get(context, port, "/boards.json")[::2] == (200, b"[]")
        told = [get(context, port, "/page/main.js")[1]["X-Cache"] for _ in range(2)]
        assert told == ["MISS", "HIT"] and get(context, port, "/no-such-page")[0] == 404
        assert get(context, port, "/games/x/names", b"x" * 20_000)[0] == 413
        named = {
            "ssl": context,
            "origin": f"https://{HOST}:{port}",
            "server_hostname": HOST,
            "open_timeout": waiting.LIMIT_S,
        }
        with contextlib.ExitStack() as pages:
            for _ in range(60):
                page = pages.enter_context(connect(f"wss://127.0.0.1:{port}/hall/ws", **named))
                assert '"type": "boards"' in page.recv(timeout=waiting.LIMIT_S)
            with pytest.raises(InvalidStatus, match="429"):
                connect(f"wss://127.0.0.1:{port}/hall/ws", **named)
        relay.send_signal(signal.SIGTERM)
        assert relay.wait(waiting.LIMIT_S) == 0
        assert get(context, port, "/page/main.js")[0] == 200, "what is in the cache is shown"
        assert get(context, port, "/boards.json")[0] == 502
