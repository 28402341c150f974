"""What Tengen has to say of a position: verdicts and their reasons, for people and for programs."""
