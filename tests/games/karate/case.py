"""Virtual Karate as the tests play it."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.cases import GameCase


def worked_out() -> Mapping[str, str]:
    from games.karate.help_values import workings
    from games.mind import Bars

    forecast = Bars("", ("a", "b", "c", "d"), (0.25,) * 4, forecast_of=0)
    return workings((forecast,), "classic", "", 1.0)


CASE = GameCase(
    opponent="sensei",
    short={"rounds": 10},
    opening=(((0, "kick"), (1, "punch")), ((0, "punch"), (1, "kick"))) * 4,
    told=("sensei", {"rounds": 25}),
    lots=("seed-softmax", {}),
    learners=("sensei", "sensei:level=no-theory"),
    originals=(
        *("Master Baboon", "github.com/pberkes/masterbaboon", "Pietro Berkes"),
        *("3 May", "12 September", "GPL 3", "Gallagher and Frith"),
    ),
    worked_out=worked_out,
)
