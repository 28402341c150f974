"""Questions for the room: a position, a question about it, and its answers by the judge and the solver."""
