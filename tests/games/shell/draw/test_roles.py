"""Roles of colour: each is a paint of the theme, told apart from its neighbours and its ground."""

from __future__ import annotations

import pytest

from games.shell.draw import roles
from games.shell.draw.theme import HIGH_CONTRAST, PALETTE, SEAT_COLOURS, Theme, contrast

NAMED = {
    name: paint for name, paint in vars(roles).items() if name.isupper() and isinstance(paint, str)
}


def test_every_role_is_a_paint_that_can_be_read_on_both_grounds() -> None:
    assert len(NAMED) >= 9
    for high_contrast in (False, True):
        theme = Theme.of(high_contrast, False, False)
        for name, paint in (*NAMED.items(), *enumerate(roles.SERIES), *roles.OUTCOMES.items()):
            for ground in ("ink", "raised"):
                assert contrast(theme[paint], theme[ground]) >= 3.0, (name, ground)


def test_lines_of_one_plot_are_all_different() -> None:
    assert len({PALETTE[paint] for paint in roles.SERIES}) == len(roles.SERIES) == 6


@pytest.mark.parametrize("pair", [("RIGHT", "WRONG"), ("GAIN", "LOSS"), ("OWN", "RIVAL")])
def test_what_is_opposed_is_painted_differently(pair: tuple[str, str]) -> None:
    first, second = (NAMED[name] for name in pair)
    assert first != second
    assert {first, second} <= {*PALETTE} & {*HIGH_CONTRAST}


def test_the_person_has_the_colour_of_the_first_seat() -> None:
    assert SEAT_COLOURS[:2] == (roles.OWN, roles.RIVAL)
    assert (roles.OUTCOMES["won"], roles.OUTCOMES["lost"]) == (roles.OWN, roles.RIVAL)
