"""Test the diagram of a game, with rotated, mirrored and numbered stones, and its SVG, PNG and GIF."""

import io
import re
from xml.etree import ElementTree

import pytest
from PIL import Image
from tengen.games import points
from tengen.games.renju.position import Position
from tengen.games.renju.reasons import reasons
from tengen_host.records import diagram, picture, svg
from tengen_host.records.diagram import Circle, Ground, Line, Loop, Stone, Text, shapes
from tengen_host.records.record import Record

# without symmetry, so that a mirrored or rotated drawing differs
GAME = Record(moves=("h8", "i9", "g7", "--", "a1", "c15"))
SVG = "{http://www.w3.org/2000/svg}"


def stones(found):
    return [(shape.x, shape.y, shape.colour) for shape in found if isinstance(shape, Stone)]


def number_at(found):
    """Return the stones' numbers by place."""
    return {(shape.x, shape.y): shape.text for shape in found if isinstance(shape, Text) and shape.bold}


def place(column, row, size=15):
    """Return the place of a point in a picture that is not rotated. Column and row count from 1."""
    return 50 + 40 * (column - 1), 50 + 40 * (size - row)


def test_a1_is_below_left_and_the_colours_alternate():
    found = shapes(GAME)
    expected = [(8, 8, "black"), (9, 9, "white"), (7, 7, "black"), (1, 1, "black"), (3, 15, "white")]
    assert stones(found) == [(*place(column, row), colour) for column, row, colour in expected]
    assert isinstance(found[0], Ground) and (found[0].width, found[0].height) == (660, 660)


def test_moves_bear_their_numbers_and_a_pass_takes_one():
    assert number_at(shapes(GAME)) == {
        place(8, 8): "1", place(9, 9): "2", place(7, 7): "3", place(1, 1): "5", place(3, 15): "6"
    }  # fmt: skip
    assert number_at(shapes(GAME, numbers=False)) == {}
    assert list(number_at(shapes(GAME, first_number=3)).values()) == ["3", "5", "6"]


def test_numbers_can_be_read_on_both_colours():
    for theme in diagram.THEMES:
        colours = {shape.text: shape.colour for shape in shapes(GAME, theme=theme) if isinstance(shape, Text)}
        assert colours["1"] == "#ffffff" or colours["3"] == "#ffffff"
        assert int(colours["6"][1:], 16) < 0x222222


def test_star_points():
    def named(size):
        return {points.name(row * size + column, size) for column, row in diagram.star_points(size)}

    stars = {size: named(size) for size in (8, 15, 19)}
    assert stars[8] == set() and stars[15] == {"d4", "d12", "h8", "l4", "l12"}
    assert stars[19] == {letter + row for letter in "djp" for row in ("4", "10", "16")}


def test_the_position_after_some_moves():
    assert len(stones(shapes(GAME, upto=2))) == 2 and stones(shapes(GAME, upto=0)) == []
    for upto in (-1, 7):
        with pytest.raises(ValueError, match="the game has 6 moves"):
            shapes(GAME, upto=upto)


def test_the_last_stone_has_a_ring_even_after_a_pass():
    rings = [shape for shape in shapes(GAME, upto=4) if isinstance(shape, Circle) and shape.stroke]
    assert [(ring.x, ring.y) for ring in rings] == [place(7, 7)]
    assert not [shape for shape in shapes(GAME, last=False) if isinstance(shape, Circle) and shape.stroke]


def test_stones_that_were_set_up_have_no_number_and_white_may_begin():
    record = Record(moves=("c3",), first="white", setup=(("d4",), ("e5", "f6")))
    found = shapes(record)
    colours = [colour for _, _, colour in stones(found)]
    assert colours == ["black", "white", "white", "white"]
    assert number_at(found) == {place(3, 3): "1"}


