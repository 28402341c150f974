"""A script for a board, which is a coroutine function, as a test."""

import functools
import inspect


def as_test(script, run, own):
    """Return a test that calls run(script); the first `own` arguments of the script are run()'s, the others pytest's.
    """

    @functools.wraps(script)
    def test(**given):
        run(functools.partial(script, **given))

    signature = inspect.signature(script)
    test.__signature__ = signature.replace(parameters=list(signature.parameters.values())[own:])
    return test
