"""Implement `tengen test-device`, which runs the project's own tests on a board."""
