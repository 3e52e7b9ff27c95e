"""Learning that nobody foresaw: rewards that are no numbers, long runs, starts from elsewhere.

Whatever was played and told, a mix stays a mix: finite, none below 0, together 1; what is learned
can be kept and read again, and memory does not grow with the rounds.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ai.karate.fighter import KarateAgent
from games import catalog
from games.arrays import arrays_from_text, arrays_to_text
from games.core import CHANCE, Event, Limit
from games.match import Match
from games.mind import mind_to_plain
from games.store.profiles import LEARNED_BYTES
from games.streams import Stream
from tests.support.cases import case
from tests.support.homes import other_arrays
from tests.support.sweep import Sweep, Try, row

LOOK_EVERY = 25
"""Rounds between two looks at what an agent holds."""
SETTLED, GROWTH = 3_000, 4_000_000
"""Rounds after which memory may grow by so many bytes more, in a run of 10,000."""
FIGHTERS = ("sensei", "sensei:level=no-theory", "sensei:level=seed", "seed-softmax", "seed-argmax")
FIGHTERS = (*FIGHTERS, "habits", "nash")
WORST = (math.nan, math.inf, -math.inf, 1e300, -1e300, 0.0, 5e-324)


def resident() -> int:
    """Bytes of memory this process holds, 0 where that cannot be told."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def check_mix(mix: Sequence[float], what: str) -> None:
    """Probabilities are what they should be."""
    assert all(math.isfinite(share) and share >= 0 for share in mix), f"{what}: {mix}"
    assert math.isclose(sum(mix), 1.0, abs_tol=1e-6), f"{what}: {mix}"


def ways(rng: Random, k: int) -> Iterator[int]:
    """A player who keeps to a habit for a while, and then takes up another."""
    while True:
        habit, length = rng.randrange(4), rng.randint(5, 200)
        cycle = [rng.randrange(k) for _ in range(rng.randint(1, 7))]
        for number in range(length):
            if habit == 0:
                yield cycle[0]
            elif habit == 1:
                yield cycle[number % len(cycle)]
            else:
                yield rng.randrange(k)


def payoff(rng: Random) -> Any:
    """A table of gains: karate's own, or any that the protocol of analysis allows."""
    from games.karate.rules import gain_matrix

    if rng.random() < 0.5:
        return gain_matrix(rng.choice(("classic", "balanced")))
    k = rng.randint(2, 6)
    scale = rng.choice((1e9, 1.0, 1e-9, 1e-270, 0.0))  # smaller ones are refused in a sentence
    rows = [[rng.uniform(-1, 1) * scale for _ in range(k)] for _ in range(k)]
    if rng.random() < 0.3:
        rows[0] = [rng.choice((1e9, -1e9))] * k
    return tuple(map(tuple, rows))


def fight(one: Try) -> str:
    """Let a fighter learn for so many rounds; what it holds is looked at again and again."""
    rng = one.rng
    name = rng.choice(FIGHTERS)
    agent = catalog.resolve("karate", name).make()
    assert isinstance(agent, KarateAgent)
    agent.seats, agent.seat = (1,), 1
    agent.start(payoff(rng), Stream(rng.getrandbits(60)))
    other = ways(rng, agent.k)
    held = 0
    for number in range(one.each):
        own = agent.choose()
        if number % LOOK_EVERY == 0:
            check_mix(agent.strategy(), f"{name} plays")
            check_mix(agent.forecast(), f"{name} expects")
        agent.learn(own, next(other))
        if number == SETTLED:
            held = resident()
    assert not held or resident() - held < GROWTH, f"{name} grew by {resident() - held} bytes"
    agent.finish((rng.choice(WORST), rng.choice(WORST)))
    check_learned(agent.learned())
    return name


def check_learned(text: str | None) -> None:
    """What was learned fits a profile and is read again as numbers."""
    if text is None:
        return
    assert len(text) <= LEARNED_BYTES
    for name, array in arrays_from_text(text).items():
        assert array.dtype.kind not in "f" or np.isfinite(array).all(), name


@row("rounds learned", 2_000, full=1_000_000, between=40_000, each=10_000, each_everyday=200)
def test_fighters_learn_whatever_is_played(sweep: Sweep) -> None:
    sweep.run(fight)


# -- rewards that are no numbers -----------------------------------------------------------


