"""The speeds of capture-the-flag: rules, sensor, beliefs, teams, mazes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from ai.ctf.believing import BelievingTeam
from ai.ctf.tracking import auto_enemies
from ai.ctf.watcher import TeamWatcher
from games import catalog
from games.core import CHANCE, Event, Limit, Player
from games.ctf import SPEC
from games.ctf.maze import MOVES, generate
from games.ctf.rules.camping import with_ages
from games.ctf.rules.game import GAME, open_moves
from games.ctf.rules.moving import moved
from games.ctf.rules.state import State
from games.match import Match
from games.streams import Stream

SECONDS: Final = 1.0
"""Each figure is measured for at least this long, in processor time."""
_VIEWED: Final = 300
_TEAMS: Final = ("gatherer", "hunter", "belief", "pack")


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield all figures: what was measured, the value, its unit."""
    for rules in ("blog", "pelita"):
        yield f"moves a second, rules alone, {rules}", _rate(partial(_walk, rules)), "moves/s"
        played = _rate(partial(_match, rules, "gatherer"))
        yield f"moves a second of gatherers through a match, {rules}", played, "moves/s"
    yield (
        "3,000 moves of gatherer v gatherer",
        3000 / _rate(partial(_match, "blog", "gatherer")),
        "s",
    )
    yield "a view read by auto, both enemies, 32 x 16", *_views()
    for team in _TEAMS:
        yield f"a decision of {team}, beliefs included", 1000 * _decision(team), "ms"
    yield "a maze of 32 x 16", 1000 / _rate(_mazes), "ms"


def _rate(work: Callable[[], int]) -> float:
    """Return the rate of `work` in a second of processor time."""
    done, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        done += work()
    return done / (time.process_time() - start)


def _walk(rules: str) -> int:
    """Return random moves from the start of a match, without what is heard."""
    rng, state = Stream.named(1, "bench"), GAME.new(SPEC.params({"rules": rules}))
    while not state.over and state.moves < 1000:
        if state.due:
            return state.moves
        move = rng.choice(open_moves(state.field, state.bots[state.turn]))
        here = state.field.ways[state.bots[state.turn]]
        after, _ = moved(state, here[MOVES.index(move)])
        state = with_ages(after)
    return state.moves


def _match_of(rules: str, first: str, second: str) -> Match[State]:
    left, right = (catalog.agent("ctf", name).make({}, None) for name in (first, second))
    return Match(GAME, SPEC.params({"rules": rules}), 3, {0: left, 1: right, 2: left, 3: right})


def _match(rules: str, team: str) -> int:
    match = _match_of(rules, team, team)
    match.run(Limit())
    return match.state.moves


def _decision(team: str) -> float:
    """Return seconds of processor time a move, with what it takes to believe before it."""
    match = _match_of("pelita", team, "gatherer")
    watched: Player = match.players[0]
    spent, moves = 0.0, 0
    while not match.over and moves < 300:
        seat = match.to_act[0]
        if seat in (0, 2):
            start = time.process_time()
            decision = match.decide(seat, Limit())
            spent += time.process_time() - start
            moves += 1
            match.play({seat: decision.move})
            continue
        draw = {seat: match.draw()} if seat == CHANCE else {seat: match.decide(seat, Limit()).move}
        start = time.process_time()
        match.play(draw)
        spent += time.process_time() - start if isinstance(watched, BelievingTeam) else 0.0
    return spent / moves


def _views() -> tuple[float, str]:
    """Return milliseconds of processor time for a team to read a glance."""
    match = _match_of("pelita", "gatherer", "gatherer")
    watcher = TeamWatcher(auto_enemies, 0)
    heard: list[tuple[Event, ...]] = []
    while not match.over and match.state.moves < _VIEWED:
        heard.append(match.step(Limit()))
    watcher.begin((), GAME, match.params, Stream.named(1, "bench"))
    begun = time.process_time()
    for events in heard:
        watcher.observe(events)
    return 2000 * (time.process_time() - begun) / match.state.moves, "ms"


def _mazes() -> int:
    generate.cache_clear()
    for number in range(5):
        generate(number + 1)
    return 5
