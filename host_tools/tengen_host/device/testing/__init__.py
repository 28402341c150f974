"""`tengen test-device`: the project's own tests on a board."""
