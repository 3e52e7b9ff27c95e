"""Numbers as the tests play it."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.cases import GameCase


def worked_out() -> Mapping[str, str]:
    from games.numbers.help_values import workings

    return workings(4, 1, (0.5,))


CASE = GameCase(
    opponent="mind",
    short={"keys": 60},
    opening=(((0, "1"), (1, "2")), ((0, "3"), (1, "3"))) * 26,
    lots=("uniform", {}),
    learners=("mind",),
    originals=(
        *("Master Baboon", "github.com/pberkes/masterbaboon", "Pietro Berkes"),
        *("23 April 2009", "GPL 3", "21 February 2009"),
    ),
    worked_out=worked_out,
)
