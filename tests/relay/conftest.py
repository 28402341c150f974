"""Run tests that are coroutines; and a fixture with a NATS server that is not running yet."""

import asyncio
import inspect

import pytest
from relay_world import World


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine. The test's time limit ends the coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}))
    return True


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)