def test_turned_clockwise_by_quarters():
    corner = Record(moves=("a1",))
    corners = [stones(shapes(corner, turn=turn))[0][:2] for turn in range(4)]
    assert corners == [place(1, 1), place(1, 15), place(15, 15), place(15, 1)]
    with pytest.raises(ValueError, match="0 to 3"):
        shapes(corner, turn=4)


def test_mirrored_then_turned():
    record = Record(moves=("c2",))
    assert stones(shapes(record, mirror=True))[0][:2] == place(13, 2)
    # its mirror image is at column 13, row 2; a quarter turn clockwise brings that to column 2, row 3
    assert stones(shapes(record, mirror=True, turn=1))[0][:2] == place(2, 3)


def test_coordinates_stay_with_their_lines():
    for turn in range(4):
        for mirror in (False, True):
            record = Record(moves=("c2",))
            found = shapes(record, turn=turn, mirror=mirror)
            x, y, _ = stones(found)[0]
            named = [(shape.x, shape.y) for shape in found if isinstance(shape, Text) and shape.text == "C"]
            # both letters are in the column where the stone is drawn
            assert len(named) == 2 and all((there[0] == x) if turn % 2 == 0 else (there[1] == y) for there in named)
    words = [shape.text for shape in shapes(GAME, coordinates=False) if isinstance(shape, Text) and not shape.bold]
    assert words == []


@pytest.mark.parametrize("size, stars", [(5, 0), (8, 0), (10, 4), (15, 5), (19, 9)])
def test_boards_of_other_sizes(size, stars):
    found = shapes(Record(moves=("b1",), size=size))
    assert stones(found)[0][:2] == place(2, 1, size)
    assert len([shape for shape in found if isinstance(shape, Line)]) == 2 * size
    assert len([shape for shape in found if isinstance(shape, Circle) and shape.fill]) == stars


def test_a_theme_that_is_none():
    with pytest.raises(ValueError, match="there is no theme 'marble'"):
        shapes(GAME, theme="marble")


@pytest.fixture
def foul():
    """Return a game, and the lines through its last stone: a four, a three that counts, a dead three (RIF 9.3)."""
    black = ["k12", "f11", "g11", "j11", "h10", "h8", "i8", "i7", "j7", "g6"]
    position = Position()
    for name in black:
        position.put(points.index(name, 15), 1)
    why = reasons(position, points.index("h9", 15))
    return Record(moves=("h9",), setup=(tuple(black), ())), why["lines"]


def extent(loop):
    """Return the least and greatest x, and the least and greatest y."""
    across, down = zip(*loop.places, strict=True)
    return min(across), max(across), min(down), max(down)


@pytest.mark.parametrize("theme", diagram.THEMES)
def test_a_fouls_lines_differ_in_their_dashes_and_a_dead_three_is_crossed(foul, theme):
    record, lines = foul
    found = shapes(record, lines=lines, theme=theme)
    loops = [shape for shape in found if isinstance(shape, Loop)]
    assert len(loops) == 3 and len({loop.dash for loop in loops}) == 3
    # the dead three h8 h9 h10 has a dash of its kind
    (dead,) = [loop for loop in loops if loop.dash == diagram._DEAD]
    left, right, top, bottom = extent(dead)
    (x, y), (_, high) = place(8, 8), place(8, 10)
    assert (left + right) / 2 == x and (top + bottom) / 2 == (y + high) / 2
    assert bottom - top - (right - left) == pytest.approx(y - high)
    crosses = [line for line in found if isinstance(line, Line) and line.width == 4]
    middles = {((cross.x1 + cross.x2) / 2, (cross.y1 + cross.y2) / 2) for cross in crosses}
    assert middles == {place(8, 7), place(8, 11)}


def test_lines_leave_their_stones_and_numbers_to_be_seen(foul):
    record, lines = foul
    loops = [shape for shape in shapes(record, lines=lines) if isinstance(shape, Loop)]
    for line, loop in zip(lines, loops, strict=True):
        for x, y in (place("abcdefghijklmno".index(name[0]) + 1, int(name[1:])) for name in line["stones"]):
            assert all((x - there[0]) ** 2 + (y - there[1]) ** 2 > diagram.STONE**2 for there in loop.places)


