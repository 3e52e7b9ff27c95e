"""The mind view: what is painted, how it scrolls, and that numbers keep to three digits."""

from __future__ import annotations

import dataclasses
import itertools
from types import SimpleNamespace
from typing import get_args

import pygame
import pytest

from games.mind import (
    Bars,
    Bell,
    ContextNode,
    ContextTree,
    Field,
    Fork,
    Gauge,
    HeatMap,
    Holdings,
    Ladder,
    Lines,
    Meter,
    MindItem,
    Note,
    Ribbon,
    Route,
    Series,
    TrialNode,
    TrialTree,
    Way,
    mark_truth,
)
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import PALETTE, Theme
from games.shell.draw.tween import Springs
from games.shell.input import Input, Pointer, Press, Wheel
from games.shell.mind.items import (
    PAINTERS,
    Style,
    draw_items,
    figures,
    lay_out,
    nice_ceiling,
)
from games.shell.mind.models import band_tone, number_places
from games.shell.mind.panel import TIP_SECONDS, MindView
from games.shell.mind.style import ALWAYS_EXPLAINED, Brush
from games.streams import Stream
from tests.support.ruler import Ruler, texts_told

FOUR = ("Punch", "Kick", "Parry punch", "Parry kick")
NODES = (
    ContextNode("root", 0, 1.0, 0.4, True),
    ContextNode("left", 1, 0.6, 0.7, False),
    ContextNode("right", 1, 0.4, 0.5, True),
)
TRIALS = (
    TrialNode(0, -1, 12, 6, True),
    TrialNode(1, 0, 7, 2, False),
    TrialNode(9, 0, 3, 3, True, 2),
)
TALL = HeatMap("Table", tuple(f"r{n}" for n in range(16)), ("a", "b"), ((0.2, 0.8),) * 16, 3)
MIND = (
    Note("A sentence."),
    Bars("Forecast", FOUR, (0.1, 0.2, 0.3, 0.4), truth=1, forecast_of=0, reference=0.25),
    Bars("Gains", FOUR, (-4.0, 7.5, 0.0, 10.0), "points", chosen=3, help="What it is worth."),
    TALL,
    Lines("Lines", (("a long line of play " * 4, 0.5), ("b", -2.0)), "points", 1),
    Series("Share", (0.5, 0.4), reference=0.25, low=(0.0, 0.1), high=(1.0, 0.6)),
    Ribbon("Weights", ("you repeat", "you climb"), ((0.5, 0.5), (0.9, 0.1)), help="Who counts."),
    Gauge("Depth", ("habits", "reads you"), (0.7, 0.3), 1, "It thinks that you think. " * 4),
    Meter("Budget", 62.0, 0.0, 100.0, 100.0, "points"),
    ContextTree("Tree", NODES),
    TrialTree("Trials", TRIALS, 2),
    Ladder("Bids", (Fork(1, "you", (Way("pass", 0.25), Way("8", 0.5, 1, "8")), 1),), "How."),
)


def view(canvas: Canvas, mind: tuple[MindItem, ...]) -> MindView:
    shell = SimpleNamespace(theme=canvas.theme, input=Input({}), numbers_shown=True)
    shown = MindView(shell)  # type: ignore[arg-type]
    shown.show(mind)
    shown.place((880, 0, 400, 720))
    canvas.fill("ink")
    shown.draw(canvas)
    return shown


def settle(shown: MindView, canvas: Canvas) -> None:
    for _ in range(120):
        shown.update(1 / 60)
        shown.draw(canvas)
    assert not shown.moving


def count(canvas: Canvas, colour: str, box: tuple[int, int, int, int]) -> int:
    area = canvas.surface.subsurface(box)
    mask = pygame.mask.from_threshold(area, PALETTE[colour], (3, 3, 3, 255))
    return mask.count()


