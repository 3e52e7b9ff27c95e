"""Bad agents in a seat of every game and in the arena: nobody waits for them, nothing is lost.

A match with one ends on its result page; the arcade goes on and another game can be played. Those
that hang or take all memory are tried in the worker, where agents of strangers think.
"""

from __future__ import annotations

import functools
import math
import time
from random import Random
from typing import Any

import pytest

from ai.lab.arena.play import play_chunk
from ai.lab.arena.schedule import Chunk
from games import catalog
from games.core import Seating
from games.match import Match
from games.session import host
from games.session.setup import Setup
from games.shell.app import App
from games.shell.opening import start_table
from games.shell.pages.overlays import Card
from games.shell.pages.result import ResultPage
from games.shell.table import Table
from tests.support import bad_agents, homes
from tests.support.bad_agents import HARMLESS, HEAVY, IN_WORKER_ONLY, KINDS
from tests.support.cases import case
from tests.support.hands import choose, unseen
from tests.support.null_games import NULL_GAMES
from tests.support.sweep import Sweep, Try, row

GAMES = (*catalog.GAMES, *NULL_GAMES)
QUICK = [kind for kind in KINDS if kind not in IN_WORKER_ONLY]
EVERYDAY = [(kind, game) for kind in QUICK for game in ("ur", "karate")]
EVERYDAY.append(("says-nan", "nullticks"))  # whose end comes, so that it tells what it learned
SEATED = [
    *EVERYDAY,
    *((kind, game) for kind in KINDS if kind not in IN_WORKER_ONLY for game in GAMES),
    *((HEAVY + kind, game) for kind in KINDS for game in GAMES),
]
"""Who sits in which game; the first of them everyday."""
ARENA = [(kind, game) for kind in KINDS if kind != "eats" for game in ("karate", "ur", "nullbids")]
WAIT_SECONDS = 120.0
"""More than three lost workers take, each with its time to start, to answer and to be ended."""


@pytest.fixture(autouse=True)
def _bad_agents(monkeypatch: pytest.MonkeyPatch, null_games: tuple[str, ...]) -> None:
    bad_agents.know(monkeypatch.setattr)
    command = bad_agents.worker_command()
    monkeypatch.setattr(host, "Worker", functools.partial(host.Worker, command=command))
    monkeypatch.setattr(host, "GRACE_SECONDS", 1.0)
    monkeypatch.setattr(host, "START_SECONDS", 6.0)
    monkeypatch.setattr(host, "ASK_SECONDS", 2.0)
    monkeypatch.setattr(Table, "patience", 0.1)


# -- at a table ----------------------------------------------------------------------------


def setup_with(game: str, agent: str) -> Setup:
    """A match with a person in the first seat that takes one, and the agent in all others."""
    params = catalog.spec(game).params(case(game).short)
    places = catalog.spec(game).seats_for(params)
    alone = len(places) == 1
    seats = [
        Seating(agent if alone or n or not place.people else "human")
        for n, place in enumerate(places)
    ]
    return Setup(game, tuple(seats), params, 5)


def sit(app: App, agent: str, game: str) -> str:
    """Play a match with an agent, whatever it does, and a turn of another game after it."""
    app.back_to(app.stack[0])
    app.failed = False
    try:
        table = start_table(app, setup_with(game, agent))
    except ImportError:
        assert agent == "does-not-import"
        return "did not import"
    app.push(table)
    play_out(app, table)
    assert not app.failed, app.top.text if isinstance(app.top, Card) else "there was a fault"
    replayed = Match(table.match.game, table.setup.params, table.setup.seed)
    replayed.replay(table.match.turns)
    assert replayed.state == table.match.state, "the state is not what was played"
    fate = "forfeited" if table.session.forfeited is not None else "played"
    if agent.removeprefix(HEAVY) in HARMLESS:
        assert fate == "played"
    app.back_to(app.stack[0])
    assert app.running
    return fate


def play_out(app: App, table: Table) -> None:
    """Play until the match has led to its result page, or a person has had enough of it.

    A frame in which a worker is waited for counts by the clock: one that hangs takes its time.
    """
    frames, give_up = 0, time.monotonic() + WAIT_SECONDS
    while frames < 4000:
        app.frame(0.5)
        if app.top is not table:
            break
        if table.session.host.busy:
            assert time.monotonic() < give_up, f"waiting after {len(table.match.turns)} turns"
            time.sleep(0.002)
        else:
            frames += 1
        table.skip()
        seat = table.waiting_for_person
        if seat is not None:
            choose(table, next(iter(table.match.legal(seat))))
        if len(table.match.turns) > 60 or (not table.session.people and table.session.over):
            table.finish_now()
    assert isinstance(app.top, ResultPage), f"{app.top} after {len(table.match.turns)} turns"
    app.frame(1 / 60)


@row("matches with a bad agent", everyday=len(EVERYDAY), full=20 * len(SEATED), between=len(SEATED))
def test_a_bad_agent_at_a_table(app: App, sweep: Sweep) -> None:
    def check(one: Try) -> str:
        agent, game = SEATED[one.number % len(SEATED)]
        with unseen(app):
            return sit(app, agent, game)

    fates = sweep.run(check, seconds=100)
    if sweep.whole:
        assert fates["forfeited"] > fates["played"] / 4 > 0
    with unseen(app):
        assert homes.play_turns(app, homes.open_table(app, "numbers"), 2, Random(1)) == 2


# -- in the arena --------------------------------------------------------------------------


def compete(agent: str, game: str, seed: int) -> str:
    """Play games of an agent against others in the arena; who is at fault forfeits."""
    spec = catalog.spec(game)
    params = spec.params(case(game).short)
    others = {"karate": "random", "ur": "greedy", "nullbids": "low"}[game]
    count = len(spec.seats_for(params))
    table = (agent, *[others] * (count - 1))
    chunk = Chunk(game, table, params, {}, seed, range(3), 20, 0.3 if agent == "hangs" else None)
    try:
        played = play_chunk(chunk)
    except ImportError:
        assert agent == "does-not-import"
        return "did not import"
    assert len(played.results) == 3
    faults = [result.fault for result in played.results if result.fault is not None]
    assert all(fault.who == 0 for fault in faults), faults
    for result in played.results:
        assert result.fault is not None or all(map(math.isfinite, result.scores))
    if agent in (*HARMLESS, "says-nan", "mute"):  # nobody asks for more than moves
        assert not faults
    else:
        assert len(faults) == 3, "it was not found at fault"
    return "forfeited" if faults else "played"


@row(
    "arena games with a bad agent",
    everyday=len(ARENA),
    full=20 * len(ARENA),
    between=3 * len(ARENA),
)
def test_a_bad_agent_in_the_arena(sweep: Sweep) -> None:
    def check(one: Try) -> str:
        agent, game = ARENA[one.number % len(ARENA)]
        return compete(agent, game, one.rng.getrandbits(32))

    fates = sweep.run(check)
    assert not sweep.whole or fates["forfeited"] > fates["played"] > 0


# -- and faults of the arcade are seen -----------------------------------------------------


def test_an_agent_that_brings_up_a_card_is_seen(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(self: host.Host, seat: int, *more: Any) -> Any:
        raise KeyError(seat)

    monkeypatch.setattr(host.Host, "decide", decide)
    with pytest.raises(AssertionError):
        sit(app, "raises", "karate")


def test_an_arena_that_lets_it_pass_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bad_agents.DEEDS, "raises", lambda view, legal: bad_agents.PLAYS)
    with pytest.raises(AssertionError, match="not found at fault"):
        compete("raises", "karate", 1)