def test_a_number_across_which_a_line_goes_has_a_disc_of_its_stones_colour():
    # the diagonal is c3 d4 e5 f6 g7; d3 is beside it, and a3 is not
    game = Record(moves=("c3", "d3", "d4", "a3", "e5", "o1", "f6", "o3", "g7"))
    five = {"shape": "five", "direction": "", "stones": ["c3", "d4", "e5", "f6", "g7"], "completes": []}
    found = shapes(game, lines=[five])
    discs = [(shape.x, shape.y) for shape in found if isinstance(shape, Circle) and shape.r == diagram._DISC]
    assert discs == [place(4, 3)]
    number = next(at for at, shape in enumerate(found) if isinstance(shape, Text) and shape.bold and shape.text == "2")
    assert isinstance(found[number - 1], Circle) and found[number - 1].fill == "#f4f1ea"


def test_two_fours_in_one_line_lie_beside_each_other():
    row = Position()
    for name in ("e8", "g8", "i8", "k8"):
        row.put(points.index(name, 15), 1)
    why = reasons(row, points.index("h8", 15))
    loops = [shape for shape in shapes(Record(moves=("h8",)), lines=why["lines"]) if isinstance(shape, Loop)]
    assert len(loops) == 2 and extent(loops[0])[2] != extent(loops[1])[2]


# As SVG


def test_an_svg_has_each_shape():
    root = ElementTree.fromstring(svg.text(shapes(GAME, theme="print"), "Anna and Bo"))
    circles = root.findall(f"{SVG}circle")
    assert [circle.get("fill") for circle in circles if circle.get("stroke-width") == "1.6"] == [
        "#000000", "#ffffff", "#000000", "#000000", "#ffffff"
    ]  # fmt: skip
    assert root.find(f"{SVG}title").text == "Anna and Bo"


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "]]><x/>", "&lt;b&gt; & \"'", "a\x00\x1b\ud800\ufffeb"])
def test_a_name_with_markup_in_it_is_only_text(name):
    written = svg.text(shapes(GAME, caption=name), title=name, description=name)
    root = ElementTree.fromstring(written.encode())
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert "script" not in tags and "x" not in tags and "b" not in tags
    said = re.sub("[\x00\x1b\ud800\ufffe]", "\ufffd", name)
    assert root.find(f"{SVG}title").text == said and root.find(f"{SVG}desc").text == said


def test_an_svg_needs_nothing_from_elsewhere():
    written = svg.text(shapes(GAME, caption="x"))
    assert re.findall(r"https?://[^\"]*", written) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in re.sub(r"url\(#[a-z-]+\)", "", written)


# As pixels


def pixels(record, pitch=40, **look):
    with Image.open(io.BytesIO(picture.png(shapes(record, **look), pitch))) as image:
        return image.convert("RGB")


def brightness(colour):
    return sum(colour) / 3


@pytest.mark.parametrize("theme", diagram.THEMES)
@pytest.mark.parametrize("pitch", [13, 40, 80])
def test_a_png_has_the_stones_where_they_lie(theme, pitch):
    image = pixels(GAME, pitch, theme=theme, numbers=False, last=False)
    assert image.size == (round(660 * pitch / 40),) * 2

    def at(column, row):
        x, y = place(column, row)
        return brightness(image.getpixel((int(x * pitch / 40 + pitch / 5), int(y * pitch / 40 + pitch / 5))))

    assert all(at(*black) < 60 for black in ((8, 8), (7, 7), (1, 1)))
    assert all(at(*white) > 200 for white in ((9, 9), (3, 15)))
    if theme == "wood":
        assert 100 < at(12, 3) < 220


