"""Measures the figures of this project: `tengen bench`."""