def strange_event(event: Event, rng: Random) -> Event:
    """The same event with points that nobody could have scored."""
    if "points" not in event.data:
        return event
    points = tuple(rng.choice(WORST) for _ in event.data["points"])
    return event._replace(data={**event.data, "points": points})


def strangely_told(one: Try) -> str:
    """A match whose agents are told of strange points, and of a strange end."""
    rng = one.rng
    game = rng.choice(("karate", "numbers", "ur"))
    able = [agent for agent in catalog.agents(game) if not agent.heavy]
    params = catalog.spec(game).params({"pieces": 2} if game == "ur" else {})
    agent = rng.choice([agent for agent in able if not agent.hindrance(params)])
    player = agent.make(agent.defaults, None)
    match: Match[Any] = Match(
        catalog.rules(game), params, rng.getrandbits(30), {0: catalog.demo_player(game), 1: player}
    )
    observe: Callable[[Sequence[Event]], None] = player.observe
    player.observe = lambda events: observe([strange_event(e, rng) for e in events])  # type: ignore[method-assign]
    for _ in range(60):
        if match.over:
            break
        for seat in match.to_act:
            if seat not in (CHANCE, 0):
                decision = match.decide(seat, Limit(nodes=20, mind=True))
                mind_to_plain(decision.mind or ())
                for shares in decision.forecasts.values():
                    check_mix(shares, f"{agent.id} expects")
        match.step(Limit(nodes=20))
    player.finish((rng.choice(WORST),) * 2)
    player.findings()
    check_learned(player.learned())
    return game


@row("matches with strange rewards", everyday=10, full=5_000, between=250)
def test_rewards_that_are_no_numbers(sweep: Sweep) -> None:
    sweep.run(strangely_told)


# -- starts from elsewhere -----------------------------------------------------------------


@pytest.fixture(scope="module")
def learned() -> dict[str, str]:
    """What the learners of each game have learned of somebody, by their names."""
    found = {}
    for game in catalog.GAMES:
        for name in case(game).learners:
            match = seated(game, name, None)
            match.run(Limit(), 40)
            text = match.players[1].learned()
            assert text is not None
            found[f"{game} {name}"] = text
    return found


def seated(game: str, name: str, start: str | None) -> Match[Any]:
    """A match against a learner with a start."""
    agent = catalog.resolve(game, name).make(start)
    params = catalog.spec(game).params({})
    return Match(catalog.rules(game), params, 3, {0: catalog.demo_player(game), 1: agent})


def started(learned: dict[str, str], one: Try) -> str:
    """Begin from something that was learned elsewhere, or never; play, and learn on."""
    rng = one.rng
    game = rng.choice([game for game in catalog.GAMES if case(game).learners])
    name = rng.choice(case(game).learners)
    text = learned[rng.choice(sorted(learned))]
    if rng.random() < 0.85:
        text = other_arrays(text, rng)
    try:
        match = seated(game, name, text)
    except ValueError as problem:
        if not str(problem).endswith((".", "?")):
            raise
        return "refused"
    asked = 0
    while asked < 12 and not match.over:
        if 1 in match.to_act:
            asked += 1
            decision = match.decide(1, Limit(mind=True))
            mind_to_plain(decision.mind or ())
            for shares in decision.forecasts.values():
                check_mix(shares, f"{name} expects")
        match.step(Limit())
    told = match.players[1].learned()
    check_learned(told)
    if told is not None:
        seated(game, name, told)
    return "taken up"


@row("starts from elsewhere", everyday=30, full=10_000, between=1_000)
def test_starts_from_elsewhere(sweep: Sweep, learned: dict[str, str]) -> None:
    fates = sweep.run(lambda one: started(learned, one), seconds=30)
    assert not (sweep.whole and sweep.row.deep) or fates["refused"] > fates["taken up"] > 0, fates


# -- a learner that lets it in is seen -----------------------------------------------------


def test_a_mix_that_is_none_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from ai.karate import sensei

    monkeypatch.setitem(globals(), "FIGHTERS", ("sensei",))
    monkeypatch.setattr(sensei.SenseiFighter, "strategy", lambda self: [math.nan] * self.k)
    with pytest.raises(AssertionError, match="plays"):
        fight(Try(1, Random(1), 2))


def test_what_is_learned_and_is_no_number_is_seen() -> None:
    with pytest.raises(AssertionError, match="counts"):
        check_learned(arrays_to_text({"counts": np.array([1.0, math.nan])}))
