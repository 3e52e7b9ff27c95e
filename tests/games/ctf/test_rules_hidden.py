"""What a team cannot know changes nothing for it: which cell is behind a reading."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from games import catalog
from games.core import CHANCE, Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.sensing import enemies_of, outcomes_at, sees
from games.ctf.rules.state import UNKNOWN, State
from games.match import Match, seen_by
from games.streams import Stream
from tests.games.ctf.test_rules import SMALL, played

OURS = (0, 2)


def could_stand(state: State, enemy: int) -> list[int]:
    """Where an unseen `enemy` could have given the reading that the bot on turn has."""
    reading = state.readings[enemies_of(state.turn).index(enemy)]
    return [
        cell
        for cell in range(len(state.field.cells))
        if cell not in state.bots
        and not sees(state, cell)
        and reading in {told for told, _ in outcomes_at(state, cell)}
    ]


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_enemies_dealt_anew_change_no_view(rules: str) -> None:
    dealt, rng = 0, Stream.named(1, "dealt anew")
    for state in played(SPEC.params({**SMALL, "rules": rules}), 8)[::3]:
        if state.over or GAME.to_act(state) == (CHANCE,):
            continue
        for place, enemy in enumerate(enemies_of(state.turn)):
            others = could_stand(state, enemy)
            if state.readings[place].kind == "seen" or not others:
                continue
            bots = list(state.bots)
            bots[enemy] = rng.choice(others)
            other = dataclasses.replace(state, bots=(bots[0], bots[1], bots[2], bots[3]))
            for seat in (state.turn, (state.turn + 2) % 4):
                assert GAME.view(other, seat) == GAME.view(state, seat)
                assert GAME.legal(other, seat) == GAME.legal(state, seat)
            dealt += 1
    assert dealt > 50


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_imagined_enemies_are_out_of_sight_and_could_give_the_reading(rules: str) -> None:
    imagined, cells = 0, set[int]()
    for number, state in enumerate(played(SPEC.params({**SMALL, "rules": rules}), 9)):
        if state.over or GAME.to_act(state) == (CHANCE,):
            continue
        view = GAME.view(state, state.turn)
        world = GAME.imagine(view, state.turn, Stream.named(number, "world"))
        assert GAME.view(world, state.turn) == view
        for place, enemy in enumerate(enemies_of(state.turn)):
            cell, reading = world.bots[enemy], view.readings[place]
            assert reading in {told for told, _ in outcomes_at(view, cell)}
            if reading.kind == "seen":
                assert cell == state.bots[enemy]
                continue
            assert view.bots[enemy] == UNKNOWN
            assert not sees(view, cell)
            cells.add(cell)
            imagined += 1
    assert imagined > 200
    assert len(cells) > 30


class Twins:
    """Two matches that our agents cannot tell apart, while enemies go where they like unseen."""

    def __init__(self, agent: str, rules: str, seed: int) -> None:
        self.params = SPEC.params({**SMALL, "rules": rules, "moves": 40})
        self.agent, self.seed = agent, seed
        self.rng = Stream.named(seed, "twins")
        self.one, self.other = self.match(), self.match()
        self.compared = self.parted = 0

    def match(self) -> Match[State]:
        ours = catalog.agent("ctf", self.agent).make({}, None)
        return Match(GAME, self.params, self.seed, dict.fromkeys(OURS, ours))

    def play(self) -> None:
        while not self.one.over:
            self.same_views()
            seat = self.one.to_act[0]
            if seat in OURS:
                self.decide(seat)
            else:
                self.go_on(seat)

    def same_views(self) -> None:
        assert self.one.to_act == self.other.to_act
        for seat in OURS:
            assert GAME.view(self.one.state, seat) == GAME.view(self.other.state, seat)
            if self.one.to_act == (seat,):
                assert self.one.legal(seat) == self.other.legal(seat)

    def decide(self, seat: int) -> None:
        """Our agents choose the same for the same reasons, wherever the unseen stand."""
        limit = Limit(nodes=50, mind=True)
        found = self.one.decide(seat, limit)
        again = self.other.decide(seat, limit)
        assert found.mind
        assert (found.move, found.mind) == (again.move, again.mind)
        assert found.forecasts == again.forecasts
        self.compared += 1
        self.parted += self.one.state.bots != self.other.state.bots
        for match in (self.one, self.other):
            match.play({seat: found.move})

    def go_on(self, seat: int) -> None:
        """Chance or an enemy: in the other match something else, where nothing of it shows."""
        pairs = self.pairs(seat)
        pair = next((pair for pair in pairs if self.alike(seat, *pair)), None)
        if pair is None:  # from here on they are one again
            turns = self.one.turns
            self.one, self.other = self.match(), self.match()
            for match in (self.one, self.other):
                match.replay(turns)
            pair = pairs[0][0], pairs[0][0]
        for match, move in zip((self.one, self.other), pair, strict=True):
            match.play({seat: move})

    def pairs(self, seat: int) -> list[tuple[str, str]]:
        """What may happen in each; what chance does is told, so it is the same in both."""
        moves = list(self.one.legal(seat))
        pairs = list(itertools.product(moves, self.other.legal(seat)))
        if seat == CHANCE:
            pairs = [(move, move) for move in moves]
        self.rng.shuffle(pairs)
        return sorted(pairs, key=lambda pair: pair[0] == pair[1])

    def alike(self, seat: int, *moves: str) -> bool:
        """Whether our team is told and sees the same after these moves, one in each match."""
        if moves[1] not in self.other.legal(seat):
            return False
        (one, events), (other, others) = (
            GAME.apply(match.state, {seat: move})
            for match, move in zip((self.one, self.other), moves, strict=True)
        )
        told = seen_by(events, OURS) == seen_by(others, OURS)
        return told and all(GAME.view(one, seat) == GAME.view(other, seat) for seat in OURS)


EVERYDAY = ("random", "gatherer", "hunter", "belief")
"""The others of those with a belief take seconds, and are in the sweep."""
AGENTS = [
    pytest.param(agent.id, marks=[] if agent.id in EVERYDAY else pytest.mark.sweep)
    for agent in catalog.agents("ctf")
]


@pytest.mark.parametrize("rules", ["blog", "pelita"])
@pytest.mark.parametrize("agent", AGENTS)
def test_agents_choose_alike_wherever_the_unseen_stand(agent: str, rules: str) -> None:
    twins = Twins(agent, rules, 3)
    twins.play()
    assert twins.compared >= 15
    assert twins.parted >= 8
