"""How many calls lie between a key of the person and the rules that play it, and across what.

Natural in a karate choice are window, shell, input, table, scene, session, match and rules; what
came of it is then shown at once: the tile, the sound, the exchange, the mind with what came true.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from games.session.starting import make_setup
from games.shell.opening import start_table
from tests.support.hands import Rig, until

DEEPEST = {"karate": 8, "numbers": 9, "ur": 9}
"""The calls from the window's event to `Game.apply`, both counted."""

MOST_MODULES = {"karate": 14, "numbers": 17, "ur": 22}
"""The modules that one key press calls, apart from how an agent is told of what was played."""


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
        until(rig.app, lambda: table.waiting_for_person is not None)
        rig.key("1")
    led = [spine for spine in spines if spine[-2:-1] == ["Match.play"]]
    assert led
    assert max(len(spine) for spine in led) <= DEEPEST[game], led


def apart(frame: FrameType | None) -> bool:
    """Whether a call belongs to telling an agent what happened, from which it learns."""
    while frame is not None:
        if frame.f_code.co_qualname == "Match._tell":
            return True
        frame = frame.f_back
    return False


def modules_called(rig: Rig, key: str) -> set[str]:
    """The modules below `games/` whose functions are called while a key goes down.

    What a dataclass was given by the language has no file, and is not counted.
    """
    called = set()

    def note(frame: FrameType, event: str, given: object) -> None:
        module, written = frame.f_globals["__name__"], frame.f_code.co_filename.endswith(".py")
        if event == "call" and module.startswith("games.") and written and not apart(frame):
            called.add(module)

    sys.setprofile(note)
    try:
        rig.key_down(key)
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize(
    ("game", "agent"), [("karate", "sensei"), ("numbers", "mind"), ("ur", "greedy")]
)
def test_a_choice_crosses_few_modules(game: str, agent: str) -> None:
    rig = Rig(None)
    table = start_table(rig.app, make_setup(game, agent, 5, {}, False))
    rig.show(table)
    crossed, played = [], 0
    for _ in range(4):
        until(rig.app, lambda: table.waiting_for_person is not None)
        before = len(table.match.turns)
        crossed.append(modules_called(rig, "1"))
        played += len(table.match.turns) - before
        rig.key_up("1")
    assert played >= 3
    assert max(len(modules) for modules in crossed) <= MOST_MODULES[game], crossed
