"""Provide records for tests: real games, and generated records with all kinds of fields and with markup in names."""

import dataclasses

from hypothesis import strategies as st
from real_games import DATA
from tengen.games import COLOUR_NAMES, OWN, registry
from tengen.games.points import name, names
from tengen_host.records import rules
from tengen_host.records.record import EMPTY, PASS, Note, Record
from tengen_host.records.results import with_ending

_WINNERS = {"B": "black", "W": "white"}
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=12),
    lambda its: st.lists(its, max_size=3) | st.dictionaries(st.text(max_size=8), its, max_size=3),
    max_leaves=5,
)
_SIGNS = st.sampled_from("[]\\:;()<>&\"'\n\r\t\0 -#=") | st.characters()
# lone surrogates are included, because JSON from a board may contain them
TEXTS = st.text(_SIGNS, max_size=20) | st.text(st.characters(categories=["Cs"]) | _SIGNS, max_size=5)
_TIMES = st.none() | st.tuples(st.integers(-1, 10**8), st.integers(0, 10**8))


def real_games():
    """Yield the games of games.tsv as records with their winners."""
    for line in (DATA / "games.tsv").read_text(encoding="ascii").splitlines():
        moves, winner = line.split("\t")
        record = with_ending(Record(tuple(moves.split())))
        assert (record.over, record.winner, record.reason) == (True, _WINNERS[winner], "five")
        yield record


def random_game(game, size, options, luck, most=60):
    """Return the record of a random game near the middle with stones of all kinds, and the game object.

    The record has colours, changes and a result.
    """
    played = registry.new(game, size, options, passes_after=1)
    moves, kinds = [], []
    while not played.result and len(moves) < most:
        free = [point for point in range(size * size) if played.refusal(point) is None]
        if not free or (luck.random() < 0.02 and played.pass_refusal() is None):
            if played.pass_refusal():
                break
            played.pass_()
            moves.append(PASS)
            kinds.append(())
            continue
        free.sort(key=lambda point: max(abs(point % size - size // 2), abs(point // size - size // 2)))
        point = luck.choice(free[:14])
        kind = luck.choice(played.kinds()) if luck.random() < 0.2 else OWN
        if played.refusal(point, kind):
            kind = OWN
        colour = COLOUR_NAMES[played.turn]
        played.play(point, kind)
        moves.append(name(point, size))
        kinds.append(() if kind == OWN else ((moves[-1], colour, "neutral"),))
    record = Record(tuple(moves), size=size, game=game, first=rules.first(game), rule="free", options=options,
                    changes=tuple(kinds), torus=options.get("torus") is True)  # fmt: skip
    found = rules.played(record)
    assert found is not None, record
    return dataclasses.replace(record, **vars(found)), played


@st.composite
def records(draw):
    """Generate records with well-formed moves.

    Records of other games than Renju have arbitrary colours and changes.
    """
    size = draw(st.integers(5, 19))
    points = draw(st.lists(st.sampled_from(names(range(size * size), size)), unique=True, max_size=20))
    black, white = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    moves = points[black + white :]
    for at in draw(st.lists(st.integers(0, len(moves)), max_size=3)):
        moves.insert(at, PASS)
    kinds = st.sampled_from(("comment", "chosen", "claim", "clock", "taken_back", "offered", "lapsed", "other"))
    details = st.dictionaries(st.sampled_from(("text", "who", "ask", "p1", "points")) | TEXTS, _JSON)
    notes = st.builds(Note, st.integers(0, len(moves) + 1), kinds, details)
    over = draw(st.booleans())
    setup = (tuple(points[:black]), tuple(points[black : black + white]))
    game = draw(st.just("renju") | st.sampled_from(("gomoku", "pente", "connect6", "later")) | TEXTS)
    played = {} if game == "renju" else draw(_played(moves, setup))
    return Record(
        tuple(moves),
        size=size,
        game=game,
        first=draw(st.sampled_from(("black", "white"))),
        setup=setup,
        **played,
        clocks=tuple(draw(st.lists(_TIMES, min_size=len(moves), max_size=len(moves)) | st.just([]))),
        over=over,
        winner=draw(st.sampled_from(("black", "white", None))) if over else None,
        players=draw(st.just({}) | st.dictionaries(st.sampled_from(("black", "white")) | TEXTS, _JSON, max_size=2)),
        settings=draw(st.dictionaries(TEXTS, _JSON, max_size=3)),
        line=tuple(draw(st.lists(st.sampled_from(("h8", "i9")), max_size=2))),
        notes=tuple(draw(st.lists(notes, max_size=4))),
        **{name: draw(TEXTS) for name in _TEXT_FIELDS},
    )


@st.composite
def _played(draw, moves, setup):
    """Return colours, changes and options for moves of another game than Renju.

    Colours and changes are mostly ().
    """
    options = draw(st.dictionaries(st.sampled_from(("keryo", "overline", "rules")) | TEXTS, _JSON, max_size=2))
    fields = {"options": options, "torus": draw(st.booleans())}
    if draw(st.booleans()):
        return fields
    colours = draw(st.lists(st.sampled_from(("black", "white")), min_size=len(moves), max_size=len(moves)))
    held = {point: colour for colour, points in zip(("black", "white"), setup, strict=True) for point in points}
    changes = []
    for move, colour in zip(moves, colours, strict=True):
        if move != PASS:
            held[move] = colour
        its = {}
        if held:
            its = draw(st.dictionaries(st.sampled_from(sorted(held)), st.sampled_from(COLOUR_NAMES), max_size=3))
        changes.append([(point, held[point], now) for point, now in its.items() if now != held[point]])
        for point, _, now in changes[-1]:
            held[point] = now
            if now == EMPTY:
                del held[point]
    return {**fields, "colours": tuple(colours), "changes": tuple(map(tuple, changes))}


_TEXT_FIELDS = (
    ("black", "white", "rule", "reason", "id", "date", "event", "round", "table", "place", "comment")
)  # fmt: skip
