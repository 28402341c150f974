"""Game records: every format, the library, diagrams, replay."""
