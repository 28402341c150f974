"""What thinks beside the game: one job at a time, in slices, given up at any moment. It never changes a match."""


class Mind:
    """`job`: what is thought about, or None. A job has two methods:

    think(budget_us)    think for about so long; return whether it is done
    finish(now)         called once, when it is done: only here the job may act

    `reserve`: the memory of the solver `fours` and the `player` (partner/reserve.py); without it they take their own.
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

    def think(self, budget_us, now):
        """Think a slice. Return whether there is more to think about."""
        job = self.job
        if job is None:
            return False
        if job.think(budget_us):
            self.job = None
            job.finish(now)  # which may start another
        return self.job is not None
