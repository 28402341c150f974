"""This machine's own page: a loopback socket, a loopback name, and only headers that browsers send."""

import pytest
from pages import HERE_IP
from tengen_host.web.access import is_here

# the names of the headers that each browser sends when it opens a WebSocket
CHROMIUM = """
    connection pragma cache-control user-agent upgrade origin sec-websocket-version accept-encoding accept-language
    cookie sec-websocket-key sec-websocket-extensions sec-ch-ua-platform
"""
FIREFOX = """
    user-agent accept accept-language accept-encoding sec-websocket-version origin sec-websocket-extensions
    sec-websocket-key dnt sec-gpc connection sec-fetch-dest sec-fetch-mode sec-fetch-site pragma cache-control upgrade
"""
PYTHON = "upgrade connection user-agent sec-websocket-key"
PROXYS = """
    forwarded via x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-client-ip x-original-host
    cf-connecting-ip cf-ray cdn-loop true-client-ip fly-client-ip fastly-client-ip x-envoy-external-address
    x-amzn-trace-id ngrok-skip-browser-warning tailscale-user-login x-appengine-user-ip x-azure-clientip
    x-cluster-client-ip x-request-id traceparent of-a-proxy-made-tomorrow
"""


def acts(host, headers, peer=HERE_IP):
    sent = [(b"host", host.encode()), *((name.encode(), b"127.0.0.1") for name in headers.split())]
    return is_here({"type": "websocket", "client": (peer, 50_000), "headers": sent})


@pytest.mark.parametrize("headers", [CHROMIUM, FIREFOX, PYTHON, ""], ids=["chromium", "firefox", "python", "bare"])
@pytest.mark.parametrize("host", ["127.0.0.1:8017", "localhost:8017"])
def test_a_browser_on_this_machine_may_act(host, headers):
    assert acts(host, headers)


@pytest.mark.parametrize("name", PROXYS.split())
def test_what_a_proxy_or_tunnel_adds_makes_a_page_foreign(name):
    assert not acts("127.0.0.1:8017", f"{CHROMIUM} {name}")


@pytest.mark.parametrize("host", ["192.168.1.5:8017", "abc.trycloudflare.com", ""])
def test_so_does_another_name(host):
    assert not acts(host, CHROMIUM)


def test_so_does_another_machine():
    assert not acts("127.0.0.1:8017", CHROMIUM, "192.168.1.5")
