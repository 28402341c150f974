"""Work that can wait. Files wait while a player is acting, but not forever."""

from tengen.maintenance.progress import JOURNAL, UPKEEP
from tengen.maintenance.slow_work import FIRST_STEPS, HAND_MS, SlowWork


class Reconciler:
    new = ()


class Session:
    idle = True

    def __init__(self):
        self.reconciler = Reconciler()


class Worker:
    """An upkeep and a keeper that record the permitted work."""

    def __init__(self):
        self.done = []

    def tick(self, idle, now):
        self.done.append("files" if idle else "no file")
        return [{"code": "chain"}]

    def tend(self, session, now):
        self.done.append("journal")


def done(session, pressed, *times):
    worker, stages = Worker(), []
    work = SlowWork(worker, worker, stages.append)
    for _ in range(FIRST_STEPS):
        work.step(session, pressed, 0)
    assert set(worker.done) == {"no file"}, "no file is made before the first lights"
    worker.done.clear()
    stages.clear()
    for now in times:
        assert work.step(session, pressed, now) == [{"code": "chain"}]
    assert stages == [JOURNAL if what == "journal" else UPKEEP for what in worker.done]
    return worker.done


def test_files_are_written_while_no_hand_is_at_work():
    assert done(Session(), 0, 0, 40) == ["files", "journal"] * 2


def test_a_game_under_way_writes_no_file_but_the_journal_is_tended():
    session = Session()
    session.idle = False
    assert done(session, 0, 0) == ["no file", "journal"]


def test_a_new_stone_or_a_finger_holds_them_up_for_some_seconds():
    lies = Session()
    lies.reconciler.new = [112]
    for session, pressed in ((lies, 0), (Session(), 1)):
        assert done(session, pressed, 100, HAND_MS - 1) == ["no file"] * 2
        assert done(session, pressed, 100, HAND_MS) == ["no file", "files", "journal"]
