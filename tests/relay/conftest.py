"""Tests that are coroutines, and the world of each: a NATS server that is not running yet."""

import asyncio
import inspect

import pytest
from relay_world import World


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine; the limit of the test ends it."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}))
    return True


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)
