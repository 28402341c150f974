"""One game between two people: what is expected, what a stone or a press means."""