def test_every_kind_of_item_has_a_painter() -> None:
    assert set(PAINTERS) == set(get_args(MindItem))


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.474, "%", "47%"),
        (1.0, "%", "100%"),
        (0.0, "%", "0%"),
        (0.001, "%", "<1%"),
        (7.88, "points", "+7.9"),
        (-2.34, "points", "−2.3"),
        (9.99, "points", "+10"),
        (-135.0, "points", "−135"),
        (0.01, "points", "0.0"),
        (-0.04, "points", "0.0"),
        (1.9772, "bits", "1.98"),
        (12.34, "bits", "12.3"),
        (4.0, "", "4"),
        (1234.0, "", "1.2k"),
        (99990.0, "points", "+100k"),
    ],
)
def test_figures(value: float, unit: str, text: str) -> None:
    assert figures(value, unit) == text


def test_figures_never_have_more_than_three_digits() -> None:
    tried = 0
    for power in range(-4, 6):
        for part in (1.0, 2.345, 9.949, 9.951, 9.994, 9.996):
            for unit in ("points", "bits", ""):
                text = figures(-part * 10.0**power, unit)
                assert sum(c.isdigit() for c in text) <= 3, text
                tried += 1
    assert tried == 180


@pytest.mark.parametrize(
    ("value", "top"),
    [
        (0.0, 1),
        (0.07, 0.1),
        (0.2, 0.2),
        (0.9, 1),
        (1.0, 1),
        (3.0, 5),
        (10, 10),
        (11, 20),
        (99, 100),
    ],
)
def test_nice_ceiling(value: float, top: float) -> None:
    assert nice_ceiling(value) == pytest.approx(top)


@pytest.mark.parametrize("width", [200.0, 336.0, 560.0])
def test_items_stay_inside_the_height_that_was_laid_out(canvas: Canvas, width: float) -> None:
    placed, total = lay_out(canvas, MIND, width, Style())
    assert len(placed) == len(MIND)
    assert all(a.top + a.height < b.top for a, b in itertools.pairwise(placed))
    for item, _, height in placed:
        canvas.fill("ink")
        draw_items(canvas, (item,), (40, 40, width, height), Springs(), style=Style())
        assert (
            pygame.mask.from_threshold(
                canvas.surface.subsurface((0, int(40 + height) + 4, 1280, 60)),
                PALETTE["ink"],
                (1, 1, 1, 255),
            ).count()
            == 1280 * 60
        ), type(item).__name__
    assert total == placed[-1].top + placed[-1].height


def test_length_is_probability_in_the_colour_of_the_seat(canvas: Canvas) -> None:
    springs, lengths = Springs(), []
    for value in (0.25, 0.5, 1.0):
        item = Bars("B", ("x",), (value,), forecast_of=0)
        for _ in range(200):
            canvas.fill("ink")
            draw_items(canvas, (item,), (0, 0, 400, 100), springs)
            springs.update(1 / 60)
        lengths.append(count(canvas, "sky", (0, 0, 400, 100)))
    assert lengths[1] == pytest.approx(2 * lengths[0], rel=0.06)
    assert lengths[2] == pytest.approx(2 * lengths[1], rel=0.06)
    assert count(canvas, "line", (0, 0, 400, 100)) < 8  # all of the track is covered


def test_in_a_heat_map_area_is_probability(canvas: Canvas) -> None:
    lit = []
    for value in (0.25, 1.0):
        canvas.fill("ink")
        item = HeatMap("H", ("row",), ("c",), ((value,),))
        draw_items(canvas, (item,), (0, 0, 400, 100), Springs(), style=Style(accent="orange"))
        area = canvas.surface.subsurface((40, 46, 360, 40))
        lit.append(pygame.mask.from_threshold(area, PALETTE["orange"], (150, 100, 90, 255)))
    areas = [max(mask.connected_components(), key=pygame.Mask.count).count() for mask in lit]
    assert areas[1] == pytest.approx(18 * 18, rel=0.15)
    assert areas[0] == pytest.approx(areas[1] / 4, rel=0.25)


