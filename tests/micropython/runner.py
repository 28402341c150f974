"""Run each function test_* of test files under MicroPython. Print a line for each test; exit with 1 if one fails.

micropython runner.py FILE ...
"""

import gc
import sys


def run(path):
    """Run one file's tests. Return (passed, failed)."""
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder or ".")
    module = __import__(name[:-3])
    sys.path.pop(0)
    passed = failed = 0
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        gc.collect()  # this clears the heap of the fragments of earlier tests
        try:
            getattr(module, test)()
        except Exception as error:  # any exception counts as a failure of the test
            print("FAIL", name, test)
            sys.print_exception(error)
            failed += 1
        else:
            print("ok", name, test)
            passed += 1
    if not passed + failed:
        print("FAIL", name, "holds no test")
        failed = 1
    return passed, failed


passed = failed = 0
for path in sys.argv[1:]:
    counts = run(path)
    passed += counts[0]
    failed += counts[1]
print("%d passed, %d failed on MicroPython" % (passed, failed))
sys.exit(1 if failed else 0)
