"""The bench's samples are complete, and its figures have the right names."""

import ast
import json

import pytest
import typer
from tengen import __version__
from tengen.games import BLACK
from tengen.games.renju.position import FIVE, OVERLINE, Position
from tengen.partner.fours import Fours
from tengen.partner.reserve import Reserve
from tengen_host import samples
from tengen_host.bench import figures, fours, judging, random_games, stones
from tengen_host.bench import whole_board as measured
from tengen_host.commands import bench
from tengen_host.image import Image, ImageError
from tengen_host.image.uf2 import Tengen
from typer.testing import CliRunner

app = typer.Typer()
app.command()(bench.bench)

PYTHON_KEYS = {
    f"python_{name}{key}"
    for name in ("", "random_")
    for key in ("maps_per_s", "maps_per_s_min", "maps_per_s_max", "lines")
} | {"python_runs", "python_moves_per_s"}
EMULATED_KEYS = {
    *["clock_mhz", "games", "stones", "dense_boards", "dense_stones", "hostile_boards", "hostile_stones", "family"],
    *["map_ms_median", "map_ms_p90", "map_ms_max", "dense_map_ms_max", "hostile_map_ms_max"],
    *["put_alloc_bytes", "rules_ram_bytes", "rules_tables_ram_bytes", "free_heap_bytes"],
    *["vcf_nodes_per_s", "vcf_nodes_per_s_min", "vcf_nodes_per_s_max", "vcf_nodes_on_the_pico"],
    *["vcf_solved_1s", "vcf_solved_10s", "vcf_problems", "vcf_decided_200ms", "vcf_positions"],
    *["start_ms", "start_worst_flash_ms", "whole_state_ms", "idle_cpu_percent", "scan_hz", "invented_stones"],
    *["touch_to_line_ms_median", "touch_to_line_ms_p99", "touch_to_light_longest"],
    *["touch_to_light_placements", "touch_to_light_dropouts"],
    *(f"touch_to_light_ms_{of}" for of in ("median", "p99", "min", "max")),
    *(f"touch_to_light_ms_{kind}_{of}" for kind in ("calm", "second", "extra") for of in ("median", "max")),
}

IMAGE = Image(uf2=None, source="built here", tengen=Tengen("0.1.0", "0123456789ab"))


