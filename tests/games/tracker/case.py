"""The Tracker as the tests play it."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.cases import GameCase


def worked_out() -> Mapping[str, str]:
    from games.tracker.help_values import workings

    return workings(2.0)


CASE = GameCase(
    uncovers=frozenset({"end"}),
    short={"steps": 60, "maze": "tiny"},
    ends=False,
    film=(None, {}),
    lots=(None, {"play": "seek"}),
    originals=(
        *("Master Baboon", "github.com/pberkes/masterbaboon", "Pietro Berkes"),
        *("10 September 2010", "GPL 3"),
    ),
    worked_out=worked_out,
)
