"""What thinks beside the game: one job at a time, in slices, given up at any moment. It never changes a match."""


class Mind:
    """`job`: what is thought about, or None. A job has two methods:

    think(session, budget_us)   think for about so long; return whether it is done
    finish(session, now)        called once, when it is done; return the intent that follows, or None
    """

    def __init__(self, reserve=None):
        self.job = None
        self.fours = self.player = None
        self._reserve = reserve

    def prepare(self, plays=False):
        """Make the solver, and the player if it `plays`, where they are not made yet."""
        from tengen.partner.fours import Fours

        if not self.fours:
            self.fours = Fours(self._reserve)
        if plays and not self.player:
            from tengen.partner.player import Player

            self.player = Player(self.fours)

    def start(self, job):
        """Think about this from now on; what was thought about before is given up."""
        self.job = job

    def stop(self):
        """Give up what is thought about."""
        self.job = None

    def think(self, session, budget_us, now):
        """Think a slice of the job, if there is one. Return the intent that follows, or None."""
        job = self.job
        if job is None or not job.think(session, budget_us):
            return None
        self.job = None
        return job.finish(session, now)  # which may start another
