"""How many calls lie between a key of the person and the rules that play it, and across what.

Natural in a choice are window, shell, input, table, scene, session, match and rules, and the timer
that says whether something still moves. What came of it (the tile, the sound, the exchange, the
mind with what came true) is shown by the next frame, or before the next event.
"""

from __future__ import annotations

import sys
from random import Random
from types import FrameType
from typing import Any

import pytest

from games import catalog
from games.karate.scene import Scene
from games.session.starting import make_setup
from games.shell.input import Input
from games.shell.opening import start_table
from tests.support.hands import Rig, until
from tests.support.homes import open_table, play_turns

DEEPEST = 9
"""The calls from the window's event to `Game.apply`, both counted. `Match.play` checks whose turn
it is; its part without the check, by which a whole match is played, is one call more.
"""

MOST_MODULES = {"karate": 12, "numbers": 12, "ur": 18}
"""The modules that one key press calls, apart from how an agent is told of what was played.

Three of them are what a turn promises: its lot comes from the kept secret (`starting`), it is on
the disk before it is shown (`keeping`), and after a look ahead it is practice (`line`).
Ur's are more by a hook's default, its motion, the dice, the cursor among the moves, the view of the
state, and the pace of the table, which is asked what moves on it.
"""


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
    led = [spine for spine in spines if "Match.play" in spine[-3:-1]]
    assert led
    assert max(len(spine) for spine in led) <= DEEPEST, led


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


def karate(rig: Rig) -> Scene:
    """A karate match on the screen that waits for its person."""
    table = start_table(rig.app, make_setup("karate", "nash", 5, {}, False))
    assert isinstance(table, Scene)
    rig.show(table)
    until(rig.app, lambda: table.waiting_for_person is not None)
    return table


def test_a_key_plays_and_the_next_frame_shows() -> None:
    rig = Rig(None)
    table = karate(rig)
    heard: list[str] = []
    rig.app.play_sound = heard.append  # type: ignore[method-assign]
    rig.key_down("1")
    assert (len(table.match.turns), table.last, heard) == (1, None, [])
    rig.frames()
    assert table.last is not None
    assert dict(table.match.turns[0]) == table.last.moves
    assert (heard, table.busy) == (["press", "drum"], True)


def test_an_event_before_the_frame_finds_what_was_played_on_the_screen() -> None:
    rig = Rig(None)
    table = karate(rig)
    rig.key_down("1")
    rig.key_up("1")
    assert len(table.rounds) == len(table.match.turns) == 1
    assert table.busy


def test_a_match_that_pauses_with_the_key_has_shown_what_was_played() -> None:
    rig = Rig(None)
    table = karate(rig)
    rig.key_down("1")
    table.focus_lost()
    assert rig.app.top is not table
    table.finish_now()
    assert len(table.rounds) == len(table.match.turns) == 1


def test_another_match_at_the_table_shows_nothing_of_the_one_before() -> None:
    rig = Rig(None)
    table = karate(rig)
    rig.key_down("1")
    table.restart()
    rig.frames()
    assert (table.rounds, table.last) == ([], None)


MOST_CALLS = {"karate": 238, "ra": 600}
"""The calls of one key, from the window's event until the next frame begins."""


def calls(rig: Rig, key: str) -> int:
    """Return how many functions are called for a key."""
    count = 0

    def note(frame: FrameType, event: str, given: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        rig.key_down(key)
    finally:
        sys.setprofile(None)
    rig.key_up(key)
    return count


@pytest.mark.parametrize(("game", "agent"), [("karate", "sensei"), ("ra", "heuristic")])
def test_a_key_takes_few_calls(game: str, agent: str) -> None:
    """The first keys of a match are not counted: caches fill."""
    rig = Rig(None)
    table = start_table(rig.app, make_setup(game, agent, 5, {}, False))
    rig.show(table)
    counted, before = [], len(table.match.turns)
    for _ in range(12):
        until(rig.app, lambda: table.waiting_for_person is not None)
        rig.frames(2)
        counted.append(calls(rig, "1"))
    assert len(table.match.turns) > before + 10
    assert max(counted[2:]) <= MOST_CALLS[game], counted


@pytest.mark.parametrize("game", catalog.GAMES)
def test_keys_are_named_by_what_draws_alone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To name them costs more than to play, and the device in hand may change meanwhile."""
    elsewhere: list[list[str]] = []
    label = Input.label

    def spied(self: Input, action: str) -> str:
        frame: FrameType | None = sys._getframe(1)
        names = []
        while frame is not None:
            names.append(frame.f_code.co_name)
            frame = frame.f_back
        if "draw" not in names:
            elsewhere.append(names[:6])
        return label(self, action)

    rig = Rig(None)
    table = open_table(rig.app, game)
    rig.frames()
    monkeypatch.setattr(Input, "label", spied)
    assert play_turns(rig.app, table, 5, Random(3))
    rig.key("h", "n", "1", "right")
    assert elsewhere == []


@pytest.mark.parametrize("game", catalog.GAMES)
def test_what_draws_asks_no_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame shows what is known; whatever has to be played for it is played before."""
    rules, drawn = type(catalog.rules(game)), []
    apply = rules.apply

    def spied(self: Any, *given: Any) -> Any:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_name != "draw_stage":
            frame = frame.f_back
        drawn.append(frame is not None)
        return apply(self, *given)

    rig = Rig(None)
    table = open_table(rig.app, game)
    monkeypatch.setattr(rules, "apply", spied)
    play_turns(rig.app, table, 5, Random(3))
    assert drawn
    assert not any(drawn)