def test_a_bar_grows_toward_its_value_and_stands_still_under_reduced_motion() -> None:
    pygame.font.init()
    still = Canvas(pygame.Surface((1280, 720)), Theme(reduced_motion=True))
    shown = view(still, (Bars("B", ("x",), (1.0,)),))
    full = count(still, "orange", (880, 100, 400, 100))
    shown.update(1 / 60)
    shown.draw(still)
    moving = Canvas(pygame.Surface((1280, 720)), Theme())
    grown = view(moving, (Bars("B", ("x",), (1.0,)),))
    start = count(moving, "orange", (880, 100, 400, 100))
    assert grown.moving
    settle(grown, moving)
    end = count(moving, "orange", (880, 100, 400, 100))
    assert start < 10 < end
    assert not shown.moving
    assert count(still, "orange", (880, 100, 400, 100)) == end >= full


def test_the_chosen_bar_alone_has_a_brass_outline(canvas: Canvas) -> None:
    for chosen, brass in ((None, False), (1, True)):
        canvas.fill("ink")
        item = Bars("B", FOUR, (0.25,) * 4, chosen=chosen)
        draw_items(canvas, (item,), (40, 0, 400, 300), Springs())
        assert (count(canvas, "brass", (0, 0, 480, 300)) > 300) is brass


def test_a_right_forecast_gets_a_tick_and_a_wrong_one_a_hollow_ring(canvas: Canvas) -> None:
    ink = {}
    for truth in (None, 0, 3):
        canvas.fill("ink")
        item = Bars("B", FOUR, (0.1, 0.2, 0.3, 0.4), truth=truth, forecast_of=0)
        draw_items(canvas, (item,), (0, 0, 400, 300), Springs())
        marks = canvas.surface.subsurface((376, 20, 24, 180))
        dark = pygame.mask.from_threshold(marks, PALETTE["ink"], (1, 1, 1, 255))
        dark.invert()
        ink[truth] = [
            dark.overlap_area(pygame.Mask((24, 30), fill=True), (0, 10 + 30 * row)) > 20
            for row in range(4)
        ]
    assert ink[None] == [False] * 4
    assert ink[3] == [False, False, False, True]
    assert ink[0] == [True, False, False, True]


def test_it_scrolls_by_wheel_keys_and_dragging_and_never_too_far(canvas: Canvas) -> None:
    shown = view(canvas, MIND)
    furthest = shown.furthest
    assert furthest > 100
    assert shown.handle(Wheel(1000, 300, -1.0))
    assert shown.offset == pytest.approx(56)
    assert shown.handle(Press("page_down"))
    assert shown.offset > 300
    assert shown.handle(Press("page_up"))
    shown.scroll(-100)
    assert shown.offset == 0
    assert shown.handle(Pointer("down", 1000, 500, 1))
    assert shown.handle(Pointer("move", 1000, 420))
    assert shown.offset == pytest.approx(80)
    shown.handle(Pointer("up", 1000, 420, 1))
    assert not shown.handle(Pointer("move", 1000, 300))
    shown.handle(Wheel(1000, 300, -1000.0))
    assert shown.offset == furthest
    shown.show(MIND[:1])
    shown.draw(canvas)
    assert shown.offset == 0
    assert not shown.handle(Pointer("down", 300, 300, 1))


def test_an_empty_mind_is_a_friendly_sentence_and_a_closed_panel_draws_nothing(
    canvas: Canvas,
) -> None:
    shown = view(canvas, ())
    assert count(canvas, "quiet", (880, 80, 400, 200)) > 200
    shown.place(None)
    canvas.fill("ink")
    shown.draw(canvas)
    assert count(canvas, "ink", (0, 0, 1280, 720)) == 1280 * 720
    assert not shown.handle(Wheel(1000, 300, -1.0))


def test_help_shows_under_the_mouse(canvas: Canvas) -> None:
    shown = view(canvas, MIND[2:3])
    settle(shown, canvas)
    before = canvas.surface.copy()
    shown.shell.input.state.pointer = (1000.0, 180.0)
    shown.draw(canvas)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(canvas.surface, "RGB")
    panel = pygame.Rect(880, 0, 400, 720)
    assert same(before, canvas.surface, panel), "neither a row nor a title is covered"
    assert shown.moving, "the help goes by itself, and that is drawn"
    canvas.fill("ink")
    shown.shell.input.state.pointer = (300.0, 180.0)
    shown.draw(canvas)
    assert same(before, canvas.surface, pygame.Rect(0, 0, 1280, 720))


