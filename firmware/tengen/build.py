"""The build key of this firmware, computed from its files. `tengen image` and `tengen flash` write it here."""

BUILD = "source"