def test_stones_have_depth_and_lie_in_a_light_from_the_upper_left():
    image = pixels(GAME, 80, numbers=False, last=False)
    x, y = (2 * value for value in place(8, 8))
    assert brightness(image.getpixel((x - 12, y - 16))) > brightness(image.getpixel((x + 22, y + 22))) + 20
    x, y = (2 * value for value in place(3, 15))
    beside = brightness(image.getpixel((x + 28, y + 29))), brightness(image.getpixel((x - 28, y - 29)))
    assert beside[0] < beside[1] - 20  # the shadow


@pytest.mark.parametrize("pitch", [20, 40, 57, 80])
def test_lines_are_crisp(pitch):
    """A row of pixels across a line has only the colours of ink and paper, and no mixed colours."""
    image = pixels(Record(moves=()), pitch, theme="print", coordinates=False)
    y = int(70 * pitch / 40)
    row = {image.getpixel((x, y)) for x in range(image.width)}
    assert row == {(0, 0, 0), (255, 255, 255)}


@pytest.mark.parametrize("number", [1, 7, 10, 41, 88, 100, 111])
def test_a_number_stands_in_the_middle_of_its_stone(number):
    moves = ["--"] * (number - 1) + ["h8"]
    image = pixels(Record(moves=tuple(moves), first="black" if number % 2 else "white"), 80, theme="print", last=False)
    middle = 2 * place(8, 8)[0] + 0.5, 2 * place(8, 8)[1] + 0.5
    stone = image.crop([int(edge) for edge in (middle[0] - 24, middle[1] - 24, middle[0] + 25, middle[1] + 25)])
    left, top, right, bottom = stone.convert("L").point([255 if v > 127 else 0 for v in range(256)]).getbbox()
    assert abs((left + right) / 2 - 24.5) <= 1 and abs((top + bottom) / 2 - 24.5) <= 1
    assert bottom - top > 20 and right - left <= 46


def test_a_pitch_that_is_too_much():
    with pytest.raises(ValueError, match="there may be 8 to 160"):
        picture.png(shapes(GAME), 1000)
    with pytest.raises(ValueError, match="there may be 8 to 60"):
        picture.gif(GAME, 61)


def test_the_same_picture_every_time():
    assert picture.png(shapes(GAME), 20) == picture.png(shapes(GAME), 20)


def test_a_title_in_a_png_whatever_it_says():
    data = picture.png(shapes(GAME), 10, title="安娜 <b> \ud800")
    with Image.open(io.BytesIO(data)) as image:
        assert image.text["Title"] == "安娜 <b> ?"


def frames(data):
    with Image.open(io.BytesIO(data)) as image:
        for number in range(image.n_frames):
            image.seek(number)
            yield image.convert("RGB"), image.info["duration"]


def test_a_game_as_an_animated_gif():
    shown = list(frames(picture.gif(GAME, 20, move_ms=500, numbers=False, last=False)))
    # a pass changes nothing, so the frame before it is shown longer
    assert sum(time for _, time in shown) == 6 * 500 + picture.LAST_MS
    places = [(9, 9), (1, 1), (3, 15)]

    def lie(image):
        at = [(round(x / 2) + 3, round(y / 2) + 3) for x, y in (place(*point) for point in places)]
        first, second, third = (brightness(image.getpixel(there)) for there in at)
        return first > 200, second < 70, third > 200

    assert lie(shown[0][0]) == (False, False, False)
    assert lie(shown[2][0]) == (True, False, False)
    assert lie(shown[-1][0]) == (True, True, True)


def test_the_rings_of_an_animated_game_keep_their_colour():
    # the palette is made for the last frame, in which the last stone is black; but earlier frames need the colours of
    # a ring on a white stone, too
    image, _ = list(frames(picture.gif(Record(moves=("h8", "i9", "g7")), 40)))[2]
    x, y = place(9, 9)
    red, green, blue = image.getpixel((int(x - diagram.STONE + 2), int(y)))
    assert red > green + 60 and red > blue + 60
