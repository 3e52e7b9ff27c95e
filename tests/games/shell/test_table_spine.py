"""How many calls lie between a key of the person and the rules that play it."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from games.session.starting import make_setup
from games.shell.opening import start_table
from tests.support.hands import Rig

DEEPEST = {"karate": 8, "numbers": 9, "ur": 9}
"""The calls from the window's event to `Game.apply`, both counted."""


def callers() -> list[str]:
    """The functions from `take_events` on that led to the caller of this one."""
    frame, names = sys._getframe(1), []
    while frame.f_back is not None:
        names.append(frame.f_code.co_qualname)
        if frame.f_code.co_name == "take_events":
            return names[::-1]
        frame = frame.f_back
    return []


@pytest.mark.parametrize(
    ("game", "agent"), [("karate", "nash"), ("numbers", "uniform"), ("ur", "greedy")]
)
def test_a_key_is_a_few_calls_away_from_the_rules(
    game: str, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(None)
    table = start_table(rig.app, make_setup(game, agent, 5, {}, False))
    rules, spines = type(table.match.game), []
    apply = rules.apply

    def spied(self: Any, *given: Any) -> Any:
        spines.append(callers())
        return apply(self, *given)

    monkeypatch.setattr(rules, "apply", spied)
    rig.show(table)
    for _ in range(4):
        rig.frames(60)
        rig.key("1")
    led = [spine for spine in spines if spine[-2:-1] == ["Match.play"]]
    assert led
    assert max(len(spine) for spine in led) <= DEEPEST[game], led
