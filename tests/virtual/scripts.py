"""Makes tests from scripts, which are coroutine functions for a board."""

import functools
import inspect


def as_test(script, run, own):
    """Return a test that calls run(script).

    run() gives the first `own` arguments of the script, pytest the others.
    """

    @functools.wraps(script)
    def test(**given):
        run(functools.partial(script, **given))

    signature = inspect.signature(script)
    test.__signature__ = signature.replace(parameters=list(signature.parameters.values())[own:])
    return test
