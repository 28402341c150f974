"""One game after another: a record (session.py), parts that read it, and the Director, who does what they ask for."""
