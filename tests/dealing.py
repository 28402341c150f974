"""How tests are dealt to processes: the longest scopes first, and a test that ends its process only once."""

import tiers
from xdist.scheduler import LoadScopeScheduling

# Seconds that a scope takes on two quiet cores, where it is more than ten. They decide the order and nothing else.
SECONDS = {}
_OF_ANOTHER = 0.0


def longest_first(items):
    """Sort the collected tests in place: those of a long scope first, otherwise as they were."""
    items.sort(key=lambda item: -SECONDS.get(tiers.scope_of(item.nodeid), _OF_ANOTHER))


class Scheduling(LoadScopeScheduling):
    """Deals whole scopes (tiers.scope_of) to the processes, in the order in which they were collected."""

    def __init__(self, config, log=None):
        super().__init__(config, log)
        config.option.loadscopereorder = False  # by the number of tests: a file with one long test would come last

    def _split_scope(self, nodeid):
        return tiers.scope_of(nodeid)

    def remove_node(self, node):
        """The test at which the process ended, None where it had done all. It is not dealt again, unlike in xdist."""
        units = self.assigned_work[node]
        left = [(unit, name) for unit in units.values() for name, done in unit.items() if not done]
        if not left:
            return super().remove_node(node)
        unit, ended_at = left[0]
        unit[ended_at] = True
        del self.assigned_work[node]
        self.workqueue.update({scope: unit for scope, unit in units.items() if not all(unit.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return ended_at
