"""`pack` looks ahead over its beliefs: never over the truth, and far enough to win."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from ai.ctf.danger import INTRUSION
from ai.ctf.pack import Pack, chase_of, coming_of
from ai.ctf.tracking import auto_enemies, exact_walkers
from ai.lab.arena import tournament
from games import catalog
from games.core import Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match, seen_by
from games.mind import Lines
from games.streams import Stream

PARAMS = SPEC.params({"rules": "pelita", "maze": "loops-16x8", "map": 5, "moves": 200})
ENOUGH = Limit(nodes=6_000)
"""Some ten samples of each plan."""


def match_of(first: str = "pack", second: str = "gatherer") -> Match[State]:
    """A match between two teams."""
    left, right = (catalog.agent("ctf", name).make({}, None) for name in (first, second))
    return Match(GAME, PARAMS, 8, {0: left, 1: right, 2: left, 3: right})


def test_looking_ahead_it_sees_what_it_may_know_and_no_more() -> None:
    """The truth is put elsewhere behind the same events: nothing of it may matter."""
    match = match_of()
    shadow = Pack(auto_enemies)
    shadow.begin((0, 2), GAME, PARAMS, Stream.named(8, "seat 0"))
    looked = unseen = 0
    while not match.over and looked < 10:
        seat = match.to_act[0]
        if seat in (0, 2):
            view = GAME.view(match.state, seat)
            moved = tuple(
                len(view.field.cells) - 1 - bot if bot % 2 and view.bots[bot] < 0 else cell
                for bot, cell in enumerate(match.state.bots)
            )
            other = GAME.view(dataclasses.replace(match.state, bots=moved), seat)
            hidden = dataclasses.replace(other, readings=view.readings, bots=view.bots)
            legal = match.legal(seat)
            assert shadow.act(seat, hidden, legal, ENOUGH) == match.decide(seat, ENOUGH)
            looked += 1
            unseen += view.bots[1] < 0 or view.bots[3] < 0
        shadow.observe(seen_by(match.step(ENOUGH), (0, 2)))
    assert unseen > 5


def test_what_it_compared_is_told() -> None:
    match = match_of()
    while match.to_act[0] != 0:
        match.step(Limit())
    decision = match.decide(0, Limit(nodes=6_000, mind=True))
    assert decision.mind is not None
    lines = next(item for item in decision.mind if isinstance(item, Lines))
    values = [value for _, value in lines.rows]
    assert values == sorted(values, reverse=True)
    assert len(lines.words) == len(values) > 2
    blind = match.decide(0, Limit(nodes=1, mind=True))
    assert blind.mind is not None
    assert not any(isinstance(item, Lines) for item in blind.mind)


def test_who_chases_is_a_chance() -> None:
    match = match_of("pack", "hunter")
    match.run(Limit(nodes=1), 60)
    pack = match.players[0]
    assert isinstance(pack, Pack)
    chases = [chase_of(tracker) for tracker in pack.belief.trackers]
    assert all(0.1 <= chance <= 1.0 for chance in chases)
    graph = pack.belief.graph
    assert chase_of(exact_walkers(1.0)(graph, None)) == 0.1


def test_it_waits_for_those_who_come_alone() -> None:
    found = {}
    for opponent in ("random", "gatherer"):
        match = match_of("pack", opponent)
        pack = match.players[0]
        assert isinstance(pack, Pack)
        match.run(Limit(nodes=1), 1)
        first = coming_of(pack.belief.trackers)
        match.run(Limit(nodes=1), 159)
        found[opponent] = coming_of(pack.belief.trackers)
        assert 0.5 < first <= 1.0
    assert found["random"] < 0.1
    assert found["gatherer"] > 0.8
    graph = pack.belief.graph
    assert coming_of([exact_walkers(1.0)(graph, None)]) == 1.0


@pytest.mark.sweep
def test_nobody_waits_for_ever() -> None:
    """A plan that waits is worth less than one that begins at once."""
    match = match_of("pack", "random")
    match.run(ENOUGH, 300)
    assert match.state.score[0] >= 5


@pytest.mark.sweep
@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_it_wins_against_belief(rules: str) -> None:
    (pair,) = tournament("ctf", ["pack", "belief"], 12, 4, {"rules": rules})["pairs"]
    assert pair["a_win_share"] * 12 >= 8


def test_an_enemy_that_is_likely_in_its_half_is_a_plan() -> None:
    match = match_of("pack", "gatherer")
    pack, hunts = match.players[0], 0
    assert isinstance(pack, Pack)
    while not match.over and hunts < 3:
        seat = match.to_act[0]
        if seat not in (0, 2):
            match.step(Limit(nodes=1))
            continue
        decision = match.decide(seat, Limit(nodes=6_000, mind=True))
        lines = next(item for item in decision.mind or () if isinstance(item, Lines))
        if any(words.startswith("After the") for words, _ in lines.rows):
            home = np.array(pack.field.home) == 0
            assert max(float(belief @ home) for belief in pack.belief.beliefs) > INTRUSION
            hunts += 1
        match.play({seat: decision.move})
    assert hunts == 3