def test_help_goes_where_the_mouse_only_rests(canvas: Canvas) -> None:
    """It lay over the machine's digit for a whole game of Numbers that was played by keys."""
    shown = view(canvas, MIND[2:3])
    settle(shown, canvas)
    before, whole = canvas.surface.copy(), pygame.Rect(0, 0, 1280, 720)
    shown.shell.input.state.pointer = (1000.0, 180.0)
    shown.update(0.1)
    for seconds, seen in ((TIP_SECONDS - 0.2, True), (0.3, False)):
        shown.update(seconds)
        canvas.fill("ink")
        shown.draw(canvas)
        assert same(before, canvas.surface, whole) != seen
    assert not shown.moving
    shown.shell.input.state.pointer = (1001.0, 180.0)
    canvas.fill("ink")
    shown.draw(canvas)
    assert not same(before, canvas.surface, whole), "it comes again with a move"


@pytest.mark.parametrize("larger", [False, True])
def test_the_longest_name_of_a_row_is_whole_beside_its_bar(
    larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((800, 600)), Theme(larger_text=larger))
    ruler = Ruler(monkeypatch)
    ruler.canvas = canvas
    names = ("agriculture (4%)", "Ra (15%)")
    draw_items(canvas, (Bars("Next", names, (0.8, 0.2)),), (0, 0, 280, 400), Springs())
    assert {*names, "80%", "20%"} <= {line.text for line in ruler.lines if line.whole}


def test_shares_of_many_that_are_whole_are_as_long_as_elsewhere(canvas: Canvas) -> None:
    names, lengths = tuple("abcdefgh"), []
    for bars in (
        Bars("Few", names[:2], (0.1, 0.05)),
        Bars("Many", names, (0.1,) * 8),
        Bars("Many", names, (0.1,) * 8, whole=True),
    ):
        settle(view(canvas, (bars,)), canvas)
        lengths.append(widest(canvas, "orange", (960, 100, 300, 60)))
    few, many, whole = lengths
    assert abs(few - whole) <= 2
    assert many > 5 * few > 0


def same(one: pygame.Surface, other: pygame.Surface, area: pygame.Rect) -> bool:
    """Whether two pictures agree in an area."""
    first, second = one.subsurface(area), other.subsurface(area)
    return pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


def test_help_to_any_item_stands_beside_the_panel_and_on_the_screen(canvas: Canvas) -> None:
    shown = view(canvas, MIND)
    heights = range(-400, 900, 50)
    for top in heights:
        for text in ("Short.", "What it is worth to whom, and why. " * 8):
            x, y, w, h = shown.tip_box(canvas, text, float(top))
            assert x >= 0
            assert x + w < 880
            assert y >= 64, "the corner buttons stay free"
            assert y + h <= 720
    assert len(heights) == 26


@pytest.mark.parametrize(
    ("size", "larger"), [((640, 480), True), ((1280, 720), False), ((2560, 1440), True)]
)
def test_it_draws_at_every_size(size: tuple[int, int], larger: bool) -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface(size), Theme.of(larger, larger, False))
    shown = view(canvas, MIND)
    shown.place((canvas.width - 400, 0, 400, canvas.height))
    settle(shown, canvas)


def test_odd_values_are_drawn_without_a_fault(canvas: Canvas) -> None:
    odd: tuple[MindItem, ...] = (
        Note(""),
        Bars("None", (), ()),
        Bars("Even", ("a", "b"), (0.0, 0.0), "points"),
        HeatMap("None", (), (), ()),
        HeatMap("Wide", ("r",) * 30, ("c",) * 40, ((1.0,) * 40,) * 30, 29),
        Lines("None", ()),
        Series("None", ()),
        Series("One", (3.0,), "points", 0.0),
        Series("Flat", (0.0, 0.0), "bits"),
        Series("Long", tuple(float(n) for n in range(2000)), "points", 0.0),
        Ribbon("None", (), ()),
        Ribbon("Nothing yet", ("a", "b"), ()),
        Ribbon("Nothing counts", ("a", "b"), ((0.0, 0.0),) * 3),
        Gauge("None", (), (), 0),
        Meter("Beyond", 300.0, -5.0, 5.0, -9.0, "bits"),
        Meter("Flat", 0.0, 0.0, 0.0),
        ContextTree("None", ()),
        ContextTree("Orphan", (ContextNode("deep", 3, 2.0, -1.0, True),)),
        TrialTree("None", ()),
        TrialTree("Root", (TrialNode(0, -1, 0, 0, True),), 0),
    )
    shown = view(canvas, odd)
    for offset in (0.0, 300.0, 600.0, 1e9):
        shown.scroll(offset)
        shown.draw(canvas)
    assert shown.furthest > 0


