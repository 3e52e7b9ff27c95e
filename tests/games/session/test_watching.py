"""Watchers beside a match: what they hear, the frames they leave, and a budget a frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ai.core import Agent
from games import catalog
from games.core import WATCHERS, Event, Game, Seating
from games.match import Match
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import Setup
from games.session.watching import BUDGET, Watching, advance_all
from games.spec import Params
from games.streams import Stream
from games.tracker.asks import Believer
from games.ur.asks import Judge


class Recorder(Agent):
    """A watcher that keeps what it was told, and draws a number each time."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        super().begin(seats, game, params, rng)
        self.rng = rng
        self.seats = seats
        self.heard: list[str] = []
        self.drawn = [rng.random()]

    def observe(self, events: Sequence[Event]) -> None:
        self.heard += [event.kind for event in events]
        self.drawn.append(self.rng.random())


def told(kind: str, audience: tuple[int, ...] | None = None) -> Reveal:
    return Reveal({0: "up"}, (Event(kind, {}, audience),))


LINE = [told(kind) for kind in "abcdefgh"]


def recording(heavy: bool = False, kept: int | None = None) -> Watching[Recorder, Reveal, str]:
    game, params = catalog.rules("tracker"), catalog.spec("tracker").params({})

    def so_far(watcher: Recorder, step: Reveal | None, last: str | None) -> str:
        return "" if step is None or last is None else last + watcher.heard[-1]

    rng = Stream.named(5, "watcher")
    return Watching(Recorder(), game, params, rng, so_far, heavy, kept)


def hear_all(watching: Watching[Any, Any, Any], line: Sequence[Any]) -> int:
    """Let it hear the line to its end; returns how many calls did something."""
    calls = 0
    while watching.advance(line):
        calls += 1
    return calls


def test_a_frame_for_the_start_and_one_for_each_step() -> None:
    watching = recording()
    assert watching.steps == -1
    assert hear_all(watching, LINE) == 9
    assert watching.steps == 8
    assert list(watching.frames) == ["abcdefgh"[:n] for n in range(9)]
    assert watching.watcher.seats == ()
    assert not watching.advance(LINE)
    assert [watching.frame(n) for n in (-1, 0, 3, 99)] == ["", "", "abc", "abcdefgh"]


def test_a_frame_that_is_asked_for_before_all_is_that_of_the_start() -> None:
    watching = recording()
    assert watching.frame(4) == ""
    assert watching.steps == 0


def test_the_oldest_frames_are_let_go() -> None:
    watching = recording(kept=3)
    hear_all(watching, LINE)
    assert watching.oldest == 6
    assert [watching.frame(n) for n in (0, 6, 7, 8)] == ["abcdef", "abcdef", "abcdefg", "abcdefgh"]


def test_only_what_watchers_may_see_is_heard() -> None:
    watching = recording()
    line = [
        told("open"),
        Reveal({}, (Event("hidden", {}, (0,)), Event("shown", {}, (0, WATCHERS)))),
    ]
    hear_all(watching, line)
    assert watching.watcher.heard == ["open", "shown"]


def test_random_numbers_depend_on_the_step_not_on_the_pace() -> None:
    slow, fast = recording(), recording()
    for end in range(len(LINE) + 1):
        slow.watcher.rng.random() if end else None
        hear_all(slow, LINE[:end])
    hear_all(fast, LINE)
    assert slow.watcher.drawn == fast.watcher.drawn
    assert len(set(fast.watcher.drawn)) == 9


def test_a_heavy_one_takes_one_step_a_frame_and_a_light_one_several() -> None:
    heavy, light = recording(heavy=True), recording()
    line = LINE * 4
    advance_all([heavy, light], line)  # a beginning is as much as a frame may compute
    assert (heavy.steps, light.steps) == (0, -1)
    advance_all([heavy, light], line)
    assert (heavy.steps, light.steps) == (0, 0)
    advance_all([heavy, light], line)
    assert (heavy.steps, light.steps) == (1, 0)
    advance_all([heavy, light], line)
    assert (heavy.steps, light.steps) == (1, BUDGET)
    advance_all([light], line)
    assert light.steps == 2 * BUDGET


def test_what_is_left_of_the_budget_goes_to_the_next() -> None:
    first, second = recording(), recording()
    for watching in (first, second):
        watching.frame(0)
    advance_all([first, second], LINE, 10.0)
    assert (first.steps, second.steps) == (8, 2)
    advance_all([first, second], LINE, 10.0)
    assert (first.steps, second.steps) == (8, 8)


def played(game: str, agents: Sequence[str], turns: int, **options: Any) -> Session:
    params = catalog.spec(game).params(options)
    session = Session(Setup(game, tuple(Seating(agent) for agent in agents), params, 3))
    while session.match.to_act and len(session.match.turns) < turns:
        session.step()
    return session


def watched(session: Session, watcher: Any) -> Watching[Any, Reveal, object]:
    setup, rng = session.setup, Stream.named(3, "watcher")
    watching: Watching[Any, Reveal, object] = Watching(
        watcher, session.game, setup.params, rng, lambda w, step, last: None
    )
    hear_all(watching, session.played)
    return watching


def in_its_match(session: Session, watcher: Any) -> Any:
    match = Match(session.game, session.setup.params, 3, {}, [watcher])
    match.replay(session.match.turns)
    return watcher


def test_a_judge_of_ur_beside_the_match_says_what_one_in_the_match_says() -> None:
    session = played("ur", ("greedy", "random"), 60, pieces=2)
    beside = cast(Judge, watched(session, catalog.watcher("ur", "judge")).watcher)
    inside = cast(Judge, in_its_match(session, catalog.watcher("ur", "judge")))
    assert len(beside.steps) > 20
    assert beside.steps == inside.steps


def test_a_belief_beside_the_match_is_that_of_one_in_the_match() -> None:
    session = played("tracker", ("explorer",), 40, sensors=2, start="unknown")
    beside = cast(Believer, watched(session, catalog.watcher("tracker", "explore")).watcher)
    inside = cast(Believer, in_its_match(session, catalog.watcher("tracker", "explore")))
    assert beside.thought.step == inside.thought.step > 10
    assert np.array_equal(beside.thought.posterior, inside.thought.posterior)
