"""The games as people keep them: records in every format, the library, diagrams, replay."""