def widest(canvas: Canvas, colour: str, box: tuple[int, int, int, int]) -> int:
    """The longest row of one colour in a box, in pixels."""
    mask = pygame.mask.from_threshold(
        canvas.surface.subsurface(box), canvas.theme[colour], (3, 3, 3, 255)
    )
    return max((rect.w for rect in mask.get_bounding_rects()), default=0)


def test_what_cannot_be_read_alone_has_its_help_in_the_panel_too(canvas: Canvas) -> None:
    text = "What it means, in words. " * 6
    grown = {}
    bell = Bell("B", (0.0, 1.0, 0.0), 0.0, 1.0, 0.5)
    way = Route("Raider", ("1,1", "2,1"), "To the dot at (2, 1).")
    more = Meter("M", 1.0, 0.0, 2.0), Field("F", (("a1", 0.75), ("b1", 0.25))), bell, way
    more = (*more, Holdings("H", ("a",), ((0.5, 0.5),)))
    for item in (*(item for item in MIND if not isinstance(item, Note)), *more):
        told, bare = dataclasses.replace(item, help=text), dataclasses.replace(item, help="")
        heights = [lay_out(canvas, (one,), 336, Style())[1] for one in (told, bare)]
        grown[type(item)] = heights[0] > heights[1]
    assert {kind for kind, more in grown.items() if more} == set(ALWAYS_EXPLAINED)
    assert len(grown) == len(get_args(MindItem)) - 1


def test_neighbours_in_a_ribbon_can_be_told_apart(canvas: Canvas) -> None:
    compared = 0
    for count in range(2, 9):
        brush = Brush(canvas, Springs(), Style(), "key")
        tones = [band_tone(brush, number, count) for number in range(count)]
        for one, other in itertools.pairwise(tones):
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) >= 24
            compared += 1
    assert compared == sum(range(1, 8))


def test_in_a_ribbon_a_band_is_as_thick_as_its_weight(canvas: Canvas) -> None:
    thick = []
    for weight in (0.25, 0.5, 1.0):
        canvas.fill("ink")
        item = Ribbon("R", ("other", "middle", "this"), ((1 - weight, weight, 0.0),) * 3)
        draw_items(canvas, (item,), (0, 0, 400, 300), Springs(), style=Style("sky"))
        column = canvas.surface.subsurface((200, 34, 1, 96))
        thick.append(
            pygame.mask.from_threshold(column, PALETTE["sky"], (3, 3, 3, 255)).count() / 96
        )
    assert thick == pytest.approx([0.25, 0.5, 1.0], abs=0.06)


