"""Matches of every game with drawn options: all that holds after a step, and the same replays.

A fifth of them is played by agents, which have to decide the same when the match is played again
from its log in processes with other hash seeds.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games import catalog
from games.tracker.rules import TrackerState
from games.tracker.rules.hide import HideState
from games.tracker.rules.hunt import HuntState
from games.tracker.rules.seek import SeekState
from tests.support.null_games import NULL_GAMES
from tests.support.playouts import check_step, play
from tests.support.replayer import Replayer
from tests.support.sweep import Sweep, Try, row

GAMES = (*catalog.GAMES, *NULL_GAMES)


@pytest.fixture(scope="module")
def replayer() -> Iterator[Replayer]:
    made = Replayer()
    yield made
    made.close()


def playout(game: str, replayer: Replayer, one: Try) -> str:
    """Play a match, and have it played again three times; what became of it."""
    played = play(game, one)
    assert list(replayer.digests(played.text)) == [played.digest] * 3
    return played.fate


@pytest.mark.parametrize("game", GAMES)
@row("playouts", everyday=15, full=10_000, between=300)
def test_playouts(null_games: tuple[str, ...], replayer: Replayer, game: str, sweep: Sweep) -> None:
    """So many of each game; a hundred of each would take a minute everyday."""
    fates = sweep.run(lambda one: playout(game, replayer, one))
    if sweep.whole:
        assert sum(count for fate, count in fates.items() if "agents" in fate) >= sweep.count // 5
        assert any(fate.startswith("over") for fate in fates)


def broken(game: str, change: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules of a game lead elsewhere: to what `change` makes of each state."""
    rules = catalog.rules(game)
    apply = type(rules).apply

    def wrong(self: Any, state: Any, moves: Any) -> Any:
        after, events = apply(self, state, moves)
        return change(after), events

    monkeypatch.setattr(type(rules), "apply", wrong)


FIRST = {"tracker, watch": 5, "tracker, hide": 12}
"""The match in which the lot falls on a game in the maze, as the lots fall now."""


def play_some(game: str, first: int) -> None:
    """So many matches that the lot falls on each of the games in the maze."""
    for number in (first, *range(30)):
        play(game, Try(1, random.Random(number), 1))


def only(kind: type, change: Any) -> Any:
    """A fault of one of the games in the maze: `change` gives the fields that are wrong."""
    return lambda after: (
        dataclasses.replace(after, **change(after)) if isinstance(after, kind) else after
    )


PLANTED = {
    "karate": lambda after: after._replace(opponent_points=after.opponent_points + 1),
    "numbers": lambda after: after._replace(hits=after.hits + 1),
    "ur": lambda after: after._replace(light=after.light ^ 2),
    "tracker": lambda after: dataclasses.replace(after, step=after.step + 2),
    "tracker, watch": only(TrackerState, lambda after: {"unseen": after.unseen + 1}),
    "tracker, hide": only(HideState, lambda after: {"points": after.points + 1}),
    "tracker, seek": only(SeekState, lambda after: {"closer": (after.rounds, 0)}),
    "tracker, hunt": only(HuntState, lambda after: {"hunters": after.hunters[::-1]}),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_of_the_rules_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, fault = name.partition(",")[0], PLANTED[name]
    broken(game, fault, monkeypatch)
    with pytest.raises(AssertionError):
        play_some(game, FIRST.get(name, 0))


def test_a_turn_that_is_not_the_same_twice_is_seen() -> None:
    rules, state, calls = catalog.rules("numbers"), None, []

    class Moody(type(rules)):  # type: ignore[misc]
        def apply(self, state: Any, moves: Any) -> Any:
            calls.append(moves)
            after, events = rules.apply(state, moves)
            return after._replace(keys=after.keys + len(calls)), events

    state = rules.new({"keys": 60})
    after, events = Moody().apply(state, {0: "1", 1: "2"})
    with pytest.raises(AssertionError):
        check_step(Moody(), state, {0: "1", 1: "2"}, after, events)


def test_a_replay_that_goes_otherwise_is_seen(replayer: Replayer) -> None:
    played = play("ur", Try(0, random.Random(1), 1))
    lines = played.text.splitlines()
    other = next(n for n, line in enumerate(lines[1:], 1) if line.startswith("*:"))
    lines[other] = "*:0" if lines[other] != "*:0" else "*:1"
    told = list(replayer.digests("\n".join(lines)))
    assert played.digest not in told
    assert len(set(told)) == 1
