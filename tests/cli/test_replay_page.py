"""The page of `tengen record replay` names the players and the event, else the file and the number of its game."""

import pytest
from tengen_host.commands import record_replay
from tengen_host.commands.record_replay import replay
from tengen_host.records import formats
from tengen_host.records.record import Record

NAMELESS = Record(("h8", "i9"))


def details_of(monkeypatch, path, which=None):
    """Return the names that the page of this game shows, without the empty ones."""
    shown = []

    class Page:
        def __init__(self, *given): ...

        async def serve(self, hall, running):
            shown.append(hall.only().details.fields())
            for each in running:
                each.close()

    monkeypatch.setattr(record_replay, "Page", Page)
    replay(str(path), False, None, 0, False, 1000, 0, False, which, "", None)
    return {name: text for name, text in shown[0].items() if text}


@pytest.mark.parametrize(
    ("record", "which", "named"),
    [
        (NAMELESS, None, {"event": "game.sav"}),
        (Record(("h8",), black="Anna", white="Bo", event="Cup"), 1, {"p1": "Anna", "p2": "Bo", "event": "Cup"}),
        (Record(("h8",), black="Anna"), 1, {"p1": "Anna"}),
        (NAMELESS, 1, {"event": "game.rif 1"}),
    ],
)
def test_the_page_has_the_names_of_the_game(monkeypatch, tmp_path, record, which, named):
    form = "rif" if which else "sav"
    path = tmp_path / f"game.{form}"
    path.write_bytes(formats.write([record, NAMELESS] if which else [record], form))
    assert details_of(monkeypatch, path, which) == named


def test_a_name_that_would_cover_others_is_left_out(monkeypatch, tmp_path):
    path = tmp_path / "game.psq"
    path.write_bytes(formats.write([Record(("h8",), black="A" + 9 * "\u0301", white="Bo" * 40)], "psq"))
    assert details_of(monkeypatch, path) == {"p2": "Bo" * 30}