def test_what_weighs_nothing_yet_has_no_figures_and_one_row_is_shown(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = texts_told(monkeypatch)
    for rows in ((), ((0.75, 0.25),)):
        told.clear()
        draw_items(canvas, (Ribbon("R", ("a", "b"), rows),), (0, 0, 400, 300), Springs())
        assert ("Nothing to weigh yet." in told) is not bool(rows)
        assert [text for text in told if text.endswith("%")] == (["75%", "25%"] if rows else [])


def test_a_gauge_has_one_brass_outline_where_it_stands(canvas: Canvas) -> None:
    tops = []
    for index in (0, 2):
        canvas.fill("ink")
        item = Gauge("G", ("a", "b", "c"), (0.2, 0.5, 0.3), index)
        draw_items(canvas, (item,), (40, 0, 400, 300), Springs())
        brass = pygame.mask.from_threshold(canvas.surface, PALETTE["brass"], (3, 3, 3, 255))
        assert brass.count() > 300
        tops.append(min(rect.y for rect in brass.get_bounding_rects()))
    assert tops[1] - tops[0] == pytest.approx(60, abs=2)


def test_a_meter_is_filled_to_its_value(canvas: Canvas) -> None:
    lengths = []
    for value in (25.0, 50.0, 100.0):
        canvas.fill("ink")
        item = Meter("M", value, 0.0, 100.0, 100.0, "points")
        springs = Springs()
        for _ in range(120):
            draw_items(canvas, (item,), (0, 0, 400, 100), springs)
            springs.update(1 / 60)
        lengths.append(widest(canvas, "sky", (0, 0, 400, 100)))
    assert lengths[1] == pytest.approx(2 * lengths[0], abs=4)
    assert lengths[2] == pytest.approx(4 * lengths[0], abs=6)


def test_in_a_tree_the_path_in_use_is_thick(canvas: Canvas) -> None:
    lit = {}
    for used in (False, True):
        canvas.fill("ink")
        nodes = (NODES[0], NODES[2]._replace(on_path=used))
        draw_items(canvas, (ContextTree("T", nodes),), (0, 0, 400, 100), Springs())
        lit[used] = count(canvas, "sky", (0, 46, 26, 16))
    assert lit[True] > lit[False] + 30


def test_the_numbers_of_bands_are_apart_in_order_and_near_their_bands() -> None:
    rng, tried = Stream.named(3, "bands"), 0
    for count in (1, 2, 7, 9):
        for _ in range(25):
            raw = [rng.random() ** 4 for _ in range(count)]
            shares = [value / sum(raw) for value in raw]
            places = number_places(shares, 180.0, 16.0)
            assert places[0] >= 8.0 - 1e-9
            assert places[-1] <= 172.0 + 1e-9
            assert all(b - a >= 16.0 - 1e-9 for a, b in itertools.pairwise(places))
            ends = list(itertools.accumulate(shares, initial=0.0))
            if min(shares) * 180.0 >= 16.0:
                middles = [90.0 * (a + b) for a, b in itertools.pairwise(ends)]
                assert places == pytest.approx(middles)
            tried += 1
    assert tried == 100


def test_an_opened_forecast_is_told_as_past_and_another_is_not() -> None:
    bars = Bars("What comes", ("1", "2"), (0.3, 0.7), forecast_of=0, past="What was expected")
    other = Bars("What is worth", ("1", "2"), (0.3, 0.7), past="never")
    legal = {0: ("1", "2"), 1: ("1", "2")}
    opened = mark_truth((bars, other), {0: "1", 1: "2"}, legal)
    assert [(item.title, item.truth) for item in opened if isinstance(item, Bars)] == [
        ("What was expected", 0),
        ("What is worth", None),
    ]
    untold = dataclasses.replace(bars, past="")
    (still,) = mark_truth((untold,), {0: "2", 1: "2"}, legal)
    assert isinstance(still, Bars)
    assert still.title == "What comes"


def test_a_curve_of_a_seat_has_its_colour_in_a_report(canvas: Canvas) -> None:
    values = tuple(number / 10 for number in range(10))
    tried = 0
    for seat in (None, 0, 1):
        canvas.fill("ink")
        draw_items(canvas, (Series("Often", values, seat=seat),), (40, 40, 500, 300), Springs())
        for name in ("sky", "orange"):
            mask = pygame.mask.from_threshold(canvas.surface, PALETTE[name], (2, 2, 2, 255))
            assert (mask.count() > 50) == (name == ("orange" if seat == 1 else "sky"))
            tried += 1
    assert tried == 6


def test_whole_points_over_time_have_no_tenths(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = texts_told(monkeypatch)
    for last, wanted in ((1.0, ["+1", "\N{MINUS SIGN}1", "+1"]), (0.5, ["+0.5"])):
        told.clear()
        items = (Series("Ahead", (0.0, last), "points", 0.0),)
        draw_items(canvas, items, (40, 40, 500, 300), Springs())
        assert [text for text in told if text in wanted][: len(wanted)] == wanted, told
