"""The mind thinks while the game continues. It does one job at a time, in slices. A job can be stopped at any time.

It never changes a match.
"""


class Mind:
    """The mind of a session. `job`: the present job, or None.

    A job has two methods:

        think(session, budget_us)   think for about so long; return whether the job is done
        finish(session, now)        called once when the job is done; return the intent that follows, or None
    """

    def __init__(self, reserve=None):
        self.job = None
        self.fours = self.player = None
        self._reserve = reserve

    def prepare(self, plays=False):
        """Create the solver unless it exists. If `plays`, create the player too unless it exists."""
        from tengen.partner.fours import Fours

        if not self.fours:
            self.fours = Fours(self._reserve)
        if plays and not self.player:
            from tengen.partner.player import Player

            self.player = Player(self.fours)

    def start(self, job):
        """Start a job, and stop the previous job."""
        self.job = job

    def stop(self):
        """Stop the present job."""
        self.job = None

    def think(self, session, budget_us, now):
        """Think for one slice of the present job, if there is a job. Return the intent that follows, or None."""
        job = self.job
        if job is None or not job.think(session, budget_us):
            return None
        self.job = None
        return job.finish(session, now)  # finish() may start another job
