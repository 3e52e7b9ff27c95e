"""What somebody is believed to hold: as many columns as can be, and the truth marked in them."""

from __future__ import annotations

import pygame

from games.mind import Holdings
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.draw.tween import Springs
from games.shell.mind.beliefs import columns_of
from games.shell.mind.items import draw_items, lay_out
from games.shell.mind.style import Style

HAND = Holdings("Hand", ("cloth", "gold"), ((0.6, 0.4, 0.0), (0.0, 0.998, 0.002)), (0, 1))


def painted(item: Holdings) -> bytes:
    pygame.font.init()
    surface = pygame.Surface((640, 360))
    canvas = Canvas(surface, Theme())
    draw_items(canvas, (item,), (10.0, 10.0, 340.0, 400.0), Springs())
    return pygame.image.tobytes(surface, "RGB")


def test_only_likely_numbers_have_columns() -> None:
    assert columns_of(HAND) == 4
    many = Holdings("Hand", ("cloth",), ((0.1, 0.2, 0.2, 0.2, 0.2, 0.09, 0.01),))
    assert columns_of(many) == 7
    assert columns_of(Holdings("Hand", ("cloth",), ((1.0,),), truth=(5,))) == 6


def test_what_is_known_another_belief_and_the_truth_are_seen() -> None:
    plain = painted(HAND)
    assert painted(Holdings(HAND.title, HAND.labels, HAND.chances)) != plain
    beside = Holdings(HAND.title, HAND.labels, HAND.chances, HAND.known, HAND.chances)
    assert painted(beside) != plain
    assert painted(Holdings(HAND.title, HAND.labels, HAND.chances, HAND.known, (), (1, 1))) != plain


def test_a_row_for_each_kind_takes_its_room() -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((640, 360)), Theme())
    two = lay_out(canvas, (HAND,), 340.0, Style())[1]
    three = Holdings("Hand", ("a", "b", "c"), ((1.0,),) * 3)
    assert lay_out(canvas, (three,), 340.0, Style())[1] - two >= 24


def test_only_what_is_sure_and_known_has_the_strong_colour() -> None:
    """A known number has a low mark in that colour; a sure one has its whole column."""

    def tallest(chances: tuple[float, ...], known: int) -> int:
        pygame.font.init()
        surface = pygame.Surface((640, 360))
        canvas, springs = Canvas(surface, Theme()), Springs()
        item = Holdings("Hand", ("cloth",), (chances,), (known,))
        for _ in range(80):
            draw_items(canvas, (item,), (10.0, 10.0, 340.0, 400.0), springs)
            springs.update(0.1)
        strong = surface.map_rgb(canvas.colour(Style().accent))
        columns = [[surface.get_at_mapped((x, y)) for y in range(360)] for x in range(0, 640, 2)]
        return max(column.count(strong) for column in columns)

    assert tallest((0.0, 0.999, 0.001), 1) > tallest((0.1, 0.8, 0.1), 1) + 5