class FakePico:
    """A Pico on which each stone takes an eighth of a millisecond more than the previous one."""

    ram_bytes = 11_000

    def __init__(self, uf2, cached):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def play(self, games, back=True):
        return [125_000 // 8 * nth for game in games for nth in range(1, len(game) // 2 + 1)]

    def allocated_bytes(self, game):
        return 0


LONGEST = {
    "ms": 100.0, "frames_before_ms": 6.5, "to_first_bit_ms": 85.6, "frame_ms": 7.9, "asleep_ms": 1.5, "flash_ms": 9.25
}  # fmt: skip


def fake_board(say, image, cached):
    """A board that answers touches after 1 to 100 ms and sleeps most of the time; without a cache it sleeps more."""
    ms = {"calm": [1.0, 2.0], "second": [3.5], "extra": [*range(4, 101), 100]}
    touches = measured.Touches(ms, [12.5, 13.5, 14.5], LONGEST, dropouts=5)
    board = {"scan_hz": 499.8, "free_heap_bytes": 200_000, "whole_state_ms": 217.4, "start_ms": 681.0}
    return touches.figures() | board | {"start_worst_flash_ms": 1820, "idle_cpu_percent": 77.65 if cached else 87.65}


def fake_stones(say, pico):
    """A game with stones that take 1 ms at the touch and 2 ms at the press."""
    ms = {"touch": [1.0], "press": [2.0], "both": [3.0], "bytes": [500], "fouls": []}
    return {"five": stones._figures(ms)}


STAMP = figures.stamp()
FAMILY = {"family": fake_stones(None, None)}


class FastPico:
    """A Pico that solves like the laptop, with 10,000 cycles for each four."""

    def __init__(self):
        self.solver = Fours()
        self.cycles = []

    def run(self, code):
        if not code.startswith("solve"):
            return ""
        cells, colour, most = ast.literal_eval(code.removeprefix("solve"))
        self.solver.begin(cells, colour)
        while self.solver.wins is None and self.solver.nodes < most:
            self.solver.think(fours.SLICE_US)
        self.cycles.append(10_000 * self.solver.nodes)
        return f"{self.solver.nodes} {self.solver.wins}"

    def take_cycles(self):
        taken, self.cycles = self.cycles, []
        return taken


def test_the_figures_of_wins_by_fours(monkeypatch):
    given = fours.problems()
    assert len(given) > 2500
    monkeypatch.setattr(fours, "problems", lambda: given[::60])
    monkeypatch.setattr(samples, "games", lambda: whole[:1])
    monkeypatch.setattr(fours.compiled, "fastest", lambda table: Fours(Reserve(table)))
    found = fours.fours_figures(quiet, FastPico(), 10)
    assert found["vcf_nodes_per_s"] == found["vcf_nodes_per_s_min"] == found["vcf_nodes_per_s_max"] == 12_500
    assert 90 < found["vcf_solved_1s"] <= found["vcf_solved_10s"] <= 100 and 90 < found["vcf_decided_200ms"] <= 100
    assert found["vcf_problems"] == len(given[::60]) and found["vcf_positions"] == len(whole[0]) // 2 - 1
    assert set(found) == {key for key in EMULATED_KEYS if key.startswith("vcf")}
    assert len(fours.fours_rows(found)) == 5


whole = samples.games()


def fake_fours(say, pico):
    """The figures of the search, for a Pico that answers without delay."""
    keys = [key for key in EMULATED_KEYS if key.startswith("vcf")]
    return dict.fromkeys(keys, 99)


def quiet(progress):
    pass


@pytest.fixture
def small(monkeypatch):
    """Set up the command with a few lines to judge, and without an emulator."""
    whole = figures.python_figures
    monkeypatch.setattr(figures, "python_figures", lambda say: whole(say, lines=300, random_lines=100, runs=2))
    judged = list(random_games.on_the_board(15))[:2]
    monkeypatch.setattr(figures, "judging_figures", lambda say: judging.judging_figures(say, judged))
    monkeypatch.setattr(figures, "Pico", FakePico)
    monkeypatch.setattr(figures, "stones_figures", fake_stones)
    monkeypatch.setattr(figures, "board_figures", fake_board)
    monkeypatch.setattr(figures, "fours_figures", fake_fours)


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_every_game_ends_with_a_five():
    games = samples.games()
    assert len(games) == len(set(games)) >= 20
    for game in games:
        assert makes_five(game) and not any(makes_five(game[:end]) for end in range(2, len(game), 2))


def makes_five(game):
    """Whether the last stone of a game makes a five; for White a six counts as well."""
    *before, last, colour = game
    same = Position()
    for point, other in zip(before[::2], before[1::2], strict=True):
        if other == colour:
            same.put(point, BLACK)
    return same.verdicts[last] in ((FIVE,) if colour == BLACK else (FIVE, OVERLINE))


def test_boards_are_whole():
    for boards, least in ((samples.dense_boards(), 10), (samples.hostile_boards(), 1)):
        assert len(boards) == len(set(boards)) >= least
        for board in boards:
            points = board[::2]
            assert len(points) == len(set(points)) >= 15 and set(board[1::2]) <= {1, 2}


def test_a_game_and_its_boards():
    boards = samples.board_texts(bytes((0, 1, 224, 2)))
    assert boards == ["." * 210 + "X" + "." * 14, "." * 14 + "O" + "." * 195 + "X" + "." * 14]
    assert samples.stones(boards[1]) == bytes((224, 2, 0, 1))


def test_a_board_has_eight_sides():
    board = samples.board_texts(bytes((1, 1, 17, 2)))[-1]
    seen = samples.symmetries(board)
    assert seen[0] == board and len(set(seen)) == 8
    assert {len(side) - side.count(".") for side in seen} == {2}
    assert set(samples.symmetries("." * 112 + "X" + "." * 112)) == {"." * 112 + "X" + "." * 112}


def test_real_boards_are_repeated():
    stones = sum(len(game) // 2 for game in samples.games())
    boards = samples.real_boards(8 * stones + 1)
    assert boards[0] == boards[-1] and all(len(board) == 225 for board in boards)


def test_random_boards_are_dense_different_and_the_same_every_time():
    boards = samples.random_boards(1000)
    assert boards == samples.random_boards(1000) != samples.random_boards(1000, seed=1)
    assert len(set(boards)) == 1000
    stones = sorted(225 - board.count(".") for board in boards)
    assert stones[0] >= 3 and stones[-1] <= 117 and 30 <= stones[500] <= 42
    shares = sorted(board.count("X") / (225 - board.count(".")) for board in boards)
    assert 0.49 <= shares[250] <= 0.51 and shares[800] > 0.7


def test_the_keys_of_the_json(small):
    result = run("--json")
    assert result.exit_code == 0 and len(result.stdout.splitlines()) == 1
    found = json.loads(result.stdout)
    assert set(found) == PYTHON_KEYS | set(STAMP)
    assert found["version"] == __version__ and found["date"].startswith("20") and found.get("commit", "0" * 8).isalnum()
    assert found["python_lines"] == 300 and found["python_random_lines"] == 100 and found["python_runs"] == 2
    assert 0 < found["python_maps_per_s_min"] <= found["python_maps_per_s"] <= found["python_maps_per_s_max"]
    assert "run 2 of 2" in result.stderr


def test_the_keys_of_the_pico(small):
    found = figures.emulated_figures(quiet, IMAGE)
    assert set(found) == EMULATED_KEYS | {"without_cache"} and set(found["without_cache"]) == EMULATED_KEYS
    assert found["games"] == len(samples.games()) and found["dense_boards"] == len(samples.dense_boards())
    longest = max(len(game) // 2 for game in samples.games())
    assert found["map_ms_max"] == longest / 8 and found["put_alloc_bytes"] == 0
    assert 0 < found["rules_tables_ram_bytes"] < found["rules_ram_bytes"]


def test_touches_as_figures():
    ms = {"calm": [9.0, 1.0, 2.0], "second": [3.5], "extra": [*range(4, 100)]}
    touches = measured.Touches(ms, [4.0, 2.0], {"ms": 99.0, "frame_ms": 8.0}, dropouts=3)
    its = {"calm": [5.00049], "second": [], "extra": []}
    touches.add(measured.Touches(its, [3.0], {"ms": 5.00049, "frame_ms": 1.0}, 2, [{"did": [{"code": "move"}]}]))
    assert touches.figures() == {
        "touch_to_light_ms_median": 49,
        "touch_to_light_ms_p99": 98,
        "touch_to_light_ms_min": 1,
        "touch_to_light_ms_max": 99,
        "touch_to_light_ms_calm_median": 3.5,
        "touch_to_light_ms_calm_max": 9,
        "touch_to_light_ms_second_median": 3.5,
        "touch_to_light_ms_second_max": 3.5,
        "touch_to_light_ms_extra_median": 51.5,
        "touch_to_light_ms_extra_max": 99,
        "touch_to_light_longest": {"ms": 99, "frame_ms": 8},
        "touch_to_line_ms_median": 3,
        "touch_to_line_ms_p99": 4,
        "touch_to_light_placements": 101,
        "touch_to_light_dropouts": 5,
        "invented_stones": 1,
    }


def test_which_light_is_which():
    for cyan in ((80, 0, 80), (1, 0, 1), (30, 0, 31)):
        assert measured.cyan(*cyan) and not measured.red(*cyan)
    for red in ((0, 200, 0), (0, 1, 0)):
        assert measured.red(*red) and not measured.cyan(*red)
    for other in ((0, 0, 0), (40, 40, 40), (0, 0, 30), (50, 0, 0), (0, 55, 160)):
        assert not measured.cyan(*other) and not measured.red(*other)


def test_what_is_told_and_nobody_did():
    touched = {"c3", "h8"}
    for hand in ({"new": ["c3"]}, {"several": ["c3", "h8"]}, {"missing": ["h8"], "extra": ["c3"]}, {}, None):
        assert not measured.invented({"is": {"hand": hand}}, touched)
    for hand in (
        {"new": ["c4"]}, {"several": ["c3", "h9"]}, {"missing": ["h8", "h7"], "extra": ["c3"]},
        {"missing": ["h8"], "extra": ["d3"]},
    ):  # fmt: skip
        assert measured.invented({"is": {"hand": hand}}, touched)
    assert measured.invented({"did": [{"code": "move", "point": "c3", "n": 22}]}, touched)


def test_the_table(small):
    found = figures.emulated_figures(quiet, IMAGE) | figures.python_figures(quiet)
    table = figures.table(found)
    seen = ("real games, longest", "12 dense boards", "lines/s", "11000 bytes", "in 2 runs", "500 Hz", "217 ms")
    seen += ("with its XIP cache", "flash takes no time", "1.5 ms asleep, 9.2 waiting for flash")
    (sleeping,) = [line for line in table.splitlines() if line.startswith("sleep of the core")]
    assert sleeping.split("board")[1].split()[:4] == ["77.7", "%", "87.7", "%"]
    for words in (*seen, "moves/s", "3.00 ms"):
        assert words in table


def test_the_family_alone(small, monkeypatch):
    monkeypatch.setattr("tengen_host.image.pico_image", lambda: IMAGE)
    monkeypatch.setattr("tengen_host.image.compile_emulator", lambda: None)
    result = run("--family", "--json")
    assert result.exit_code == 0
    assert {**json.loads(result.stdout), **STAMP} == {**STAMP, **FAMILY, "without_cache": FAMILY}
    result = run("--family")
    assert result.exit_code == 0 and "five" in result.stdout and "lines/s" not in result.stdout


def test_an_image_that_cannot_be_built(small, monkeypatch):
    def fail():
        raise ImageError("no compiler: install one")

    monkeypatch.setattr("tengen_host.image.pico_image", fail)
    monkeypatch.setattr("tengen_host.image.compile_emulator", lambda: None)
    result = run("--emulated", "--json")
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr == "error: no compiler: install one\n"


def test_a_judge_that_fails(small, monkeypatch):
    monkeypatch.setattr(figures, "_JUDGE", [*figures._JUDGE[:-1], "--no-such-option"])
    result = run()
    assert result.exit_code == 1 and "error: the judge ended with status 2" in result.stderr
