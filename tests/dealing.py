"""How tests are dealt to processes: the longest scopes first, and a test that ends its process is not run again."""

import contextlib

import tiers
from xdist.scheduler import LoadScopeScheduling

# Seconds that a scope takes on two quiet cores, if more than ten. They decide the order and nothing else.
SECONDS = {
    "emulated": 246,
    "hardware": 133,
    "tests/browser/test_browser_accessibility.py": 131,
    "tests/browser/test_browser_room.py": 125,
    "tests/browser/test_browser_languages.py": 103,
    "tests/session/test_cpython_people.py": 25,
    "tests/emulated_device/test_flash_emulated.py": 76,
    "tests/records/test_hostile.py": 62,
    "tests/browser/test_browser_hand.py": 59,
    "tests/browser/test_browser_session.py": 52,
    "tests/browser/test_browser_room_parts.py": 51,
    "tests/emulated_device/test_selftest.py": 44,
    "tests/device/test_diagnose.py": 43,
    "tests/browser/test_browser_care.py": 34,
    "tests/browser/test_browser_hall.py": 32,
    "tests/emulated_device/test_another_wiring.py": 31,
    "tests/journal/test_cpython_cuts_in_a_row.py": 30,
    "tests/live/test_live_command.py": 29,
    "tests/browser/test_browser_arbiter.py": 29,
    "tests/solve/test_solve.py": 26,
    "tests/live/test_play_again.py": 23,
    "tests/micropython/test_unix_port.py": 22,
    "tests/virtual/test_played_openings.py": 21,
    "tests/journal/test_cpython_power_cuts.py": 21,
    "tests/browser/test_browser_trust.py": 21,
    "tests/browser/test_browser_line.py": 21,
    "tests/browser/test_browser_clock.py": 21,
    "tests/browser/test_browser_slip.py": 20,
    "tests/house/test_runs_of_tests.py": 18,
    "tests/house/test_proofs.py": 17,
    "tests/device/test_board.py": 18,
    "tests/browser/test_browser_game.py": 18,
    "tests/browser/test_browser_faults.py": 18,
    "tests/virtual/test_simulation.py": 17,
    "tests/emulated_device/test_device_tests.py": 17,
    "tests/browser/test_browser_resume.py": 17,
    "tests/records/test_cache.py": 15,
    "tests/emulated_device/test_room_emulated.py": 15,
    "tests/virtual/test_unproved_frames.py": 11,
    "tests/link/test_cpython_junk.py": 11,
    "tests/browser/test_browser_themes.py": 11,
    "tests/cli/test_judge.py": 10,
    "tests/browser/test_browser_tournament.py": 10,
}
_OF_ANOTHER = 0.0


def longest_first(items):
    """Sort the collected tests in place: long scopes first, the others in their old order."""
    items.sort(key=lambda item: -SECONDS.get(tiers.scope_of(item.nodeid), _OF_ANOTHER))


class Scheduling(LoadScopeScheduling):
    """Deals whole scopes (tiers.scope_of) to the processes, in the order in which they were collected."""

    def __init__(self, config, log=None):
        super().__init__(config, log)
        config.option.loadscopereorder = False  # xdist's order, by number of tests, puts a file with one long test last

    def _split_scope(self, nodeid):
        return tiers.scope_of(nodeid)

    def _reschedule(self, node):
        """Give a process more work, if it has collected its tests. One that replaces another may not have yet."""
        if node in self.registered_collections:
            with contextlib.suppress(OSError):  # it has just ended; what it was given goes to others by remove_node()
                super()._reschedule(node)

    def remove_node(self, node):
        """Return the test at which the process ended, or None. It is not run again, unlike in pytest-xdist."""
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
