"""The build of this firmware: a key of its files, written here by `tengen image` and `tengen flash`."""

BUILD = "source"
