"""The own page of this machine: it has a loopback socket, a loopback name, and no header that browsers do not send."""

import pytest
from tengen_host.live.access import may_act

LOOPBACK = "127.0.0.1"
CHROMIUM = {
    "connection": "Upgrade",
    "pragma": "no-cache",
    "cache-control": "no-cache",
    "user-agent": "Mozilla/5.0",
    "upgrade": "websocket",
    "origin": "http://localhost:8017",
    "sec-websocket-version": "13",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "de-DE,de;q=0.9",
    "cookie": "a=b",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-extensions": "permessage-deflate; client_max_window_bits",
    "sec-ch-ua-platform": '"Linux"',
}
FIREFOX = {
    "user-agent": "Mozilla/5.0",
    "accept": "*/*",
    "accept-language": "en",
    "accept-encoding": "gzip",
    "sec-websocket-version": "13",
    "origin": "http://127.0.0.1:8017",
    "sec-websocket-extensions": "permessage-deflate",
    "sec-websocket-key": "x",
    "dnt": "1",
    "sec-gpc": "1",
    "connection": "keep-alive, Upgrade",
    "sec-fetch-dest": "empty",
    "sec-fetch-mode": "websocket",
    "sec-fetch-site": "same-origin",
    "pragma": "no-cache",
    "cache-control": "no-cache",
    "upgrade": "websocket",
}
PYTHON = {"upgrade": "websocket", "connection": "Upgrade", "user-agent": "Python websockets", "sec-websocket-key": "x"}
PROXYS = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
    "x-client-ip",
    "x-original-host",
    "cf-connecting-ip",
    "cf-ray",
    "cdn-loop",
    "true-client-ip",
    "fly-client-ip",
    "fastly-client-ip",
    "x-envoy-external-address",
    "x-amzn-trace-id",
    "ngrok-skip-browser-warning",
    "tailscale-user-login",
    "x-appengine-user-ip",
    "x-azure-clientip",
    "x-cluster-client-ip",
    "x-request-id",
    "traceparent",
    "of-a-proxy-made-tomorrow",
]


def scope(host, headers, client=LOOPBACK):
    sent = [(name.encode(), value.encode()) for name, value in {"host": host, **headers}.items()]
    return {"type": "websocket", "client": (client, 50_000), "headers": sent}


@pytest.mark.parametrize("headers", [CHROMIUM, FIREFOX, PYTHON, {}], ids=["chromium", "firefox", "python", "bare"])
@pytest.mark.parametrize("host", ["127.0.0.1:8017", "localhost:8017"])
def test_a_browser_on_this_machine_may_act(host, headers):
    assert may_act(scope(host, headers))


@pytest.mark.parametrize("name", PROXYS)
def test_what_a_proxy_or_tunnel_adds_makes_a_page_foreign(name):
    assert not may_act(scope("127.0.0.1:8017", {**CHROMIUM, name: "127.0.0.1"}))


@pytest.mark.parametrize("host", ["192.168.1.5:8017", "abc.trycloudflare.com", ""])
def test_so_does_another_name(host):
    assert not may_act(scope(host, CHROMIUM))


def test_so_does_another_machine():
    assert not may_act(scope("127.0.0.1:8017", CHROMIUM, "192.168.1.5"))
