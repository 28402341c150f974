"""A session, which plays one game after another: its data, the parts that read it, and the Director."""
