"""The figures of this project, measured: `tengen bench`."""
