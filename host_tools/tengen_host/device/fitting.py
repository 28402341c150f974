"""Which of the shared tests the Pico can't run, as data: `tengen test-device` proves it each time.

By the file's path in tests/, or by that and a test's name: "rules/test_x.py", "rules/test_x.py::test_y".
"""

# They end in a MemoryError. One that does not is a failure, so that this list stays true.
TOO_BIG: dict[str, str] = {}

# They take many minutes on an emulated Pico: run on a real one only, with the reason
TOO_LONG: dict[str, str] = {}
