"""Set as the tests play it."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.cases import GameCase


def worked_out() -> Mapping[str, str]:
    from games.mind import Bars
    from games.set.help_values import workings

    return workings((Bars("", ("a", "b"), (0.1, 0.2), low=(0.0, 0.1)),))


def helped(move: str) -> str:
    remark = "+hint2+paused"
    return {"void": "void", "wait": f"wait+at900{remark}"}.get(move, move + remark)


CASE = GameCase(
    helped=helped,
    opponent="solver",
    short={"mode": "junior"},
    film=("steady-7", {"mode": "junior"}),
    told=("steady-5", {"mode": "junior"}),
    lots=("steady-5", {}),
    learners=("mirror",),
    originals=(
        *("Master Baboon", "github.com/pberkes/masterbaboon", "Pietro Berkes"),
        *("15 September 2010", "GPL 3", "Marsha Falco", "Cannei, LLC"),
    ),
    worked_out=worked_out,
)
