"""What thinks beside the game: one job at a time, in slices, given up at any moment. It never changes a match itself.

The solver takes 32 kB of heap and the player 20 more, in pieces of up to 16 kB. The heap has such pieces for sure only
when MicroPython starts. So the memory is taken when a game begins in which it may be needed, and let go when another
game begins. Where the heap has no room for it, MicroPython starts anew (Session.lacks, App._make_room).
"""


class Mind:
    """`job`: what is thought about, or None. A job has two methods:

    think(budget_us)    think for about so long; return whether it is done
    finish(now)         called once, when it is done: only here the job may act
    """

    def __init__(self):
        self.job = None
        self.fours = None  # the solver (Fours) and the player (Player), while there is room for them: make_room()
        self.player = None

    def make_room(self, plays=False):
        """Make the solver, and the player if it `plays`. Return whether the heap has room for them."""
        from tengen.partner.fours import Fours

        try:
            if not self.fours:
                self.fours = Fours()
            if plays and not self.player:
                from tengen.partner.player import Player

                self.player = Player(self.fours)
        except MemoryError:
            return False
        return True

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


def number_of(wanted):
    """Return a wish, as lacks has it, as a number from 1 on; wish_of() gives it back."""
    what, its = wanted
    if what == "puzzle":
        return 16 + its
    return 1 if what == "game" else 2 if its == "p1" else 3


def wish_of(number):
    """Return the wish of this number, None for a number that has none."""
    if number > 16:
        return "puzzle", number - 16
    return {1: ("game", None), 2: ("missed win", "p1"), 3: ("missed win", "p2")}.get(number)
